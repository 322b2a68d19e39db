"""Homework: trees to fill in as one page of the web, which loads nothing, and checks what is filled in by itself.

The page holds trees and no answer: its script searches them when somebody checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from visualizer.explanation.questions.exercise import Exercise
from visualizer.look.numbers import plain, show
from visualizer.look.themes import THEMES, style_variables
from visualizer.look.web_page import filled, in_script
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.visible import visible

PARTS = Path(__file__).parent / "homework"
SCRIPTS = ("exercise.js", "sheet.js", "elements.js", "page.js")
"""The page's scripts, in the order in which they need each other."""
LEVELS = ("all", "values", "cuts", "windows")
"""What a page can ask; the first is the usual one."""
MOST_PLIES = 30
"""Plies of a tree: a deeper one is too wide as a list."""


@dataclass(frozen=True, slots=True)
class HomeworkTree:
    """A tree of a page: its questions, and where it comes from in words, `seed 2` or `line 3`."""

    source: str
    exercise: Exercise

    def as_object(self) -> dict[str, Any]:
        """Return the tree for the page's script."""
        run = self.exercise.run
        return {"source": visible(self.source), "max": run.root.maximizing, "tree": _node(run, ())}


def homework_page(trees: Sequence[HomeworkTree], title: str = "") -> bytes:
    """Return the page of some trees, all asked about at one level and by one rule."""
    first = trees[0].exercise
    by_hand = "minimax" if first.level == "values" else "alpha-beta"
    title = visible(title) or f"Homework: {by_hand}"
    data = {
        "title": title, "level": first.level, "cut": first.cut, "fail": first.fail,
        "rules": first.rules(), "hints": _hints(first), "tasks": [each.as_object() for each in trees],
    }  # fmt: skip
    parts = {
        "title": escape(title), "data": in_script(data), "style": _style(),
        "scripts": "\n".join(f"<script>{_part(name)}</script>" for name in SCRIPTS),
    }  # fmt: skip
    return filled(PARTS / "page.html", parts).encode()


def _node(run: Run, path: MovePath) -> dict[str, Any]:
    """Return a node for the page's script: names that are not mere numbers, and a leaf's value or the children."""
    node: dict[str, Any] = {}
    if path and (edge := run.names(path)[-1]) != str(path[-1] + 1):
        node["edge"] = edge
    if label := run.node_label(path):
        node["label"] = label
    if run.is_inner(path):
        return node | {"children": [_node(run, child) for child in run.below(path)]}
    value = run.evaluated(path)
    return node | {"value": plain(value), "shown": show(value)}


def _hints(exercise: Exercise) -> dict[str, dict[str, str]]:
    """Return a hint for each thing that is asked, for nodes of MAX and of MIN."""
    sides = {"max": True, "min": False}
    return {kind.key: {key: exercise.hint(kind, maximizing=side) for key, side in sides.items()}
            for kind in exercise.kinds}  # fmt: skip


def _style() -> str:
    """Return the style sheet, with the colours of both themes."""
    light, dark = (style_variables(THEMES[name]) for name in ("light", "dark"))
    return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{_part('style.css')}"


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")
