"""Flow code with labels instead of program counters."""

from __future__ import annotations

from typing import Any

from hoyle.engine.flow import Branch, Expr, Instr, Jump


class Assembler:
    """Code with labels: call it with instructions to add them, with a word for a label to go to."""

    def __init__(self) -> None:
        self.code: list[Instr] = []
        self._labels: dict[str, int] = {}
        self._names: list[str] = []

    def __call__(self, *instrs: Any) -> Any:
        if len(instrs) == 1 and isinstance(instrs[0], str):
            self._names.append(instrs[0])
            return -len(self._names)
        self.code += instrs
        return self

    def label(self, name: str) -> Assembler:
        self._labels[name] = len(self.code)
        return self

    def jump(self, name: str) -> Jump:
        return Jump(self(name))

    def unless(self, test: Expr, name: str) -> Branch:
        """Go to the label unless the test holds."""
        return Branch(test, self(name))

    def done(self) -> list[Instr]:
        for instr in self.code:
            for field in ("to", "other", "done", "otherwise"):
                to = getattr(instr, field, None)
                if isinstance(to, int) and to < 0:
                    setattr(instr, field, self._labels[self._names[-to - 1]])
        return self.code
