"""The pages of the site, from what `model` holds.

Comes in: games ready to be shown. Goes out: a folder of static pages that works from any sub-path, offline, and asks no
other host for anything. What always holds: the folder is whole or as it was before; pages link to each other
relatively; every page of a game is there in every language that the game has.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from .. import resources, templates
from ..language.diagnostics import HoyleError
from .figures import capped, charts, file_size, note, table
from .highlight import line_id, lines, spans
from .model import Book, Clause, GamePages, VariantBook
from .report import Reader
from .text import texts

MARK = ".hoyle-site"
"""A file that says that a folder is a site of ours, and may be made anew."""

Crumbs = list[tuple[str, str | None]]
"""The way from the front to a page: names and addresses, the page itself without one."""


class Site:
    """Renders pages into a folder."""

    def __init__(self, games: Sequence[GamePages], languages: Sequence[str], into: Path) -> None:
        self.games, self.languages, self.into = games, languages, into
        self.texts = {code: texts(code) for code in languages}
        self.templates = templates.environment(resources.site() / "templates", escape=True)

    def build(self) -> None:
        """Write every page."""
        shutil.copytree(resources.site() / "static", self.into / "static")
        self._write(
            "index.html", templates.rendered(self.templates, "choose.html", languages=self.languages, texts=self.texts)
        )
        for code in self.languages:
            self._front(code)
            self._search(code)
        for game in self.games:
            marks = [(file, text, list(spans(text))) for file, text in game.specs]
            for code in self._spoken(game):
                self._game(game, code, marks)
            for file in game.downloads:
                path = self.into / "files" / game.name / file.file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.data)
            if game.playable is not None:
                for name, script in game.playable.games.items():
                    self._script(f"files/{game.name}/{_script_name(name)}", script)
                self._script("static/hoyle_host.js", game.playable.host)
        (self.into / MARK).write_text("made by hoyle site; it may be made anew\n", encoding="utf-8")

    def _spoken(self, game: GamePages | None) -> list[str]:
        """The languages in which there are pages of a game; of what is no game's, all."""
        return [code for code in self.languages if game is None or code in game.titles]

    # ---- pages -----------------------------------------------------------------------------------------------------
    def _write(self, path: str, text: str) -> None:
        file = self.into / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def _script(self, path: str, text: bytes) -> None:
        file = self.into / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)

    def _page(self, template: str, code: str, path: str, crumbs: Crumbs, **values: Any) -> None:
        """One page: `path` is below the language's folder."""
        root = "../" * (path.count("/") + 1)
        # Where a game does not speak a language, its other games are told there.
        spoken = self._spoken(values.get("game"))
        everywhere = [(c, f"{root}{c}/{path if c in spoken else 'index.html'}") for c in self.languages]
        words = self.texts[code]
        text = templates.rendered(
            self.templates,
            template,
            lang=code,
            t=words,
            pair=lambda a, b: words["pair"].format(a=a, b=b),
            size=partial(file_size, language=code),
            names={c: self.texts[c]["name"] for c in self.languages},
            root=root,
            others=[pair for pair in everywhere if pair[0] != code and pair[0] in spoken],
            all_languages=everywhere,
            crumbs=crumbs,
            at_front=path == "index.html",
            **{"ways": [], **values},
        )
        self._write(f"{code}/{path}", text)

    def _front(self, code: str) -> None:
        self._page("front.html", code, "index.html", [], games=[game for game in self.games if code in game.titles])

    def _search(self, code: str) -> None:
        t = self.texts[code]
        self._page("search.html", code, "search.html", [(t["games"], "index.html"), (t["search"], None)])
        entries = [entry for game in self.games if code in game.titles for entry in _entries(game, code)]
        data = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
        self._write(f"static/index-{code}.js", f"window.hoyleIndex = {data};\n")

    def _game(self, game: GamePages, code: str, marks: list[tuple[str, str, Any]]) -> None:
        t, title, book = self.texts[code], game.titles[code], game.books[code]
        folder = f"{game.name}/"
        variants = game.variants.get(code, [])
        replay = game.replays.get(code)
        ways = [
            (t["rules"], "rules.html"),
            (t["aid"], "aid.html"),
            *([(t["variants"], "variants.html")] if variants else []),
            *([(t["play"], "play.html")] if game.playable is not None else []),
            *([(t["replay"], "replay.html")] if replay else []),
            (t["spec"], "spec.html"),
            (t["verified"], "verified.html"),
        ]
        shared = {"game": game, "title": title, "book": book, "ways": ways}

        def page(template: str, name: str, *last: tuple[str, str | None], **values: Any) -> None:
            trail: Crumbs = [(t["games"], "../index.html"), (title, "index.html" if last else None), *last]
            self._page(template, code, folder + name, trail, here=name, **{**shared, **values})

        downloads = [d for d in game.downloads if d.language in ("", code)]
        page("game.html", "index.html", downloads=downloads)
        page("rules.html", "rules.html", (t["rules"], None))
        pdf = next((d.file for d in downloads if d.kind == "aid" and not d.about), None)
        page("aid.html", "aid.html", (t["aid"], None), pdf=pdf)
        page("variants.html", "variants.html", (t["variants"], None), variants=variants)
        for variant in variants:
            page(
                "rules.html",
                f"rules-{variant.name}.html",
                (t["variants"], "variants.html"),
                (variant.title, None),
                book=variant.book,
            )
        page("spec.html", "spec.html", (t["spec"], None), specs=list(_specs(game, code, marks, variants)))
        page(
            "verified.html",
            "verified.html",
            (t["verified"], None),
            report=game.report,
            reader=Reader(game, code, t),
            figures=table(game.plays, code),
            figures_note=note(game.plays, t, code),
            capped=capped(game.plays, t, code),
            charts=charts(game.plays, t, code),
        )
        if game.playable is not None:
            page(
                "play.html",
                "play.html",
                (t["play"], None),
                sprite=game.sprites[code],
                words=_script_json(
                    {
                        "language": code,
                        "labels": {key: t[name] for key, name in _LABELS.items()},
                        "others": game.playable.others,
                        "pieces": game.playable.pieces[code],
                        "variants": [
                            {"name": name, "title": called, "file": f"../../files/{game.name}/{_script_name(name)}"}
                            for name, called in [("", title), *((v.name, v.title) for v in variants)]
                            if name in game.playable.games
                        ],
                    }
                ),
            )
        if replay:
            told = [" ".join(step["told"]) for step in replay["steps"] if step["told"]]
            page(
                "replay.html",
                "replay.html",
                (t["replay"], None),
                replay=_script_json(replay),
                sprite=game.sprites[code],
                told=told,
            )


