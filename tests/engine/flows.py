"""Flows made by hand, so that the engine is tested without the language."""

from __future__ import annotations

from engine.assembler import Assembler
from hoyle.engine import flow as F
from hoyle.engine.flow import (
    NONE,
    NUMBER,
    PLAYER,
    Assign,
    AssignAt,
    Bind,
    Call,
    Cards,
    Choose,
    Column,
    Compare,
    Const,
    Draw,
    EndGame,
    FaceOf,
    Filter,
    Fold,
    Load,
    LoadAt,
    Map,
    MoveCards,
    Offset,
    Op,
    OptionInfo,
    Phrase,
    Size,
    Sort,
    Tier,
    Var,
    Without,
)

CARD, PLACE = Sort("card", "card"), Sort("place")
EMPTY: tuple[int, ...] = ()
NOWHERE = F.Place("nowhere", "", "zone", -1, "nobody", -1, EMPTY, 0)


def friday(players: int = 4, rounds: int = 4) -> F.Flow:
    """Friday the 13th."""
    faces, value, omen = [], [], []
    for o, name in enumerate(("cat", "mirror", "ladder")):
        for v, n in ((1, 3), (2, 3), (4, 2), (5, 3), (7, 3)):
            faces.append(F.FaceInfo(f"{name} {v}", "omen-card", 0, {"omen": o, "value": v}, n))
            value.append(v)
            omen.append(o)
    faces.append(F.FaceInfo("friday", "friday", 0, {"omen": NONE, "value": 4}, 8))
    value.append(4)
    omen.append(NONE)
    the_friday = len(faces) - 1
    deck = tuple(i for i, face in enumerate(faces) for _ in range(face.count))
    n = len(deck)
    seats = [f"p{i + 1}" for i in range(players)]
    places = [NOWHERE, F.Place("deck", "deck", "pile", 0, "nobody", -1, deck, n)]
    families = [F.Family("deck", 1, 1, "", 0)]

    def family(name: str, shape: str, view: str, each: str, names: list[str]) -> int:
        first = len(places)
        for i, x in enumerate(names):
            owner = i if each == "player" else -1
            places.append(F.Place(f"{name} of {x}" if x and owner < 0 else name, name, shape, 0, view, owner, EMPTY, n))  # type: ignore
        families.append(F.Family(name, first, len(names), each, 0))
        return first

    hand = family("hand", "zone", "owner", "player", seats)
    unused = family("unused", "zone", "nobody", "", [""])
    pile = family("omen-pile", "pile", "all", "omen", ["cat", "mirror", "ladder"])
    bad = family("bad-luck", "zone", "nobody", "player", seats)
    discards = family("discards", "zone", "all", "", [""])

    names = ["starter", "round", "turns", "list", "c", "o", "p", "q", "seats"]
    starter, rnd, turns, lst, c, o, p, q, circle = range(len(names))
    sorts = [PLAYER, NUMBER, NUMBER, Sort("list", "number"), CARD, PLACE, PLAYER, PLAYER, Sort("list", "player")]
    slots = [
        F.Slot(name, sort, NONE, "track" if name == "starter" else "local")
        for name, sort in zip(names, sorts, strict=True)
    ]
    points = len(slots)
    slots += [F.Slot("points", NUMBER, 0, "track", i) for i in range(players)]

    r_card, r_place, r_c, r_p, r_s, r_x = range(6)
    omen_of_place = tuple(i - pile if pile <= i < pile + 3 else NONE for i in range(len(places)))
    tables = [tuple(value), tuple(omen), omen_of_place]
    fits = F.Function(
        "fits",
        [r_card, r_place],
        F.Or(
            Compare("=", FaceOf(Var(r_card)), Const(the_friday)),
            Compare("=", Column(1, FaceOf(Var(r_card))), Column(2, Var(r_place))),
        ),
        Sort("truth"),
    )
    all_seats = F.Values(tuple(range(players)))
    turn_order = F.Rotate(all_seats, Load(starter))

    def at(first: int, seat: F.Expr, count: int = players) -> F.Expr:
        return Offset(first, seat, count)

    def luck(seat: F.Expr) -> F.Seq:
        return Filter(r_c, Cards(at(bad, seat)), Compare("=", Column(1, FaceOf(Var(r_c))), Load(o)))

    left = Op("mod", Op("+", Load(p), Const(1)), Const(players))
    value_of_pile = Fold("total", Map(r_x, Cards(Load(o)), Column(0, FaceOf(Var(r_x)))))
    most = F.Best(r_p, all_seats, Fold("count", luck(Var(r_p))), True, True)
    cost = Map(
        r_x, Cards(at(bad, Load(q))), F.Choice(Compare("=", FaceOf(Var(r_x)), Const(the_friday)), Const(2), Const(1))
    )
    play = OptionInfo(
        "play",
        [
            Bind(c, Cards(at(hand, Load(p))), CARD),
            Bind(o, F.Values((pile, pile + 1, pile + 2)), PLACE, Call(0, [Load(c), Load(o)])),
        ],
        None,
        0,
        Phrase(["play ", 0, " onto ", 1]),
        0,
    )
    asm = Assembler()
    asm(F.Pick(starter, all_seats), Assign(rnd, Const(0)))
    asm.label("round")(F.Collect(0, Const(1)), F.Shuffle(Const(1)))
    asm.label("deal")(F.ListSet(circle, turn_order))
    asm.label("next card")(F.ListNext(circle, p, asm("put aside")))
    asm(asm.unless(Compare(">", Size(Const(1)), Const(0)), "dealt"))
    asm(Draw(Const(1), at(hand, Load(p)), False, "deal", None), asm.jump("next card"))
    asm.label("put aside")
    if players == 3:
        asm(asm.unless(Compare(">", Size(Const(1)), Const(0)), "dealt"))
        asm(Draw(Const(1), Const(unused), False, "deal", None))
    asm(asm.jump("deal"))
    asm.label("dealt")(F.Clear([circle]), Assign(p, Load(starter)))
    asm.label("turn")(Assign(turns, Const(0)))
    asm.label("seek")(asm.unless(Compare("=", Size(at(hand, Load(p))), Const(0)), "ask"))
    asm(asm.unless(Compare("<", Load(turns), Const(players)), "score"))
    asm(Assign(turns, Op("+", Load(turns), Const(1))), Assign(p, left), asm.jump("seek"))
    asm.label("ask")(F.Clear([turns]), Choose("takes-turn", Load(p), [Tier([play], [])], None, True, False))
    play.then = len(asm.code)
    asm(MoveCards(F.Items([Load(c)]), Load(o), False, "play", Load(p)))
    asm(asm.unless(Compare(">", value_of_pile, Const(13)), "played"))
    taken = Without(Cards(Load(o)), F.Items([F.End(Load(o))]), True)
    asm(MoveCards(taken, at(bad, Load(p)), False, "take", Load(p)))
    asm.label("played")(F.Clear([c, o]), Assign(p, left), asm.jump("turn"))
    asm.label("score")(F.Reveal(F.Flat(r_s, all_seats, Cards(at(bad, Var(r_s)))), None, None))
    asm(F.ListSet(lst, F.Values((0, 1, 2))))
    asm.label("omen")(F.ListNext(lst, o, asm("points")), F.ListSet(circle, most))
    asm.label("leader")(F.ListNext(circle, q, asm("omen")))
    asm(MoveCards(luck(Load(q)), Const(discards), False, "discard", Load(q)), asm.jump("leader"))
    asm.label("points")(F.ListSet(circle, all_seats))
    asm.label("seat")(F.ListNext(circle, q, asm("scored")))
    gained = Op("+", LoadAt(points, Load(q), players), Fold("total", cost))
    asm(AssignAt(points, Load(q), players, gained), asm.jump("seat"))
    next_starter = Op("mod", Op("+", Load(starter), Const(1)), Const(players))
    asm.label("scored")(Assign(starter, next_starter), Assign(rnd, Op("+", Load(rnd), Const(1))))
    asm(F.Clear([p, turns]), asm.unless(Compare(">=", Load(rnd), Const(rounds)), "round"), EndGame(0))
    code = asm.done()
    score_of = LoadAt(points, Var(r_s), players)
    return F.Flow(
        "Friday the 13th",
        players,
        {"limit": 13, "rounds": rounds},
        kinds=[F.KindInfo("omen", False, ("cat", "mirror", "ladder"))],
        components=[F.ComponentInfo("card", "cards", 0, len(faces), 0)],
        faces=faces,
        places=places,
        families=families,
        slots=slots,
        tables=tables,
        functions=[fits],
        code=code,
        procedures=["takes-turn"],
        marks=[F.MarkInfo("option", "play", F.NOWHERE)],
        endings=["last-round-scored"],
        winners=[
            F.Winner(
                None, F.Best(r_p, all_seats, LoadAt(points, Var(r_p), players), False, False), r_s, score_of, False
            )
        ],
        registers=6,
    )


def one_place(shape: str, faces: dict[str, int], code: list[F.Instr], **more: object) -> F.Flow:
    """A flow of two seats and two places: `a`, of a shape, with all cards, and `b`, a zone that all see."""
    infos = [F.FaceInfo(name, name, 0, {}, count) for name, count in faces.items()]
    start = tuple(i for i, count in enumerate(faces.values()) for _ in range(count))
    places = [
        NOWHERE,
        F.Place("a", "a", shape, 0, "nobody", -1, start, len(start)),  # type: ignore[arg-type]
        F.Place("b", "b", "zone", 0, "all", -1, EMPTY, len(start)),
    ]
    values: dict[str, object] = {
        "components": [F.ComponentInfo("card", "cards", 0, len(infos), 0)],
        "faces": infos,
        "places": places,
        "families": [F.Family("a", 1, 1, "", 0), F.Family("b", 2, 1, "", 0)],
        "endings": ["done"],
        "code": code,
        "registers": 8,
    }
    return F.Flow("small", 2, {}, **(values | more))  # type: ignore[arg-type]
