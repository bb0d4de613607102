"""The conversation of `play` and what `replay` tells, in the languages that a game has words in."""

from __future__ import annotations

import io
import random
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import hoyle as face
from hoyle import resources
from hoyle.cli import match, remarks
from hoyle.cli.board import draw, ordered
from hoyle.cli.commands.play import NAMES
from hoyle.cli.lines import lines
from hoyle.cli.match import Moves
from hoyle.cli.session import Session
from hoyle.cli.telling import Telling
from hoyle.cli.tongue import speak
from hoyle.engine.flow import Choose
from hoyle.engine.machine import Machine

from .conftest import Hoyle

GAMES = resources.games()
LARGE = set(GAMES) - {"crazy_eights", "goofspiel", "friday_the_13th"}
LONGEST, TRIED = 20, 6
"""So many own choices of a play are typed at most, if not all; so many of the moves that there are then are tried."""
ALL = 400


def words_in(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def texts_of(data: Any) -> Iterator[str]:
    """All texts of a words file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from texts_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_of(value)


def known_words(game: str, code: str) -> set[str]:
    """All words that stand in the files of a language: of its lexicon, of the game, of the terminal."""
    files = [
        resources.rulebooks() / "lexicons" / f"{code}.toml",
        resources.rulebooks() / "terminal" / f"{code}.toml",
        resources.specs() / game / f"words.{code}.toml",
    ]
    found: set[str] = set()
    for path in files:
        for text in texts_of(tomllib.loads(path.read_text(encoding="utf-8"))):
            found |= words_in(text)
    return found


def names_of(machine: Machine) -> set[str]:
    """The words of all names that a game has, and of what the engine says between them."""
    flow = machine.flow
    named = [*(place.name for place in flow.places), *(slot.name for slot in flow.slots if slot.role == "track")]
    named += [face_.name for face_ in flow.faces]
    named += [value for kind in flow.kinds for value in kind.values] + list(flow.endings)
    stops = [pc for pc, instr in enumerate(flow.code) if isinstance(instr, Choose)]
    named += [option.info.name for pc in stops for option in machine.chooser(pc).options]
    found = words_in("of from to into onto under top an unseen something none draws shown turn card cards die dice")
    return found.union(*map(words_in, named)) - {"a"}


class Player:
    """Somebody at a table who types the sentences shown, chosen at random; `typed` is what they typed, `told` what they
    read."""

    def __init__(self, name: str, code: str, seed: int, most: int = LONGEST) -> None:
        game = face.load(name)
        self.count = next((count for count in game.players if count > 1), game.players[0])
        self.session = Session(game, NAMES[: self.count], 0, "greedy", seed)
        self.tongue, self.title = speak(name, game, self.session.state.table, 0, code)
        self.typed: list[str] = []
        self.told: list[str] = [self.title]
        self._luck, self._since = random.Random(seed), 0
        self.read()
        while self.session.mine and len(self.typed) < most:
            self.choose()

    def choose(self) -> None:
        """Type a sentence of those listed: each must mean its own move, and so must the example that `help` gives."""
        state = self.session.state
        found = [state.table.machine.moves(state.frame)[move.index] for move in ordered(state)]
        moves = Moves(self.tongue.asks(state, found), self.tongue.typed(state, found), self.tongue.words)
        some = self._luck.sample(range(len(found)), min(len(found), TRIED))
        for index in some:
            assert moves.find(moves.said[index]) == index
            assert moves.find(moves.typed[index]) == index
        if not self.typed:
            said, example = moves.example()
            assert moves.said[moves.find(example)] == said
        self.typed.append(moves.said[some[0]])
        self.told += [moves.said[index] for index in some]
        self.session.play(ordered(state)[some[0]])
        self.read()

    def read(self) -> None:
        """Read what happened, and the table."""
        news, self._since = remarks.news(self.session.state, 0, self._since)
        self.told += [Telling(self.tongue).line(remark) for remark in news]
        console = Console(file=io.StringIO(), width=400)
        draw(console, self.session.state, self.tongue)
        self.told += console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        if self.session.state.result is not None:
            self.told.append(Telling(self.tongue).outcome(self.session.state))


def foreign_in(player: Player, name: str, code: str) -> list[str]:
    """The lines that have a word of the spec which the language does not have."""
    named = words_in(" ".join(NAMES[1:]))
    foreign = names_of(player.session.state.table.machine) - known_words(name, code) - named
    assert len(foreign) > 5
    return [line for line in player.told if words_in(line) & foreign or re.search(r"\w-\w|[‹›_{}]", line)]


@pytest.mark.parametrize("code", ["es", "fr"])
@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=[pytest.mark.long] if x in LARGE else []) for x in GAMES], ids=GAMES
)
def test_a_game_is_played_by_typing_the_sentences_shown(hoyle: Hoyle, name: str, code: str) -> None:
    """Every move listed is meant by its sentence and by the spec's words, no line has a word of the spec that the language
    does not have; and typed into the terminal the sentences play the same game."""
    player = Player(name, code, seed=5)
    assert not foreign_in(player, name, code)
    over = player.session.state.result is not None
    typed = "".join(f"{line}\n" for line in [*player.typed, *([] if over else [":quit"])])
    done = hoyle("play", name, "--players", player.count, "--seed", 5, "--lang", code, typed=typed)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{player.title}\n{lines(code)['you']}, Ann")
    for key in ("may_be", "no_such_move", "no_such_move_but", "type_a_move", "not_now"):
        assert lines(code)[key].partition("{")[0] not in done.out
    wanted = Telling(player.tongue).outcome(player.session.state) if over else lines(code)["kept"].partition("{")[0]
    assert plain(wanted) in plain(done.out)


@pytest.mark.long
@pytest.mark.parametrize("code", ["es", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_in_the_language(name: str, code: str) -> None:
    """To its end, however long it is."""
    player = Player(name, code, seed=8, most=ALL)
    assert player.session.state.result is not None
    assert not foreign_in(player, name, code)


def plain(text: str) -> str:
    """A text without the breaks of its lines and its kinds of spaces."""
    return " ".join(text.split())


def test_a_flag_that_is_a_verb_is_one_at_the_table_too(hoyle: Hoyle) -> None:
    """In Kuhn poker somebody has had a turn, which no adjective says."""
    for code, mine, hers in (
        ("en", "have had", "has had"),
        ("es", "has hablado", "ha hablado"),
        ("fr", "avez parlé", "a parlé"),
    ):
        told = hoyle("play", "kuhn_poker", "--seed", 3, "--lang", code, typed="1\n").out
        last = told[told.rindex(f"\n{lines(code)['table']}") :]
        assert re.search(rf"^{lines(code)['you']} .*, {mine}", last, re.M)
        assert re.search(rf"^Ann .*, {hers}", last, re.M)


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_numbers_below_zero_have_the_sign_of_the_language(hoyle: Hoyle, code: str) -> None:
    """Ann wins one of the stakes of one card each: what is told, the table, and how it came out."""
    told = hoyle("play", "kuhn_poker", "--seed", 3, "--lang", code, typed="1\n").out
    assert told.count("−1") == 3
    assert "-1" not in told


@pytest.mark.parametrize("code", ["es", "fr"])
def test_the_kept_play_goes_on_in_its_language_or_another(hoyle: Hoyle, code: str) -> None:
    words = lines(code)
    left = hoyle("play", "pig", "--seed", 1, "--lang", code, typed=f"1\n{words['command quit']}\n")
    assert words["kept"].format(file=".hoyle/pig-2-1.json") in left.out
    again = hoyle("play", "--resume", ".hoyle/pig-2-1.json", typed="quit\n")
    assert words["seed"].partition("{")[0].lower() in again.out
    assert f"\n{words['you']} > quit" in again.out
    other = hoyle("play", "--resume", ".hoyle/pig-2-1.json", "--lang", "en", typed="quit\n")
    assert "\nyou > quit" in other.out
    assert "you, Ann; seed 1" in other.out


def test_commands_are_called_as_in_the_language_and_as_in_english(hoyle: Hoyle) -> None:
    typed = (
        "ayuda\nhelp\nmesa\ntable\nJUGADAS\nmoves\nhistorial\nhistory\ndeshacer\nundo\n:bailar\nguardar a.json\nsalir\n"
    )
    done = hoyle("play", "pig", "--seed", 1, "--lang", "es", typed=typed)
    assert done.out.count("volver a ver la mesa") == 2
    assert done.out.count("\nmesa ") == 3
    assert done.out.count("1) Tira") == 3
    assert done.out.count("No hay nada que deshacer.") == 2
    assert "No existe la orden `:bailar`; escribe `ayuda`." in done.out
    assert "La partida está guardada en a.json. Se continúa con:\n  hoyle play --resume a.json\n" in done.out
    help_ = hoyle("play", "pig", "--seed", 1, "--lang", "fr", typed="aide\nquitter\n").out
    for name in ("table", "moves", "history", "undo", "save", "quit", "help"):
        assert name in help_
        assert lines("fr")[f"command {name}"] in help_


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_commands_have_the_names_that_people_try(hoyle: Hoyle, code: str, tmp_path: Path) -> None:
    """In the language and in English, with a colon or without; none of them stands for two commands."""
    words, english = lines(code), lines("en")
    names = ("help", "table", "moves", "history", "undo", "save", "quit")
    meant = {name: [words[f"command {name}"], *words[f"also {name}"].split(", ")] for name in names}
    every = [word for name in names for word in meant[name]]
    assert len(set(every)) == len(every)
    for name in names:
        assert len(meant[name]) > 1
        meant[name] += [english[f"command {name}"], *english[f"also {name}"].split(", ")]
    known = ["quitter", "partir", "sauvegarder", "enregistrer", "historique", "annuler", "aide"] * (code == "fr")
    known += ["salir", "deshacer", "atras", "guardar", "historia", "ayuda"] * (code == "es")
    for word in ("exit", "back", *known):
        assert word in [match.plain(each) for name in names for each in meant[name]]
    once = [
        word for name in ("help", "table", "moves", "history", "undo") for word in (*meant[name], f":{meant[name][1]}")
    ]
    done = hoyle("play", "kuhn_poker", "--seed", 3, "--lang", code, typed="\n".join([*once, "?", ":quit\n"])).out
    assert words["no_such_move"].partition("{")[0] not in done
    assert done.count(words["help table"]) == len(meant["help"]) + 2
    assert done.count(words["nothing_to_take_back"]) == len(meant["undo"]) + 1
    for word in meant["save"]:
        hoyle("play", "kuhn_poker", "--seed", 3, "--lang", code, typed=f"{word} {word}.json\n")
        assert (tmp_path / f"{word}.json").is_file()
    for word in meant["quit"]:
        left = hoyle("play", "kuhn_poker", "--seed", 3, "--lang", code, typed=f"{word}\n1\n").out
        assert left.count(words["nothing_kept"].partition("{")[0]) == 1
        assert f"{words['you']} > 1\n" not in left


def test_a_word_of_a_move_is_rather_the_move(hoyle: Hoyle, tmp_path: Path) -> None:
    """`leave` is a way to quit, unless a move begins with it."""
    (tmp_path / "inn.hoyle").write_text(INN, encoding="utf-8")
    done = hoyle("play", "inn.hoyle", "--seed", 1, typed="leave\n:leave\n")
    assert "you: leave now" in done.out
    assert "Kept in" in done.out


INN = """\
game "Inn"
for 1 players
winners: p in players
to play:
  for each n in 1 to 2:
    for each p in players:
      p chooses:
        to leave-now
        to wait
  end game as over
"""


def test_what_cannot_be_done_is_said_in_the_language(hoyle: Hoyle) -> None:
    typed = "jouez\n99\nvalser\nJouez le roi de coeur dans le pli\n ?! \nquit\n"
    done = (
        hoyle("play", "hearts", "--seed", 2, "--lang", "fr", typed=f"1\n{typed}")
        .out.replace("\xa0", " ")
        .replace("\u202f", " ")
    )
    assert "Cela peut être `Jouez le 8 de trèfle dans le pli`, `Jouez la dame de trèfle dans le pli`, " in done
    assert " ou `Jouez l’as de trèfle dans le pli` ; tapez-en davantage, ou le numéro." in done
    assert "Les coups sont numérotés de 1 à 4." in done
    assert "Ce coup n’existe pas : valser ; tapez `aide`" in done
    assert "Tapez le numéro d’un coup, ou ses mots." in done
    # Clubs are led, so that no other suit may be played: a card that is held, typed without accents.
    refused = hoyle("play", "hearts", "--seed", 2, "--lang", "es", typed="1\njuega el 8 de corazones\nquit\n").out
    assert "Ahora las reglas no permiten esta jugada: `Juega el 8 de corazones a la baza`." in refused


def test_a_record_is_told_in_the_language_it_was_played_in_or_another(hoyle: Hoyle) -> None:
    hoyle("play", "kuhn_poker", "--seed", 3, "--lang", "es", "--record", "kuhn.json", typed="1\n1\n1\n")
    told = hoyle("replay", "kuhn.json").out
    assert "Fin de la partida (" in told
    assert "Del mazo a la mano de Ann: " in told
    assert "Se ha repetido tal como consta" in told
    french = hoyle("replay", "kuhn.json", "--lang", "fr", "--seat", "you").out
    assert "Du paquet à la main d’Ann\xa0: une carte" in french
    assert "The game is over" in hoyle("replay", "kuhn.json", "--lang", "en").out
    data = [hoyle("replay", "kuhn.json", "--json", "--lang", code).json for code in ("en", "es")]
    assert data[0] == data[1]


def test_a_play_that_verify_kept_is_told_in_the_language(hoyle: Hoyle, tmp_path: Path) -> None:
    """Pig, in which nobody may score more than twice a throw: what shows that it is not so."""
    folder = tmp_path / "pig"
    shutil.copytree(resources.specs() / "pig", folder)
    spec = folder / "pig.hoyle"
    spec.write_text(
        f"{spec.read_text(encoding='utf-8')}\nalways few: the total points of players < 3\n", encoding="utf-8"
    )
    assert hoyle("verify", folder, "--steps", 500, "--seed", 1).status == 1
    (kept,) = (tmp_path / ".hoyle").glob("pig-always-few*.json")
    done = hoyle("replay", kept, "--lang", "es")
    assert done.status == 1
    told = (
        "Al azar: (P.)|Turno de (P.)|Tirada en el cubilete: ([3-6])|Total del turno: 0 → ([3-6])|  1. (P.) se planta."
    )
    found = [group for groups in re.findall(told, done.out) for group in groups if group]
    assert found[0] == found[1] == found[4]  # whoever begins, throws and stops
    assert found[2] == found[3]
    assert f"Puntos de {found[0]}: 0 → {found[2]}" in done.out
    assert "FAILS: always few" in done.out
    assert f"points of {found[0].lower()} 0 → {found[2]}" in hoyle("replay", kept).out


def test_the_answer_as_data_is_the_same_in_every_language(hoyle: Hoyle) -> None:
    first, second = (
        hoyle("play", "pig", "--seed", 1, "--json", "--lang", code, typed="1\n2\nquit\n").json for code in ("en", "fr")
    )
    assert first == second


def test_a_game_without_words_in_a_language_says_so(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    done = hoyle("play", toy, "--lang", "es")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"hoyle: toy has no words in `es`: there is no words.es.toml; `hoyle words {toy} --lang es` begins it\n"
    )
    (tmp_path / "words.es.toml").write_text('title = "Juguete"\n', encoding="utf-8")
    done = hoyle("play", toy, "--lang", "es")
    assert (done.status, done.out) == (2, "")
    assert "`goal` in Spanish: no word for it" in done.err
    assert "To begin or complete the words file: hoyle words" in done.err
    for code in ("eo", "en,es", ""):
        done = hoyle("play", "pig", "--lang", code)
        assert done.status == 2
        assert f"there are no rulebooks in `{code}`" in done.err


def test_english_words_are_used_where_there_are_some(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    """What the words file lacks is called as in the spec; moves may be typed in its words."""
    plain = hoyle("play", toy, "--seed", 1, typed="roll\nquit\n").out
    assert "you: roll" in plain
    assert "rolled in cup: " in plain
    (tmp_path / "words.en.toml").write_text('[verbs]\nroll = "throw"\n[nouns]\ncup = "leather cup"\n', encoding="utf-8")
    told = hoyle("play", toy, "--seed", 1, "--set", "goal=9", typed="roll\nthrow\nquit\n").out
    assert told.count("You throw.") == 2
    assert "Rolled in the leather cup: " in told
    assert "1) wait" in told  # for which there is no word
    assert "‹" not in told


def test_nobody_is_told_more_in_a_language_than_they_see() -> None:
    """Cards that somebody holds unseen are told by their number alone: as long as no face of them is shown to all, what is
    told is the same whatever they are."""
    game = face.load("hearts")
    for code in ("en", "es", "fr"):
        session = Session(game, NAMES[:4], 0, "greedy", 2)
        tongue, _ = speak("hearts", game, session.state.table, 0, code)
        news, _ = remarks.news(session.state, 0, 0)
        told = [Telling(tongue).line(remark) for remark in news]
        hands = session.state.observation(0)["places"]
        mine = {tongue.face(session.state.table.names.face(card, 0)) for card in hands["hand of you"]}
        named = {tongue.face(k) for k in range(52) if any(tongue.face(k) in line.lower() for line in told)}
        assert named == mine
        assert any("13" in line and "Ann" in line for line in told)
