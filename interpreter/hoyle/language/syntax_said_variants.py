"""What people write in a variant, and what is written for it there: rows of a table, as in `syntax_said_table`."""

from __future__ import annotations

from .syntax_phrases import row

_CHANGE = "a change in a variant opens with `add`, `replace` or `remove`, or sets a value with `is`"
_REPLACED = "the options stand below a line that says in which procedure they are"
_HOOKED = "what is done more is said with `after` and `before`"
_BESIDE = "an option joins those beside which it is put"
_TAKEN_OUT = "what is taken out is called by its name, and `in` which procedure it is"
_WHOLE = "a procedure is replaced as a whole, with its first line"
_ALLOWED = "when an option may be taken is said with `allow` and `where`"

ROWS_OF_VARIANTS = (
    row("^in NAME:$", "add in NAME:", _CHANGE, "a variant"),
    row(
        "^limit NAME on OPTION: REST$",
        (
            "add in HASOPTION:\n  limit NAME on OPTION: REST",
            "replace in HASOPTION:\n  limit NAME on OPTION: REST",
        ),
        "a limit stands below a line that says in which procedure it is",
        "a variant",
    ),
    row("^winners (?:is|are|becomes?) REST$", "replace winners: REST", "who wins is said anew as a whole", "a variant"),
    row("^add to NAME:$", "add in NAME:", _CHANGE, "a variant"),
    row("^parameter NAME is REST$", "NAME is REST", _CHANGE, "a variant"),
    row("^replace parameter NAME is NUM$", "NAME is NUM", "another value alone is set by the name", "a variant"),
    row("^replace (?:to |option )?(?!else|otherwise)NAME in NAME2:$", "replace in NAME2:", _REPLACED, "a variant"),
    row("^add (?:option )?NAME in NAME2:$", "add in NAME2:", _REPLACED, "a variant"),
    row("^(?:forbid|drop|delete|no|without) NAME in NAME2$", "remove NAME in NAME2", _CHANGE, "a variant"),
    row("^(?:forbid|drop|delete|without|no) NAME$", "remove NAME", _CHANGE, "a variant"),
    row(
        "^(?:remove|forbid|drop|delete|no|without) (?:limit |option )?NAME (?:on|from|of|for) NAME2$",
        ("remove NAME in NAME2", "remove NAME", "remove NAME in HASOPTION"),
        _TAKEN_OUT,
        "a variant",
    ),
    row("^players?(?: is| are| =|:) REST$", "for REST players", "how many may play is said as in a game", "a variant"),
    row(
        "^add parameter NAME is NUM$",
        ("NAME is NUM", "add term NAME: NUM"),
        "a new parameter says how far it is `adjustable`; another value for one that is there is set by the name",
        "a variant",
    ),
    row("^replace (?:ROLE )?(?:[(]player ONE[)] )?CALL:$", "replace ITSHEAD:", _WHOLE, "a variant"),
    row("^CALL:$", "replace ITSHEAD:", _WHOLE, "a variant"),
    row("^(?:at|in|on) (?:the )?end of NAME:$", "after NAME:", _HOOKED, "a variant"),
    row("^(?:at|in|on) (?:the )?(?:start|beginning) of NAME:$", "before NAME:", _HOOKED, "a variant"),
    row(
        "^add in NAME (?:next to|with|along|near|besides|after) NAME2:$",
        "add in NAME beside NAME2:",
        _BESIDE,
        "a variant",
    ),
    row("^add (?:beside|besides|next to) NAME2 in NAME:$", "add in NAME beside NAME2:", _BESIDE, "a variant"),
    row("^allow REST (?:if|when|only if|only when) REST2$", "allow REST, where REST2", _ALLOWED, "a variant"),
    row(
        "^NAME in NAME2,? (?:where|if|when|only if|only when) REST$",
        "allow NAME in NAME2, where REST",
        _ALLOWED,
        "a variant",
    ),
    row("^NAME,? (?:where|if|when|only if|only when) REST$", "allow NAME, where REST", _ALLOWED, "a variant"),
    row("^replace NAME is REST$", "NAME is REST", _CHANGE, "a variant"),
    row("^NAME (?=\\d)NUM$", "NAME is NUM", _CHANGE, "a variant"),
    row(
        "^(?:change|alter|modify|redefine) (?=ROLE|term|kind|zone|pile|counter|cards|dice|in)",
        "replace ",
        _CHANGE,
        "a variant",
    ),
    row("^(?:at|on) (?:the )?(?:end|start|beginning) of CALL:$", ("after CALL:", "before CALL:"), _CHANGE, "a variant"),
)
