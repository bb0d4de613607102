"""Both hosts play compiled games as the interpreter does, in processes in which there is no Hoyle."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.cli.publish.compiled import Embedded, embedded
from hoyle.cli.publish.edition import Edition
from hoyle.engine import Machine
from hoyle.engine.chance import POLICY_STREAM, Luck
from hoyle.engine.events import UNSEEN, Began, Chose, Moved
from hoyle.engine.flow import NONE, Choose
from hoyle.engine.hosts import read
from hoyle.engine.lower import lower
from hoyle.engine.policy import Greedy, advantage
from hoyle.language.examples import act_line
from hoyle.language.program import Program
from hoyle.library import find, load_program
from hoyle.resources import games
from hoyle.rulebook.speak import Speaker, read_lines
from small_games import with_dice

DRIVERS = Path(__file__).parent / "drivers"
NAMES = ["Ann", "Bob", "Cid", "Eve", "Oda", "Ida", "Gus", "Ula", "Kim", "Lou"]
MOST, AT_ONCE = 18, 120
TURNS = ("Pig", "Thirteen", "Crazy Eights", "Sets and bids")
"""Games in which all that is chosen is chosen in somebody's turn."""
Driver = Callable[[list[dict[str, Any]]], list[Any]]

node = pytest.param("js", marks=pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed"))
HOSTS = ["python", node]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the hosts, and of Python's packages with wasmtime only."""
    import wasmtime

    made = tmp_path_factory.mktemp("hosts")
    (made / "wasmtime").symlink_to(Path(wasmtime.__file__).parent)
    for name, data in _compiled("pig").files().items():
        (made / name).write_bytes(data)
    return made


@pytest.fixture
def drive(folder: Path, request: pytest.FixtureRequest) -> Driver:
    """Runs jobs with the host that the test asks for."""
    host = request.param

    def run(jobs: list[dict[str, Any]]) -> list[Any]:
        if host == "python":
            command = [sys.executable, "-I", "-S", str(DRIVERS / "drive.py"), str(folder)]
        else:
            command = ["node", str(DRIVERS / "drive.js"), str(folder)]
        done = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        found: list[Any] = json.loads(done.stdout)
        return found

    return run


@cache
def _compiled(spec: str) -> Embedded:
    return embedded(Edition(spec))


def write(folder: Path, made: Embedded) -> str:
    """Writes a compiled game into the folder; its manifest's path."""
    for name, data in made.files(host=()).items():
        (folder / name).write_bytes(data)
    return str(folder / f"{made.stem}.json")


# ---- what the interpreter says -------------------------------------------------------------------------------------


def plain(data: Any) -> Any:
    """As JSON brings it back."""
    return json.loads(json.dumps(data))


def result(state: hoyle.State) -> Any:
    """A result as hosts give it."""
    found = state.result
    if found is None:
        return None
    scores = None if found.scores is None else dict(found.scores)
    return {"ending": found.ending, "stuck": found.stuck, "winners": sorted(found.winners), "scores": scores}


def told(found: Any) -> Any:
    """A result of a host; in which order winners stand is not said."""
    return None if found is None else {**found, "winners": sorted(found["winners"])}


def check_known(state: hoyle.State, move: int, told_to: list[bool]) -> None:
    """Who may be told a move sees, when it is made, all the cards that it names; who moves is told."""
    after, flow = state.play(move), state.table.machine.flow
    named = [values for event in after.latest if isinstance(event, Chose) for values in event.said]
    faces = Counter(face for part in named if not isinstance(part, str) for face in faces_of(*part))
    for seat, told in enumerate(told_to):
        if state.players[seat] == state.player:
            assert told
            continue
        if not told:
            continue
        stop = flow.code[state.frame[0]]
        assert isinstance(stop, Choose)
        assert not stop.secret
        assert stop.public or faces, "nobody is to know that this was asked"
        events = [seen for event in after.latest if (seen := state.table.observer.seen(event, seat)) is not None]
        shown = Counter(card & UNSEEN for event in events if isinstance(event, Moved) for card in event.cards)
        chosen = [part for event in events if isinstance(event, Chose) for part in event.said]
        shown.update(face for part in chosen if not isinstance(part, str) for face in faces_of(*part))
        assert not faces - shown, f"{state.players[seat]} is told what they do not see"


def faces_of(value: Any, sort: Any) -> list[int]:
    """The faces that a value of a phrase names."""
    if value is None or value == NONE:
        return []
    if sort.name in ("card", "face"):
        return [] if value & UNSEEN == UNSEEN else [value & UNSEEN]
    return list(value[-1]) if sort.name in ("meld", "play") else []


class Last:
    """Luck that always gives the last of so many numbers."""

    def index(self, count: int) -> int:
        return count - 1


def check_greedy(state: hoyle.State, seen: dict[str, Any]) -> None:
    """Who is ahead by how much, and what the greedy policy chooses by the same luck."""
    machine = state.table.machine
    if any(row.test is not None for row in machine.flow.winners):
        return  # the policy counts such a row always, a host where it holds
    assert seen["ahead"] == [advantage(machine, state.frame, seat) for seat in range(len(state.players))]
    if state.kind == "decision":
        luck: Any = Last()
        assert seen["greedy"] == Greedy()(machine, state.frame, machine.moves(state.frame), luck)


Told = tuple[str, str, dict[str, str], dict[str, str]]


def compare(game: hoyle.Game, players: list[str], seed: int, found: dict[str, Any]) -> list[Told]:
    """Plays the same game with the interpreter; how the spec writes moves, who may make them, what a host said of them and
    how it put them to that player."""
    state, policy = game.start(players, seed), Luck(seed ^ POLICY_STREAM)
    said = []
    for number, seen in enumerate(found["stops"]):
        where = f"stop {number} of {game.title} for {len(players)}"
        assert seen["kind"] == state.kind, where
        assert seen["player"] == state.player, where
        assert seen["position"] == plain(state.to_json(history=False)), where
        assert seen["moves"] == plain([[move.text, move.option, dict(move.values)] for move in state.moves]), where
        assert told(seen["result"]) == result(state), where
        began = [event.seat for event in state.events if isinstance(event, Began)]
        assert seen["turn"] in (None, players[began[-1]] if began else None), where
        assert seen["turn"] is not None or not (began and state.kind == "decision" and game.title in TURNS), where
        for move, told_to in enumerate(seen.get("known", [])):
            check_known(state, move, told_to)
        if "observed" in seen:
            assert seen["observed"] == plain([state.observation(name) for name in players]), where
            check_greedy(state, seen)
            for k, move in enumerate(state.moves[:3]):
                line = act_line(str(state.player).lower(), move.option, move.text)
                for name in players:
                    line = line.replace(name, name.lower())
                sentences = [{x: moves[k] for x, moves in seen[key].items()} for key in ("said", "asked")]
                said.append((line, str(state.player).lower(), *sentences))
        if state.kind == "decision" and number + 1 < len(found["stops"]):
            moves = state.moves
            state = state.play(policy.index(len(moves)) if len(moves) > 1 else 0)
    machine = game.machine(len(players))
    played = machine.playout(seed, AT_ONCE)
    ended = game.table(players).state(played.frame)
    kind = "decision" if played.kind == "capped" else played.kind
    assert found["ended"]["kind"] == kind
    at_end = {key: value for key, value in found["ended"]["position"].items() if key != "luck"}
    assert at_end == plain({k: v for k, v in ended.to_json(history=False).items() if k != "luck"})
    assert told(found["ended"]["result"]) == result(ended)
    return said


# ---- the tests -----------------------------------------------------------------------------------------------------


# Where a host is slow, as the games with the largest positions are, is a matter for the long tests.
LARGE = ("friday_the_13th", "hearts", "spite_and_malice", "thirteen", "twelve_days")


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in LARGE else []) for name in games()]
)
def test_a_host_plays_as_the_interpreter_does(drive: Driver, folder: Path, name: str) -> None:
    """Same seed: same moves in the same order, same positions, observations, results; sentences as rulebooks say them."""
    manifest, game = write(folder, _compiled(name)), hoyle.load(name)
    counts = sorted({game.players[0], game.players[-1]})
    jobs = [
        {
            "what": "play",
            "manifest": manifest,
            "players": NAMES[:players],
            "seed": 40 + players,
            "most": MOST,
            "most_at_once": AT_ONCE,
        }
        for players in counts
    ]
    for job, found in zip(jobs, drive(jobs), strict=True):
        said = compare(game, job["players"], job["seed"], found)
        seats = tuple(player.lower() for player in job["players"])
        for language in ("en", "es", "fr"):
            sentences = spoken(name, language, seats, tuple(line for line, *_ in said))
            assert "?" not in sentences
            assert [words[language] for _, _, words, _ in said] == sentences
            for seat in seats:
                own = [(line, words[language]) for line, player, _, words in said if player == seat]
                assert [x for _, x in own] == spoken(name, language, seats, tuple(line for line, _ in own), seat)


