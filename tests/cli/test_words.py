"""`hoyle words`, `check --lang`, and what `book` says of words that are missing or not written as they should be."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from hoyle import resources
from hoyle.rulebook.wordfile import completed, infinitive, singular

from .conftest import TOY, Hoyle

VARIANT = """\
variant slow of "Toy":
  goal is 9
  add example waiting for ann, bob:
    at ann takes-turn
    ann does wait
    expect points of ann = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "toy"
    home.mkdir()
    (home / "toy.hoyle").write_text(TOY, encoding="utf-8")
    (home / "slow.hoyle").write_text(VARIANT, encoding="utf-8")
    return home


def test_the_words_that_hoyle_knows_are_shown_and_may_be_said_otherwise(hoyle: Hoyle, folder: Path) -> None:
    (folder / "words.es.toml").write_text('[nouns]\npoints = { one = "tanto", gender = "m" }\n', encoding="utf-8")
    shown = hoyle("words", "toy", "--known", "--lang", "es")
    assert shown.status == 0
    known = tomllib.loads(shown.out)
    assert known["titles"]["takes-turn"] == "Tu turno"
    assert known["verbs"]["takes-turn"] == {"one": "jugar un turno"}
    assert "points" not in known["nouns"]  # it is said otherwise already
    assert "goal" not in known["nouns"]  # and this is not known
    assert (folder / "words.es.toml").read_text(encoding="utf-8").count("\n") == 2


def test_a_words_file_is_begun_and_makes_a_book(hoyle: Hoyle, folder: Path) -> None:
    done = hoyle("book", "toy")
    assert done.status == 2
    assert "`goal` in English: no word for it" in done.err
    assert "To begin or complete the words file: hoyle words toy\n" in done.err
    assert hoyle("check", "toy").status == 0
    lacking = hoyle("check", "toy", "--lang", "en")
    assert lacking.status == 2
    assert "`waiting` in English" in lacking.out  # the variant's words count, too
    assert "toy/slow.hoyle:3:7: error E400: `waiting`" in lacking.out  # and are told where the variant says them
    done = hoyle("words", "toy")
    assert done.status == 0
    assert done.out.startswith("toy/words.en.toml: made, ")
    words = tomllib.loads((folder / "words.en.toml").read_text(encoding="utf-8"))
    assert words["nouns"]["goal"] == "goal"
    assert words["endings"]["goal-reached"] == "goal reached"
    assert words["examples"]["waiting"] == "Waiting"
    assert words["aim"] == ""  # may be left out of a book, so it is asked for here
    assert words["variant"]["slow"]["title"] == "Slow"
    assert hoyle("check", "toy", "--lang", "en").status == 0
    assert "**goal**" in hoyle("book", "toy").out
    assert hoyle("words", "toy").out == "toy/words.en.toml: no word is missing\n"


def test_a_title_of_a_variant_is_asked_for(hoyle: Hoyle, folder: Path) -> None:
    """English is made of its name; another language has to be told, wherever a book is made of it."""
    assert hoyle("words", "toy").status == hoyle("words", "toy", "--lang", "es").status == 0
    english, spanish = folder / "words.en.toml", folder / "words.es.toml"
    english.write_text(english.read_text("utf-8").replace('title = "Slow"', ""), encoding="utf-8")
    assert "· Slow\n" in hoyle("book", "toy", "--variant", "slow").out
    text = re.sub(r'"" {0,1}(?=[,}]|  #)', '"x"', spanish.read_text("utf-8")).replace('gender = "x"', 'gender = "m"')
    spanish.write_text(text.replace('[variant.slow]\ntitle = "x"', '[variant.slow]\ntitle = ""'), encoding="utf-8")
    asked = hoyle("check", "toy", "--lang", "es")
    assert asked.status == 2
    assert "toy/slow.hoyle:1:1: error E400: `slow` in Spanish: no title of the variant" in asked.out
    assert "add `title` under [variant.slow] in words.es.toml" in asked.out
    assert asked.out.count("E400") == 1
    assert "no title of the variant" in hoyle("book", "toy", "--lang", "es", "--variant", "slow").err
    assert hoyle("words", "toy", "--lang", "es").out == "toy/words.es.toml: 1 word to fill in\n"
    spanish.write_text(text, encoding="utf-8")
    assert hoyle("check", "toy", "--lang", "es").status == 0
    assert "· x\n" in hoyle("book", "toy", "--lang", "es", "--variant", "slow").out


