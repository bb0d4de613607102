"""`hoyle play`, `replay`, `games` and `demo`: games in the terminal, and what is kept of them."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hoyle as face
from hoyle import resources
from hoyle.cli import board, output, remarks
from hoyle.cli.match import Moves
from hoyle.cli.telling import Telling
from hoyle.cli.tongue import Plain, Spoken, speak
from hoyle.engine import events as E
from hoyle.engine.flow import Choose
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.speak import Speaker
from small_games import LONELY

from .conftest import Hoyle, Outcome


def test_a_game_to_its_end(hoyle: Hoyle, toy: Path) -> None:
    done = hoyle("play", toy, "--seed", 1, "--set", "goal=1", typed="wait\n2\n2\n")
    assert (done.status, done.err) == (0, "")
    assert "you: wait" in done.out
    assert "The game is over (goal reached):" in done.out
    assert done.out.rstrip().endswith("Seed 1.")


def test_the_same_seed_and_choices_give_the_same_game(hoyle: Hoyle) -> None:
    first, again = (hoyle("play", "hearts", "--seed", 4, typed="1\n" * 20 + "quit\n") for _ in range(2))
    assert first == again


def test_moves_in_words_and_mistakes_in_them(hoyle: Hoyle, toy: Path) -> None:
    done = hoyle("play", toy, "--seed", 1, typed="dance\n7\nw\n:dance\nquit\n")
    assert "There is no such move: dance" in done.out
    assert "The moves are numbered from 1 to 2." in done.out
    assert "you: wait" in done.out
    assert "There is no command `:dance`" in done.out
    assert done.status == 0


def test_help_and_looking_around(hoyle: Hoyle, toy: Path) -> None:
    done = hoyle("play", toy, "--seed", 1, typed="help\ntable\nmoves\nwait\nhistory\nquit\n")
    assert "take your last choice back" in done.out
    assert done.out.count("you: wait") == 2


def board_of(done: Outcome) -> str:
    """The last table shown, with the moves below it; without the word about numbers, which is said once."""
    shown = done.out[done.out.rindex("\ntable") :].partition("you >")[0]
    return re.sub(r"A number by itself .*\n", "", shown)


def test_what_is_taken_back_never_was(hoyle: Hoyle) -> None:
    start = hoyle("play", "friday_the_13th", "--seed", 3, typed="quit\n")
    back = hoyle("play", "friday_the_13th", "--seed", 3, typed="undo\n1\n2\nundo\n:undo\nquit\n")
    assert "There is nothing to take back." in back.out
    assert board_of(start) == board_of(back)


def test_a_play_is_kept_and_goes_on(hoyle: Hoyle, tmp_path: Path) -> None:
    moves = "1\n2\n1\n"
    whole = hoyle("play", "thirteen", "--seed", 3, "--others", "random", typed=moves + "1\n1\nquit\n")
    left = hoyle("play", "thirteen", "--seed", 3, "--others", "random", typed=moves + "save mine.json\nquit\n")
    assert "Kept in mine.json. Go on with:\n  hoyle play --resume mine.json\n" in left.out
    assert "Kept in .hoyle/thirteen-4-3.json" in left.out
    on = hoyle("play", "--resume", "mine.json", typed="1\n1\nquit\n")
    assert on.status == 0
    assert board_of(on) == board_of(whole)
    undone = hoyle("play", "--resume", ".hoyle/thirteen-4-3.json", typed="undo\n" * 9 + "quit\n")
    assert "There is nothing to take back." in undone.out


def test_options_are_kept_with_the_play(
    hoyle: Hoyle, toy: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hoyle("play", "toy.hoyle", "--seed", 1, "--set", "goal=9", "--players", 3, "--seat", 2, typed="wait\nquit\n")
    kept = tmp_path / ".hoyle" / "toy-3-1.json"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    done = hoyle("play", "--resume", kept, typed="quit\n")
    assert done.status == 0
    assert "ann, you, bob" in done.out


class UntilInterrupted(io.StringIO):
    """What is typed before the interrupt."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline()
        if not line:
            raise KeyboardInterrupt
        return line


