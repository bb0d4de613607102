"""Rulebooks: from the checked program to a book in English, Spanish or French.

Comes in: a program, the words files of its game, the lexicons and patterns of `rulebooks/`. Goes out: a `Book`, laid
out as Markdown, HTML or print.

    program → tell → phrases → refer → lines → text → book → render
              (no language)           (a language)   (numbers, links)

`tell` makes phrase trees of every construct, in no language; `refer` settles who is meant by it and their; `lines` has
one lineariser for each language; `plan` orders the clauses; `book` numbers and links them; `says` holds the author's
own words; `compare` tells what a variant changes. What always holds: the books of a game have the same clauses in every
language, and a change of a rule changes its text.
"""
