"""The first difference: where a person's code does something that no right search does, and the line that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from visualizer.trace.line_track import Value
from visualizer.trace.rows import MovePath


@dataclass(frozen=True)
class FirstDifference:
    """What is the first that is not right, and the line that it comes from."""

    moment: int
    """The moment of that line."""
    line: int
    call: int
    node: MovePath
    role: str
    """`alpha`, `beta`, `value` for what is returned, or `order` for what is visited."""
    yours: Value
    right: Value
    why: str
    """One sentence."""

    def as_object(self, place: Callable[[MovePath], str | None], plain: Callable[[Value], Any]) -> dict[str, Any]:
        """Return it for JSON, with functions that write nodes and values."""
        return {
            "line": self.line, "call": self.call, "node": place(self.node), "role": self.role,
            "yours": plain(self.yours), "right": plain(self.right), "why": self.why,
        }  # fmt: skip
