"""Plays the games of a list with the Python host, where there is no Hoyle, and prints what it saw.

Called as `python -I -S drive.py FOLDER < jobs.json`: FOLDER holds the host and what it needs, and is all there is to
import from besides Python itself.
"""

import json
import random
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, sys.argv[1])

assert find_spec("hoyle") is None, "Hoyle must not be there"

from hoyle_host import HostError, Rules, _check_sum  # noqa: E402

PARTS = ("title", "module", "parameters", "faults", "addresses", "shared", "players")
ODD = [
    *(None, float("nan"), float("inf"), -1, 1.5, 2**31, 2**64, 10**5000, "x", "", "\ud800", "\0", [], [1], ["a", "b"]),
    *([["a"], ["b"]], [{}], ["a", "a"], {}, {1: 2}, {1}, True, object(), b"x", lambda *_: 1),
]


def seen(game, languages, full):
    """All that is to be known of a stop."""
    found = {
        "kind": game.kind,
        "player": game.player,
        "turn": game.turn,
        "position": game.position(),
        "result": game.result,
    }
    if languages:
        asked = range(len(game.moves[:3]))
        found["known"] = [[game.say(k, languages[0], name) is not None for name in game.players] for k in asked]
    found["moves"] = [[move.text, move.option, move.values] for move in game.moves]
    if full:
        found["observed"] = [game.observe(name) for name in game.players]
        found["said"] = {language: [game.say(move, language) for move in game.moves[:3]] for language in languages}
        found["asked"] = {language: [game.ask(move, language) for move in game.moves[:3]] for language in languages}
        found["ahead"] = [game.ahead(name) for name in game.players]
        if game.kind == "decision":
            found["greedy"] = game.greedy_move(lambda count: count - 1)
    return found


def play(job):
    """A play at random, stop by stop, loaded anew in the middle; then another to its end at once."""
    rules = Rules.open(job["manifest"])
    game = rules.start(job["players"], job["seed"])
    stops = [seen(game, rules.languages, True)]
    for number in range(job["most"]):
        if game.kind != "decision":
            break
        game.play(game.random_move())
        if number == 3:
            game = rules.load(json.loads(json.dumps(game.save())))
        stops.append(seen(game, rules.languages, number % 7 == 0))
    ended = rules.start(job["players"], job["seed"])
    kind = ended.play_on(job["most_at_once"])
    return {"stops": stops, "ended": {"kind": kind, "position": ended.position(), "result": ended.result}}