def test_the_end_of_input_and_an_interrupt_keep_the_play(hoyle: Hoyle, toy: Path) -> None:
    ended = hoyle("play", toy, "--seed", 1, typed="wait\n")
    stopped = hoyle("play", toy, "--seed", 1, typed=UntilInterrupted("wait\n"))
    assert (ended.status, stopped.status) == (0, 130)
    for done in (ended, stopped):
        assert "Kept in .hoyle/toy-1-1.json" in done.out
    for nothing in (UntilInterrupted(""), "quit\n", ""):
        done = hoyle("play", toy, "--seed", 1, typed=nothing)
        assert "Kept" not in done.out
        assert "Nothing was chosen, so nothing is kept; seed 1 gives this game again." in done.out


def test_a_record_is_told_again(hoyle: Hoyle) -> None:
    hoyle("play", "kuhn_poker", "--seed", 3, "--record", "kuhn.json", typed="1\n1\n1\n")
    done = hoyle("replay", "kuhn.json")
    assert done.status == 0
    assert "The game is over (the stakes have been settled)" in done.out
    mine = hoyle("replay", "kuhn.json", "--seat", "you")
    assert "A card from the deck to Ann’s hand" in mine.out
    assert "A card from" not in done.out
    assert hoyle("replay", "kuhn.json", "--json").json["result"]["ending"] == "settled"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(record=9), "format 9"),
        (lambda data: data.pop("steps"), "`steps` is missing"),
        (lambda data: data["steps"][0].update(chance="7 of hearts", value="7 of hearts"), "step 1 of"),
        (lambda data: data["steps"].pop(), "the result is"),
        (lambda data: data["steps"][0].update(value="queen"), "step 1 of"),
        (
            lambda data: data["steps"][0].update(chance="queen"),
            "step 1 of 4: the record's words, `queen`, are not those",
        ),
        (lambda data: data["steps"][2].update(choice="bet"), "step 3 of 4: the record's words, `bet`, are not those"),
        (lambda data: data["steps"][2].update(option="bet"), "step 3 of 4: the record's words, `check`, are not those"),
        (lambda data: data["steps"][2].update(values=[]), "step 3 of 4: the record's words, `check`, are not those"),
        (lambda data: data["steps"][2].update(values={"x": float("nan")}), "step 3 of 4: the record's words"),
        (lambda data: data["steps"][2].update(choice={"a": [1]}), "step 3 of 4: "),
        (lambda data: data.update(seed=2**64), "`seed` is not from 0 to"),
        (lambda data: data.update(seed=-1), "`seed` is not from 0 to"),
        (lambda data: data.update(seed=1.5), "`seed` is missing or not as it should be"),
        (lambda data: data["result"].update(ending="sunk"), "sunk"),
        (lambda data: data.update({"from": "nowhere"}), "there is no game `nowhere`"),
        (lambda data: data.pop("from"), "does not say where the rules"),
        (lambda data: data.update(set={"ante": "much"}), "`ante` is not a number"),
        (lambda data: data.update(players=["you"]), "cannot be started"),
        (lambda data: data.update(players=[1, 2]), "must be names"),
        (lambda data: data.update(players=["\x1b[31m", "b"]), "a player's name is one line"),
        (lambda data: data.update(players=["x" * 5000, "b"]), "a player's name is one line"),
        (lambda data: data["steps"][2].update(player="\x1b[31mred"), "\\x1b[31mred chooses"),
        (lambda data: data["steps"][2].update(player="x" * 5000), "xxx…"),
    ],
)
def test_a_record_that_does_not_replay_says_where(hoyle: Hoyle, tmp_path: Path, change: Any, words: str) -> None:
    hoyle("play", "kuhn_poker", "--seed", 3, "--record", "kuhn.json", typed="1\n1\n1\n")
    path = tmp_path / "kuhn.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    done = hoyle("replay", path)
    assert done.status == 2
    assert words in done.err


def test_a_seed_that_is_printed_can_be_given(hoyle: Hoyle, stuck: Path) -> None:
    """Plays of `simulate` have seeds of their own."""
    for seed in range(1, 9):
        said = hoyle("simulate", stuck, "--seed", seed, "--json").json["fault"]["seed"]
        again = hoyle("play", stuck, "--seed", said)
        assert f"seed {said}" in again.out, again.err
        assert hoyle("simulate", stuck, "--seed", said).status == 1


