from .diagnostics import Diagnostic
from .grammar import read
from .tree import Span
def mistakes(text, file):
    f = read(text)
    return [Diagnostic("E011", repr(f), Span(f.line, f.column, f.line, f.end_column, file))]