def wrong(job):
    """What is said of wrong uses: the error's name and words."""
    manifest = json.loads(Path(job["manifest"]).read_text())
    module = Path(job["manifest"]).with_suffix(".wasm").read_bytes()
    rules = Rules(manifest, module)
    game = rules.start(job["players"], 1)
    saved = game.save()
    before = game.position()
    other = json.loads(Path(job["other"]).read_text())
    open_game = rules.start(job["players"])
    further = rules.start(job["players"], 1)
    further.play_on(3)
    cases = {
        "too many": lambda: rules.start(99),
        "none": lambda: rules.start(0),
        "one name twice": lambda: rules.start(["a", "a"]),
        "half a player": lambda: rules.start(2.5),
        "no names": lambda: rules.start([1, 2]),
        "a seed": lambda: rules.start(job["players"], -1),
        "a parameter": lambda: rules.start(job["players"], 1, {"height": 3}),
        "a value": lambda: rules.start(job["players"], 1, {"target": 3}),
        "a move": lambda: game.play(10_000),
        "below zero": lambda: game.play(-1),
        "a word": lambda: game.play("fly"),
        "no chance": lambda: game.take(0),
        "nobody to choose": lambda: open_game.play(0),
        "an outcome": lambda: open_game.take(99),
        "a player": lambda: game.observe("zoe"),
        "a seat": lambda: game.observe(7),
        "a language": lambda: game.say(0, "de"),
        "no such move": lambda: game.say(99, "en"),
        "a move of another game": lambda: game.ask(further.moves[0], "en"),
        "less than nothing": lambda: game.play_on(-1),
        "no number": lambda: game.play_on("x"),
        "restored by hand": lambda: game.restore({**further.save(), "chosen": -1}),
        "no manifest": lambda: Rules({}, module),
        "a later format": lambda: Rules({**manifest, "format": 2}, module),
        "no module": lambda: Rules(manifest, b"hello"),
        "another module": lambda: Rules(other, module),
        "not saved": lambda: rules.load({}),
        "nothing": lambda: rules.load(None),
        "of other rules": lambda: rules.load({**saved, "module": "0"}),
        "damaged": lambda: rules.load({**saved, "bytes": "00" + saved["bytes"][2:]}),
        "shorter": lambda: rules.load({**saved, "bytes": saved["bytes"][2:]}),
        "no text": lambda: rules.load({**saved, "bytes": 7}),
        "luck": lambda: rules.load({**saved, "luck": {"seed": "x"}}),
        "other players": lambda: rules.load({**saved, "players": ["a", "b", "c"]}),
        "no words": lambda: game.ask("fly", "en"),
        "a list as a move": lambda: game.play([0]),
        "a nameless language": lambda: game.say(0, None),
        "said to nobody": lambda: game.say(0, "en", "zoe"),
        "yes as a seat": lambda: game.ahead(True),
        "parameters": lambda: rules.start(job["players"], 1, 5),
        "no parameters": lambda: rules.start(job["players"], 1, []),
        "yes as players": lambda: rules.start(True),
        "a thousand": lambda: rules.start(1000),
        "half a seed": lambda: rules.start(job["players"], 0.5),
        "no function": lambda: game.greedy_move(5),
        "none to guess by": lambda: game.guess(0, "x"),
        "picked too high": lambda: game.greedy_move(lambda count: count),
        "picked between": lambda: game.greedy_move(lambda count: 0.5),
        "restored nothing": lambda: game.restore(None),
        "restored luck": lambda: game.restore({**saved, "luck": 5}),
        "chosen in a save": lambda: rules.load({**saved, "chosen": "x"}),
        "players of a save": lambda: rules.load({**saved, "players": 2}),
        "opened by a number": lambda: Rules.open(5),
        "absent": lambda: Rules.open(job["folder"] + "/absent.json"),
        "no JSON": lambda: Rules.open(job["folder"] + "/pig.wasm"),
        "a list": lambda: Rules([], module),
        "for nobody": lambda: Rules({**manifest, "players": {}}, module),
        "nothing for a module": lambda: Rules(manifest, None),
        **{f"without {part}": lambda part=part: Rules(without(manifest, part), module) for part in PARTS},
        **{
            f"no {part} for players": lambda part=part: Rules(less(manifest, part), module)
            for part in ("slots", "size")
        },
    }
    found = {}
    for name, use in cases.items():
        try:
            use()
            found[name] = None
        except Exception as error:
            found[name] = [type(error).__name__, str(error)]
    assert game.position() == before, "wrong use changed the game"
    return found


def without(data, part):
    """A manifest without a part."""
    return {key: value for key, value in data.items() if key != part}


def less(manifest, part):
    """A manifest without what it tells of one number of players."""
    players = {count: without(own, part) for count, own in manifest["players"].items()}
    return {**manifest, "shared": without(manifest["shared"], part), "players": players}


def tried(use, *given):
    """What is wrong with how something was refused; None where it was done, or refused as it is to be."""
    try:
        use(*given)
    except HostError as error:
        return f"{error} is told as if the module were wrong" if "went wrong" in str(error) else None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def odd(job):
    """Calls everything with what is none of its arguments; what was neither done nor refused, or changed the game."""
    manifest = json.loads(Path(job["manifest"]).read_text())
    module = Path(job["manifest"]).with_suffix(".wasm").read_bytes()
    rules = Rules(manifest, module)
    makes = {
        "open": Rules.open,
        "rules": lambda given: Rules(given, module),
        "module": lambda given: Rules(manifest, given),
        "players": rules.start,
        "seed": lambda given: rules.start(None, given),
        "parameters": lambda given: rules.start(None, None, given),
        "load": rules.load,
    }
    found = [[name, number, tried(use, given)] for name, use in makes.items() for number, given in enumerate(ODD)]
    for game in positions(rules):
        saved = game.save()
        for name, use in calls(rules, game, saved).items():
            for number, given in enumerate(ODD):
                found.append([name, number, tried(use, given)])
                if name in ("seed", "drawn", "chosen"):  # any whole number is good
                    game.restore(saved)
                if game.save() != saved:
                    found.append([name, number, "changed the game"])
                    game.restore(saved)
    return [one for one in found if one[2] is not None]


