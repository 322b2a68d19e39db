"""Every sentence names the key that does an action now, also where config.toml has bound all of
them anew.
"""

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.processes import start
from visualizer.apps.actions import (
    ACTIONS,
    bound_keys,
    fill_in_keys,
    key_sign,
    main_key_of,
    use_keys,
)
from visualizer.look.config import CONFIG_FILE_NAME, CONFIG_VARIABLE
from visualizer.teach.lessons import lesson_numbers, read_lesson

BOUND = [action for action in ACTIONS if action.keys and action.where]
UNUSUAL = map(
    chr,
    chain(
        range(0x430, 0x450),
        range(0x410, 0x430),
        range(0x531, 0x557),
        range(0x561, 0x587),
        range(0x10D0, 0x10F1),
    ),
)
"""Letters that no screen has otherwise: Cyrillic, Armenian and Georgian ones, each in one cell."""
SIGNS = {key_sign(key) for action in BOUND for key in action.keys} | {"esc"}
WORDS = "|".join(sorted((each for each in SIGNS if len(each) > 1), key=len, reverse=True))
LETTERS = "".join(each for each in SIGNS if re.fullmatch(r"[a-z{}?→←↑↓]", each))
"""The signs of one letter that are no name of a node or a side, and no number."""
ANY = rf"(?:{WORDS}|[{re.escape(LETTERS)}])"
MENTION = re.compile(
    rf"(?<![\w.'’])({ANY})(?=: |,? (?:there )?[a-z]+s\b|, {ANY}[ :]| and {ANY} | to see| for (?:your"
    rf"|the)| why not|, then )|[Pp]ress ({ANY})\b|\(({ANY})\)|\({ANY}: "
)
OF_QUESTIONS = re.compile(r"[Pp]ress a, |space shows the answer|space show me| a(?= [a-z]+s\b)")
"""What is no key of an action: the letters of answers, their own key, and an article."""


def mentions(text: str) -> Iterator[str]:
    """Yield what looks like a sentence about a key of the defaults, with some words around it."""
    for line in OF_QUESTIONS.sub("", text).split("\n"):
        yield from (
            line[max(0, found.start() - 20) : found.end() + 20] for found in MENTION.finditer(line)
        )


def test_no_screen_names_a_key_that_is_bound_no_more(tmp_path: Path) -> None:
    """All keys are others, and the main screens are gone through by these: none names an old one,
    or has it below.

    With the old signs in place of the new letters, as many sentences name keys as ever. Of the
    start screens only the keys for the theme and for leaving are of actions.
    """
    letters = dict(zip(UNUSUAL, BOUND, strict=False))
    key = {action.name: letter for letter, action in letters.items()}
    lines = ["[keys]", *(f'{name} = "{letter}"' for name, letter in key.items())]
    (tmp_path / CONFIG_FILE_NAME).write_text("\n".join(lines), encoding="utf-8")
    process = start(
        python=("-m", "tests.terminal.walking"), folder=None, **{CONFIG_VARIABLE: str(tmp_path)}
    )
    out, err = process.communicate()

    assert process.returncode == 0, err.decode()
    told = json.loads(out)
    starts = [text for where, text in told if "doors" in where]
    seen = [pair for pair in told if "doors" not in pair[0]]
    assert len(starts) == 3
    assert all(f"{key['theme']} theme" in text and f"{key['quit']} quit" in text for text in starts)
    assert [(where, mention) for where, text in seen for mention in mentions(text)] == []
    assert {*"".join(text.rpartition("\n")[2] for _, text in seen)} <= {" ", *letters}
    usual = str.maketrans({letter: key_sign(action.keys[0]) for letter, action in letters.items()})
    assert len({mention for _, text in seen for mention in mentions(text.translate(usual))}) > 60


def test_a_text_names_the_keys_that_hold() -> None:
    """By the names of actions; an action without a key has none to name."""
    use_keys(
        {
            "next_cut": ["o", "x"],
            "open": [],
            "next": "D",
        }
    )
    try:
        assert fill_in_keys("<next_cut> goes on, <next> too; α < β") == "o goes on, D too; α < β"
        assert main_key_of("open") == "(no key)"
        assert bound_keys("next_cut", "next") == ["D", "o", "x"]
    finally:
        use_keys({})


def test_every_lesson_names_actions() -> None:
    """What is to be pressed is an action for each frame, and no name is left as it is."""
    told = [
        frame.press
        for number in lesson_numbers()
        for frame in read_lesson(number).frames
        if frame.press
    ]

    assert len(told) > 10
    assert all("<" in press and "<" not in fill_in_keys(press) for press in told)
