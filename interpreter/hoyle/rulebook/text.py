"""Told text: runs of words, each with what it links to; and the tokens that languages make runs of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Token:
    """A word or sign on its way into a line.

    `kind` is word, det (an article, which contracts and elides), fn (a small word that elides), num, or mark.
    `glue` joins it to what follows without a space.
    """

    text: str
    kind: str = "word"
    link: str | None = None
    strong: bool = False
    glue: bool = False


@dataclass(slots=True)
class Run:
    """Some words of one look: `link` is the id of a definition or a section."""

    text: str
    link: str | None = None
    strong: bool = False


@dataclass(slots=True)
class Text:
    """A line of told text; `points`: it says only where more stands."""

    runs: list[Run] = field(default_factory=list)
    points: bool = False

    def __str__(self) -> str:
        return "".join(r.text for r in self.runs)

    def __add__(self, other: Text) -> Text:
        gap = [Run(" ")] if self.runs and other.runs else []
        return Text(self.runs + gap + other.runs)


def runs(tokens: list[Token], gaps: list[str]) -> list[Run]:
    """Tokens as runs; `gaps[i]` stands before token i. Neighbours of one look become one run."""
    out: list[Run] = []
    for token, gap in zip(tokens, gaps, strict=True):
        last = out[-1] if out else None
        if last and (last.link, last.strong) == (token.link, token.strong):
            last.text += gap + token.text
            continue
        if gap:
            if last and not last.link and not last.strong:
                last.text += gap
            else:
                out.append(Run(gap))
                last = out[-1]
        if last and not token.link and not token.strong and not last.link and not last.strong:
            last.text += token.text
        else:
            out.append(Run(token.text, token.link, token.strong))
    return out