def calls(rules, game, saved):
    """All that can be asked of a game with an argument."""
    uses = {name: getattr(game, name) for name in ("take", "observe", "ahead", "restore", "greedy_move", "guess")}
    uses |= {key: lambda given, key=key: game.restore({**saved, key: given}) for key in saved if key != "luck"}
    for key in ("seed", "drawn"):
        uses[key] = lambda given, key=key: game.restore({**saved, "luck": {"seed": 1, "drawn": 1, key: given}})
    return {
        **uses,
        "said": lambda given: game.say(given, "en"),
        "said in": lambda given: game.say(0, given),
        "said to": lambda given: game.say(0, "en", given),
        "asked": lambda given: game.ask(given, "en"),
        "guessed by": lambda given: game.guess(0, given),
        "picked": lambda given: game.greedy_move(lambda count: given),
        "played on": lambda given: rules.load(saved).play_on(given),
        "played": lambda given: rules.load(saved).play(given),
    }


def positions(rules):
    """A game with a seed and one without, one in the middle, and one that is over."""
    games = [rules.start(seed=1), rules.start(), rules.start(seed=1), rules.start(seed=1)]
    games[2].play_on(3)
    games[3].play_on()
    return games


def questions(game, languages):
    """All that can be asked of a game without one."""
    return {
        "position": game.position,
        "save": game.save,
        "observe": lambda: [game.observe(name) for name in game.players],
        "what is so": lambda: [game.player, game.turn, game.chance, game.result],
        "say": lambda: [game.say(move, language) for language in languages for move in game.moves[:5]],
        "ask": lambda: [game.ask(move, language) for language in languages for move in game.moves[:5]],
        "greedy_move": game.greedy_move,
    }


def damaged(job):
    """Loads saves of which some bytes were changed and the sum made right: how many were refused and how many taken,
    and what did not work of those."""
    rules, luck = Rules.open(job["manifest"]), random.Random(5)
    refused = taken = 0
    wrongs = []
    for game in positions(rules):
        saved = game.save()
        for _ in range(job["times"]):
            data = bytearray.fromhex(saved["bytes"])
            for _ in range(luck.randint(1, 3)):
                held = [at for at, byte in enumerate(data) if byte] if luck.random() < 0.5 else range(len(data))
                data[luck.choice(held)] = luck.choice([255, 127, 128, 0, 1, luck.randrange(256)])
            changed = {**saved, "bytes": data.hex(), "check": _check_sum(data.hex())}
            try:
                game.restore(changed)
            except HostError:
                refused += 1
                assert game.save() == saved, "what was refused changed the game"
                continue
            except Exception as error:
                wrongs.append([f"{type(error).__name__}: {error}", data.hex()])
                game.restore(saved)
                continue
            taken += data.hex() != saved["bytes"]
            for name, use in questions(game, rules.languages).items():
                wrong = tried(use)
                if wrong is not None:
                    wrongs.append([f"{name}: {wrong}", data.hex()])
            game.restore(saved)
    return [refused, taken, wrongs]


def fault(job):
    """What is said of a fault of the rules, and where the game stands then."""
    game = Rules.open(job["manifest"]).start(job["players"], 1)
    before = game.position()
    try:
        game.play(job["move"])
        return None
    except Exception as error:
        moves = [move.text for move in game.moves]
        return {
            "error": [type(error).__name__, str(error), error.line],
            "same": game.position() == before,
            "moves": moves,
        }


def chances(job):
    """A game whose chances are taken from outside, the first outcome each time."""
    game = Rules.open(job["manifest"]).start(job["players"])
    found = []
    for _ in range(job["most"]):
        found.append([game.kind, game.chance, game.position()])
        if game.kind == "decision":
            game.play(0)
        elif game.kind == "chance":
            asked = game.chance
            game.take(0 if "outcomes" in asked else asked["faces"][-1:] * asked["dice"])
        else:
            break
    return found


if __name__ == "__main__":
    work = {"play": play, "wrong": wrong, "odd": odd, "damaged": damaged, "fault": fault, "chances": chances}
    json.dump([work[job["what"]](job) for job in json.load(sys.stdin)], sys.stdout)
