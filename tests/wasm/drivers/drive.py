"""Plays the games of a list with the Python host, where there is no Hoyle, and prints what it saw.

Called as `python -I -S drive.py FOLDER < jobs.json`: FOLDER holds the host and what it needs, and is all there is to
import from besides Python itself.
"""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, sys.argv[1])

assert find_spec("hoyle") is None, "Hoyle must not be there"

from hoyle_host import Rules  # noqa: E402


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
    work = {"play": play, "wrong": wrong, "fault": fault, "chances": chances}
    json.dump([work[job["what"]](job) for job in json.load(sys.stdin)], sys.stdout)
