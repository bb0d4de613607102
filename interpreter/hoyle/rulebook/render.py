"""Books laid out: Markdown and HTML by the templates of `rulebooks/templates`, which hold no grammar.

Comes in: a `Book`. Goes out: text. Errors: `HoyleError` naming the template that fails and its line.
"""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from .. import templates
from ..resources import rulebooks
from .book import Book
from .text import Text

_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>])")


def markdown(book: Book) -> str:
    """The book as Markdown, with anchors for every clause."""
    text = _render("book.md.j2", book)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def html(
    book: Book, style: str = "", scripts: str = "", gallery: str = "", pictures: Mapping[str, str] | None = None
) -> str:
    """The book as a page of HTML. `style` and `scripts` are put into its head as they are; the rest as for `body`."""
    return _render("book.html.j2", book, style=Markup(style), scripts=Markup(scripts), **_shown(gallery, pictures))


def aid(book: Book, style: str = "") -> str:
    """The player aid as a page of HTML."""
    return _render("aid.html.j2", book, style=Markup(style), body=Markup(aid_body(book)))


def body(
    book: Book,
    gallery: str = "",
    pictures: Mapping[str, str] | None = None,
    sources: Mapping[str, tuple[str, str]] | None = None,
) -> str:
    """The chapters of the book as HTML without head and foot, to be put into another page.

    Args:
        book: the rulebook.
        gallery: HTML list items that picture what is in the box.
        pictures: HTML to stand after a clause of an example, or at the end of a chapter, by its id.
        sources: by a clause's id, where its rule stands in the spec: an address, and what that is called.
    """
    return _render("body.html.j2", book, **_shown(gallery, pictures, sources))


def _shown(
    gallery: str, pictures: Mapping[str, str] | None, sources: Mapping[str, tuple[str, str]] | None = None
) -> dict[str, Any]:
    shown = {k: Markup(v) for k, v in (pictures or {}).items()}
    return {"gallery": Markup(gallery), "pictures": shown, "sources": dict(sources or {})}


def aid_body(book: Book, rules: str | None = None) -> str:
    """The player aid as HTML without head and foot; its terms link into the page `rules`, if one is named."""
    text = _render("aid_body.html.j2", book)
    if rules is None:
        return re.sub(r'<a class="term" href="#[^"]*">(.*?)</a>', r"\1", text)
    return text.replace('<a class="term" href="#', f'<a class="term" href="{rules}#')


def _render(name: str, book: Book, **more: Any) -> str:
    return templates.rendered(_environment(), name, book=book, heads=book.heads, **more)


@cache
def _environment() -> Environment:
    """The templates, compiled once."""
    env = templates.environment(rulebooks() / "templates", escape=".html")
    env.filters["md"] = to_markdown
    env.filters["html"] = to_html
    env.filters["plainmd"] = escape_markdown
    return env


def escape_markdown(text: str) -> str:
    """A text with the signs of Markdown made harmless."""
    return _MARKDOWN_SIGNS.sub(r"\\\1", text)


def to_markdown(text: Text) -> str:
    """Told text in Markdown: links and strong words."""
    out = []
    for run in text.runs:
        words = escape_markdown(run.text)
        if run.strong:
            words = f"**{words}**"
        if run.link:
            words = f"[{words}](#{run.link})"
        out.append(words)
    return "".join(out)


def to_html(text: Text) -> Markup:
    """Told text in HTML."""
    out = []
    for run in text.runs:
        words = html_module.escape(run.text)
        if run.strong:
            words = f"<strong>{words}</strong>"
        if run.link:
            words = f'<a class="term" href="#{html_module.escape(run.link)}">{words}</a>'
        out.append(words)
    return Markup("".join(out))