TWO_SUITS = """\
game "Two suits"
for 2 players
winners: p in players with highest size of won of p

kind colour: gold, silver
kind rank, low to high: 1 to 4, page, queen

cards in deck:
  name | colour | rank
  card | each   | each

pile deck, seen by nobody
zone hand of each player, seen by its owner
zone won of each player, seen by all

to play:
  shuffle deck
  deal 5 from deck to hand of players
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as all-kept

turn (player p) takes-turn:
  p chooses:
    to keep-or-lose c from hand of p into won of p
"""


def test_cards_are_named_and_sorted_as_people_do(hoyle: Hoyle, tmp_path: Path) -> None:
    """The rank before the suit, whatever the columns; in the hand suit by suit."""
    (tmp_path / "two.hoyle").write_text(TWO_SUITS, encoding="utf-8")
    order = [f"{rank} of {colour}" for colour in ("gold", "silver") for rank in ("1", "2", "3", "4", "page", "queen")]
    done = hoyle("play", "two.hoyle", "--seed", 2, "--record", "kept.json", typed="1\n" * 9)
    first = done.out.partition("you >")[0]
    (hand,) = re.findall(r"^  hand +(.*)$", first, re.MULTILINE)
    held = hand.split(", ")
    assert held == [card for card in order if card in held]
    assert len({card.rpartition(" ")[2] for card in held}) == 2
    assert f"{', '.join(held)} from deck to your hand" in first
    listed = re.findall(r"([0-9])\) keep or lose (.*?) into your won", first)
    assert [card for _, card in sorted(listed)] == held
    told = hoyle("replay", "kept.json").out
    assert f"you: keep or lose {held[0]} into your won" in told
    assert hoyle("play", "two.hoyle", "--seed", 2, typed=f"keep-or-lose {held[3]}\n").out.count(
        f"you: keep or lose {held[3]} into your won"
    )


def test_what_was_no_choice_is_told_as_such(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "two.hoyle").write_text(TWO_SUITS, encoding="utf-8")
    done = hoyle("play", "two.hoyle", "--seed", 2, typed="1\n" * 9)
    own = [line for line in done.out.splitlines() if line.startswith("you: keep")]
    assert [line.endswith("(the only move)") for line in own] == [False] * 4 + [True]


def told(
    capsys: pytest.CaptureFixture[str], name: str, news: list[remarks.Remark], scores: set[str] | None = None
) -> list[str]:
    """What `play` tells of news of a game, in the spec's words."""
    state = face.load(name).start(["you", "ann"], seed=1)
    board.tell(output.console(), state, Plain(state.table, 0), news, scores or set())
    return capsys.readouterr().out.splitlines()


def changed(name: str, old: int, new: int, slot: str) -> remarks.Remark:
    """A counter of a game changes."""
    flow = face.load(name).machine(2).flow
    (k,) = [k for k, one in enumerate(flow.slots) if one.name == slot and one.owner in (None, -1, 1)]
    return remarks.Remark(E.Changed(k, old, new))


def rolled(name: str) -> remarks.Remark:
    """The option `roll` is chosen by the other player."""
    machine = face.load(name).machine(2)
    pc = next(pc for pc, instr in enumerate(machine.flow.code) if isinstance(instr, Choose))
    return remarks.Remark(E.Chose(1, (0,), True, False, pc, ("roll",)))


def test_of_much_news_the_last_is_told_in_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is missing in what is told, so that it is a story."""
    news = [rolled("pig") if number % 2 else changed("pig", number, 1, "saved") for number in range(30)]
    said = told(capsys, "pig", news)
    assert said[0] == f"… {30 - board.SHOWN_EVENTS} lines more: type `history`"
    assert said[1:] == [
        "ann: roll" if number % 2 else f"saved: {number} → 1" for number in range(30 - board.SHOWN_EVENTS, 30)
    ]
    assert len(told(capsys, "pig", news[: board.SHOWN_EVENTS + 1])) == board.SHOWN_EVENTS + 1


def test_of_much_news_scores_stay_and_what_is_missing_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    some = [rolled("pig") if number % 2 else changed("pig", number, 1, "saved") for number in range(20)]
    news = [changed("pig", 0, 2, "points"), *some, changed("pig", 2, 5, "points"), *some]
    said = told(capsys, "pig", news, {"points"})
    left_out = 20 + 20 - board.SHOWN_EVENTS
    assert said[:4] == ["points of ann: 0 → 2", f"… {left_out} lines more: type `history`", "points of ann: 2 → 5", "…"]
    assert len(said) == 4 + board.SHOWN_EVENTS


def test_of_much_news_what_happens_again_and_again_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """A choice that is made several times on end, too; not one with something between."""
    mine = replace(rolled("pig"), event=replace(rolled("pig").event, seat=0), alone=True)
    news = [*[mine] * 9, *[rolled("pig")] * 13, changed("pig", 0, 5, "saved"), rolled("pig")]
    assert told(capsys, "pig", news) == [
        "you: roll (the only move) (9 times)",
        "ann: roll (13 times)",
        "saved: 0 → 5",
        "ann: roll",
    ]


def test_scores_are_the_counters_that_winners_ask_for(capsys: pytest.CaptureFixture[str]) -> None:
    auction = """\
