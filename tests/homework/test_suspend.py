"""What a gradebook keeps of a page: it comes back as it was, and never has more signs than SCORM
1.2 keeps.
"""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import pytest

from tests.few import one_in
from tests.homework.node import needs_node, run_scripts
from tests.homework.test_script import ODD
from tests.trees import notation, random_tree
from visualizer.publish.homework import (
    MAX_PAGE_NUMBER_LENGTH,
    MAX_SCORM_DATA_LENGTH,
    make_homework,
    page_data,
)
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.sheet import FillIn

pytestmark = needs_node
PROGRAM = """
const {data, walks} = JSON.parse(require("fs").readFileSync(0, "utf8"));
const rows = decoded(data.facts);
const empty = () => data.tasks.map((task, place) => new Sheet(task, data, rows[place]));
const kept = ({given, first, tries, checks, hints, shown, marks}) =>
  ({given, first, tries, checks, hints, shown, marked: [...marks.keys()]});
const text = (sheet, {id, kind}) => kind.edge ? Boolean(sheet.given[id]) : sheet.given[id] || "";
const mark = (sheet, field) => text(sheet, field) ? sheet.marks.get(field.id)?.right ?? null : null;
const state = (sheet, field) => [field.id, text(sheet, field), sheet.first[field.id] ?? null,
  Math.min(3, sheet.tries[field.id] || 0), mark(sheet, field)];
const told = sheets => sheets.map(sheet => [...sheet.fields.map(field => state(sheet, field)),
  [sheet.checks, sheet.hints, sheet.shown, sheet.count("first"), sheet.questions.length]]);
console.log(JSON.stringify(walks.map(steps => {
  const sheets = empty(), again = empty(), fields = sheets.map(sheet => sheet.fields);
  for (const [tree, what, place, value] of steps) {
    const sheet = sheets[tree], field = sheet.fields[place % sheet.fields.length];
    if (what === "check") sheet.check();
    else if (what === "show") sheet.show(field);
    else if (what === "hint") sheet.hints += 1;
    else if (what === "often") sheet.checks = sheet.hints = sheet.shown = 5000;
    else if (field.kind.edge) sheet.write(field, !sheet.given[field.id]);
    else sheet.write(field, what === "right" ? field.right ?? "" : value);
  }
  const {text, isAll} = suspended(sheets.map(kept), fields, pageNumber(data).toString(36));
  const back = resumed(text, fields, pageNumber(data).toString(36));
  if (back) again.forEach((sheet, place) => sheet.restore(back[place]));
  return [text, isAll, told(sheets), told(again), resumed(text, fields, "another"), pageNumber(data).toString(36)];
})));
"""
TEXTS = (
    "7",
    "-2",
    "−∞",
    "+∞",
    "≤3",
    ">= -12",
    "inf",
    "at most 2",
    "4,5",
    "3⁺",
    "~|;",
    "(2)",
    "mogl",
    *ODD,
)


def kept(trees: list[tuple[str, FillIn]], walks: list[Any]) -> Any:
    """Return what is kept of pages that were filled in by some steps, and what comes back."""
    return run_scripts(
        "table form sheet scorm", PROGRAM, {"data": page_data(trees), "walks": walks}
    )


def page_of(seeds: range, level: str = "all") -> list[tuple[str, FillIn]]:
    """Return trees as they are usually asked about."""
    trees = [notation(random_tree(seed, 3, 3, -2, 2)) for seed in seeds]
    return [
        ("", FillIn(PositionSpec("tree", tree), ExerciseRules(level=level)))
        for tree in trees
        if tree[0] == "["
    ]


def steps(dice: random.Random, trees: int, count: int) -> list[Any]:
    """Fill in, check, ask and look, at random."""
    kinds = ("right", "right", "right", "write", "write", "check", "show", "hint")
    return [
        [
            dice.randrange(trees),
            dice.choice(kinds),
            dice.randrange(200),
            dice.choice(TEXTS),
        ]
        for _ in range(count)
    ]


@pytest.mark.parametrize("level", one_in(5, EXERCISE_LEVELS))
def test_what_was_filled_in_comes_back(level: str) -> None:
    """Every text, stroke, mark and count, with what is said of it; only on the same page, and in
    ASCII.
    """
    dice = random.Random(level)
    trees = page_of(range(4), level)
    found = kept(trees, [steps(dice, len(trees), count) for count in range(0, 240, 8)])

    assert len({text for text, *_ in found}) > 25
    for text, is_all, before, after, other, _ in found:
        assert text.isascii()
        assert len(text) <= MAX_SCORM_DATA_LENGTH
        assert other is None
        if is_all:
            assert after == before
    assert sum(is_all for _, is_all, *_ in found) > 15


