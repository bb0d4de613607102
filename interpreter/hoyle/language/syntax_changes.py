"""What stands in a variant by itself and belongs below a line of a change, or behind one of its words.

Each function here explains the trouble if it knows it, and gives nothing if not.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .syntax_trouble import Explanation, Trouble, block, first_word, indent_of, likeliest, moved, without_comment
from .syntax_words import DECLARATIONS

_HEAD = re.compile(
    r"^(?:  (?:add|replace) )?((?:to|setup|round|turn|scoring) (?:\([^)\n]*\) *)?([a-z][\w-]*)(?: \([^)\n]*\))?):\n"
    r"((?:[ \t]+.*\n|[ \t]*\n)*)",
    re.MULTILINE,
)


_RULE = re.compile(
    r"^\s+(?:deal|shuffle|roll|reveal|end|let|if|for each|repeat|turns for|collect|put|turn up)\b|\S "
    r"(?:becomes|gains|loses|scores|chooses|draws|takes|puts|plays|places|discards|gives|returns|collects|reveals)\b"
)


def _heads(trouble: Trouble) -> list[tuple[str, str]]:
    """Each procedure of the game, and the line it opens with."""
    return [(name, head) for head, name, _ in _HEAD.findall(trouble.declared.text)]


def declared_alone(trouble: Trouble) -> Explanation | None:
    """A declaration by itself in a variant."""
    word = first_word(trouble.code)
    if trouble.holder() != "a variant" or word not in DECLARATIONS:
        return None
    margin = indent_of(trouble.code)
    message = "what is new in a variant opens with `add`, what takes the place of something with `replace`"
    place = (len(margin), len(margin) + len(word))
    ways = []
    for change in ("replace", "add") if word == "winners" else ("add", "replace"):
        text = f"{margin}{change} {trouble.code.strip()}"
        mended = trouble.mended(text)
        if mended is not None:
            ways.append(trouble.explain(message, f"write: {text.strip()}", place, "E014", mended))
    return likeliest(trouble, ways)


def rules_for_options(trouble: Trouble) -> Explanation | None:
    """A rule below a line of a variant that changes options: it changes the procedure, as `replace` of the whole or what is
    done before or after it."""
    if not {"TO", "LIMIT"} <= trouble.failure.accepts or trouble.opens not in ("variant", "scope"):
        return None
    width = len(indent_of(trouble.code))
    above = (k for k in range(trouble.index - 1, -1, -1) if without_comment(trouble.rows[k].text))
    index = next((k for k in above if len(indent_of(trouble.rows[k].text)) < width), 0)
    change = re.match(
        r"(\s+)(replace|add) in ([a-z][\w-]*)(?: beside [\w-]+)?:$", without_comment(trouble.rows[index].text)
    )
    if change is None:
        return None
    margin, verb, name = change.groups()
    if trouble.mended(f"{margin}after {name}:", index) is None:  # it is no rule either
        return None
    head = next((line for one, line in _heads(trouble) if one == name), "")
    text = f"after {name}:" if verb == "add" else f"replace {head}:" if head else ""
    mended = trouble.mended(margin + text, index) if text else None
    hint = f"write: {text}"
    if mended is None:
        hint = f"what is done more stands below `after {name}:`, other rules below `replace` and the first line of `{name}`"
    message = f"below `{verb} in {name}:` stand options and limits, and this is a rule"
    place = (len(margin), len(change[0]))
    return trouble.explain(message, hint, place, "E014", mended, index)


def stray_option(trouble: Trouble) -> Explanation | None:
    """An option that stands in a variant by itself: it belongs below the line of the procedure in which it is chosen."""
    option = re.match(r"\s+to ([a-z][\w-]*)", trouble.code)
    if option is None or trouble.holder() != "a variant":
        return None
    choosing = [(name, body) for _, name, body in _HEAD.findall(trouble.declared.text) if "choose" in body]
    there = [name for name, body in choosing if re.search(rf"^[ \t]+to {option[1]}(?![\w-])", body, re.MULTILINE)]
    ways = []
    for change, names in (("replace", there), ("add", [name for name, _ in choosing if name not in there])):
        like = change == "add" and len(names) > 1
        ways += [found for name in names if (found := _below(trouble, f"{change} in {name}:", like)) is not None]
    return likeliest(trouble, ways)


def _below(trouble: Trouble, line: str, like: bool) -> Explanation | None:
    """An option, and what stands below it, put below another line, or one like it."""
    rows, at, margin = trouble.rows, trouble.index, indent_of(trouble.code)
    places = block(rows, at + 1, len(margin) + 1)
    inner = moved(rows, range(at, places.stop), 0, "  ")
    mended = [*rows[:at], replace(trouble.row, text=margin + line), *inner[at:]]
    if not trouble.better(mended, at + 1):
        return None
    message = "an option stands below a line that says in which procedure it is"
    above = f"write above it a line like `{line}`," if like else f"write above it: {line}"
    hint = f"{above} and indent the option below that by two spaces"
    return trouble.explain(message, hint, (len(margin), len(trouble.body)), "E014", mended)


def stray_rule(trouble: Trouble) -> Explanation | None:
    """A rule that stands in a variant by itself: it belongs below the name of the procedure before or after which it is
    done."""
    word = first_word(trouble.code)
    each = bool(re.match(r"\s+for each ", trouble.code))
    changes = ("add", "replace", "remove", "allow", "after", "before")
    if trouble.holder() != "a variant" or (word in (*DECLARATIONS, *changes) and not each):
        return None
    if not _RULE.search(trouble.body) and word not in trouble.declared.procedures:
        return None
    rows, at, margin = trouble.rows, trouble.index, indent_of(trouble.code)
    name = next((name for name, _ in _heads(trouble) if name != "play"), "play")
    inner = moved(rows, range(at, block(rows, at + 1, len(margin) + 1).stop), 0, "  ")
    mended = [*rows[:at], replace(trouble.row, text=f"{margin}after {name}:"), *inner[at:]]
    if not trouble.better(mended, at + 1) or trouble.calls_nothing([*rows[:at], rows[at]]):
        return None
    message = "this is a rule, and a variant says before or after which procedure it is done"
    hint = (
        f"write above it a line like `after {name}:` or `before {name}:`, and indent the rule below that by two spaces"
    )
    return trouble.explain(message, hint, (len(margin), len(trouble.body)), "E014", mended)


def stray_row(trouble: Trouble) -> Explanation | None:
    """A row of a term by itself: its value alone can be set; with another condition, the term is declared anew."""
    row = re.match(r"\s+(?:replace )?([a-z][\w-]*): (.+?) (if .+|otherwise)$", trouble.body)
    if row is None or trouble.holder() != "a variant":
        return None
    heads = re.findall(r"^((?:winners|term )[^\n]*):\n((?:[ \t]+.*\n)*)", f"{trouble.declared.text}\n", re.MULTILINE)
    its = next((head for head, body in heads if re.search(rf"^[ \t]+{row[1]}: ", body, re.MULTILINE)), "")
    if not its:
        return None
    margin = indent_of(trouble.code)
    mended = trouble.mended(f"{margin}{row[1]} is {row[2]}")
    message = "a variant sets the value of a row; where its condition is another, all rows are written anew"
    hint = f"the value alone: {row[1]} is {row[2]}; all rows: replace {its}: and the rows below it"
    return trouble.explain(message, hint, (len(margin), len(trouble.body)), "E014", mended)
