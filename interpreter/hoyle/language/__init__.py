"""The language: from the text of a spec to a checked, typed program.

Comes in: texts of a game and its variants. Goes out: a `Program`, or `SpecErrors` with all mistakes, each with a code,
its place and what would be right. What always holds: the language knows no engine; whoever needs to know something of a
game asks the program, never the text.

    text ── grammar.lark, grammar ──> Lark's tree ── build ──> tree.File            parse(text)
       └── what cannot be read: mistakes, syntax_*
    tree.File ── variants ──> declarations ── collect ──> tables by name ──┐        check(name, file, …)
                                                                           v
       declarations, expressions (fitting, naming, loose), statements, examples:  types and names
       flow_rules, never, deals, unused:                                          questions about the whole
                                                                           v
                                                                        Program

`fmt` lays texts out; `catalogue` explains the codes; `faces` makes cards and dice of their tables.
"""
