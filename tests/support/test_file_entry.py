"""The words of data files are checked in one place; an error says in one sentence where, what,
and what is allowed.
"""

from collections.abc import Callable
from typing import Any

import pytest

from visualizer.searching.data_files import FileEntry
from visualizer.support.errors import InputError

READERS: dict[str, tuple[Callable[[FileEntry], object], list[object]]] = {
    "a text": (lambda entry: entry.word("a", needed=True), [1, True, None, []]),
    "a text, a number, true or false": (lambda entry: entry.single("a"), [None, [], {}]),
    "a whole number from 1 to 9": (
        lambda entry: entry.whole(
            "a",
            1,
            9,
            needed=True,
        ),
        [0, 10, 1.0, True, "1", None],
    ),
    "true or false": (lambda entry: entry.flag("a"), [0, "true", []]),
    "a list of texts": (lambda entry: entry.strings("a"), [{}, "ab", [1], 3]),
    "an object of texts": (lambda entry: entry.settings("a"), [[], {"b": 1.5}, {"b": None}, 3]),
    "an object of whole numbers from 0 to 9, by whole numbers": (
        lambda entry: entry.counts("a", 0, 9),
        [[], {"b": 1}, {"1": 10}, {"1": "1"}, {"-1": 1}, 3],
    ),
    "an object": (lambda entry: entry.entry("a"), [None, [], "x"]),
    "a list of objects": (lambda entry: entry.entries("a"), [{}, [1], "x"]),
}


@pytest.mark.parametrize(
    ("allowed", "bad"), [(name, bad) for name, (_, all_bad) in READERS.items() for bad in all_bad]
)
def test_a_bad_value_is_named_with_what_is_allowed(allowed: str, bad: Any) -> None:
    """Where it stands, its key, the value, and what may stand there."""
    with pytest.raises(InputError) as caught:
        READERS[allowed][0](FileEntry("f.json", 3, {"a": bad}))
    assert str(caught.value) == f"f.json, line 3: 'a' is {bad!r}; allowed is {allowed}"


def test_what_is_missing_is_said_to_be() -> None:
    """A needed value, in an object inside another, whose place is said; a whole file has no
    line.
    """
    inner = FileEntry.parsed("f.json", 0, '{"where": {}}').entry("where")
    with pytest.raises(InputError, match=r"^f.json, where: 'game' is missing; it is a text$"):
        inner.word("game", needed=True)


def test_good_values_are_as_they_were_written() -> None:
    """Those that are missing are empty."""
    entry = FileEntry(
        "f.json",
        0,
        {
            "c": {"1": 0},
            "s": {"a": 3, "b": "x"},
            "t": ["a"],
            "l": [{"k": 1}],
            "n": 1.5,
        },
    )

    assert entry.counts("c", 0, 9) == {1: 0}
    assert entry.settings("s") == {"a": "3", "b": "x"}
    assert entry.strings("t") == ("a",)
    assert [each.values for each in entry.entries("l")] == [{"k": 1}]
    assert entry.single("n") == 1.5
    assert entry.counts("-", 0, 9) == {}
    assert entry.settings("-") == {}
    assert entry.strings("-") == ()
    assert entry.entries("-") == []


def test_an_unknown_key_is_refused() -> None:
    """With those that are known."""
    with pytest.raises(InputError, match=r"^f.json: the key 'b' is unknown; the keys are: a$"):
        FileEntry("f.json", 0, {"a": 1, "b": 2}).check_keys("a")
