"""What a mistake of syntax is, in a designer's words: what is wrong, and what would be right.

Comes in: the lines of one declaration and the place where reading them stopped. Goes out: an `Explanation`, with the
lines as they would be right where a way to mend them is known. What always holds: no name of a token is ever shown, and
a way to mend is only told when the grammar takes the mended line: every guess is read before it is believed.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lark.lexer import PatternStr

from . import syntax_changes, syntax_layout
from .grammar import parser
from .syntax_english import advice, phrase, several
from .syntax_trouble import (
    ENDS,
    TAGS,
    WORD,
    Explanation,
    Trouble,
    block,
    first_word,
    indent_of,
    likeliest,
    piece,
    without_comment,
)
from .syntax_words import (
    CONTINUING,
    DECLARATIONS,
    FILLERS,
    HABITS,
    INNER_MODELS,
    MODELS,
    PLACES,
    SIGNS,
    STATEMENT_MODELS,
    TOKENS,
    listed,
    replaced,
)

_VALUE = frozenset({"NAME", "NUMBER", "LPAR"})
_OF_VALUES = _VALUE | {"LSQB", "DASH", "THE", "NOT", "NO", "SOME"}
_JOINED = re.compile(r"([,(\[+*×/<>=-]|\b(and|or|not|but|mod|is|of|in|where|with))$")
_JOINING = re.compile(r"[,)\]+*×/<>=-]|(but|mod|is|of|in)\b")
_NO_NAMES = listed("the a an in is are all every each some no with where and or not has by")
_SMALL = listed("of in from to by be on as with at for after before until is")
_BETWEEN = frozenset({"PLUS", "TIMES", "COMPARE", "TAG", "AND", "OR"})


def explain(trouble: Trouble) -> Explanation:
    """What is wrong, by the first of these that knows: from what is certain to what is likely."""
    for trouble.strict in (True, False):
        found = likeliest(trouble, _explained(trouble))
        if found is not None:
            return found
    return plainly(trouble)


def _explained(trouble: Trouble) -> Iterator[Explanation]:
    for knows in _KNOWING:
        found = knows(trouble)
        if found is not None:
            yield replace(found, guessed=knows in _GUESSING)


# ---- signs, quotes, names ------------------------------------------------------------------------------------------


def _quotes(trouble: Trouble) -> Explanation | None:
    code, column = trouble.code, trouble.column
    rest = code[column:]
    quoted = re.match(r"""(["'`“”„‘«])([^"'`“”‘’»]+)["'`“”’»]""", rest)
    if quoted and "STRING" not in trouble.failure.accepts:
        word = re.sub(r"[^a-z0-9]+", "-", quoted[2].lower()).strip("-")
        mended = trouble.mended(code[:column] + word + rest[quoted.end() :])
        if mended is not None:
            place = (column, column + quoted.end())
            return trouble.explain("a name stands without quotes", f"write: {word}", place, "E016", mended)
    if rest.startswith('"') and '"' not in rest[1:]:
        mended = trouble.mended(trouble.body + '"')
        return trouble.explain("this text has no end", 'close it with "', (column, len(code)), "E016", mended)
    if "STRING" in trouble.failure.accepts and re.match(r"\w", rest):
        text = trouble.body[column:].rstrip('":')
        end = ":" if trouble.body.endswith(":") else ""
        mended = trouble.mended(f'{code[:column]}"{text}"{end}')
        place = (column, column + len(text))
        return trouble.explain("a text stands in quotes", f'write: "{text}"', place, "E016", mended)
    return None


def _sign(trouble: Trouble) -> Explanation | None:
    for sign in SIGNS:
        for found in sign.pattern.finditer(trouble.row.text):
            if found.start() <= trouble.column < max(found.end(), found.start() + 1):
                text = replaced(trouble.row.text, found, sign.replacement)
                mended = [*trouble.rows]
                mended[trouble.index] = replace(trouble.row, text=text)
                message = sign.message.format(found=found[0].strip())
                return trouble.explain(message, sign.hint, found.span(), "E013", mended)
    return None


def _names(trouble: Trouble) -> Explanation | None:
    """A name that is not written as names are."""
    code, column = trouble.code, trouble.column
    if trouble.failure.accepts == {"TAG"}:
        return trouble.explain("a ruling is marked by @, capital letters and a number", "like: @F3", code="E015")
    for found in re.finditer(r"\w[\w-]*", code):
        if not found.start() <= column <= found.end():
            continue
        right = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", found[0]).lower().replace("_", "-")
        right = re.sub(r"-+", "-", right.translate(_plain_letters())).strip("-")
        if right == found[0] or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", right):
            if not re.match(r"\d+[a-z-]", found[0]):
                continue
            return trouble.explain("a name opens with a letter", "", found.span(), "E015")
        mended = [*trouble.rows]
        mended[trouble.index] = replace(trouble.row, text=replaced(trouble.row.text, found, right))
        message = "names are written in small letters a to z, digits and hyphens"
        return trouble.explain(message, f"write: {right}", found.span(), "E015", mended)
    before = re.search(r"[a-z][a-z0-9-]* +$", code[:column])
    if trouble.failure.kind == "NAME" and before and re.fullmatch(r"[a-z]+ +", code[: before.start()]):
        right = before[0].rstrip() + "-" + piece(code[column:])
        place = (before.start(), column + len(piece(code[column:])))
        joined = trouble.mended(code[: place[0]] + right + code[place[1] :])
        if joined is not None:
            return trouble.explain("a name is one word", f"write: {right}", place, "E015", joined)
    return None


@functools.cache
def _plain_letters() -> dict[int, str]:
    accented = "àáâãäåāæçèéêëēìíîïīñòóôõöøōœùúûüūýÿß"
    plain = ["a"] * 7 + ["ae", "c"] + ["e"] * 5 + ["i"] * 5 + ["n"] + ["o"] * 7 + ["oe"] + ["u"] * 5 + ["y", "y", "ss"]
    return dict(zip(map(ord, accented), plain, strict=True))


# ---- words ---------------------------------------------------------------------------------------------------------


def _habit(trouble: Trouble) -> Explanation | None:
    return likeliest(trouble, _habits(trouble))


def _habits(trouble: Trouble) -> Iterator[Explanation]:
    body, tail = trouble.body, trouble.code[len(trouble.body) :]
    for habit in HABITS:
        if habit.holder and habit.holder != trouble.opens:
            continue
        for found in habit.pattern.finditer(body):
            text = replaced(body, found, habit.replacement)
            mended = trouble.mended(text + tail)
            if mended is None or ("(" not in body and trouble.calls_nothing(mended)):
                continue
            start, end = found.span("at")
            shown = body[start:end].strip()
            start = start + len(body[start:end]) - len(body[start:end].lstrip())
            place = (start, start + max(len(shown), 1))
            hint = habit.hint or f"write: {text.strip()}"
            yield trouble.explain(habit.message.format(at=shown), hint, place, "E014", mended)


_OPEN = re.compile(r"(?<![\w-])(the\s+(?:first|last|number\s+of)\s+|some\s+|no\s+)?([a-z][\w-]*)\s+in\s")
_AFTER = re.compile(r"<=|>=|[=<>+×*/-]|(?:is|has|but|mod)(?![\w-])")


def _open_ended(trouble: Trouble) -> Explanation | None:
    """`the number of c in hand of p = 2`: what starts so goes on to the end of the line."""
    code, column = trouble.code, trouble.column
    if not _AFTER.match(code, column):
        return None
    for found in reversed(list(_OPEN.finditer(code, 0, column))):
        if found[2] in ("nothing", "something", "anything", "nobody", "somebody", "anybody"):
            continue
        start = found.start()
        words = code[start:column].rstrip()
        asks = found[1] is not None and found[1].split()[0] in ("some", "no")
        text = f"{code[:start]}({words}) {code[column:]}"
        if asks:
            text = f"{code[:column]}where {found[2]} {code[column:]}"
        elif found[1] is None and re.match(r"(is|has)\b(?!\s*(not )?(\[|\(|empty))", code[column:]):
            text, asks = f"{code[:start]}some {words} where {found[2]} {code[column:]}", True
        mended = trouble.mended(text)
        if mended is not None:
            what = "what holds of it stands behind `where`" if asks else "put it in parentheses"
            hint = f"{what}; write: {mended[trouble.index].text.strip()}"
            place = (start, start + len(words))
            return trouble.explain(f"`{words}` goes on to the end of the line", hint, place, "E014", mended)
    return None


def _own_verb(trouble: Trouble) -> Explanation | None:
    """The call of a procedure that was given the name of a word of the rules: `p collects`."""
    upto = [word for word in WORD.finditer(trouble.code) if word.start() < max(trouble.column, 1)]
    for word in reversed(upto):
        if word[0] in keywords() and word[0] in trouble.declared.procedures - {"play"}:
            message = f"`{word[0]}` is a word of the rules, so no procedure can be called by it"
            return trouble.explain(message, "give the procedure another name, for example with a hyphen", word.span())
    return None


def _own_name(trouble: Trouble) -> Explanation | None:
    """A line that opens with a flag, counter or marker that was given the name of a word of the rules: `alone`."""
    word = first_word(trouble.code)
    changed = rf"\s*{word}( of [^:]*)? (becomes|gains?|loses?|scores?)\s"
    head = rf"^(?:add |replace )?[ \t]*(flag|counter|marker) {word}(?![\w-])"
    track = re.search(head, trouble.declared.text, re.MULTILINE)
    if track is None or word not in keywords() or not re.match(changed, f"{trouble.code} "):
        return None
    message = f"`{word}` is a word of the rules, so no line can open with it to change this {track[1]}"
    number = trouble.declared.text.count("\n", 0, track.start()) + 1
    hint = f"choose another name on line {number}, where it is declared, for example with a hyphen"
    start = len(indent_of(trouble.code))
    return trouble.explain(message, hint, (start, start + len(word)), "E103")


def _elsewhere(trouble: Trouble) -> Explanation | None:
    """A line that is right, but not here; those after it that belong there as well are left out."""
    holder, word = trouble.holder(), first_word(trouble.code)
    if not holder or trouble.failure.kind in ENDS:
        return None
    margin = len(indent_of(trouble.code))
    if word in PLACES and PLACES[word] != holder and (word != "for" or holder != "a variant"):
        message = f"`{word}` opens a line in {PLACES[word]}, not in {holder}"
    elif word in DECLARATIONS and word not in ("to", "for", "order", "turn") and holder != "a variant":
        message = f"`{word}` opens a declaration, and stands at the left margin"
    else:
        return None
    end = trouble.index
    while end < len(trouble.rows) and PLACES.get(first_word(trouble.rows[end].text)) == PLACES.get(word):
        end = max(end + 1, block(trouble.rows, end + 1, margin + 1).stop)
    mended = syntax_layout.left_out(trouble, range(trouble.index, end))
    return trouble.explain(message, "", (margin, margin + len(word)), mended=mended)


def _spelling(trouble: Trouble) -> Explanation | None:
    """A word that is nearly one of the language, at the place where reading stopped or before it."""
    words = list(WORD.finditer(trouble.body))
    upto = sum(word.start() <= trouble.column for word in words)
    words = words[: upto + 1]  # the word after `or` tells whether that was meant as `or more`
    outside = trouble.failure.accepts >= {"ROLE", "TRACK"} and trouble.column == 0
    for word in reversed(words):
        for close in near(word[0]) if word[0] not in keywords() else ():
            mended = trouble.mended(replaced(trouble.row.text, word, close))
            if mended is not None:
                message = f"`{word[0]}` opens no declaration" if outside else f"`{word[0]}` does not fit here"
                return trouble.explain(message, f"did you mean `{close}`?", word.span(), "E012", mended)
    if outside and words:
        meant = difflib.get_close_matches(words[0][0].lower(), DECLARATIONS, n=1, cutoff=0.7)
        if meant and meant[0] != words[0][0]:  # the right word, but something else is wrong in the line as well
            message = f"`{words[0][0]}` opens no declaration"
            rows = [*trouble.rows]
            rows[trouble.index] = replace(trouble.row, text=replaced(trouble.row.text, words[0], meant[0]))
            return trouble.explain(message, f"did you mean `{meant[0]}`?", words[0].span(), "E012", rows)
    return None


@functools.cache
def keywords() -> frozenset[str]:
    """All words of the language, as the grammar has them."""
    patterns = [t.pattern for t in parser().terminals if t.name not in ("NAME", "TAG", "STRING", "NUMBER")]
    texts = [p.value if isinstance(p, PatternStr) else re.sub(r"\(\?[<!=]+|\[[^\]]*\]", " ", p.value) for p in patterns]
    words = {word for text in texts for word in re.findall(r"[a-z]{2,}", text)}
    return frozenset(words | {word + "s" for word in ("place", "gain", "lose", "score")})


def near(word: str) -> list[str]:
    """The words of the language that a misspelt word may have been meant to be, the closest first."""
    plain = word.lower()
    close = difflib.get_close_matches(plain, sorted(keywords()), n=3, cutoff=0.66)
    return close + [k for k in sorted(keywords()) if sorted(k) == sorted(plain) and k not in close]


def _misused(trouble: Trouble) -> Explanation | None:
    """A word that opens another kind of line than was meant: `turn` for `turns`."""
    found = WORD.search(trouble.body)
    if found is None or found[0] not in keywords() or trouble.failure.kind in ENDS:
        return None
    for close in near(found[0])[1:]:
        mended = trouble.mended(replaced(trouble.row.text, found, close))
        if mended is not None:
            message = f"`{found[0]}` does not fit here"
            return trouble.explain(message, f"did you mean `{close}`?", found.span(), "E012", mended)
    return None


def _next_line(trouble: Trouble) -> Explanation | None:
    """A line that was meant to go on in the next, which opens with no word that lets it."""
    below = trouble.index + 1
    if trouble.failure.kind != "_NL" or below >= len(trouble.rows):
        return None
    rows, following = trouble.rows, without_comment(trouble.rows[below].text)
    deeper = len(indent_of(following)) - len(indent_of(trouble.row.text))
    if deeper < 0 or (deeper == 0 and first_word(trouble.code) not in CONTINUING):
        return None
    joined = replace(trouble.row, text=f"{trouble.body} {following.strip()}")
    mended = [*rows[: trouble.index], joined, *rows[below + 1 :]]
    if not (_JOINED.search(trouble.body) or _JOINING.match(following.strip())):
        return None
    if not trouble.better(mended, trouble.index):
        return None
    message = "a line goes on in the next only where that opens with and, or, where, with, alone or until"
    hint = "write both on one line, or name a part of it: `term its-name: …`"
    return trouble.explain(message, hint, None, "E010", mended)


def _lacking_sign(trouble: Trouble) -> Explanation | None:
    """A comma, a colon, a bar or the end of a parenthesis more, and reading goes on."""
    return _lacking(trouble, ("COMMA", "COLON", "RPAR", "RSQB", "VBAR"))


def _lacking_word(trouble: Trouble) -> Explanation | None:
    """A small word, a name or a number more, and reading goes on."""
    words = "OF EACH IN FROM TO BY BE ON PLAYERS WITHIN FOR _FOR_EXAMPLE NAME NUMBER"
    return _lacking(trouble, words.split())


def _lacking(trouble: Trouble, kinds: Sequence[str]) -> Explanation | None:
    at_end = trouble.failure.kind in ENDS or trouble.failure.kind == "TAG"
    column = len(trouble.body) if at_end else trouble.column
    before, after = trouble.code[:column].rstrip(), trouble.code[column:].lstrip()
    last = before.split()[-1] if before else ""
    for kind in kinds:
        text = _text_of(kind)
        if text is None or kind not in trouble.failure.accepts:
            continue
        if kind in ("IN", "OF", "FROM") and last in _NO_NAMES:
            continue
        if kind == "TO" and before and not after[:1].isdigit():
            continue
        if kind == "TO" and not before and after.endswith(":") and not _has_block(trouble):
            after = after[:-1]
        gap = "" if text in (",", ":", ")", "]") else " "
        mended = trouble.mended((before + gap if before else indent_of(trouble.code)) + f"{text} {after}".rstrip())
        if mended is not None and not trouble.calls_nothing(mended):
            what = _shown(kind) if kind in FILLERS else f"`{text}`"
            what = "a value" if kind in FILLERS and trouble.failure.accepts >= _VALUE else what
            where = "at the end of the line" if at_end or not after else f"before `{piece(after)}`"
            hint = _model(trouble) if kind in FILLERS else f"write: {mended[trouble.index].text.strip()}"
            return trouble.explain(f"{what} is missing {where}", hint, (column, column + 1), "E012", mended)
    return None


def _has_block(trouble: Trouble) -> bool:
    below = block(trouble.rows, trouble.index + 1, len(indent_of(trouble.code)) + 1)
    return any(without_comment(trouble.rows[i].text) for i in below)


def _other_word(trouble: Trouble) -> Explanation | None:
    """A small word in the place of another."""
    code, column = trouble.code, trouble.column
    found = WORD.match(code, column)
    if found is None or found[0] in keywords().difference(_SMALL):
        return None
    if found[0] in trouble.declared.names | trouble.declared.procedures | trouble.declared.options:
        return None  # a word of the game, used in another way
    for kind in ("OF", "IN", "FROM", "TO", "BY", "BE", "ON", "AS", "EACH", "WITHIN", "PLAYERS", "UNTIL"):
        text = _text_of(kind)
        if text is None or kind not in trouble.failure.accepts:
            continue
        mended = trouble.mended(code[:column] + text + code[found.end() :])
        if mended is not None:
            hint = f"write: {mended[trouble.index].text.strip()}"
            return trouble.explain(f"`{found[0]}` does not fit here", hint, found.span(), "E012", mended)
    return None


def _extra(trouble: Trouble) -> Explanation | None:
    """One word or sign less, and reading goes on."""
    code, column = trouble.code, trouble.column
    if trouble.failure.kind in ENDS:
        return None
    end = trouble.failure.end_column - 1
    if trouble.failure.kind in ("", "NAME"):
        end = column + len(piece(code[column:]))
    if not re.fullmatch(r"[,:()\[\]|]|@\S*", code[column:end]):
        return None  # most lines read without a word of theirs, as the call of some procedure or other
    mended = trouble.mended(f"{code[:column].rstrip()} {code[end:].lstrip()}".rstrip())
    if mended is None:
        return None
    return trouble.explain(f"`{code[column:end]}` is too much here", "leave it out", (column, end), mended=mended)


def plainly(trouble: Trouble) -> Explanation:
    """That reading stops there, and what could stand there."""
    failure = trouble.failure
    wanted = _expected(failure.accepts)
    parts = [f"here comes {wanted}" if wanted else "", _model(trouble)]
    hint = "; ".join(part for part in parts if part)
    if failure.kind in ENDS:
        end = len(trouble.body)
        return trouble.explain("the line ends too early", hint, (end, end + 1))
    if failure.accepts >= {"ROLE", "TRACK"}:
        word = piece(trouble.code[trouble.column :]) or trouble.code[:1]
        if indent_of(trouble.code):
            hint = "behind `add` or `replace` comes a declaration, or `in` and the name of a procedure"
            place = (trouble.column, trouble.column + len(word))
            return trouble.explain(f"`{word}` opens no declaration", hint, place)
        hint = "at the left margin a line opens with one of: " + ", ".join(DECLARATIONS)
        return trouble.explain(f"`{word}` opens no declaration", hint, (0, len(word)))
    word = first_word(trouble.code)
    if word in ("else", "otherwise") and not trouble.code[: trouble.column].strip():
        other = "no `if`" if word == "else" else "no choice"
        margin = len(indent_of(trouble.code))
        hint = f"`{word}` starts at the column of the line it belongs to, and follows what stands below that"
        return trouble.explain(f"there is {other} to which this `{word}` belongs", hint, (margin, margin + len(word)))
    before = trouble.code[: trouble.column].rstrip()
    if (
        trouble.opens in ("term", "winners")
        and trouble.index
        and word not in CONTINUING
        and not re.match(r"\s+[\w-]+:", trouble.code)
    ):
        margin = len(indent_of(trouble.code))
        hint = f"write: case-{trouble.index}: {trouble.body.strip()}"
        return trouble.explain("each row opens with a name of its own and a colon", hint, (margin, margin + len(word)))
    if failure.accepts <= {"_NL", "TAG"} and TAGS.sub("", before) != before:
        place = (trouble.column, len(trouble.body))
        return trouble.explain("rulings such as @F3 stand at the end of the line", "", place)
    if failure.accepts >= {"TO", "LIMIT"}:
        hint = "an option opens with `to`, and is one line, or ends with a colon and has its rules below it"
    found = piece(trouble.code[trouble.column :]) or failure.found.strip() or trouble.code[trouble.column :]
    place = (trouble.column, trouble.column + len(found))
    if found in keywords() and "NAME" in failure.accepts:
        return trouble.explain(f"`{found}` is a word of the language, and no name here", hint, place)
    return trouble.explain(f"`{found}` does not fit here", hint, place)


_KNOWING = (
    _own_verb,
    _own_name,
    syntax_layout.braces,
    syntax_layout.indentation,
    syntax_layout.no_block,
    syntax_layout.otherwise,
    syntax_layout.unchosen,
    syntax_layout.tag_inside,
    syntax_layout.condition_below,
    syntax_layout.one_line,
    syntax_layout.table,
    _quotes,
    phrase,
    advice,
    _open_ended,
    _habit,
    _sign,
    _names,
    syntax_changes.declared_alone,
    _spelling,
    syntax_changes.rules_for_options,
    syntax_changes.stray_option,
    syntax_changes.stray_row,
    several,
    syntax_changes.stray_rule,
    _elsewhere,
    _next_line,
    syntax_layout.colon,
    _misused,
    _lacking_sign,
    _other_word,
    _lacking_word,
    _extra,
)


# A word that is misspelt is told as that even where the line then names what is not declared.
_GUESSING = (_misused, _lacking_sign, _other_word, _lacking_word)


# ---- telling -------------------------------------------------------------------------------------------------------


def _expected(accepts: frozenset[str]) -> str:
    """What could stand here, if that is little enough to say."""
    kinds = set(accepts)
    words = []
    if kinds >= _VALUE:
        words, kinds = ["a value"], kinds - _OF_VALUES
    elif len(kinds - _BETWEEN) > 0:
        kinds -= _BETWEEN
    words += sorted(dict.fromkeys(_shown(kind) for kind in kinds))
    if not 0 < len(words) <= 6 or "" in words:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _shown(kind: str) -> str:
    if kind in TOKENS:
        return TOKENS[kind]
    text = _text_of(kind)
    return f"`{text}`" if text else ""


def _text_of(kind: str) -> str | None:
    """The text of a token, if there is one: that of a fixed word, or a stand-in for a name, a number and the like."""
    if kind in FILLERS:
        return FILLERS[kind]
    if (kind.startswith("_") and kind != "_FOR_EXAMPLE") or kind == "$END":
        return None
    pattern = parser().get_terminal(kind).pattern
    if isinstance(pattern, PatternStr):
        return str(pattern.value)
    fixed = re.fullmatch(r"\(?([a-z]+)\)?\(\?!.*\)", pattern.value)
    return fixed[1] if fixed else None


def _model(trouble: Trouble) -> str:
    """How a line of this kind looks."""
    inner = trouble.code[:1].isspace()
    words = WORD.findall(trouble.code)
    first = words[0] if words else ""
    model = (STATEMENT_MODELS if inner else {}).get(first) or MODELS.get(first)
    if model is None and inner:
        model = next((INNER_MODELS[word] for word in words if word in INNER_MODELS), None)
    if model is None and "|" in trouble.code:
        return "the cells of a table are set apart by bars: name | rank | copies"
    return f"such a line looks like: {model}" if model else ""