SETS = """game "Sets and bids"
for 2 players
winners: p in players with highest bid of p

cards called card in deck:
  name | value  | copies
  card | 1 to 3 | 4

combination group of card c:
  set: 2 or more alike in value

zone hand of each player, seen by all
zone table, holding card, seen by all
pile deck, seen by nobody
counter bid of each player

to play:
  shuffle deck
  deal 6 from deck to hand of players
  for each p in players:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
    to bid, for n in 0 to 3:
      bid of p becomes n
  p chooses:
    to lay m from group of hand of p onto table
"""
SETS_WORDS = {
    "es": """[nouns]
card = { one = "carta", gender = "f" }
table = { one = "mesa", gender = "f" }
bid = { one = "apuesta", gender = "f" }
[verbs]
bid = "apostar"
lay = "poner"
"""
}


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_bids_and_like_cards_are_said_in_the_authors_language(drive: Driver, folder: Path, tmp_path: Path) -> None:
    """Moves with a number that is picked, and melds of several like cards, which are counted: of six cards with three
    values two at least are alike."""
    spec = tmp_path / "sets.hoyle"
    spec.write_text(SETS, encoding="utf-8")
    for code, text in SETS_WORDS.items():
        (tmp_path / f"words.{code}.toml").write_text(text, encoding="utf-8")
    job = {
        "what": "play",
        "manifest": write(folder, _compiled(str(spec))),
        "players": NAMES[:2],
        "seed": 5,
        "most": MOST,
        "most_at_once": AT_ONCE,
    }
    (found,) = drive([job])
    said = compare(hoyle.load(str(spec)), job["players"], job["seed"], found)
    sentences = [words["es"] for _, _, words, _ in said]
    assert {"Ann apuesta 0.", "Ann apuesta 2."} <= set(sentences), sentences
    assert any(re.fullmatch(r"(Ann|Bob) pone (dos|tres|cuatro) \S+ .*mesa\.", one) for one in sentences), sentences
    assert not any(" for " in one or "lay" in one for one in sentences)
    assert any(words["es"] == "Apuesta 1." for *_, words in said)


