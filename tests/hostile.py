"""A text that would write the clipboard, name the window, make links, move the cursor and turn
the order of letters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

STEERING = (
    "\x1b]52;c;aGk=\x07\x1b]0;title\x07\x1b]8;;https://a.test\x1b\\\x1b[2J\x1b[9;9H\x9b31m\x9d0;x\x9c\x90q\x85\x7f\x08\t\r\n\0"
    "\u202e\u2066\u2069\u200e\u061c\u200b\u2028\ufeff\ue000\udcff"
)
"""Control characters of both sets, signs that turn letters round, signs without width, half a
letter.
"""
MARKUP = "<img/src=x/onerror=alert(1)>[link=https://a.test]x[/link][@click=app.quit]q[/]\\input{x}|`*_&amp;"
HOSTILE = f"={STEERING}{MARKUP}"


def recording(folder: Path, name: str = "search.jsonl") -> str:
    """Write a file of events with such a text wherever a text is allowed; return its name."""
    labels = [f"{number}{''.join(HOSTILE.split(' '))}" for number in range(3)]
    remark = {"tags": [HOSTILE, "plain"], "note": HOSTILE}

    def visit(
        label: str | None, maximizing: bool, inside: Iterable[Any], value: int, **more: Any
    ) -> list[Any]:
        return [
            {
                "enter": label,
                "max": maximizing,
                "alpha": None,
                "beta": None,
                **remark,
            },
            *inside,
            {
                "leave": value,
                **more,
                **remark,
            },
        ]

    def leaf(number: int, value: int) -> dict[str, Any]:
        return {
            "leaf": labels[number],
            "value": value,
            **remark,
        }

    inner = visit(
        labels[0],
        False,
        [leaf(0, 3), leaf(1, 5)],
        3,
        best=labels[0],
    )
    cut = visit(
        labels[1],
        False,
        [leaf(0, 2)],
        2,
        cut=True,
    )
    tree = visit(
        None,
        True,
        [*inner, *cut],
        3,
        best=labels[0],
    )
    header = {
        "search": HOSTILE,
        "order": HOSTILE,
        "fail": "soft",
        HOSTILE: HOSTILE,
    }
    events = [header, {"pass": HOSTILE, **remark}, *tree, {"pass": HOSTILE}, *tree]
    file = folder / name
    file.write_text("\n".join(map(json.dumps, events)) + "\n", encoding="utf-8")
    return str(file)


def saved_game(folder: Path, name: str = "game.game") -> str:
    """Write a saved game in which both players have such a name, and so does what was skipped;
    return its name.
    """
    header: dict[str, Any] = {
        "game": "tictactoe",
        "settings": {},
        "position": "---------",
        "first": "person",
        "second": "alpha-beta,depth=1",
        "result": None,
        "first_name": HOSTILE,
        "second_name": HOSTILE,
    }
    file = folder / name
    comment = HOSTILE.replace("\udcff", "")
    file.write_text(
        f"; {json.dumps(header)}\na1 b1 {{{comment}}} a2 zz{STEERING[:3]}\n", encoding="utf-8"
    )
    return str(file)