def test_what_is_there_stays_to_the_letter(hoyle: Hoyle, folder: Path) -> None:
    mine = '# mine\ntitle = "My toy"\n\n[nouns]\ngoal = "aim of it all"   # yes\n\n[variant.slow]\ntitle = "Slow"\n'
    path = folder / "words.en.toml"
    path.write_text(mine, encoding="utf-8")
    assert hoyle("words", "toy").status == 0
    text = path.read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if line in mine.splitlines()]
    assert [line for line in kept if line] == [line for line in mine.splitlines() if line]
    assert tomllib.loads(text)["nouns"]["goal"] == "aim of it all"
    assert hoyle("book", "toy").out.startswith("# My toy\n")


def test_other_languages_are_to_be_filled_in(hoyle: Hoyle, folder: Path) -> None:
    done = hoyle("words", "toy", "--lang", "es", "--lang", "fr", "--json")
    answer = done.json["words"]
    assert [Path(one["file"]).name for one in answer] == ["words.es.toml", "words.fr.toml"]
    assert all(one["to_fill"] > 3 and one["added"] == 0 for one in answer)
    path = folder / "words.es.toml"
    text = path.read_text(encoding="utf-8")
    assert 'goal = { one = "", gender = "" }  # goal\n' in text
    empty = [number for number, row in enumerate(text.splitlines(), 1) if '= ""' in row.partition("#")[0]]
    told = hoyle("book", "toy", "--lang", "es").err
    assert f"To be filled in: toy/words.es.toml, lines {', '.join(map(str, empty[:12]))}" in told
    assert "\nFor what these files lack: hoyle words toy --lang es\n" in told
    assert 'title = ""  # Toy\n' in text
    assert text.endswith('\n[variant.slow]\ntitle = ""  # Slow\n')
    done = hoyle("book", "toy", "--lang", "es")
    assert done.status == 2
    assert "`goal` in Spanish: no word for it" in done.err
    assert "hoyle words toy --lang es" in done.err
    assert hoyle("words", "toy", "--lang", "es").out.endswith(" to fill in\n")
    assert path.read_text(encoding="utf-8") == text


def test_bundled_games_lack_no_words(hoyle: Hoyle) -> None:
    """One of them; that all of them have their books in every language is tested with the books."""
    done = hoyle("check", "kuhn_poker", "--lang", "en", "--lang", "es", "--lang", "fr")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("name", ["thirteen", "spite_and_malice"])
