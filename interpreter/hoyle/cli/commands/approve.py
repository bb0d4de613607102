"""`hoyle approve`: the author's own words are right for the rule as it is now."""

from __future__ import annotations

import os

import click

from .. import output
from ..app import Command
from ..options import Request, game_options, languages_


@click.command(cls=Command, section="Publish")
@game_options(players=False, chance=False)
@click.argument("clauses", nargs=-1, metavar="[CLAUSE]...")
@languages_(default="all if not given")
def command(request: Request, clauses: tuple[str, ...], languages: tuple[str, ...]) -> int:
    """Approve the author's words for clauses whose rule has changed, and translations of changed rulings.

    The author's words (`says`) and the translations may also be new.

    CLAUSE is a clause's permanent name, as `book` reports it, or `ruling-` and a tag; all that are out of date if none
    is given.
    """
    from ...language.diagnostics import HoyleError, did_you_mean
    from ...library import find
    from ...rulebook.book import stale_words
    from ...rulebook.lexicon import languages as spoken_here
    from ...rulebook.says import approve

    request.program()  # says what is wrong with the rules, if no words are looked at below
    folder = find(request.spec).file.parent
    found, done = set(), []
    for language in languages or spoken_here():
        path = folder / f"words.{language}.toml"
        if not os.path.lexists(path):
            continue
        stale = stale_words(request.spec, language, request.variants, request.settings)
        found |= {item.key for item in stale}
        if approve(path, stale, list(clauses) or None):
            done += [
                {"language": language, "clause": s.key} for s in stale if s.mark and (not clauses or s.key in clauses)
            ]
    for clause in clauses:
        if clause not in found:
            raise HoyleError(
                f"no words for {clause} are out of date; {did_you_mean(clause, found) or 'see hoyle book'}"
            )
    if request.json:
        output.answer({"approved": done})
    else:
        for item in done:
            output.say(f"{item['language']}: {item['clause']} approved")
        if not done:
            output.say("all of the author's words are up to date")
    return 0