game "Toy"
for 2 players
winners: p in players with highest worth of p
counter coins of each player from 3
counter price
counter lots of each player
counter bids of each player
term worth of (player p): coins of p + gain of p
term gain of (player p): 2 × lots of p
to play:
  for each p in players:
    bids of p gains 1
    price gains bids of p
    lots of p gains 1
  end game as over
"""
    assert remarks.scores_of(check("toy", parse(auction, "toy"))) == {"coins", "lots"}
    assert remarks.scores_of(face.load("pig").program) == {"points"}


def test_dice_are_told_each_by_itself(hoyle: Hoyle, tmp_path: Path) -> None:
    """As `2 × 1` would read as a sum; what is gathered is every one of them."""
    (tmp_path / "ones.hoyle").write_text(
        """\
game "Ones"
for 1 players
winners: p in players
dice in cup, 5 of them:
  name | pips
  die  | 1, 2
zone cup, seen by all
to play:
  collect die into cup
  roll cup
  for each p in players:
    p chooses:
      to stop
      to wait
  end game as over
""",
        encoding="utf-8",
    )
    told = hoyle("play", "ones.hoyle", "--seed", 1, typed="quit\n").out
    assert re.search(r"every die to cup\nrolled in cup: ([12], ){4}[12]\n", told)
    assert re.search(r"\n  cup  ([12], ){4}[12]\n", told)


def test_dice_that_nobody_else_sees_are_rolled_unseen(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "cups.hoyle").write_text(
        """\
game "Cups"
for 2 players
winners: p in players
dice in cup of players, 2 of them:
  name | pips
  die  | 1, 2
zone cup of each player, seen by its owner
to play:
  for each p in players:
    roll cup of p
  for each p in players:
    p chooses:
      to stop
      to wait
  end game as over
""",
        encoding="utf-8",
    )
    told = hoyle("play", "cups.hoyle", "--seed", 1, typed="quit\n").out
    assert re.search(r"rolled in your cup: [12], [12]\nrolled in cup of ann, unseen\n", told)


def test_numbered_places_are_told_together() -> None:
    names = ["deck", "pile 1", "pile 2", "pile 3", "store 2", "b 1", "b 3"]
    found = board.families([(name, f"{name.partition(' ')[0]}s") for name in names], "{name} {low} to {high}")
    assert found == ["deck", "piles 1 to 3", "store 2", "b 1", "b 3"]


@pytest.mark.parametrize(
    ("code", "piles"),
    [("en", "build piles 1 to 8"), ("es", "pilas de construcción 1 a 8"), ("fr", "piles de construction 1 à 8")],
)
def test_numbered_places_told_together_are_many(capsys: pytest.CaptureFixture[str], code: str, piles: str) -> None:
    game = face.load("spite_and_malice")
    state = game.start(["you", "ann"], seed=3)
    board.draw(output.console(), state, speak("spite_and_malice", game, state.table, 0, code)[0])
    assert f", {piles}\n" in capsys.readouterr().out


def test_an_interrupt_in_the_middle_of_a_move_leaves_the_play_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.engine.record import Recorder

    recorder = Recorder(face.load("pig"), 2, 1)
    before, steps = recorder.state, list(recorder.steps)

    def interrupted(self: Recorder) -> None:
        self.steps.append({})
        raise KeyboardInterrupt

    monkeypatch.setattr(Recorder, "_fall", interrupted)
    with pytest.raises(KeyboardInterrupt):
        recorder.play(0)
    assert (recorder.state, recorder.steps) == (before, steps)
    with pytest.raises(face.HoyleError, match="nothing to take back"):
        recorder.undo()


def test_what_is_no_record(hoyle: Hoyle, toy: Path) -> None:
    for args in (["replay", toy], ["replay", "none.json"], ["play", "--resume", toy], ["play"]):
        done = hoyle(*args)
        assert (done.status, done.out) == (2, "")
    done = hoyle("play", "pig", "--seat", 3)
    assert "there is no seat 3 among 2 players" in done.err


def test_a_fault_says_that_an_option_has_moved_what_is_missing(hoyle: Hoyle, tmp_path: Path) -> None:
    """The words stand in a term, and the option asks by it."""
    (tmp_path / "late.hoyle").write_text(
        """\
