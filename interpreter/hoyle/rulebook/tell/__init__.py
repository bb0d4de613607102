"""Telling: from the tree of the rules to phrase trees, construct by construct, in no language.

Comes in: a checked program. Goes out: steps, sentences and tables of `phrases`. The classes build on each other:
`Context` (questions about the program), `Things` (noun phrases), `Conditions` (clauses), `Simple` (statements of one
clause), `Choices`, `Statements` (bodies), `Terms` (definitions), `Parts` (boxes, places, numbers), `Reading` (conventions, special
cards), `Examples`.
"""
