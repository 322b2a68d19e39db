"""Writes the tables of docs/keys.md from the table of actions: `python tools/keys.py`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from visualizer.actions import ACTIONS, COMPARING, Action, sign

PAGE = Path(__file__).parents[1] / "docs" / "keys.md"
TITLES = ("keys", "in line mode", "what it does")


def code(word: str) -> str:
    """Return a key as code in a table's cell."""
    return f"`{word}`" if word else ""


def table(actions: Iterable[Action]) -> str:
    """Return a table of actions in Markdown, a row for each."""
    rows = [(" ".join(code(sign(key)) for key in each.keys), code(each.line), each.about) for each in actions]
    lines = [TITLES, ("---",) * len(TITLES), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page(text: str) -> str:
    """Return the page with both of its tables made anew; all else stays."""
    for name, actions in (("stepping", ACTIONS), ("comparing", COMPARING)):
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
        before, after = text.partition(begin)[0], text.partition(end)[2]
        text = f"{before}{begin}{table(actions)}{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
