"""The pages of the site, from what `model` holds.

Comes in: games ready to be shown. Goes out: a folder of static pages that works from any sub-path, offline, and asks no other host
for anything. What always holds: the folder is whole or as it was before; pages link to each other relatively; every page is there in
every language.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import jinja2

from .. import resources
from ..language.diagnostics import HoyleError
from .charts import Bar, bars, histogram, interval, ranges
from .highlight import lines
from .model import Book, Clause, GamePages, VariantBook

MARK = ".hoyle-site"
"""A file that says that a folder is a site of ours, and may be made anew."""


class Site:
    """Renders pages into a folder."""

    def __init__(self, games: Sequence[GamePages], languages: Sequence[str], into: Path) -> None:
        self.games, self.languages, self.into = games, languages, into
        self.texts = {code: _text(code) for code in languages}
        loader = jinja2.FileSystemLoader(resources.site() / "templates")
        self.jinja = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)

    def build(self) -> None:
        """Write every page."""
        shutil.copytree(resources.site() / "static", self.into / "static")
        self._write("index.html", self.jinja.get_template("choose.html").render(languages=self.languages, texts=self.texts))
        for code in self.languages:
            self._front(code)
            self._search(code)
            for game in self.games:
                self._game(game, code)
        for game in self.games:
            for file in game.downloads:
                path = self.into / "files" / game.name / file.file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.data)
        (self.into / MARK).write_text("made by hoyle site; it may be made anew\n", encoding="utf-8")

    # ---- pages -----------------------------------------------------------------------------------------------------
    def _write(self, path: str, text: str) -> None:
        file = self.into / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def _page(self, template: str, code: str, path: str, crumbs: list[tuple[str, str | None]], **values: Any) -> None:
        """One page: `path` is below the language's folder."""
        root = "../" * (path.count("/") + 1)
        everywhere = [(c, f"{root}{c}/{path}") for c in self.languages]
        text = self.jinja.get_template(template).render(
            lang=code,
            t=self.texts[code],
            names={c: self.texts[c]["name"] for c in self.languages},
            root=root,
            others=[pair for pair in everywhere if pair[0] != code],
            all_languages=everywhere,
            crumbs=crumbs,
            **values,
        )
        self._write(f"{code}/{path}", text)

    def _front(self, code: str) -> None:
        self._page("front.html", code, "index.html", [], games=self.games)

    def _search(self, code: str) -> None:
        t = self.texts[code]
        self._page("search.html", code, "search.html", [(t["games"], "index.html"), (t["search"], None)])
        entries = [entry for game in self.games for entry in _entries(game, code, t)]
        data = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
        self._write(f"static/index-{code}.js", f"window.hoyleIndex = {data};\n")

    def _game(self, game: GamePages, code: str) -> None:
        t, title, book = self.texts[code], game.titles[code], game.books[code]
        home = [(t["games"], "../index.html"), (title, "index.html")]
        folder = f"{game.name}/"
        variants = game.variants.get(code, [])
        shared = {"game": game, "title": title, "book": book}
        replay = game.replays.get(code)
        downloads = [d for d in game.downloads if d.language in ("", code)]
        crumbs: list[tuple[str, str | None]] = [(t["games"], "../index.html"), (title, None)]
        self._page("game.html", code, folder + "index.html", crumbs, replay=replay, downloads=downloads, **shared)
        self._page("rules.html", code, folder + "rules.html", [*home, (t["rules"], None)], **shared)
        self._page("aid.html", code, folder + "aid.html", [*home, (t["aid"], None)], **shared)
        self._page("variants.html", code, folder + "variants.html", [*home, (t["variants"], None)], variants=variants, **shared)
        for variant in variants:
            trail = [*home, (t["variants"], "variants.html"), (variant.title, None)]
            self._page("rules.html", code, f"{folder}rules-{variant.name}.html", trail, **{**shared, "book": variant.book})
        self._spec(game, code, home, shared, variants)
        self._page(
            "verified.html", code, folder + "verified.html", [*home, (t["verified"], None)],
            report=game.report, charts=_charts(game, t), **shared,
        )  # fmt: skip
        if replay:
            self._page(
                "replay.html", code, folder + "replay.html", [*home, (t["replay"], None)],
                replay=_script_json(replay), sprite=game.sprite, told=[x for s in replay["steps"] for x in s["told"]], **shared,
            )  # fmt: skip

    def _spec(self, game: GamePages, code: str, home: list[tuple[str, str]], shared: dict[str, Any], variants: list[VariantBook]) -> None:
        t = self.texts[code]
        made = []
        for k, (file, text) in enumerate(game.specs):
            rows = lines(text, _linker(file, game, code, variants))
            made.append((file, [row.replace('id="L', f'id="{"" if k == 0 else f"f{k}-"}L', 1) for row in rows]))
        self._page("spec.html", code, f"{game.name}/spec.html", [*home, (t["spec"], None)], specs=made, **shared)


def _text(code: str) -> dict[str, str]:
    path = resources.site() / "text" / f"{code}.toml"
    if not path.is_file():
        known = sorted(p.stem for p in path.parent.glob("*.toml"))
        raise HoyleError(f"the site does not speak `{code}`; it speaks: {', '.join(known)}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


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


def _entries(game: GamePages, code: str, t: dict[str, str]) -> Iterable[dict[str, str]]:
    title = game.titles[code]
    yield {"title": title, "text": title, "href": f"{game.name}/index.html"}
    pages: list[tuple[str, str, Book]] = [("rules.html", title, game.books[code])]
    pages += [(f"rules-{v.name}.html", f"{title}: {v.title}", v.book) for v in game.variants.get(code, [])]
    seen: set[tuple[str, str]] = set()
    for page, head, book in pages:
        for clause in book.clauses:
            if (clause.id, clause.text) in seen:
                continue
            seen.add((clause.id, clause.text))
            yield {"title": f"{head} {clause.number}".strip(), "text": clause.text, "href": f"{game.name}/{page}#{clause.id}"}


def _charts(game: GamePages, t: dict[str, str]) -> list[tuple[str, str]]:
    found = []
    for plays in game.plays:
        title = t["lengths"].replace("{n}", str(plays.players))
        found.append((title, histogram(title, ranges(plays.lengths), of=t["decisions"].replace("{plays}", str(plays.plays)))))
        if plays.players > 1:
            title = t["wins"].replace("{n}", str(plays.players))
            items = [Bar(t["seat"].replace("{n}", str(k)), 100 * m, 100 * interval(1, e)) for k, (m, e) in enumerate(plays.wins, 1)]
            found.append((title, bars(title, items, unit=" %", even=100 / plays.players, even_label=t["even"])))
    return found


def build_site(games: Sequence[GamePages], languages: Sequence[str], out: Path) -> None:
    """Make the site.

    Args:
        games: what to show.
        languages: two-letter codes, the first is the one to fall back to.
        out: the folder; made if it is not there, made anew if it is a site of ours.

    Raises:
        HoyleError: the folder holds something else, or cannot be written; it is then as it was before.
    """
    out = out.absolute()
    if out.exists() and not out.is_dir():
        raise HoyleError(f"{out} is a file, not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise HoyleError(f"the folder {out} holds other things; choose an empty one, or a new one")
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
    except OSError as error:
        raise HoyleError(f"the site cannot be written to {out}: {error.strerror or error}") from None
    except jinja2.TemplateError as error:
        where = f"{error.filename or ''}:{getattr(error, 'lineno', '') or ''}".strip(":")
        raise HoyleError(f"a template of the site is wrong: {where} {error.message or error}") from None