def places(trees: list[tuple[str, FillIn]]) -> list[tuple[int, int]]:
    """Return where the fields of trees are: the numbers of tree and field."""
    return [
        (tree, place) for tree, (_, each) in enumerate(trees) for place in range(len(each.fields))
    ]


def has_room(trees: list[tuple[str, FillIn]]) -> bool:
    """Return whether trees may be a package."""
    return MAX_PAGE_NUMBER_LENGTH + make_homework(trees).max_answer_length <= MAX_SCORM_DATA_LENGTH


def largest_page() -> list[tuple[str, FillIn]]:
    """Return as many trees as may be a package."""
    trees = page_of(range(35))
    while not has_room(trees):
        trees.pop()
    assert len(trees) > 15
    return trees


def test_a_page_filled_with_short_answers_always_fits() -> None:
    """The largest page that may be a package: each field wrong in three signs, each edge struck,
    often checked.
    """
    trees = largest_page()
    every = [[tree, "write", place, "-99"] for tree, place in places(trees)]
    checks = [[tree, what, 0, ""] for what in ("check", "often") for tree in range(len(trees))]
    ((text, is_all, before, after, *_),) = kept(trees, [[*every, *checks]])

    assert is_all
    assert 3500 < len(text) <= MAX_SCORM_DATA_LENGTH
    for sheet, other in zip(before, after, strict=True):
        assert other[:-1] == sheet[:-1]
        assert other[-1][0] == 999


@pytest.mark.slow
def test_where_there_is_no_room_long_words_go_first() -> None:
    """What is right, what is struck and short answers stay; it is said that not all was kept."""
    trees = largest_page()
    words = [
        [tree, "write", place, "7" * (12 if place % 2 else 2)] for tree, place in places(trees)
    ]
    ((text, is_all, before, after, *_),) = kept(trees, [words])

    assert not is_all
    assert len(text) <= MAX_SCORM_DATA_LENGTH
    fields, others = (
        chain.from_iterable(sheet[:-1] for sheet in sheets) for sheets in (before, after)
    )
    pairs = [(one[1], other[1]) for one, other in zip(fields, others, strict=True)]
    assert {other for one, other in pairs if one == "7" * 12} == {""}
    assert all(one == other for one, other in pairs if one != "7" * 12)


SPOIL = """
const {data, spoilt} = JSON.parse(require("fs").readFileSync(0, "utf8")), page = pageNumber(data).toString(36);
const rows = decoded(data.facts), sheet = new Sheet(data.tasks[0], data, rows[0]);
const back = resumed(spoilt.replace("{page}", page), [sheet.fields], page);
if (back) sheet.restore(back[0]);
const isGiven = it => it === true || typeof it === "string";
console.log(JSON.stringify([sheet.score(), sheet.checks >= 0, Object.values(sheet.given).every(isGiven)]));
"""
SPOILT = (
    "",
    "|",
    "x|1,2,3;AAA",
    "{page}|",
    "{page}|;;;|9",
    "{page}|1,2,3;zz~z",
    "{page}|-1,x,1e9;\u00e9\u00e9~",
    "{page}|0,0,0;" + "/" * 99,
)


@pytest.mark.parametrize("spoilt", one_in(4, SPOILT))
def test_what_is_spoilt_is_passed_over(spoilt: str) -> None:
    """Whatever a gradebook gives back, a sheet is made of it that a score can be told of."""
    given = {"data": page_data(page_of(range(1))), "spoilt": spoilt}
    score, counts, texts = run_scripts("table form sheet scorm", SPOIL, given)

    assert isinstance(score, str)
    assert counts
    assert texts