def test_a_real_game_without_words_gets_a_whole_file(hoyle: Hoyle, tmp_path: Path, name: str) -> None:
    shutil.copytree(resources.specs() / name, tmp_path / name)
    for path in (tmp_path / name).glob("words.*"):
        path.unlink()
    assert hoyle("words", name).status == 0
    assert hoyle("check", name, "--lang", "en").status == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[noun]\ngoal = "goal"\n', ":1: [noun]: is no group of words; did you mean `nouns`?"),
        ('[nouns]\n\ngoal = { ones = "goal" }\n', ":3: [nouns] goal: has no field `ones`; did you mean `one`?"),
        ("[nouns]\ngoal = 3\n", ':2: [nouns] goal: is a text in quotes, or a table: { one = "…" }'),
        ('[nouns]\ngoal = { many = "goals" }\n', ':2: [nouns] goal: says how it is called: one = "…"'),
        ('[nouns]\ngoal = { one = "goal", gender = "x" }\n', ":2: [nouns] goal: `gender` is m or f"),
        ('[nouns]\ngoal = { one = "goal", person = "yes" }\n', ":2: [nouns] goal: `person` is true or false"),
        ('[facts]\nover = "it is over"\n', ":2: [facts] over: is a table: { noun"),
        ('[facts]\nover = { noun = "game" }\n', ":2: [facts] over: says of what and what it is"),
        ('[adjectives]\nout = { forms = ["a", "b"] }\n', ":2: [adjectives] out: `forms` is four texts"),
        ("[titles]\nplay = { one = 3 }\n", ":2: [titles] play: is a text in quotes"),
        ("title = 3\n", ":1: title: is a text in quotes"),
        ('nouns = "goal"\n', ":1: nouns: is a group"),
        ("variant = 3\n", ":1: variant: has a table for each variant"),
        ('[variant.slow.noun]\ngoal = "goal"\n', "[variant.slow] [noun]: is no group of words"),
        ('[says."a.b"]\nrule = "x"\n', "has a text"),
        ("[nouns\n", "cannot be read"),
        ("[nouns]\ngoal = goal\n", 'line 2: a text stands in quotes: goal = "goal"'),
        ('[nouns]\ngoal: "goal"\n', 'line 2: `=` stands between a name and what it means: goal = "goal"'),
        (
            '[nouns]\ngoal = { one = "goal", mass = yes }\n',
            'line 2: what is so or not is true or false: goal = { one = "goal", mass = true }',
        ),
        ('[nouns]\ngoal "goal"\n', 'line 2: `=` stands between a name and what it means: goal = "goal"'),
        (
            '[nouns]\ngoal = { one: "goal", mass: true }\n',
            'line 2: `=` stands between a name and what it means: goal = { one = "goal", mass = true }',
        ),
        ('[nouns]\nthe goal = "goal"\n', 'line 2: a name is one word: the-goal = "goal"'),
        ("[nouns]\ngoal = “goal”\n", 'line 2: the quotes of a text are straight: goal = "goal"'),
        ('[nouns\ngoal = "goal"\n', "line 1: what is opened by [ is closed by ]: [nouns]"),
        (
            '[nouns]\ngoal = "goal"\ngoal = "aim"\n',
            'line 3: this stands twice, leave one of the two out: goal = "aim"',
        ),
        (
            '[nouns]\ngoal = "goal" = 3 {\n',
            'line 2: goal = "goal" = 3 {: an entry is written like march = "march", or march = { one = "march" }',
        ),
        (
            '[nouns]\ngoal = { one = "goal" mass = true }\nx = y',
            'line 2: a comma stands between two fields: goal = { one = "goal", mass = true }',
        ),
        (
            "[nouns]\ngoal = { one = goal, mass = true }\n",
            'line 2: a text stands in quotes: goal = { one = "goal", mass = true }',
        ),
        ('[nouns]\ngoal = { one = "goal"\n', 'line 2: what is opened by { is closed by }: goal = { one = "goal" }'),
        ('[nouns]\ngoal = "goal\n', 'line 2: a text ends with a quote: goal = "goal"'),
        ('[nouns]\ngoal = "go"al"\n', 'line 2: goal = "go"al": an entry is written like'),
        ('[nouns]\ngoal = { one = "points", plural = true }\n', ":2: [nouns] goal: is always said in the plural"),
        ('[nouns]\ngoal = { one = "points", plural = true }\n', 'one = "point", many = "points", plural = true }'),
        (
            '[nouns]\ngoal = { many = "tricks made", plural = true }\n',
            'the singular too: { one = "…", many = "tricks made", plural = true }',
        ),
        (
            '[nouns]\ngoal = "the goal"\n',
            ':2: [nouns] goal: stands without `the`, for the article is found by Hoyle: "goal"',
        ),
        ('[facts]\nover = { is = "a roll of pairs" }\n', ":2: [facts] over: `is` stands without `a`"),
        (
            '[facts]\nover = { is = "roll", an = false }\n',
            '[facts] over: `an` belongs to what it is: { is = { one = "roll", an = … } }',
        ),
        ('[nouns]\ngoal = { one = "goal", prep = { inot = "on" } }\n', "`inot` is none; did you mean `into`?"),
        ('[nouns]\ngoal = { one = "goal", prep = { toward = "on" } }\n', "those of the rules are without, of, in"),
        ('[verbs]\nrest = "to rest"\n', ':2: [verbs] rest: the infinitive stands without `to`: "rest"'),
    ],
)
@pytest.mark.parametrize("command", [["book"], ["words"], ["check", "--lang", "en"]])
def test_words_that_are_not_written_as_they_should_be(
    hoyle: Hoyle, folder: Path, command: list[str], text: str, words: str
) -> None:
    (folder / "words.en.toml").write_text(text, encoding="utf-8")
    done = hoyle(*command, "toy")
    assert done.status == 2
    assert "words.en.toml" in done.err
    assert words in done.err
    assert (folder / "words.en.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("entry", ['out = "sans carte"', 'out = { one = "sans carte", copula = "be" }'])
def test_an_adjective_of_several_words_tells_its_forms(hoyle: Hoyle, folder: Path, entry: str) -> None:
    """In a language in which adjectives agree; English has one form."""
    (folder / "words.fr.toml").write_text(f"[adjectives]\n{entry}\n", encoding="utf-8")
    done = hoyle("book", "toy", "--lang", "fr")
    assert done.status == 2
    assert "words.fr.toml:2: [adjectives] out: is an adjective of several words: tell its forms" in done.err
    assert "an adjective of several words" not in hoyle("check", "toy", "--lang", "en").err


def test_words_that_no_rule_asks_for_are_told(hoyle: Hoyle, folder: Path) -> None:
    """What nothing is called in the game nor in its variants; a warning, as it harms nothing."""
    hoyle("words", "toy")
    file = folder / "words.en.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[nouns]\n", '[nouns]\nGoal = "goal"\nwherever = "foo"\n', 1), encoding="utf-8")
    done = hoyle("check", "toy", "--lang", "en")
    assert done.status == 0
    assert "W509: `Goal` stands under [nouns], and nothing in the rules is called so" in done.out
    assert "did you mean `goal`?" in done.out
    assert "W509: `wherever`" in done.out
    assert "W509" not in hoyle("check", "toy").out