def _script_name(variant: str) -> str:
    """The file of the script that holds a game to play."""
    return f"play-{variant}.js" if variant else "play.js"


_LABELS = {
    "pair": "pair",
    "setup": "first_step",
    "shared": "shared",
    "turn": "your_turn",
    "yours": "play_yours",
    "hidden": "play_hidden",
    "only": "play_only",
    "left": "play_left",
    "again": "play_again",
    "none": "play_none",
    "dice": "play_dice",
    "shown": "play_shown",
    "owned": "play_owned",
    "more": "play_more",
    "set": "play_set",
    "unset": "play_unset",
    "stuck": "play_stuck",
    "endless": "play_endless",
    "turnOf": "turn_of",
    "over": "the_end",
    "winner": "winner",
    "winners": "winners",
    "nobody": "nobody_wins",
    "player": "seat_head",
    "score": "score",
    "result": "result",
    "won": "won",
}
"""The site's own words that the script of a game to play needs."""


def _specs(
    game: GamePages, code: str, marks: list[tuple[str, str, Any]], variants: list[VariantBook]
) -> Iterator[tuple[str, list[str]]]:
    for number, (file, text, found) in enumerate(marks):
        yield file, lines(text, _linker(file, game, code, variants), partial(line_id, number), found)


def _script_json(data: Any) -> Any:
    """JSON that can stand inside a script element."""
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _linker(file: str, game: GamePages, code: str, variants: list[VariantBook]) -> Callable[[int, str], str | None]:
    """Where lines of a spec lead: to the first clause that each makes; tags to their rulings."""
    places: dict[int, str] = {}
    rulings: dict[str, str] = {}
    books: list[tuple[str, list[Clause]]] = [("rules.html", game.books[code].clauses)]
    books += [(f"rules-{v.name}.html", v.book.clauses) for v in variants]
    for page, clauses in books:
        for clause in clauses:
            if clause.file == file and clause.line:
                places.setdefault(clause.line, f"{page}#{clause.id}")
            if clause.id.startswith("ruling-"):
                rulings.setdefault(clause.id.removeprefix("ruling-").lower(), f"{page}#{clause.id}")

    def link(line: int, tag: str) -> str | None:
        return rulings.get(tag.lstrip("@").lower()) if tag else places.get(line)

    return link