game "Late"
for 2 players
winners: p in players with highest points of p
cards in deck:
  name | value
  card | 1 to 9
pile deck, seen by nobody
pile up-card, seen by all
zone hand of each player, seen by its owner
counter points of each player
term turned-up: value of top of up-card
to play:
  shuffle deck
  turn up 1 from deck onto up-card
  for each p in players:
    p chooses:
      to take top of up-card into hand of p, where up-card is not empty:
        p scores turned-up
      to pass
  end game as over
""",
        encoding="utf-8",
    )
    why = "the option `take` on line 17 has moved it: an option moves before its rules are done"
    told = hoyle("simulate", "late.hoyle", "--seed", 1, "--engine", "interpreter").out
    assert "late.hoyle:11:26: error P001: up-card is empty: it has no top" in told
    assert why in told
    assert why in hoyle("play", "late.hoyle", "--seed", 1, typed="1\n").out
    assert "late.hoyle:18:18: warning W510" in hoyle("check", "late.hoyle").out


def test_a_fault_of_the_rules_ends_the_game_with_its_story(hoyle: Hoyle, stuck: Path) -> None:
    done = hoyle("play", stuck, "--seed", 1)
    assert done.status == 1
    assert "you are to choose and have no move" in done.out
    assert "stuck.hoyle:12:5: " in done.out


@pytest.mark.parametrize(
    "name", ["friday_the_13th", "thirteen", "hearts", "goofspiel", "spite_and_malice", "kuhn_poker"]
)
def test_what_a_seat_cannot_see_does_not_change_what_it_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of one position with two other hands, unseen, the same is drawn, in every language."""
    from hoyle.engine import Luck
    from hoyle.engine.observe import Observer
    from hoyle.engine.policy import guess

    game = face.load(name)
    state = game.start(seed=5)
    for _ in range(6):
        state = state.play(0) if state.kind == "decision" else state
    machine = state.table.machine
    console = output.console()
    tongues = [speak(name, game, state.table, 0, code)[0] for code in ("en", "es", "fr")]
    for seat in range(len(state.players)):
        shown: dict[str, set[str]] = {tongue.code: set() for tongue in tongues}
        for luck in range(4):
            frame = guess(machine, Observer(machine), state.frame, seat, Luck(luck))
            for tongue in tongues:
                tongue.seat = seat
                board.draw(console, state.table.state(frame), tongue)
                shown[tongue.code].add(capsys.readouterr().out)
        assert [len(drawn) for drawn in shown.values()] == [1, 1, 1]


def test_long_lists_are_cut_and_columns_fit(capsys: pytest.CaptureFixture[str]) -> None:
    console = output.console()
    board.list_moves(
        console, Moves([f"play the longest move of all on a wide table, {number}" for number in range(100)])
    )
    said = capsys.readouterr().out
    assert "… and 64 more" in said
    assert len(said.splitlines()) == board.SHOWN_ROWS + 1
    assert max(len(line) for line in said.splitlines()) <= output.WIDTH_OF_FILES


def test_columns_are_read_downwards_and_only_the_last_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    console = output.console()
    board.list_moves(console, Moves([f"bid for the tricks {number}" for number in range(9) if number != 1]))
    # 24 signs and 3 between them: four columns are as many as there is room for in 120
    assert [re.findall(r"(\d)\)", line) for line in capsys.readouterr().out.splitlines()] == [
        ["0", "3", "5", "7"],
        ["2", "4", "6", "8"],
    ]
    board.list_moves(console, Moves([f"bid for {number}" for number in range(10)] + ["pass" * 4]))
    lines = capsys.readouterr().out.splitlines()
    assert [[int(x) for x in re.findall(r"(\d+)\)", line)] for line in lines] == [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10]]


