"""The examples of every bundled game and variant hold, and a failing example says what was expected and what came."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from hoyle import resources
from hoyle.engine.examples import run_examples
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.library import find, load_program

CASES = [(game, variant) for game in resources.games() for variant in [None, *find(game).variants]]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_the_examples_of_the_bundled_games_hold(game: str, variant: str | None) -> None:
    program = load_program(game, [variant] if variant else [])
    wrong = [r.problem.render(program.texts) for r in run_examples(program) if r.problem]
    assert not wrong, "\n".join(wrong)


def broken(tmp_path: Path, old: str, new: str) -> list[str]:
    text = find("friday_the_13th").file.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "broken.hoyle"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    program = load_program(file)
    return [r.problem.render(program.texts) for r in run_examples(program) if r.problem]


def test_an_expectation_that_fails_shows_both_sides(tmp_path: Path) -> None:
    (said,) = broken(
        tmp_path, "expect the total value of omen-pile of cat = 13", "expect the total value of omen-pile of cat = 12"
    )
    assert "expected 12, but it is 13" in said
    assert "E401" in said


def test_a_forbidden_play_lists_what_can_be_done(tmp_path: Path) -> None:
    (said,) = broken(
        tmp_path,
        "marielle does play mirror 4 onto omen-pile of mirror",
        "marielle does play mirror 4 onto omen-pile of cat",
    )
    assert "marielle can: play" in said


def test_more_dice_than_there_are_cannot_be_placed() -> None:
    """Of a die it is told as a die, not as the face that it was to show."""
    text = textwrap.dedent("""\
        game "Cups"
        for 2 players
        winners: players
        dice in cup of players, 2 of them:
          name | pips
          die  | 1 to 6
        zone cup of each player, seen by its owner
        zone lost, seen by all
        to play:
          for each p in players:
            put cup of p into lost
          end game as over
        example e for ann, bob:
          given cup of ann: 5, 5
          given lost: 3 × 5
          expect size of lost = 3
        """)
    (result,) = run_examples(check("cups", parse(text, "cups")))
    assert result.problem is not None
    assert "there is no further die to be placed" in result.problem.message
    assert (result.problem.span.line, result.problem.hint) == (15, "count each die of the position")


def test_more_cards_than_there_are_cannot_be_placed(tmp_path: Path) -> None:
    wrong = broken(tmp_path, "given hand of jules: friday, cat 1", "given hand of jules: 9 × friday, cat 1")
    assert any("no further friday" in said for said in wrong)


SMALL = """game "Small"
for 2 players
winners: p in players with highest points of p
kind suit: clubs, hearts
kind rank, low to high: 3 to 6
kind side: heads, tails
cards in deck:
  name | rank | suit
  card | each | each
dice called d6 in tray, 2 of them:
  name | pips
  d6   | 1 to 6
dice called coin in purse, 1 of them:
  name | side
  coin | each
dice called bent in sleeve, 1 of them:
  name | side
  bent | each
zone sleeve, holding bent, seen by all
pile deck, seen by nobody
zone tray, holding d6, seen by all
zone purse, holding coin, seen by all
zone hand of each player, seen by its owner
counter points of each player
counter count
flag out of each player
marker leader: player
marker trump: suit
term (player p) is rich: points of p > 10
term (card c) beats (card d): rank of c > rank of d
to play:
  for each p in players:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to draw:
      p draws 1 from deck into hand of p
    to throw:
      roll tray
      p scores the total pips of tray
    to flip:
      roll purse
    to bend:
      roll sleeve
    to pick:
      leader becomes a random q in players
      trump becomes a random s in suit
      count becomes a random n in 4 to 6
    to pass
