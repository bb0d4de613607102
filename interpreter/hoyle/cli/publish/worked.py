"""Worked examples in a reader's language: captions and pictures of their positions, and which of them show scoring."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ...language import tree as t
from ...pictures import draw
from ...rulebook.facts import texts
from .edition import Voice


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies at one place, as it is shown: a caption, and the pictures by their number."""

    caption: str
    faces: tuple[int, ...]


def shown(voice: Voice) -> dict[str, list[Shown]]:
    """The places that each example fills, by the id of the clause that tells the position."""
    pattern, link = texts(voice.book.language)["cards_of"], voice.speaker.tell.link
    found: dict[str, list[Shown]] = {}
    for name, rows in voice.positions.items():
        told = []
        for row in rows:
            place = voice.speaker.place(row.place)
            owner = row.owner.replace("-", " ").title()
            told.append(
                Shown(pattern.replace("{place}", place).replace("{owner}", owner) if owner else place, row.faces)
            )
        found[f"{link('example', name)}.position"] = told
    return found


def html(voice: Voice) -> dict[str, str]:
    """What is put into a page of the book, by clause: pictures after positions, links to examples after scoring."""
    found = {key: "".join(_figure(voice, row) for row in rows) for key, rows in shown(voice).items()}
    examples = scoring(voice)
    if examples:
        links = ", ".join(
            f'<a href="#{escape(id_)}">{escape(f"{number} {title}")}</a>' for id_, number, title in examples
        )
        said = escape(texts(voice.book.language)["see_examples"]).replace("{links}", links)
        found["scoring"] = f'<p class="see">{said}</p>'
    return found


def _figure(voice: Voice, row: Shown) -> str:
    items = "".join(f"<li>{draw(voice.pieces[f], 'page')}</li>" for f in row.faces)
    caption = f"<figcaption>{escape(row.caption)}</figcaption>"
    return f'<figure class="position"><ul class="pieces">{items}</ul>{caption}</figure>'


def scoring(voice: Voice) -> list[tuple[str, str, str]]:
    """The examples that show how points are scored: id, number and title of each.

    They are those that start where scoring starts; if there are none, those in which somebody's score is expected.
    """
    program, book, link = voice.program, voice.book, voice.speaker.tell.link
    chapter = next((c for c in book.chapters if c.id == "scoring"), None)
    if chapter is None:
        return []
    procedures = {name for name in program.procedures if link("procedure", name) in {p.id for p in chapter.parts}}
    examples = program.examples.values()
    chosen = [e for e in examples if any(isinstance(x, t.At) and x.call.name in procedures for x in e.lines)]
    if not chosen:
        chosen = [
            e for e in examples if any(isinstance(x, t.Expect) and _names(x.test, program.score) for x in e.lines)
        ]
    told = {c.id: c for c in book.clauses()}
    keys = [link("example", e.name) for e in chosen]
    return [(key, told[key].number, told[key].text) for key in keys if key in told]


def _names(node: t.Node, name: str | None) -> bool:
    return name is not None and any(getattr(x, "name", None) == name for x in node.walk())