def test_no_colour_where_nobody_wants_it(hoyle: Hoyle, toy: Path) -> None:
    assert "\x1b" not in hoyle("play", toy, "--seed", 1, typed="quit\n").out


def test_json_keeps_the_talk_apart(hoyle: Hoyle, toy: Path) -> None:
    done = hoyle("play", toy, "--seed", 1, "--json", typed="wait\nquit\n")
    assert done.json["steps"][0]["choice"] == "wait"
    assert "you: wait" in done.err


def test_games_are_listed(hoyle: Hoyle) -> None:
    said = hoyle("games").out
    answer = hoyle("games", "--json").json["games"]
    assert [game["name"] for game in answer] == resources.games()
    assert all(game["title"] in said for game in answer)
    short = next(game for game in answer if game["name"] == "twelve_days")
    assert short["variants"] == ["short"]


@pytest.mark.long
def test_demo_plays_every_game_to_its_end(hoyle: Hoyle) -> None:
    done = hoyle("demo", "--steps", 0, "--json")
    assert done.status == 0
    assert [game["game"] for game in done.json["games"]] == resources.games()
    assert all(game["ending"] and not game["mistakes"] for game in done.json["games"])
    assert done.json["verified"] == []


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[31m", "x" * 61])
def test_names_nobody_can_have(hoyle: Hoyle, name: str) -> None:
    done = hoyle("play", "pig", "--name", name)
    assert (done.status, done.out) == (2, "")
    assert "a player's name is one line of at most 60 printable characters" in done.err


def test_a_play_that_cannot_be_saved_goes_on(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    done = hoyle("play", toy, "--seed", 1, typed="wait\nsave toy.hoyle/x.json\nwait\nquit\n")
    assert done.status == 0
    assert "toy.hoyle/x.json cannot be written: " in done.out
    low = hoyle("play", toy, "--seed", 1, typed=f"save {'x' * 300}.json\nquit\n").out
    assert "Xxx" not in low  # a file is called as it is called
    assert done.out.count("you: wait") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hoyle", "toy.hoyle"]


def test_who_cannot_keep_the_play_where_it_belongs_may_name_another_file(
    hoyle: Hoyle, toy: Path, tmp_path: Path
) -> None:
    """The first `quit` does not leave; a second one does, and so does the first after the play was saved."""
    (tmp_path / ".hoyle").write_text("no folder")
    saved = hoyle("play", toy, "--seed", 1, typed="wait\nquit\nsave mine.json\nquit\nwait\n")
    assert (saved.status, saved.err) == (0, "")
    assert ".hoyle/toy-1-1.json cannot be written: " in " ".join(saved.out.split())
    assert "`save FILE` keeps it in another file, `quit` once more leaves it." in saved.out
    assert saved.out.count("you: wait") == 1
    assert hoyle("replay", "mine.json").out.count("you: wait") == 1
    before = hoyle("play", toy, "--seed", 1, typed="wait\nsave mine.json\nquit\nwait\n")
    assert before.status == 0
    assert " ".join(before.out.split()).endswith("cannot be written: file exists.")
    # What is chosen after the refusal is not in the file.
    more = hoyle("play", toy, "--seed", 1, typed="wait\nsave mine.json\nwait\nquit\nquit\nwait\n")
    assert more.out.count("you: wait") == 2
    assert more.out.count("cannot be written") == 1
    (elsewhere,) = tmp_path.glob("hoyle-*.json")
    assert f"Kept in {elsewhere}. Go on with:" in more.out
    assert hoyle("replay", elsewhere).out.count("you: wait") == 2


@pytest.mark.parametrize("typed", ["wait\n", UntilInterrupted("wait\n")])
def test_a_play_that_ends_suddenly_and_cannot_be_kept_is_kept_elsewhere(
    hoyle: Hoyle, toy: Path, tmp_path: Path, typed: Any
) -> None:
    (tmp_path / "taken").mkdir()
    done = hoyle("play", toy, "--seed", 1, "--record", "taken", typed=typed)
    assert done.status == (2 if isinstance(typed, str) else 130)
    assert "taken cannot be written: is a directory" in done.out
    assert "Kept in .hoyle/toy-1-1.json." in done.out
    assert "you: wait" in hoyle("replay", ".hoyle/toy-1-1.json").out


def test_a_play_that_nothing_can_be_written_of_says_so(
    hoyle: Hoyle, toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".hoyle").write_text("no folder")

    def full(*_: Any, **__: Any) -> tuple[int, str]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    done = hoyle("play", toy, "--seed", 1, typed="wait\nquit\n:quit\n")
    assert done.status == 2
    assert "could not be kept anywhere; seed 1 and the same moves give it again." in done.out


def test_a_game_over_whose_record_is_a_folder_is_kept_elsewhere(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    done = hoyle("play", toy, "--seed", 1, "--set", "goal=1", "--record", "taken", typed="roll\n")
    assert done.status == 2
    assert "taken cannot be written: is a directory" in done.out
    assert "The play is kept in .hoyle/toy-1-1.json. To see it again:\n  hoyle replay .hoyle/toy-1-1.json" in done.out
    assert "The game is over" in hoyle("replay", ".hoyle/toy-1-1.json").out


DRAWING = """\
game "Drawing"
for 3 players
winners: p in players

cards in deck:
  name | value
  card | 11 to 16

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
zone attic, seen by nobody

to play:
  shuffle deck
  for each p in players:
    p chooses:
      to draw top of deck into hand of p
      to give top of deck into hand of left of p
      to open top of deck onto table
      to store top of deck into attic
  end game as over
"""


@pytest.mark.parametrize(("chosen", "seers"), [("draw", {0}), ("give", {1}), ("open", {0, 1, 2}), ("store", set())])
@pytest.mark.parametrize("code", ["plain", "en", "es", "fr"])
def test_a_card_moved_unnamed_is_told_to_those_who_see_it(chosen: str, seers: set[int], code: str) -> None:
    """Whoever draws the top card of a pile learns which it is; nobody else does."""
    program = check("drawing", parse(DRAWING, "drawing"))
    game = face.game_of(program)
    for seed in range(3):
        state = game.start(["you", "ann", "bob"], seed=seed)
        state = state.play(next(move for move in state.moves if move.option == chosen))
        moved = next(event for event in state.events if isinstance(event, E.Moved))
        card = state.table.names.faces[moved.cards[0] & E.UNSEEN]
        for seat in range(3):
            tongue = Plain(state.table, 0) if code == "plain" else Spoken(state.table, 0, Speaker(program, code, {}))
            (line,) = [
                Telling(tongue).line(remark)
                for remark in remarks.remarks(state.table, state.seen(seat))
                if isinstance(remark.event, E.Chose)
            ]
            assert re.findall("1[1-6]", line) == ([re.sub("\\D", "", card)] if seat in seers else [])


TOO_MUCH = """\
game "Too much"
for 2 players
winners: p in players with highest points of p

counter points of each player

to play:
  repeat until the highest points of players < 0:
    for each p in players:
      p chooses:
        to wait
        to score:
          p scores 1000000000
  end game as over
"""


@pytest.mark.parametrize("record", [None, "mine.json"])
def test_a_play_in_which_the_rules_break_down_is_kept(hoyle: Hoyle, tmp_path: Path, record: str | None) -> None:
    """No counter holds three thousand million."""
    (tmp_path / "much.hoyle").write_text(TOO_MUCH, encoding="utf-8")
    more = () if record is None else ("--record", record)
    done = hoyle("play", "much.hoyle", "--seed", 1, "--others", "greedy", *more, typed="score\nscore\nscore\n")
    assert done.status == 1
    assert "The rules break down here:" in done.out
    kept = record or ".hoyle/much-2-1.json"
    assert f"The play is kept in {kept}. To see it again:\n  hoyle replay {kept}\n" in done.out
    assert hoyle("replay", kept).out.count("you: score") == 2


def test_a_play_that_breaks_down_before_anybody_is_asked_is_told_and_kept(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "much.hoyle").write_text(TOO_MUCH.replace("        to wait\n", ""), encoding="utf-8")
    done = hoyle("play", "much.hoyle", "--seed", 1)
    assert done.status == 1
    assert done.out.count("you: score (the only move)") == 2
    assert "hoyle replay .hoyle/much-2-1.json" in done.out
    again = hoyle("play", "--resume", ".hoyle/much-2-1.json")
    assert (again.status, again.out.count("you: score")) == (1, 2)


@pytest.mark.parametrize("record", [None, "mine.json"])
def test_where_hoyle_itself_goes_wrong_the_play_is_kept(
    hoyle: Hoyle, toy: Path, monkeypatch: pytest.MonkeyPatch, record: str | None
) -> None:
    from hoyle.cli.session import Session

    def wrong(self: Session, move: Any) -> None:
        if self.chosen:
            raise ZeroDivisionError
        self.recorder.play(move)
        self.advance()

    monkeypatch.setattr(Session, "play", wrong)
    more = () if record is None else ("--record", record)
    done = hoyle("play", toy, "--seed", 1, *more, typed="wait\nroll\n")
    assert done.status == 70
    kept = record or ".hoyle/toy-1-1.json"
    assert f"Kept in {kept}. Go on with:\n  hoyle play --resume {kept}\n" in done.err
    assert "you: wait" in hoyle("replay", kept).out


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b"\x00\xff", b'{"record": 1}', b"null", None])
def test_a_damaged_save_is_refused(hoyle: Hoyle, toy: Path, tmp_path: Path, kept: bytes | None) -> None:
    hoyle("play", toy, "--seed", 1, typed="wait\nsave mine.json\nquit\n")
    path = tmp_path / "mine.json"
    path.write_bytes(path.read_bytes()[:-100] if kept is None else kept)
    done = hoyle("play", "--resume", "mine.json", typed="wait\n")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("hoyle: mine.json")


@pytest.mark.parametrize("width", ["1", "20", "0", "much"])
def test_narrow_terminals(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert hoyle("play", "friday_the_13th", "--seed", 1, typed="1\nmoves\nhelp\nquit\n").status == 0


MANY = """\
game "Many"
for 2 players
winners: p in players with highest points of p

kind suit: gold, silver

cards in deck:
  name | suit | value
  card | each | 1 to 24

pile deck, seen by nobody
zone hand of each player, seen by its owner
zone table, seen by all

counter points of each player

to play:
  shuffle deck
  deal 20 from deck to hand of players
  for each p in players:
    p chooses:
      to play c from hand of p onto table
  end game as played
"""


def test_the_whole_hand_is_shown(hoyle: Hoyle, tmp_path: Path) -> None:
    """Nothing in a hand is last: twenty cards are twenty cards."""
    (tmp_path / "many.hoyle").write_text(MANY, encoding="utf-8")
    done = hoyle("play", "many.hoyle", "--seed", 1)
    hand = " ".join(done.out.partition("  hand ")[2].partition("\nann")[0].split())
    assert len(set(hand.split(", "))) == 20
    assert " before, " not in done.out


BOLD = """game "Bold"
for 2 players
winners: p in players where p is bold
flag bold of each player
counter points of each player
to play:
  for each p in players:
    p becomes bold
    p takes-turn
  end game as over
turn (player p) takes-turn:
  points of p gains 1
  p chooses:
    to step-back:
      p becomes not bold
"""


def test_flags_are_told_of_all_players_alike(hoyle: Hoyle, tmp_path: Path) -> None:
    """As what they are, and counters with whose they are."""
    (tmp_path / "bold.hoyle").write_text(BOLD, encoding="utf-8")
    lines = hoyle("play", "bold.hoyle", "--seed", 1, typed="1\n1\n").out.splitlines()
    for line in ("you are now bold", "ann is now bold", "you are no longer bold", "ann is no longer bold"):
        assert line in lines
    assert "your points: 0 → 1" in lines
    assert not any(" of you" in line for line in lines)


def test_one_who_is_not_asked_any_more_is_told(hoyle: Hoyle, tmp_path: Path) -> None:
    """The other nods for ever: nobody waits for that."""
    spec = tmp_path / "lonely.hoyle"
    spec.write_text(LONELY)
    done = hoyle("play", spec, "--seed", 1, typed="go\n")
    assert done.status == 1
    assert "10000 choices were made and none of them was yours" in done.out
    assert "lonely.hoyle:15:7" in done.out
