"""Verification: find what is wrong with a set of rules, and tell it as a story.

What comes in: a spec. What goes out: for each property whether it was proved for a small instance, held on all that
was tried, is violated (with the plainest play that shows it), or is not decided; what was covered; and what never
happened.

    rules = Rules("pig")                                     the spec, with its variants and scopes
    report = Campaign(rules, Plan(budget=10)).run()          examples, small instances, many plays
    report.rows(), report.violations, report.coverage(), report.data(), report.status

What always holds: nothing here is special to a game; a fault is always shown by a play that can be replayed; what was
not looked at is never called good; one seed gives the same plays.

Inside, from the bottom: `rules` (what is tested, at which setting), `watch` (coverage and measures), `properties`,
`checks` (a single position), `plays` (step by step), `story` (plays told), `twins` and `seats` (plays compared),
`shrink` and `paired` (plainer plays), `explore`, `flat`, `cycles`, `odds` and `small` (small instances), `cell`, `campaign`
and `report` (all of it within a budget), `kept` (records).
"""