def test_an_entry_in_another_group_is_told_where_it_belongs(hoyle: Hoyle, with_a_fact: Path) -> None:
    """What lacks its word and stands under another group belongs there; what nothing is called so is likely what lacks it."""
    file = with_a_fact / "words.en.toml"
    hoyle("words", "toy")
    text = "\n".join(row for row in file.read_text(encoding="utf-8").split("\n") if not row.startswith("late"))
    file.write_text(text.replace("[nouns]\n", '[nouns]\nlate = "late"\n', 1), encoding="utf-8")
    said = hoyle("check", "toy", "--lang", "en").out
    assert "`late` stands under [nouns], and is asked for under [facts]" in said
    assert "put it below [facts], written like late = { noun = " in said
    file.write_text(text.replace("[facts]\n", '[facts]\nlats = { noun = "game", adj = "late" }\n', 1), encoding="utf-8")
    assert "did you mean `late`?" in hoyle("check", "toy", "--lang", "en").out


def test_what_is_no_text_is_no_words_file(hoyle: Hoyle, folder: Path) -> None:
    (folder / "words.en.toml").write_bytes(b"\xff\xfe\x00")
    done = hoyle("book", "toy")
    assert done.status == 2
    assert "words.en.toml" in done.err


@pytest.mark.parametrize("code", ["de", "", "EN", "../en"])
@pytest.mark.parametrize("command", ["words", "book", "check"])
def test_languages_that_are_not_there(hoyle: Hoyle, folder: Path, command: str, code: str) -> None:
    done = hoyle(command, "toy", "--lang", code)
    assert (done.status, done.out) == (2, "")
    assert "the languages are en, es, fr" in done.err


@pytest.mark.parametrize(
    ("word", "plain"),
    [("goes", "go"), ("carries", "carry"), ("passes", "pass"), ("takes", "take"), ("has", "have"), ("toss", "toss")],
)
def test_infinitives(word: str, plain: str) -> None:
    assert infinitive(word) == plain


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("pips", "pip"), ("boxes", "box"), ("losses", "loss"), ("bodies", "body"), ("ties", "tie"), ("hand size", "hand size"),
        ("class", "class"), ("bonus", "bonus"), ("axis", "axis"), ("series", "series"), ("aces", "ace"), ("houses", "house"),
    ],
)  # fmt: skip
def test_singulars(word: str, one: str) -> None:
    assert singular(word) == one


def test_a_name_in_the_plural_is_guessed_as_one(hoyle: Hoyle, folder: Path) -> None:
    game = folder / "toy.hoyle"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("p chooses:", "stars gains 1\n  p chooses:").replace("points of each player", "stars", 1)
        .replace("\nto play:", "\ncounter points of each player\n\nto play:"), encoding="utf-8")  # fmt: skip
    (folder / "slow.hoyle").unlink()
    hoyle("words", "toy")
    words = tomllib.loads((folder / "words.en.toml").read_text(encoding="utf-8"))
    assert words["nouns"]["stars"] == {"one": "star", "many": "stars", "plural": True}
    assert "The **stars** start at 0." in hoyle("book", "toy").out


FACT = """
term late: the highest points of players >= 2
"""


@pytest.fixture
def with_a_fact(folder: Path) -> Path:
    game = folder / "toy.hoyle"
    text = game.read_text(encoding="utf-8").replace("    to wait\n", "    to wait, where late\n")
    game.write_text(text.replace("\nto play:", f"{FACT}\nto play:"), encoding="utf-8")
    return folder


def test_a_fact_that_is_a_noun_asks_for_its_gender_where_it_stands(hoyle: Hoyle, with_a_fact: Path) -> None:
    (with_a_fact / "words.es.toml").write_text('[facts]\nlate = { is = "última tirada" }\n', encoding="utf-8")
    said = hoyle("check", "toy", "--lang", "es").out
    assert '`late` in Spanish: its gender is missing (is = { one = "última tirada", gender = "f" }, or "m")' in said
    assert "term late: the highest" in said  # its place
    assert "`fact late`" not in said
    after = said[said.index("`late` in Spanish") :]
    assert "add it under [facts] in words.es.toml" in after.partition("\n\n")[0]


