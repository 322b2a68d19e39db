"""The page's script says the same as the Python: which questions there are, what is right, and
why, word for word.
"""

from __future__ import annotations

import json
import random
from contextlib import nullcontext
from functools import partial
from math import inf, nextafter
from pathlib import Path
from typing import Any

import pytest

from tests.homework.node import needs_node, run_scripts
from tests.oracles import chance as slow
from tests.rights import right_of
from tests.trees import AIMA, Tree, notation, random_tree
from visualizer.look.numbers import format_number, number_as_typed
from visualizer.look.spoken import as_spoken
from visualizer.look.text import spell_in_ascii
from visualizer.publish.homework import page_data
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.teach.question import ANSWER_SIGN_WORDS, AskedField, Judgement, normal_form
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet

Bounds = tuple[float, float] | None
RULES = (
    (">=", "soft"),
    (">", "soft"),
    (">=", "hard"),
)
SHAPES = (
    (4, 3, -2, 2),
    (3, 4, 0, 9),
    (3, 3, -5, 2000),
    (2, 6, 0, 3),
    (7, 1, 0, 9),
    (5, 2, 0, 4),
)
"""Plies, most children, least and greatest leaf: with ties, chains, deep cuts and long numbers."""
ODD = ("it's", 'a "3"', "\\3", "\U0001d7db" * 30)
"""What nobody would write, and anybody can."""
SOLVE = """
const solve = ({data, filled}) => {
  const rows = decoded(data.facts);
  return data.tasks.map((task, place) => {
  const sheet = new Sheet(task, data, rows[place]);
  for (const field of sheet.fields) if (field.id in filled[place]) sheet.write(field, filled[place][field.id]);
  const checked = () => {
    for (const {id} of sheet.found.wrong) sheet.write(sheet.byId.get(id), filled[place][id]);
    sheet.check();
    const marks = sheet.fields.map(({id}) => [id, sheet.marks.get(id)]), found = sheet.found;
    const counts = [found.right, found.wrong, found.open].map(each => each.length);
    return [marks.map(([id, mark]) => [id, mark ? [mark.right, mark.why, mark.lit.sort()] : null]), counts];
  };
  const checks = [checked(), checked(), checked()];
  return [...checks, sheet.fields.map(field => { sheet.show(field); return sheet.marks.get(field.id)?.why ?? null; })];
});
};
"""

SAY = "(cases => JSON.stringify(cases.map(solve)))(JSON.parse(CASES))"


def typed(number: bool | float) -> bool | float | str:
    """Return an answer as JSON has it."""
    if abs(number) == inf:
        return "inf" if number > 0 else "-inf"
    return number


def filled_in(sheet: Sheet, dice: random.Random) -> dict[str, str | bool]:
    """Fill in a sheet as a student might: much of it rightly, some wrongly, some not at all,
    some where nothing is.
    """
    filled: dict[str, str | bool] = {}
    for asked in sheet.fields:
        if FIELD_KINDS[asked.kind].is_edge:
            if (
                dice.random() < 0.2
                or asked in sheet.exercise.asked
                and right_of(sheet.exercise, asked)
                and dice.random() < 0.7
            ):
                sheet.strike(asked.path)
                filled[asked.id] = True
            continue
        known = sheet.tree.node_at(asked.path) is not None
        if known:
            right = str(typed(right_of(sheet.exercise, asked)))
        else:
            right = "1"
        sign = dice.choice(("", "", "<=", "≥"))
        text = dice.choice(
            ["", right, right, right, sign + right, dice.choice(("7", "-2", "−∞", "4,5", *ODD))]
        )
        if text and (known or dice.random() < 0.3):
            sheet.write(asked, text)
            filled[asked.id] = text
    if dice.random() < 0.5:
        filled |= followed_up(sheet, dice)
    return filled