"""


def problem(lines: str) -> tuple[int, str]:
    """The line of an example, counted from 1, at which something is wrong, and what; (0, "") if all holds."""
    rows = lines.strip().split("\n")
    text = SMALL + "example one for ann, bob:\n" + "".join(f"  {row.strip()}\n" for row in rows)
    program = check("small", parse(text, "small"), texts={"small": text})
    found = run_examples(program)[0].problem
    return (0, "") if found is None else (found.span.line - SMALL.count("\n") - 1, f"{found.message} | {found.hint}")


@pytest.mark.parametrize(
    ("act", "luck"),
    [
        ("throw", "3, 6"),  # 3 and 6 are ranks, too
        ("throw", "2 × 6"),
        ("flip", "tails"),
        ("bend", "1 × tails"),  # the other coin has such a side, too
        ("draw", "3 of hearts"),
        ("pick", "bob, hearts, 5"),
    ],
)
def test_luck_is_of_what_comes(act: str, luck: str) -> None:
    assert problem(f"at ann takes-turn\nann does {act}\nluck: {luck}") == (0, "")


@pytest.mark.parametrize(
    ("act", "luck", "said"),
    [
        ("throw", "3 of hearts, 6", "3 of hearts cannot come here, where a d6 falls; what can: 1, 2, 3, 4, 5, 6"),
        ("throw", "3, heads", "heads cannot come here, where a d6 falls"),
        ("throw", "3", "and luck tells 1 of them: 3"),
        ("throw", "ann, bob", "ann cannot come here, where a d6 falls"),
        ("flip", "1", "1 cannot come here, where a coin falls; what can: heads, tails"),
        ("bend", "heads of coin", "heads of a coin cannot come here, where a bent falls; what can: heads, tails"),
        ("bend", "900000000 × heads", "a range of 900000000 numbers is too long"),
        ("draw", "ann", "ann cannot come here, where a card is drawn"),
        ("draw", "2", "2 cannot come here, where a card is drawn"),
        (
            "pick",
            "3 of hearts, hearts, 5",
            "3 of hearts cannot come here, where a player is picked; what can: ann, bob",
        ),
        ("pick", "ann, bob, 5", "bob cannot come here, where a suit is picked; what can: clubs, hearts"),
        ("pick", "ann, hearts, 3", "3 cannot come here, where a number is picked; what can: 4, 5, 6"),
        ("draw", "3 of hearts, 4 of hearts", "4 of hearts is left over"),
        ("pass", "3 of hearts", "3 of hearts is left over"),
    ],
)
def test_luck_of_another_kind_is_told_at_its_own_line(act: str, luck: str, said: str) -> None:
    line, message = problem(f"at ann takes-turn\nann does {act}\nluck: {luck}\nexpect ann is not out")
    assert line == 3
    assert said in message


def test_luck_left_over_is_told_before_what_fails_after_it() -> None:
    """That a number is another may come of the luck that never came."""
    line, message = problem(
        "at ann takes-turn\nluck: 3, 4, 5 of hearts\nann does throw\nexpect size of hand of ann = 1"
    )
    assert (line, "5 of hearts is left over" in message) == (2, True)
    line, message = problem("at play\nann does pass\nexpect points of ann = 1\nluck: 3 of hearts\nbob does pass")
    assert (line, "expected 1, but it is 0" in message) == (3, True)


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("points of ann = 3", "expected 3, but it is 7"),
        ("points of ann is 3", "expected 3, but it is 7"),
        ("points of ann is not 7", "expected not 7, but it is 7"),
        ("points of ann < points of bob", "expected less than 2, but it is 7"),
        ("points of bob >= 3", "expected at least 3, but it is 2"),
        ("points of bob is more than 2", "expected more than 2, but it is 2"),
        ("3 = points of ann", "expected 3, but it is 7"),
        ("3 < points of bob", "expected more than 3, but it is 2"),
        ("3 is points of ann", "expected 3, but it is 7"),
        ("points of bob is one of [3, 4]", "expected one of [3, 4], but it is 2"),
        ("not points of bob = 2", "expected not 2, but it is 2"),
        ("hand of ann is empty", "expected nothing there, but it is [3 of clubs, 4 of hearts]"),
        ("hand of bob is not empty", "expected something there, but it is []"),
        ("hand of ann is [3 of clubs]", "expected [3 of clubs], but it is [3 of clubs, 4 of hearts]"),
        ("[trump, clubs] is [clubs, clubs]", "expected [clubs, clubs], but it is [hearts, clubs]"),
        ("hand of ann has 5 of clubs", "expected 5 of clubs among [3 of clubs, 4 of hearts]"),
        ("trump is none", "expected none, but it is hearts"),
        ("leader is not none", "expected something else than none, but it is none"),
        ("ann is rich", "ann is not rich"),
        ("bob is not out", "bob is out"),
        ("3 of clubs beats 4 of clubs", "it does not hold between 3 of clubs and 4 of clubs"),
        ("some c in hand of ann where rank of c is 6", "there is none among [3 of clubs, 4 of hearts]"),
        ("no c in hand of ann where rank of c is 4", "there is [4 of hearts]"),
        ("(points of ann = 3 or trump is clubs)", "`points of ann = 3`: expected 3, but it is 7; `trump is clubs`: "),
        ("points of ann = 7 and points of bob = 7", "expected 7, but it is 2"),
    ],
)
def test_what_does_not_hold_shows_its_values(test: str, said: str) -> None:
    given = "given hand of ann: 3 of clubs, 4 of hearts\ngiven points of ann: 7\ngiven points of bob: 2\n"
    line, message = problem(f"{given}given trump: hearts\ngiven bob: out\nexpect {test}")
    assert line == 6
    assert said in message


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ("at play\nann does pass\nbob does pass\nexpect game ends as done", 0, ""),
        ("at ann gives-up\nexpect game ends as given-up\nexpect points of ann = 0", 0, ""),
        ("at ann gives-up\nexpect game ends as done", 2, "the game has ended as `given-up`"),
        ("at play\nann does pass\nexpect game ends as done", 3, "the game has not ended: bob is to choose"),
        ("at ann takes-turn\nann does pass\nexpect game ends as done", 3, "what the example starts is over"),
    ],
)
def test_how_the_game_ends_is_asked(lines: str, line: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SMALL", SMALL + "to (player p) gives-up:\n  end game as given-up\n")
    found, message = problem(lines)
    assert (found, said in message) == (line, True)


def test_what_only_luck_drives_on_for_ever_is_told(tmp_path: Path) -> None:
    """No face of the die is a seven, so the rolling never ends."""
    file = tmp_path / "rolling.hoyle"
    file.write_text(
        """game "Rolling"