STRANGE = """
const elements = {}, timers = [];
globalThis.document = {getElementById: id => elements[id] ??= {hidden: false}, addEventListener: () => {}};
globalThis.addEventListener = () => {};
globalThis.setTimeout = does => timers.push(does);
globalThis.clearTimeout = () => {};
const yes = () => "true", no = () => "false";
const good = values => ({
  values, LMSInitialize: yes, LMSCommit: yes, LMSFinish: yes, LMSGetValue: name => values[name] ?? "",
  LMSSetValue(name, value) { values[name] = value; return "true"; },
  LMSGetLastError: () => "101", LMSGetErrorString: () => "general error",
});
const data = {status: "passed"}, keeping = {written: () => ({text: "kept", isAll: true}), read: text => ({text})};
const fails = () => { throw new Error("strange"); };
const done = {"cmi.core.lesson_status": "passed", "cmi.suspend_data": "as it was"};
const APIS = {
  none: undefined, empty: {}, text: "an API",
  initialize: {...good({}), LMSInitialize: fails}, "no initialize": {...good({}), LMSInitialize: no},
  get: {...good({...done}), LMSGetValue: fails}, nothing: {...good({}), LMSGetValue: () => null},
  set: {...good({}), LMSSetValue: fails}, "no set": {...good({}), LMSSetValue: undefined},
  commit: {...good({}), LMSCommit: no}, "commit fails": {...good({}), LMSCommit: fails},
  mute: {...good({}), LMSCommit: no, LMSGetErrorString: fails},
  finish: {...good({}), LMSFinish: fails}, good: good({}),
  infinite: good({...done, "cmi.core.score.raw": "1e999"}), "no number": good({...done, "cmi.core.score.raw": "x"}),
  negative: good({...done, "cmi.core.score.raw": "-5"}), kept: good({...done, "cmi.core.score.raw": "80"}),
};
console.log(JSON.stringify(Object.fromEntries(Object.entries(APIS).map(([name, API]) => {
  globalThis.window = {API, opener: null};
  window.parent = window;
  for (const id of Object.keys(elements)) delete elements[id];
  const store = gradebook(data, keeping), said = [], byHand = !elements["by-hand"]?.hidden;
  if (!store) return [name, {store: "browser", said: elements.reported.textContent, byHand, values: API?.values}];
  const kept = store.kept();
  store.keep({}, {right: 1, asked: 4, isSolved: false, done: 1});
  said.push(elements.reported.textContent);
  store.keep({}, {right: 1, asked: 4, isSolved: false, done: 1});
  said.push(elements.reported.textContent);
  store.end();
  return [name, {store: "gradebook", kept, said, score: API.values["cmi.core.score.raw"]}];
}))));
"""


def strange_gradebooks() -> Any:
    """Return what a page does with gradebooks of all kinds around it."""
    return run_scripts("form scorm", STRANGE)


def test_a_gradebook_that_does_not_answer_is_none() -> None:
    """One that is empty, a text, or throws at first leaves the page to the browser, says so, and
    loses nothing.
    """
    found = strange_gradebooks()
    there_is_none = "There is no gradebook around this page: nothing is reported."
    silent = "The gradebook around this page does not answer: nothing is reported."
    for name, said in (
        ("none", there_is_none),
        ("empty", there_is_none),
        ("text", there_is_none),
        ("no initialize", there_is_none),
        ("initialize", silent),
        ("get", silent),
    ):
        assert found[name]["store"] == "browser", name
        assert found[name]["said"] == said, name
        assert found[name]["byHand"] is True, name

    assert found["get"]["values"] == {
        "cmi.core.lesson_status": "passed",
        "cmi.suspend_data": "as it was",
    }
    assert found["nothing"]["kept"] == {"name": "", "text": ""}


def test_what_a_gradebook_does_not_take_is_not_called_reported() -> None:
    """One that throws, or says no, when it is written to or commits: also while nothing is
    handed over again.
    """
    found = strange_gradebooks()
    for name, why in (
        ("set", "cmi.suspend_data: general error"),
        ("no set", "cmi.suspend_data: general error"),
        ("commit", "general error"),
        ("commit fails", "general error"),
        ("mute", "it gives no reason"),
    ):
        said = found[name]["said"]

        assert all(each.startswith("The gradebook does not take this (") for each in said), name
        assert said[1] == f"The gradebook does not take this ({why}), so it is not reported.", name

    assert (
        found["good"]["said"]
        == found["finish"]["said"]
        == ["Reported to the gradebook: 25 of 100, incomplete."] * 2
    )


def test_a_score_that_was_none_is_not_kept() -> None:
    """A number from 0 to 100 never drops; anything else that stands in its place is passed over."""
    found = strange_gradebooks()
    assert [found[name]["score"] for name in ("infinite", "no number", "negative", "kept")] == [
        "25",
        "25",
        "25",
        "80",
    ]