def followed_up(sheet: Sheet, dice: random.Random) -> dict[str, str | bool]:
    """Write a wrong value somewhere, and what follows from it into the node above."""
    tree = sheet.tree
    filled = dict[str, str | bool]()
    nodes = [
        asked
        for asked in sheet.fields
        if asked.kind == "value" and tree.node_at(asked.path) is not None
    ]
    for above in dice.sample(nodes, min(3, len(nodes))):
        node = tree.node_at(above.path)
        values = list[float]()
        assert node is not None
        for child in tree.children(node):
            field = AskedField(sheet.run.path(child), "value")
            values.append(
                sheet.run.trace.value(child) + dice.choice((0, 0, 1, -2)) * (field in nodes)
            )
            if field in nodes:
                sheet.write(field, text := f"{values[-1]:g}")
                filled[field.id] = text
        slipped = [each.number for each in sheet.fields[above].known_mistakes()]
        found = sheet.fields[above].answer_from(values)
        sheet.write(above, text := number_as_typed(dice.choice((found, *slipped))))
        filled[above.id] = text
    return filled


def said(mark: Judgement | None) -> Any:
    """Return what is said of a field, as the script's marks are told."""
    return mark and [
        mark.right,
        mark.why,
        sorted(AskedField(path, "").node for path in mark.highlighted),
    ]


def shown(sheet: Sheet, field: AskedField) -> str | None:
    """Return what is said of an answer that is shown; nothing where there is no question about
    an edge.
    """
    sheet.show(field)
    if field in sheet.exercise.asked or not FIELD_KINDS[field.kind].is_edge:
        return sheet.marks[field].why
    return None