def _entries(game: GamePages, code: str) -> Iterable[dict[str, str]]:
    title = game.titles[code]
    yield {"title": title, "text": "", "href": f"{game.name}/index.html"}
    pages: list[tuple[str, str, Book]] = [("rules.html", title, game.books[code])]
    pages += [(f"rules-{v.name}.html", f"{title}: {v.title}", v.book) for v in game.variants.get(code, [])]
    seen: set[tuple[str, str]] = set()
    for page, head, book in pages:
        for clause in book.clauses:
            if (clause.id, clause.text) in seen:
                continue
            seen.add((clause.id, clause.text))
            yield {
                "title": f"{head} {clause.number}".strip(),
                "text": clause.text,
                "href": f"{game.name}/{page}#{clause.id}",
            }


def check_folder(out: Path) -> None:
    """See that a site may be made in a folder, before the long work.

    Raises:
        HoyleError: it is a file, holds something else than a site of ours, or cannot be written.
    """
    if out.exists() and not out.is_dir():
        raise HoyleError(f"{out} is a file, not a folder")
    try:
        if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
            raise HoyleError(f"the folder {out} holds other things; choose an empty one, or a new one")
        above = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.exists())
        if not above.is_dir():
            raise HoyleError(f"{above} is a file, not a folder")
        with tempfile.TemporaryDirectory(dir=above if above != out.absolute() else above.parent, prefix=".hoyle-"):
            pass
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> HoyleError:
    why = error.strerror or str(error)
    if isinstance(error, shutil.Error):  # a list of what was not copied: from where, to where, why
        why = re.sub(r"^\[Errno \d+\] |: '.*", "", str(error.args[0][0][2]))
    return HoyleError(f"the site cannot be written to {out}: {why[:1].lower()}{why[1:]}")


def build_site(games: Sequence[GamePages], languages: Sequence[str], out: Path) -> None:
    """Make the site.

    Args:
        games: what to show.
        languages: two-letter codes, the first is the one to fall back to.
        out: the folder; made if it is not there, made anew if it is a site of ours.

    Raises:
        HoyleError: the folder holds something else, or cannot be written; a template or a word is wrong. The folder is
        then as it
            was before.
    """
    out = out.absolute()
    check_folder(out)
    made = [folder for folder in out.parents if not folder.exists()]
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".hoyle-") as folder:
            new = Path(folder) / "site"
            new.mkdir()
            Site(games, languages, new).build()
            old = Path(folder) / "old"
            if out.exists():
                out.rename(old)
            try:
                new.rename(out)
            except OSError:
                if old.exists():
                    old.rename(out)
                raise
        return
    except OSError as error:
        problem = _unwritable(out, error)
    except HoyleError as error:
        problem = error
    for above in made:  # folders that were made for a site that did not come about
        if above.is_dir() and not any(above.iterdir()):
            above.rmdir()
    raise problem
