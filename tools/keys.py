"""Writes the tables of docs/keys.md from the table of actions: `python tools/keys.py`."""

from collections.abc import Iterable
from pathlib import Path

from visualizer.apps.actions import ACTIONS, LINE_COMMANDS, Action, key_sign

PAGE = Path(__file__).parents[1] / "docs" / "keys.md"
SCREENS = {
    "sides": "side by side",
    "lecture": "lecture",
    "play": "playing",
    "review": "review",
    "practice": "practising",
    "steps": "being the search",
    "start": "start",
}
"""The screens beside the explorer, in words."""


def code(word: str) -> str:
    """Return a key as code in a table's cell."""
    return f"`{word}`" if word else ""


def row(action: Action, place: str) -> tuple[str, ...]:
    """Return the cells of an action: keys, letter in line mode, effect, and other places."""
    elsewhere = ", ".join(
        words for screen, words in SCREENS.items() if screen in action.where and screen != place
    )
    return (
        " ".join(code(key_sign(key)) for key in action.keys),
        " ".join(map(code, filter(None, LINE_COMMANDS.get(place, {}).get(action.name, ())))),
        action.about,
        elsewhere,
    )


def table(actions: Iterable[Action], place: str) -> str:
    """Return a table of actions in Markdown, a row for each; without the columns that are empty."""
    rows = [
        ("keys", "in line mode", "what it does", "also in"),
        *(row(action, place) for action in actions),
    ]
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    first, *rest = zip(*columns, strict=True)
    return "".join(f"| {' | '.join(line)} |\n" for line in (first, ("---",) * len(columns), *rest))


def page(text: str) -> str:
    """Return the page with new tables: the keys of the explorer, and the keys of other screens."""
    listed = list[Action]()
    for place in ("explorer", "sides", "play", "review", "practice", "steps", "edit"):
        heard = LINE_COMMANDS.get(place, {})
        actions = [
            each
            for each in ACTIONS
            if (place in each.where or each.name in heard) and each not in listed
        ]
        listed += actions
        begin = f"<!-- {place} -->\n"
        end = f"<!-- /{place} -->\n"
        before = text.partition(begin)[0]
        after = text.partition(end)[2]
        text = f"{before}{begin}{table(actions, place)}{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