for 2 players
winners: players
dice in cup, 1 of them:
  name | pips
  die  | 1 to 6
zone cup, seen by all
to play:
  repeat:
    roll cup
    if the total pips of cup = 7:
      end game as seven
example rolling for ann, bob:
  at play
  expect size of cup = 1
""",
        encoding="utf-8",
    )
    (result,) = run_examples(load_program(file))
    assert result.problem is not None
    assert "the rules go on and on here, and nobody chooses" in result.problem.message


ROLLS = """game "Rolls"
for 2 players
winners: p in players with highest points of p
dice in cup, 3 of them:
  name | pips
  die  | 1 to 6
zone cup, seen by all
counter points of each player
to play:
  for each p in players:
    p takes-turn
  end game as over
turn (player p) takes-turn:
  p chooses:
    to roll
    to pass
  roll cup
  roll cup
  p scores the total pips of cup
"""


def failed(tmp_path: Path, example: str) -> tuple[int, str]:
    """Where an example of the game of rolls fails, counted in its own lines, and all that is said of it."""
    file = tmp_path / "rolls.hoyle"
    file.write_text(f"{ROLLS}example tried for ann, bob:\n{textwrap.indent(example, '  ')}\n", encoding="utf-8")
    (result,) = run_examples(load_program(file))
    assert result.problem is not None
    return result.problem.span.line - ROLLS.count("\n") - 1, f"{result.problem.message} | {result.problem.hint}"


def test_the_faces_of_a_roll_are_told_together(tmp_path: Path) -> None:
    """Too few of them, or some in one line and some in the next: which roll it is, and what went before."""
    line, said = failed(tmp_path, "at ann takes-turn\nann does pass\nluck: 1, 2, 3, 4\nexpect points of ann = 4")
    assert line == 3
    assert "3 dice are rolled by `roll cup` (line 18), and luck tells 1 of them: 4" in said
    assert "1, 2, 3 came before, by `roll cup` (line 17)" in said
    assert "a line `luck:` for each roll" in said
    line, said = failed(
        tmp_path, "at ann takes-turn\nann does pass\nluck: 1, 2, 3, 4\nluck: 5, 6\nexpect points of ann = 15"
    )
    assert line == 4
    assert "4, 5, 6 would be one roll, by `roll cup` (line 18), though 5 stands in another line" in said


def test_two_rolls_may_be_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "rolls.hoyle"
    example = "at ann takes-turn\nann does pass\nluck: 1, 2, 3, 4, 5, 6\nexpect points of ann = 15"
    file.write_text(f"{ROLLS}example tried for ann, bob:\n{textwrap.indent(example, '  ')}\n", encoding="utf-8")
    (result,) = run_examples(load_program(file))
    assert result.problem is None


def test_who_was_asked_only_has_still_to_choose(tmp_path: Path) -> None:
    """`can` plays nothing, which is told where something expected has not come about."""
    line, said = failed(tmp_path, "at ann takes-turn\nann can pass\nexpect points of ann = 15")
    assert line == 3
    assert "`can` only asks and plays nothing: to play it, write below it: ann does pass" in said
    assert "only asks" not in failed(tmp_path, "at ann takes-turn\nbob cannot pass\nexpect points of ann = 15")[1]


def test_what_is_expected_before_the_start_is_of_the_position(tmp_path: Path) -> None:
    """It is asked before chance decides anything, so the luck told below it still comes."""
    file = tmp_path / "rolls.hoyle"
    rules = ROLLS.replace("  p chooses:\n", "  roll cup\n  p chooses:\n")
    example = (
        "given points of ann: 7\nexpect points of ann = 7\nat ann takes-turn\nluck: 6, 6, 6\nexpect cup is [6, 6, 6]"
    )
    file.write_text(f"{rules}example tried for ann, bob:\n{textwrap.indent(example, '  ')}\n  ann does pass\n", "utf-8")
    (result,) = run_examples(load_program(file))
    assert result.problem is None
    file.write_text(file.read_text("utf-8").replace("expect points of ann = 7", "expect points of ann = 8"), "utf-8")
    (result,) = run_examples(load_program(file))
    assert result.problem is not None
    assert "expected 8, but it is 7" in result.problem.message