@pytest.mark.parametrize("command", ["python", "node"])
def test_whoever_reads_a_host_may_have_enough(folder: Path, command: str) -> None:
    """As with `| head`: no complaint."""
    if command == "node" and not shutil.which("node"):
        pytest.skip("Node is not installed")
    host = [sys.executable, "hoyle_host.py"] if command == "python" else ["node", "hoyle_host.js"]
    with subprocess.Popen(
        [*host, "pig.json", "10", "1"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


ENDLESS = with_dice(
    "Endless",
    """to play:
  turns for p in players until 1 > 2:
    p chooses:
      to throw:
        roll cup
      to wait
""",
)


@pytest.mark.long  # it is a hundred thousand moves
@pytest.mark.parametrize("command", ["python", "node"])
def test_a_game_that_does_not_end_is_left_and_told(tmp_path: Path, command: str) -> None:
    if command == "node" and not shutil.which("node"):
        pytest.skip("Node is not installed")
    spec = tmp_path / "endless.hoyle"
    spec.write_text(ENDLESS)
    for path, data in embedded(Edition(str(spec))).files().items():
        (tmp_path / path).write_bytes(data)
    host = [sys.executable, "hoyle_host.py"] if command == "python" else ["node", "hoyle_host.js"]
    done = subprocess.run(
        [*host, "endless.json", "2", "1"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "error: after 100000 moves the game is not over, and may never be\n"
    assert done.stdout.count("\n") == 100_001


@cache
def speaks(name: str, language: str) -> tuple[Program, Speaker]:
    """A game, and who speaks of it."""
    program = load_program(name)
    return program, Speaker(program, language, Edition(name).words(language))


@cache
def spoken(name: str, language: str, seats: tuple[str, ...], lines: tuple[str, ...], you: str = "") -> list[str]:
    """Moves as the rulebook's grammar says them; the same for both hosts."""
    program, speaker = speaks(name, language)
    return speaker.acts(read_lines(program, seats, lines), ["?"] * len(lines), seats, you)


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_variants_and_parameters_are_compiled_in(drive: Driver, folder: Path) -> None:
    cases: list[tuple[str, tuple[str, ...], dict[str, int]]] = [
        (name, (variant,), {}) for name in games() for variant in find(name).variants
    ]
    jobs, played = [], []
    for number, (name, variants, settings) in enumerate([*cases, ("pig", (), {"target": 20})]):
        own = folder / str(number)
        own.mkdir(exist_ok=True)
        game = hoyle.load(name, variants, settings)
        manifest = write(own, embedded(Edition(name, settings), variants, languages=()))
        job = {"players": NAMES[: game.players[-1]], "seed": 5, "most": 8, "most_at_once": AT_ONCE}
        jobs.append({"what": "play", "manifest": manifest, **job})
        played.append(game)
    for game, job, found in zip(played, jobs, drive(jobs), strict=True):
        compare(game, job["players"], job["seed"], found)


EXPECTED = {
    "too many": "is for 2, 3, 4, 5, 6, 7, 8, 9, 10 players, not for 99",
    "none": "not for 0",
    "one name twice": "every player needs a name of their own: a is there twice",
    "half a player": "players are a number or a list of names, not 2.5",
    "no names": "players are a number or a list of names",
    "a seed": ", not -1",
    "a parameter": "there is no parameter `height`; there are: target, bad-pips",
    "a value": "compiled with target=100",
    "a move": "has no move number 10000 here; there are",
    "below zero": "has no move number -1",
    "a word": "has no move `fly`",
    "no chance": "no chance is to fall here: p",
    "nobody to choose": "a chance is to fall here: let it with `take`",
    "an outcome": "outcomes, counted from 0; none is number 99",
    "a player": "there is no player zoe",
    "a seat": "there is no player 7",
    "a language": "there are no words in `de`; the languages are en, es, fr",
    "no such move": "has no move number 99",
    "a move of another game": "has no move `",
    "less than nothing": "a whole number up to 2147483647, not -1",
    "no number": "a whole number up to 2147483647, not ",
    "restored by hand": "`chosen` is how many moves",
    "no manifest": "not the manifest of a game: that is what the .json file",
    "a later format": "this host reads format 1",
    "no module": "not a WebAssembly module",
    "another module": "of another version than its manifest",
    "not saved": "not a saved game",
    "nothing": "not a saved game",
    "of other rules": "saved with other rules",
    "damaged": "is damaged: its `bytes` are not those that were saved",
    "shorter": "is damaged",
    "no text": "is damaged",
    "luck": "`luck` is null, or has a seed",
    "other players": "saved with another number of players",
    "no words": "has no move `fly` here; there are",
    "a list as a move": "has no move `[0]` here",
    "a nameless language": "there are no words in `",
    "said to nobody": "there is no player zoe",
    "yes as a seat": "there is no player ",
    "parameters": "parameters are values by their names, not 5",
    "no parameters": "parameters are values by their names, not []",
    "yes as players": "players are a number or a list of names, not ",
    "a thousand": "not for 1000",
    "half a seed": ", not 0.5",
    "no function": "is a function that gives a whole number below the one it is given, not 5",
    "none to guess by": "is a function that gives a whole number below the one it is given, not x",
    "picked too high": "is to give a whole number below 1; it gave 1",
    "picked between": "is to give a whole number below 1; it gave 0.5",
    "restored nothing": "not a saved game",
    "restored luck": "`luck` is null, or has a seed",
    "chosen in a save": "`chosen` is how many moves",
    "players of a save": "players are a number or a list of names, not 2",
    "opened by a number": "a manifest's file is named by a text, not by 5",
    "absent": "absent.json cannot be read (",
    "no JSON": "pig.wasm is not the manifest of a game: ",
    "a list": "not the manifest of a game",
    "for nobody": "the manifest lacks `players`",
    "nothing for a module": "not a WebAssembly module",
    **{
        f"without {part}": f"the manifest lacks `{part}`"
        for part in ("title", "module", "parameters", "faults", "addresses", "shared", "players")
    },
    **{f"no {part} for players": f"the manifest lacks `{part}`" for part in ("slots", "size")},
}


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_wrong_use_is_told_and_changes_nothing(drive: Driver, folder: Path) -> None:
    job = {
        "what": "wrong",
        "manifest": write(folder, _compiled("pig")),
        "other": write(folder, _compiled("kuhn_poker")),
        "folder": str(folder),
        "players": 2,
    }
    (found,) = drive([job])
    assert found.keys() == EXPECTED.keys()
    for name, words in EXPECTED.items():
        assert found[name] is not None, name
        kind, message = found[name]
        assert kind == "HostError", (name, found[name])
        assert words in message, (name, message)


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_whatever_a_host_is_given_it_does_or_refuses(drive: Driver, folder: Path) -> None:
    """What is none of the arguments of a call ends in a `HostError`, and leaves the game as it was."""
    jobs = [{"what": "odd", "manifest": write(folder, _compiled(name))} for name in ("pig", "kuhn_poker")]
    for wrong in drive(jobs):
        assert wrong == []


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
@pytest.mark.parametrize(
    "name",
    ["pig", "kuhn_poker", *(pytest.param(name, marks=pytest.mark.long) for name in ("crazy_eights", "thirteen"))],
)
def test_a_save_put_together_by_hand_is_refused_or_works(drive: Driver, folder: Path, name: str) -> None:
    """Bytes are changed at random and the sum made right: with cards on the table, counters, and plays with their forms.
    All that can be asked of what is taken is answered."""
    job = {"what": "damaged", "manifest": write(folder, _compiled(name)), "times": 30 if name == "thirteen" else 80}
    ((refused, taken, wrong),) = drive([job])
    assert wrong == []
    assert min(refused, taken) > 10


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
@pytest.mark.parametrize("drive", ["js"], indirect=True)
def test_a_seed_that_javascript_cannot_read_is_told_as_that(drive: Driver, folder: Path) -> None:
    """The save is sound, and the host in Python goes on with it."""
    sys.path.insert(0, str(folder))
    try:
        import hoyle_host
    finally:
        sys.path.remove(str(folder))
    manifest = write(folder, _compiled("pig"))
    rules = hoyle_host.Rules.open(manifest)
    for seed, words in ((2**53 - 1, None), (2**53, "larger than 9007199254740991"), (2**64 - 1, "the host in Python")):
        saved = rules.start(2, seed).save()
        assert rules.load(saved).save() == saved
        (found,) = drive([{"what": "load", "manifest": manifest, "saved": saved}])
        assert found == plain(saved) if words is None else words in found


@pytest.mark.parametrize("command", ["python", "node"])
def test_files_that_are_no_game_are_told(folder: Path, tmp_path: Path, command: str) -> None:
    """As an error of the host's own, and on the command line in one line."""
    if command == "node" and not shutil.which("node"):
        pytest.skip("Node is not installed")
    host = [sys.executable, "hoyle_host.py"] if command == "python" else ["node", "hoyle_host.js"]
    good = Path(write(folder, _compiled("pig")))
    cases = {
        "absent.json": (None, "absent.json cannot be read"),
        "alone.json": (good.read_bytes(), "alone.wasm cannot be read"),
        "text.json": (b"pig", "text.json is not the manifest of a game"),
        "bytes.json": (b"\xff\xfe\x00", "bytes.json is not the manifest of a game"),
        "part.json": (b'{"format": 1}', "the manifest lacks `module`"),
        "list.json": (b"[1]", "not the manifest of a game"),
    }
    for name, (data, _) in cases.items():
        if data is not None:
            (tmp_path / name).write_bytes(data)
        if name != "alone.json":
            (tmp_path / name).with_suffix(".wasm").write_bytes(good.with_suffix(".wasm").read_bytes())
    lines = [([str(tmp_path / name)], words) for name, (_, words) in cases.items()]
    lines += [
        ([str(good), "two"], "players: a whole number, not two"),
        ([str(good), "2", "-1"], "seed: a whole number, not -1"),
    ]
    for args, words in lines:
        run = subprocess.run([*host, *args], cwd=folder, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("error: ")
        assert words in run.stderr
        assert len(run.stderr.splitlines()) == 1


FAULTY = """game "Faulty"
for 2 players
winners: p in players with highest points of p
counter points of each player
marker chosen: player
to play:
  turns for p in players:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to stay:
      p scores 1
    to ask:
      chosen scores 1
"""


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_a_fault_of_the_rules_is_told_with_its_line(drive: Driver, folder: Path, tmp_path: Path) -> None:
    spec = tmp_path / "faulty.hoyle"
    spec.write_text(FAULTY)
    line = 1 + FAULTY.splitlines().index("      chosen scores 1")
    (found,) = drive(
        [{"what": "fault", "manifest": write(folder, embedded(Edition(spec))), "players": 2, "move": "ask"}]
    )
    assert found["error"][0] == "RulesFault"
    assert found["error"][2] == line
    assert found["same"]
    assert found["moves"] == ["stay", "ask"]


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_chances_can_be_taken_from_outside(drive: Driver, folder: Path) -> None:
    """Positions on the way are those that the interpreter comes to; of cards the one asked for lies lowest in its bag."""
    jobs = [
        {"what": "chances", "manifest": write(folder, _compiled(name)), "players": NAMES[:players], "most": 40}
        for name, players in (("pig", 2), ("treize_cardinals", 2), ("friday_the_13th", 3), ("kuhn_poker", 2))
    ]
    for job, steps in zip(jobs, drive(jobs), strict=True):
        flow = lower(load_program(Path(job["manifest"]).stem), len(job["players"]))
        game = hoyle.load(Path(job["manifest"]).stem)
        machine = Machine(flow)
        state = game.start(job["players"])
        for kind, asked, position in steps:
            assert kind == state.kind
            assert position == plain(state.to_json(history=False))
            if kind == "chance" and "outcomes" in asked:
                members = [p.denominator // p.numerator for _, p in state.chances if p.numerator == 1]
                assert all(asked["outcomes"] % d == 0 for d in members)
                state = state.take(0)
            elif kind == "chance":
                faces = ", ".join(asked["faces"][-1:] * asked["dice"])
                state = state.take(faces)
            elif kind == "decision":
                state = state.play(0)
        assert machine.flow.title == state.to_json()["game"]


LOADED = """game "Loaded"
for 2 players
dice called coin in purse, 2 of them:
  name | side  | copies
  coin | heads | 3
  coin | tails | 1
kind side: heads, tails
zone purse, holding coin, seen by all
to play:
  roll purse
  for each p in players:
    p chooses:
      to go-on:
        roll purse
  end game as done
winners: players
"""


@pytest.mark.parametrize("drive", HOSTS, indirect=True)
def test_which_dice_fall_and_how_often_each_face_is_on_them_is_said(
    drive: Driver, folder: Path, tmp_path: Path
) -> None:
    """Whoever lets dice fall needs it: a coin with three heads and a tail falls on heads three times in four."""
    spec = tmp_path / "loaded.hoyle"
    spec.write_text(LOADED, encoding="utf-8")
    job = {"what": "chances", "manifest": write(folder, _compiled(str(spec))), "players": NAMES[:2], "most": 1}
    (((kind, asked, _), *_),) = drive([job])
    assert kind == "chance"
    assert asked == {"dice": 2, "of": "coin", "faces": ["heads", "tails"], "counts": [3, 1]}


def test_hoyle_reads_what_a_host_saved(folder: Path) -> None:
    """A saved game is a state of Hoyle's own too."""
    sys.path.insert(0, str(folder))
    try:
        import hoyle_host
    finally:
        sys.path.remove(str(folder))
    played = hoyle_host.Rules.open(write(folder, _compiled("hearts"))).start(["Ann", "Bob", "Cid", "Dee"], seed=3)
    for _ in range(9):
        played.play(played.random_move())
    state = hoyle.State.from_json(hoyle.load("hearts"), plain(played.save()))
    assert [str(move) for move in state.moves] == [str(move) for move in played.moves]
    assert state.to_json(history=False) == plain(played.position())


def test_the_text_of_a_module_quotes_the_rules() -> None:
    text = _compiled("friday_the_13th").bundle.text
    assert "line 55: if the total value of o > limit:" in text
    assert "$run.for_3" in text
    assert text.startswith(";; Friday the 13th, compiled by Hoyle")


@pytest.mark.parametrize("name", games())
def test_a_module_is_small_for_all_numbers_of_players(name: str) -> None:
    made = _compiled(name)
    assert len(made.binary) < 200_000
    assert sorted(map(int, made.manifest["players"])) == list(load_program(name).seats())


@pytest.mark.parametrize("name", games())
def test_every_move_has_a_sentence_and_a_request_in_every_language(name: str) -> None:
    """Without a pattern a host would say the move in the words of the rules."""
    said = _compiled(name).manifest["words"]
    assert {"en", "es", "fr"} <= set(said)
    for language, words in said.items():
        for patterns in (words["moves"], words["asks"]):
            assert patterns, language
            assert None not in patterns, language


def test_the_same_game_gives_the_same_files() -> None:
    assert embedded(Edition("pig")).files() == _compiled("pig").files()


def test_the_python_host_is_written_for_python_3_9() -> None:
    """Of what is newer: forms of the language, and `zip` that counts, the one such call in which it does not show."""
    tree = ast.parse(read("hoyle_host.py"), feature_version=(3, 9))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    counted = [node.lineno for node in calls if any(keyword.arg == "strict" for keyword in node.keywords)]
    assert calls
    assert counted == []


def test_the_python_host_says_what_it_lacks(tmp_path: Path) -> None:
    """Run by itself by a Python without packages; no traceback."""
    host = tmp_path / "hoyle_host.py"
    shutil.copy(Path(hoyle.__file__).parent / "engine" / "hosts" / host.name, host)
    done = subprocess.run(
        [sys.executable, "-S", "-I", str(host), "x.json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: this needs the package wasmtime, which ")
    assert done.stderr.endswith(" lacks: pip install wasmtime\n")