def test_a_fact_is_begun_in_the_form_of_the_english(hoyle: Hoyle, with_a_fact: Path) -> None:
    (with_a_fact / "words.en.toml").write_text('[facts]\nlate = { is = "last roll" }\n', encoding="utf-8")
    hoyle("words", "toy", "--lang", "es")
    path = with_a_fact / "words.es.toml"
    text = path.read_text(encoding="utf-8")
    empty = 'late = { is = { one = "", gender = "" } }'
    assert f"{empty}  # last roll\n" in text
    assert "`late` in Spanish: no text for it" in hoyle("check", "toy", "--lang", "es").out
    path.write_text(text.replace(empty, 'late = { is = { one = "última tirada", gender = "f" } }'), encoding="utf-8")
    assert "`late`" not in hoyle("check", "toy", "--lang", "es").out


def test_entries_go_into_their_groups() -> None:
    text = '[nouns]\na = "a"\n\n[titles]\nb = "b"\n'
    missing = {("nouns", "c"): "", ("verbs", "goes-out"): "", ("rulings", "T2"): "", ("rulings", "T10"): ""}
    assert completed(text, "en", "Toy", missing, {"T2": "Two.", "T10": "Ten."}) == (
        '[nouns]\na = "a"\nc = "c"\n\n[titles]\nb = "b"\n\n[verbs]\ngoes-out = "go out"\n'
        '\n[rulings]\nT2 = "Two."\nT10 = "Ten."\n'
    )


@pytest.mark.parametrize("how", ["folder", "link"])
def test_a_words_file_that_is_none_is_told_by_whoever_needs_it(hoyle: Hoyle, toy: Path, how: str) -> None:
    """It is not taken for a file that is not there: what is missing in it would be told, and not why."""
    path = toy.parent / "words.en.toml"
    path.mkdir() if how == "folder" else path.symlink_to("nowhere")
    said = "is a directory" if how == "folder" else "the link leads nowhere"
    for args in (["book"], ["words"], ["approve"], ["check", "--lang", "en"], ["site", "-o", "out", "--no-pdf"]):
        done = hoyle(args[0], "toy.hoyle", *args[1:])
        assert (done.status, "words.en.toml cannot be read" in done.err, said in done.err) == (2, True, True), done
    assert hoyle("check", "toy.hoyle").status == 0
    assert not (toy.parent / "out").exists()


@pytest.mark.parametrize(("language", "title"), [("en", "Quick game"), ("es", "")])
def test_a_variant_that_came_later_gets_a_title(hoyle: Hoyle, folder: Path, language: str, title: str) -> None:
    hoyle("words", "toy", "--lang", language)
    path = folder / f"words.{language}.toml"
    before = path.read_text(encoding="utf-8")
    (folder / "quick_game.hoyle").write_text('variant quick-game of "Toy":\n  goal is 2\n', encoding="utf-8")
    done = hoyle("words", "toy", "--lang", language)
    assert "completed, " in done.out
    after = path.read_text(encoding="utf-8")
    assert after.startswith(before.rstrip("\n"))
    assert tomllib.loads(after)["variant"]["quick-game"]["title"] == title
    hoyle("words", "toy", "--lang", language)
    assert path.read_text(encoding="utf-8") == after


def test_a_spanish_adjective_is_asked_whether_it_is_said_with_estar() -> None:
    """The line of an adjective shows `copula`, and the head of the file says what it is for."""
    text = completed("", "es", "Toy", {("adjectives", "bound"): "no word for it"}, {})
    assert 'bound = { one = "", copula = "be" }  # bound' in text
    assert 'copula = "stay"' in text[: text.index("[adjectives]")]
    assert "copula" not in completed("", "fr", "Toy", {("adjectives", "bound"): "no word for it"}, {})


def test_a_noun_is_not_guessed_with_an_article() -> None:
    """`the-opener` is opener: the article is found by the grammar, which refuses one in a word."""
    assert 'the-opener = "opener"' in completed("", "en", "Toy", {("nouns", "the-opener"): "no word for it"}, {})


def test_of_what_a_fact_is_said_is_guessed_from_its_name() -> None:
    """`talon-is-open` is said of the talon."""
    missing = {("facts", "talon-is-open"): "no word for it", ("facts", "over"): "no word for it"}
    text = completed("", "en", "Toy", missing, {})
    assert 'talon-is-open = { noun = "talon", adj = "open" }' in text
    assert 'over = { noun = "game", adj = "over" }' in text
    assert 'talon-is-open = { noun = "talon", adj = "" }' in completed("", "fr", "Toy", missing, {})