class Cases:
    """Trees that are filled in, and what the Python says of that; each has what its page's
    script is given.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.cases = list[Any]()
        self.marked = list[Any]()
        self.dice = random.Random(1)

    def add(
        self,
        where: PositionSpec,
        level: str,
        cut: str,
        fail: str,
        *texts: str,
        bounds: Bounds = None,
    ) -> None:
        """Add a tree, asked about by these rules: filled in at random, or all fields with each
        of some texts.
        """
        exercise = FillIn(
            where,
            ExerciseRules(
                level=level,
                cut=cut,
                fail=fail,
                bounds=bounds,
            ),
        )
        case: dict[str, Any] = {
            "data": page_data([("", exercise)] * max(1, len(texts))),
            "filled": [],
        }
        wanted = []
        for text in texts or [""]:
            sheet = Sheet(exercise)
            if text:
                case["filled"].append({field.id: text for field in sheet.fields})
                for field in sheet.fields:
                    sheet.write(field, text)
            else:
                case["filled"].append(filled_in(sheet, self.dice))
            wanted.append(
                [
                    *(self.checked(sheet) for _ in range(3)),
                    [*map(partial(shown, sheet), sheet.fields)],
                ]
            )
        self.cases.append(case)
        self.marked.append(wanted)

    def checked(self, sheet: Sheet) -> Any:
        """Answer as before where that was wrong, and check: of why more is said each time."""
        for field in [field for field, mark in sheet.marks.items() if not mark.right]:
            if FIELD_KINDS[field.kind].is_edge:
                sheet.strike(field.path)
                sheet.strike(field.path)
            else:
                sheet.write(field, sheet.texts[field])
        found = sheet.check()
        marks = [(each.id, sheet.marks.get(each)) for each in sheet.fields]
        return [
            [[name, said(mark)] for name, mark in marks],
            [found.right, len(found.wrong), found.missing],
        ]


def some_cases(count: int) -> Cases:
    """Return random trees of all shapes, by all rules and levels in turn."""
    dice = random.Random(count)
    found = Cases()
    for number in range(count):
        plies, widest, low, high = SHAPES[number % len(SHAPES)]
        tree: Tree = [
            random_tree(number, plies - 1, widest, low, high) for _ in range(min(widest, 3))
        ]
        where = PositionSpec("tree", notation(tree, dice.random() < 0.5))
        found.add(
            where, "all" if number % 3 else dice.choice([*EXERCISE_LEVELS][1:]), *dice.choice(RULES)
        )
    return found


def by_node(cases: Cases) -> Any:
    """Return what the script says of cases in Node."""
    said = SAY.replace("CASES", 'require("fs").readFileSync(0, "utf8")')
    return run_scripts("table sheet", f"{SOLVE}console.log({said});", cases.cases)


def check(cases: Cases, said: Any) -> None:
    """Compare what the script says with what the Python says, field by field."""
    assert len(said) == len(cases.cases)
    for case, wanted, got in zip(
        cases.cases,
        cases.marked,
        said,
        strict=True,
    ):
        assert got == wanted, (
            case["data"]["settings"],
            case["data"]["tasks"][0]["words"],
            case["filled"],
        )


@needs_node
@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_what_is_right_and_why_is_that_of_practice(count: int) -> None:
    """At every level, soft and hard, for ≥ and >, with ties, chains, deep cuts and what follows
    from a wrong value.
    """
    cases = some_cases(count)
    words = json.dumps(cases.marked, ensure_ascii=False)
    for part in (
        "as at ",
        "can already get that with",
        "not counting what is skipped",
        "is never visited",
        "clipped to the window",
        "not been worked out yet",
        "Decide first whether the search",
        "The number is right",
        "That follows from what you wrote below it",
        "The first look only asks",
        "skips nothing, so no value is only a bound",
    ):
        assert part in words
    check(cases, by_node(cases))


@needs_node
@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_what_is_said_of_chance_is_that_of_practice(count: int) -> None:
    """Sums, windows below them, the usual mistakes with them, and what follows from wrong
    values, with fractions.
    """
    cases = Cases()
    dice = random.Random(count)
    for seed in range(count):
        text = slow.written(
            slow.Branch("max", [slow.random_tree(2 * seed, 3), slow.random_tree(2 * seed + 1, 3)])
        )
        level = dice.choice(("values", "all", "all", "windows", "cuts"))
        cases.add(
            PositionSpec("tree", text), level, dice.choice((">=", ">")), "soft", bounds=(0, 3)
        )
    for number in (
        "7/2",
        "3.5",
        "−7/3",
        "14/4",
        "1,000/3",
        "1/0",
        "/2",
        "7/",
        "7/2.5",
        "1e3/2",
        "≈3.5",
        "≈7/2",
        "--1/2",
    ):
        cases.add(
            PositionSpec("tree", "~[~[3,4],~[1/3: -7,2/3: 0]]"), "values", ">=", "soft", number
        )
    words = json.dumps(cases.marked, ensure_ascii=False)
    for part in (
        "You took the mean of",
        "chance does not choose",
        "so far, and later outcomes add",
        "Add up",
        "that makes",
        "That follows from what you wrote below it",
        "probabilities are",
    ):
        assert part in words, part
    check(cases, by_node(cases))


@needs_node
def test_names_of_nodes_and_branches_are_those_of_practice() -> None:
    """A book's labels, names of one's own, the same name twice, MIN at the root, numbers that
    are not whole.
    """
    trees = (
        notation(AIMA),
        "cs188-quiz-2",
        "A(B(3,12), C(2,4))",
        "min [x=[a=1,b=9],y=[a=3,b=[a=0.5,7]]]",
        "[a=[a=3,b=5],b=[a=2,b=9]]",
        "[[2.5,1e-7,8],[1234567,0,5],[12345678901.5,-3.25]]",
    )
    cases = Cases()
    for tree in trees:
        for cut, fail in RULES:
            cases.add(PositionSpec("tree", tree), "all", cut, fail)
    check(cases, by_node(cases))


NORMAL_FORMS: list[tuple[str, list[str] | None]] = json.loads(
    Path(__file__).with_name("normal_forms.json").read_text(encoding="utf-8")
)
"""What may be typed, with the sign of a bound and the number that it stands for; None for what
is no number.
"""


@pytest.mark.parametrize(("text", "wanted"), NORMAL_FORMS)
def test_an_answer_has_the_normal_form_of_the_table(text: str, wanted: list[str] | None) -> None:
    """Numbers as they are typed or shown, in signs, in ASCII or in words, with and without the
    sign of a bound.
    """
    with pytest.raises(InputError) if wanted is None else nullcontext():
        found = normal_form(text, may_be_bound=True)
        assert [found.sign, number_as_typed(float(found.answer))] == wanted


@needs_node
def test_the_page_has_the_normal_forms_of_the_same_table() -> None:
    """What is a number in the Python is one in the page, with the same sign and value, and
    nothing else is.
    """
    program = """
    const {signs, texts} = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const written = value => String(value).replace("Infinity", "inf");
    console.log(JSON.stringify(texts.map(text => {
      const found = normalForm(text, signs);
      return found && [found[0], written(found[1])];
    })))"""
    read = run_scripts(
        "table", program, {"signs": ANSWER_SIGN_WORDS, "texts": [text for text, _ in NORMAL_FORMS]}
    )
    for (text, wanted), found in zip(NORMAL_FORMS, read, strict=True):
        numbers = [each and [each[0], float(each[1])] for each in (wanted, found)]
        assert numbers[0] == numbers[1], text


@needs_node
def test_a_number_as_it_is_shown_is_right() -> None:
    """What any view writes for a value, in signs, in ASCII or in words, is right, here and in
    the page.
    """
    leaves = [
        1 / 3,
        -1000.0,
        1234567.25,
        12345678901.5,
        nextafter(3, inf),
        -nextafter(2.5, 0),
        0.1 + 0.2,
        2 / 3e5,
        22 / 7,
        -100 / 99,
        1 / 101,
        123.4567891,
        0.00012345678,
    ]
    cases = Cases()
    for number in leaves:
        views = [
            format_number(number),
            spell_in_ascii(format_number(number)),
            as_spoken(format_number(number)),
            repr(number),
        ]
        where = PositionSpec("tree", f"[[{number!r},{number!r}]]")
        cases.add(where, "values", ">=", "soft", *views, format_number(number * 1.01 + 1e-5))
    for *rights, other in cases.marked:
        assert [counts for *right, _ in rights for _, counts in right] == [[2, 0, 0]] * 12
        assert [counts for _, counts in other[:3]] == [[0, 2, 0]] * 3
    check(cases, by_node(cases))


SPOILT: tuple[Any, ...] = (
    None,
    3,
    "x",
    [],
    {},
    {"given": None},
    {"given": {"root value": {}}, "marked": 7},
    {"given": {"nowhere": "3"}},
    {
        "given": {"root value": None},
        "first": [],
        "checks": "x",
        "hints": -1,
    },
    {"first": {"root value": "3"}},
    {"checks": 1e400},
    {
        "given": "3",
        "first": 3,
        "marked": {"root value": 1},
    },
)
"""What may stand where a browser kept what was filled in."""


@needs_node
def test_what_was_kept_and_is_spoilt_is_passed_over() -> None:
    """Only texts, strokes, marks and counts of this tree's fields are taken up; a score can be
    told after anything.
    """
    page = page_data([("line 1", FillIn(PositionSpec("tree", "[[3,12],[2,4]]")))])
    kept = [
        *SPOILT,
        {
            "given": {"root value": "3"},
            "first": {"root value": True},
            "checks": 2,
            "hints": 1,
            "marked": ["root value"],
        },
    ]
    program = """
    const {data, kept} = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const rows = decoded(data.facts);
    console.log(JSON.stringify(kept.map(each => {
      const sheet = new Sheet(data.tasks[0], data, rows[0]);
      sheet.restore(each);
      return [sheet.given, sheet.checks, sheet.hints, sheet.score()];
    })))"""
    *spoilt, whole = run_scripts("table sheet", program, {"data": page, "kept": kept})

    assert spoilt == [[{}, 0, 0, "line 1: not checked"]] * len(SPOILT)
    assert whole[:3] == [{"root value": "3"}, 2, 1]
    assert "1 right at first, 1 now" in whole[3]


@needs_node
def test_what_was_typed_and_not_checked_is_not_confirmed_when_it_comes_back() -> None:
    """The reasons of a page that is opened again name only what was right when it was checked."""
    page = page_data(
        [("line 1", FillIn(PositionSpec("tree", "[[3,12],[2,4]]"), ExerciseRules(level="values")))]
    )
    kept = {"given": {"root value": "9", "1 value": "3"}, "tries": {"root value": 2}}
    program = """
    const {data, kept} = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const rows = decoded(data.facts), sheet = new Sheet(data.tasks[0], data, rows[0]);
    console.log(JSON.stringify([["root value"], ["root value", "1 value"]].map(marked => {
      sheet.restore({...kept, marked});
      return sheet.marks.get("root value").why;
    })))"""

    assert run_scripts("table sheet", program, {"data": page, "kept": kept}) == [
        "You wrote 9 for the value at the root. Work out A and B first.",
        "You wrote 9 for the value at the root. A has returned 3; B has not been worked out yet.",
    ]
