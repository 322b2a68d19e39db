"""Homework in a browser: filled in by keys, checked, explained, scored and kept; nothing is
asked of a network.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from math import inf
from pathlib import Path

import pytest

from tests.chromium import Tab, needs_chromium
from tests.homework.test_script import SAY, SOLVE, check, some_cases
from tests.rights import right_of
from visualizer.publish.homework import make_homework
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.rules import BY_HAND_LEVEL, ExerciseRules
from visualizer.teach.sheet import FillIn
from visualizer.teach.tasks import make_exercise, random_trees

pytestmark = [pytest.mark.slow, *needs_chromium]
TREES = ("[[3,12,8],[2,4,6],[14,5,2]]", "[[[0,5],[-3]],[[2,1],[7]]]")
CHAIN = "[" * 30 + "1" + "]" * 30


@pytest.fixture
def file(tab: Tab, tmp_path: Path) -> Path:
    """Open a page with two trees."""
    trees = [
        (f"line {number}", FillIn(PositionSpec("tree", tree)))
        for number, tree in enumerate(TREES, 1)
    ]
    path = tmp_path / "homework.html"
    path.write_bytes(make_homework(trees).page())
    tab.open(path)
    tab.value("localStorage.clear()")  # which pages in files share
    tab.open(path)
    tab.requests.clear()
    return path


def focused(tab: Tab) -> str:
    """Return which field has the keys."""
    return str(tab.value("document.activeElement.id"))


def said(tab: Tab, place: int = 1) -> str:
    """Return what is said of a tree."""
    return str(
        tab.value(f"document.querySelectorAll('[role=status].said')[{place - 1}].textContent")
    )


def line(tab: Tab) -> str:
    """Return the line for the teacher."""
    return str(tab.value("document.getElementById('line')?.value"))


def fill_in(tab: Tab, place: int) -> None:
    """Fill a tree in by keys alone, from its first field on."""
    exercise = FillIn(PositionSpec("tree", TREES[place - 1]))
    tab.value(f"document.getElementById('tree-{place}-root-alpha').focus()")
    wanted = {(each.node, each.kind): right_of(exercise, each) for each in exercise.asked}
    count = tab.value(
        f"document.querySelectorAll('#tree-{place}')[0].parentNode.querySelectorAll('.tree "
        "input').length"
    )
    for number in range(count):
        name, asked = focused(tab).removeprefix(f"tree-{place}-").rsplit("-", 1)
        answer = wanted.get((name.removeprefix("root").replace("-", "."), asked))
        if answer is True:
            tab.press(" ")
        elif answer is not None and answer is not False:
            tab.press(*{inf: "inf", -inf: "-inf"}.get(answer, f"{answer:g}"))
        if number < count - 1:
            tab.press("Tab")


def test_it_is_filled_in_by_keys_checked_and_scored(tab: Tab, file: Path) -> None:
    """Tab goes through all fields, enter checks; solved trees count in the line, and what is
    filled in is kept.
    """
    fill_in(tab, 1)
    tab.press("Enter")

    assert said(tab) == "✓ All 14 are right."
    assert "line 1: 14 right at first, 14 now of 14; line 2: not checked" in line(tab)
    fill_in(tab, 2)
    tab.press("Enter")
    assert said(tab, 2).startswith("✓ All ")
    assert line(tab).endswith("counted by the page, no proof")
    kept = line(tab)
    tab.open(file)
    assert line(tab) == kept
    assert said(tab) == "✓ All 14 are right."
    assert (
        tab.value("document.querySelector('#tree-1-2-2-pruned').closest('li').className")
        == "struck"
    )
    assert tab.requests == [file.as_uri()]
    assert tab.errors == []


def test_a_wrong_answer_is_marked_with_its_reason(tab: Tab, file: Path) -> None:
    """By a sign and words, for eyes and screen readers; a change takes the mark away, the first
    check stays counted.
    """
    tab.value("document.getElementById('tree-1-2-beta').focus()")
    tab.press("3", "Enter")
    why = (
        "You wrote 3 for β at C. β is the best value that MIN already has at a node above. "
        "Follow the path from the "
    )
    why += (
        "root: at each MIN node, look at what the branches to the left have returned. At "
        "the root no value is "
    )
    why += "known yet."

    assert said(tab) == f"0 right, 1 wrong; some fields are still empty. {why}"
    assert tab.value(
        "[...document.querySelectorAll('.lit')].map(it => it.textContent.slice(0, 20))"
    ) == ["αβ✗▼ C"]
    state = """(it => [it.ariaInvalid, document.getElementById(it.getAttribute("aria-describedby")).textContent,
        it.parentNode.querySelector("i").textContent])(document.activeElement)"""
    assert tab.value(state) == ["true", f"✗ {why}", "✗"]
    assert tab.value("document.getElementById('note').textContent") == f"✗ {why}"
    for words in (
        "Work out β on entry to the root first.",
        "β = +∞ on entry: MIN has no value above C yet.",
    ):
        tab.press("Backspace", "3", "Enter")
        assert said(tab).endswith(f"You wrote 3 for β at C. {words}")
    tab.press("Backspace", *"inf")
    assert tab.value("document.activeElement.ariaInvalid") is None
    tab.press("Enter")
    assert said(tab) == "1 right, 0 wrong; some fields are still empty."
    assert "line 1: 0 right at first (wrong at first: 2 beta), 1 now, not finished" in line(tab)


def test_arrows_point_and_letters_act(tab: Tab, file: Path) -> None:
    """Arrows go to the field they point to, within a number only from its end; x crosses out, h
    gives a hint.
    """
    tab.value("document.getElementById('tree-1-root-alpha').focus()")
    trail = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowUp"):
        tab.press(key)
        trail.append(focused(tab).removeprefix("tree-1-"))

    assert trail == ["root-beta", "root-value", "2-pruned", "1-pruned", "1-alpha", "1-pruned"]
    tab.value("document.getElementById('tree-1-2-alpha').focus()")
    tab.press("3", "4", "ArrowLeft")
    assert focused(tab) == "tree-1-2-alpha"
    tab.press("ArrowRight", "ArrowRight", "x")
    assert focused(tab) == "tree-1-2-beta"
    assert tab.value("document.activeElement.value") == ""
    assert tab.value("document.getElementById('tree-1-2-pruned').checked")
    tab.press("h")
    assert said(tab).startswith("Hint: β is the best value that MIN already has")
    assert "1 hint;" in line(tab)


def test_an_answer_is_shown_with_its_whole_reason(tab: Tab, file: Path) -> None:
    """By s or a click; it counts as shown, and not as right at first."""
    tab.value("document.getElementById('tree-1-2-beta').focus()")
    tab.press("s")

    assert tab.value("document.activeElement.value") == "inf"
    note = "document.getElementById('note').textContent"
    assert tab.value(note) == "✓ β = +∞ on entry: MIN has no value above C yet."
    tab.value("document.getElementById('tree-1-2-value').focus()")
    tab.press(*"at most 2")  # a word is typed, whatever letters it has
    assert tab.value("document.activeElement.value") == "at most 2"
    tab.value("document.getElementById('tree-1-2-2-pruned').focus()")
    tab.press("s", "Enter")
    assert tab.value("document.getElementById('tree-1-2-2-pruned').checked")
    assert "1 right at first, 3 now, 0 hints, 2 shown;" in line(tab)


def test_all_has_a_name_and_the_mouse_can_do_all(tab: Tab, file: Path) -> None:
    """Every field, button and list is named; signs are written, edges crossed out and trees
    checked by clicks.
    """
    nameless = """[...document.querySelectorAll("input, button, textarea")]
        .filter(it => !(it.ariaLabel || it.textContent || it.labels?.[0]?.textContent.trim())).length"""

    assert tab.value(nameless) == 0
    assert tab.value("document.querySelector('.tree li li li').textContent").startswith(
        "b1: leaf, worth 3."
    )
    assert (
        tab.value("document.querySelector('details li:nth-child(2)').textContent")
        == "B, MIN to move: b1 (3), b2 (12), b3 (8)"
    )
    assert (
        tab.value("[...document.querySelectorAll('.value b')].map(it => it.textContent).join()")
        == "▲ A,▼ B,▼ C,▼ D,▲,▼,▲,▲,▼,▲,▲"
    )
    tab.click("#tree-1-1-beta")
    tab.click("#signs button:nth-child(3)")
    assert tab.value("document.getElementById('tree-1-1-beta').value") == "+∞"
    tab.click("#tree-1-1-pruned")
    tab.click("form button[type=submit]")
    assert said(tab).startswith(
        "1 right, 1 wrong; some fields are still empty. B is struck. Look at α and β"
    )
    tab.click("#name")
    tab.press(*"Ada")
    assert line(tab).startswith(
        "Ada; Homework: alpha-beta; level all, cut >=, fail-soft; 1 right at first"
    )


def test_any_keys_are_survived(tab: Tab, file: Path) -> None:
    """After keys at random nothing has gone wrong, a kept page comes back as it was, and a
    cleared one is empty.
    """
    dice = random.Random(1)
    tab.value("document.getElementById('tree-1-root-alpha').focus()")
    keys = [
        "Tab",
        "Enter",
        "Backspace",
        "ArrowLeft",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
        *" xh0123456789-<>=.∞inf",
    ]
    tab.press(*dice.choices(keys, k=500))
    before = line(tab)
    tab.open(file)

    assert line(tab) == before
    assert tab.errors == []
    assert "not checked" not in before.partition("line 2")[0]
    tab.value("window.confirm = () => true")
    tab.click("#clear")
    while "line 1: not checked" not in line(tab):
        pass
    assert (
        tab.value(
            "[...document.querySelectorAll('.tree input')].some(it => it.checked || it.type "
            "=== 'text' && it.value)"
        )
        is False
    )


@pytest.mark.parametrize("width", [320, 400, 1200])
def test_it_fits_a_telephone_and_follows_light_and_dark(tab: Tab, file: Path, width: int) -> None:
    """Nothing is wider than the screen; a wide tree becomes a list; the colours are those that
    the system has.
    """
    chain = ("line 3", FillIn(PositionSpec("tree", CHAIN)))
    file.write_bytes(
        make_homework([("line 1", FillIn(PositionSpec("tree", TREES[0]))), chain]).page()
    )
    seen = set()
    for dark in (False, True):
        tab.look(width, 800, dark=dark)
        tab.open(file)

        assert tab.value("document.documentElement.scrollWidth") <= width
        assert tab.value("document.querySelector('.stage').classList.contains('list')") == (
            width < 1000
        )
        seen.add(tab.value("getComputedStyle(document.documentElement).backgroundColor"))
    tab.look(1200, 900)

    assert len(seen) == 2


def test_trees_say_the_same_in_the_browser(tab: Tab, file: Path) -> None:
    """What is right, and why, is that of the Python, by the very script of the page."""
    cases = some_cases(60)
    given = json.dumps(json.dumps(cases.cases))
    check(cases, json.loads(tab.value(f"{SOLVE}{SAY.replace('CASES', given)}")))


def test_a_tree_with_chance_is_filled_in(tab: Tab, tmp_path: Path) -> None:
    """Probabilities stand on branches; a mean is told for what it is, fractions are right, and
    rules say bounds.
    """
    exercise = FillIn(
        PositionSpec("tree", "[~[1/4: 4, 3/4: 8],~[1/3: [1,5], 2/3: 2]]"),
        ExerciseRules(level="windows", bounds=(0, 9)),
    )
    values = FillIn(exercise.run.recipe.where, ExerciseRules(level="values"))
    for name, each in (("windows", exercise), ("values", values)):
        path = tmp_path / f"{name}.html"
        path.write_bytes(make_homework([("line 1", each)]).page())
        tab.open(path)
        tab.value("localStorage.clear()")
        tab.open(path)
        page = str(tab.value("document.body.innerText"))

        assert all(odds in page for odds in ("1/4", "3/4", "1/3", "2/3", "~ chance"))
        assert ("leaves from 0 to 9" in page) == (name == "windows")
        assert ("expectiminimax" in page) == (name == "values")
        for asked in each.fields:
            tab.value(
                f"document.getElementById('tree-1-{asked.node.replace('.', '-') or 'root'}-{asked.kind}').focus()"
            )
            if name == "values" and asked.path == (0,):
                tab.press("6", "Enter")
                assert "You took the mean of 4 and 8; their probabilities are 1/4 and 3/4." in str(
                    tab.value("document.querySelector('.reasons').textContent")
                )
                tab.value("document.activeElement.select()")
            if asked in each.asked:
                tab.press(*str(each.asked[asked].shown.replace("−", "-").replace("+∞", "inf")))
        tab.press("Enter")
        assert said(tab).startswith("✓ All "), said(tab)
        assert tab.errors == []


FAILS = "() => { throw new Error('strange') }"
APIS = {
    "empty": "{}",
    "a text": "'an API'",
    "fails at once": f"{{LMSInitialize: {FAILS}}}",
    "cannot be read": f"{{LMSInitialize: () => 'true', LMSGetValue: {FAILS}}}",
    "cannot be written": (
        f"{{LMSInitialize: () => 'true', LMSGetValue: () => '', LMSSetValue: {FAILS}}}"
    ),
}


@pytest.mark.parametrize("api", APIS.values(), ids=APIS.keys())
def test_a_strange_gradebook_does_not_keep_one_from_practising(
    tab: Tab, tmp_path: Path, api: str
) -> None:
    """The trees are there, are filled in and checked, and it is said that nothing is reported."""
    homework = make_homework([("line 1", FillIn(PositionSpec("tree", "[[3,12],[2,4]]")))])
    page = homework.page("passed").decode()
    path = tmp_path / "strange.html"
    path.write_text(page.replace("<body>", f"<body><script>window.API = {api}</script>"))
    tab.open(path)
    tab.value("localStorage.clear()")
    tab.open(path)
    tab.value("document.getElementById('tree-1-root-value').focus()")
    tab.press("3", "Enter")

    assert said(tab).startswith("1 right, 0 wrong")
    reported = str(tab.value("document.getElementById('reported').textContent"))
    assert reported.endswith(("nothing is reported.", "so it is not reported."))
    assert not tab.errors


@pytest.mark.parametrize("level", ["all", "values", "cuts", "windows", "looks", BY_HAND_LEVEL])
def test_fields_of_a_kind_have_one_size(tab: Tab, tmp_path: Path, level: str) -> None:
    """On many trees all fields of a kind are equally large, and so are the nodes of a side,
    whatever is right there.
    """
    wheres = [
        where for where, _ in islice(random_trees(1, {}, ExerciseRules(level=level), None), 12)
    ]
    page = make_homework(
        [
            (f"tree no. {n}", make_exercise(where, ExerciseRules(level=level)))
            for n, where in enumerate(wheres)
        ]
    )
    path = tmp_path / "sizes.html"
    path.write_bytes(page.page())
    tab.open(path)
    tab.value("localStorage.clear()")
    tab.open(path)
    for kind in (
        "input[type=text]",
        "input[type=checkbox]",
        ".field.value",
        ".field.alpha",
        ".box.max",
        ".box.min",
    ):
        trees = json.loads(str(tab.value(SIZES.replace("KIND", kind))))

        assert len(trees) == 12, (kind, trees)
        assert all(len(sizes) <= 1 for sizes in trees), (kind, trees)
        assert all(trees) or not kind.startswith(".box"), kind


SIZES = """JSON.stringify([...document.querySelectorAll(".tree")].map(tree => {
  const found = [...tree.querySelectorAll("KIND")].map(each => each.getBoundingClientRect());
  return [...new Set(found.map(({width, height}) => `${width.toFixed(1)}×${height.toFixed(1)}`))];
}))"""
"""The sizes of some elements of each tree."""


def test_a_long_title_without_blanks_does_not_widen_a_telephone(tab: Tab, tmp_path: Path) -> None:
    """It is broken wherever the window ends, so that nothing is to be scrolled sideways but
    trees.
    """
    exercise = FillIn(PositionSpec("tree", TREES[0]))
    path = tmp_path / "title.html"
    path.write_bytes(make_homework([("line_" * 40, exercise)], "Homework_" * 20).page())
    tab.look(360, 640)
    tab.open(path)
    wide, inner = json.loads(str(tab.value(WIDTHS)))
    tab.look(1200, 900)

    assert wide <= inner


WIDTHS = (
    "JSON.stringify([document.documentElement.scrollWidth, document.documentElement.clientWidth])"
)
