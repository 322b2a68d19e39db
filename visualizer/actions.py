"""What a person can do while stepping: one table for keys, footer, help, palette, line mode and README."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do. `line` is what line mode reads for it, "" if line mode has it not."""

    name: str
    line: str
    about: str


ACTIONS = (
    Action("next", "n", "one step forward"),
    Action("previous", "p", "one step back"),
    Action("next_cut", "x", "to the next cutoff"),
    Action("previous_cut", "X", "to the previous cutoff"),
    Action("over", "o", "over the next child, without its steps"),
    Action("finish", "f", "finish the innermost open node"),
    Action("first", "<", "to the beginning"),
    Action("last", ">", "to the end"),
    Action("go", ":", "to a step: `: 12`, or a share: `: 50%`"),
    Action("tree", "t", "print the tree as known now"),
    Action("board", "b", "draw the position of the current node"),
    Action("why", "w", "say why at length: the open path, and who set its bounds"),
    Action("export", "e", "write the tree of this step to a file: `e tree.svg`"),
    Action("help", "?", "list the commands"),
    Action("quit", "q", "leave"),
)

LINES = {action.line: action for action in ACTIONS if action.line}
