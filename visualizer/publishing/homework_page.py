"""Homework: trees to fill in as one page of the web, which loads nothing, and checks what is filled in by itself.

The page holds for each field what is right in it, and why: coded, so that nobody reads it by accident.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from visualizer.algorithms.star1 import bounds_words
from visualizer.exercises import question, sheet
from visualizer.exercises.fields import KINDS, FieldKind, weights
from visualizer.exercises.question import SIGNS, AskedField, Given, ReasonSteps, Slip
from visualizer.exercises.sheet import Exercise
from visualizer.explanation.naming import capital, tree_in_words
from visualizer.harmless_text import visible
from visualizer.look.numbers import odds, show, write
from visualizer.look.themes import THEMES, style_variables
from visualizer.look.web_page import filled, in_script
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.whole_tree import edge_words
from visualizer.trace.rows import MovePath

PARTS = Path(__file__).parent / "homework"
SCRIPTS = ("numbers.js", "sheet.js", "elements.js", "browser.js", "form.js", "page.js")
FIELD, TEXT, TREE = 1, 4, 13
"""Signs that a gradebook keeps of a field, of a wrong answer of up to three signs in it, and of a tree, at most."""
MOVERS = ("min", "max", "chance")
"""What the script calls who moves, by the numbers of a `Turn`."""
CHANCE = "expectiminimax"
"""The level `values` where chance moves."""
MOST_PLIES = 30
"""Plies of a tree: a deeper one is too wide as a list."""
WANTED = {
    "all": "Write into each node that is visited α and β on entry and the value that it returns, and strike the "
    "branches that are never visited (tick a branch's box). What lies below a struck branch stays empty.",
    "values": "Write its minimax value into each node.",
    CHANCE: "Write its value into each node: where chance moves, the sum of probability times value.",
    "cuts": "Strike the branches that are never visited (tick a branch's box), each once: what lies below one needs no "
    "cross.",
    "windows": "Write α and β on entry into each node that is visited; the others stay empty.",
    "looks": "PVS only asks of a later branch whether it is better. Mark the branches that it looks at again.",
}
"""What is to be done, at each level."""
WORDS = {
    "wrote": sheet.WROTE, "edge": sheet.EDGE,
    "follows": sheet.FOLLOWS, "noNumber": sheet.NO_NUMBER,
    "orBound": sheet.OR_A_BOUND, "first": question.FIRST, "still": question.STILL,
}  # fmt: skip
"""The sentences into which the page's script puts what was written."""


@dataclass(frozen=True)
class Homework:
    """A page: its title, what its scripts are given, and the names of its parts."""

    title: str
    data: Mapping[str, Any]
    scripts: Sequence[str]
    """In the order in which they need each other."""
    styles: Sequence[str]
    keeping: str
    """The script that writes what is done as a short text, for a gradebook."""
    signs: int
    """How many signs that text has at most."""
    what: str
    """What takes these signs: `40 fields of 3 trees`."""

    def page(self, *, status: str = "", scripts: Sequence[str] = ()) -> bytes:
        """Return the page; `scripts` are more of its scripts, and `status` is what they report where all is right."""
        light, dark = (style_variables(THEMES[name]) for name in ("light", "dark"))
        colours = f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        data = {**self.data, "status": status} if status else self.data
        parts = {
            "title": escape(self.title), "data": in_script(data),
            "style": "\n".join((colours, *map(_part, self.styles))),
            "scripts": "\n".join(f"<script>{_part(name)}</script>" for name in (*scripts, *self.scripts)),
        }  # fmt: skip
        return filled(PARTS / "page.html", parts).encode()


HomeworkTree = tuple[str, Exercise]
"""A tree of a page: where it comes from in words, `seed 2` or `line 3`, and its questions."""


def rules_of(trees: Sequence[HomeworkTree]) -> str:
    """Return the rules by which answers are right in all trees of a page."""
    (_, first), *_ = trees
    has_chance = any(exercise.has_chance for _, exercise in trees)
    return CHANCE if has_chance and first.level == "values" else first.rules()


def homework_of(trees: Sequence[HomeworkTree], title: str = "") -> Homework:
    """Return the page of some trees, all asked about at one level and by one rule."""
    (_, first), *_ = trees
    by_hand = {"values": rules_of(trees), "looks": "PVS"}.get(first.level, "Star1" if first.bounds else "alpha-beta")
    title = visible(title) or f"Homework: {by_hand}"
    fields = [KINDS[field.kind] for _, exercise in trees for field in exercise.fields]
    signs = TREE * len(trees) + sum(FIELD + TEXT * (not kind.is_edge) for kind in fields)
    what = f"{len(fields):,} fields of {len(trees):,} trees"
    return Homework(title, page_data(trees, title), SCRIPTS, ("style.css",), "suspend.js", signs, what)


def page_data(trees: Sequence[HomeworkTree], title: str = "") -> dict[str, Any]:
    """Return what the page's script is given."""
    (_, first), *_ = trees
    level = CHANCE if rules_of(trees) == CHANCE else first.level
    rules = {"values": "", "looks": f", cut {first.cut}"}.get(first.level, f", cut {first.cut}, fail-{first.fail}")
    rules += f", {bounds_words(first.bounds)}" if first.bounds is not None else ""
    has_chance = any(exercise.has_chance for _, exercise in trees)
    said = dict[str, int]()  # facts number the sentences, which are coded with them
    facts = [[_facts(exercise, field, said) for field in exercise.fields] for _, exercise in trees]
    asks = " ".join(kind.asks.format("each node") for kind in first.kinds)
    return {
        "title": title, "settings": f"level {first.level}{rules}", "rules": rules_of(trees),
        "wanted": WANTED.get(level, asks), "bounds": first.level == "all",
        "chance": has_chance, "words": WORDS, "signs": SIGNS,
        "kinds": [_kind(first, kind, MOVERS[: 2 + has_chance]) for kind in first.kinds],
        "tasks": [{"source": visible(source), "tree": _node(exercise, ()),
                   "words": [*tree_in_words(exercise.run)]} for source, exercise in trees],
        "facts": coded(facts, said),
    }  # fmt: skip


def coded(facts: Sequence[Any], said: Mapping[str, int]) -> str:
    """Return facts and the sentences that they number in a form that nobody reads by accident."""
    text = json.dumps([facts, [*said]], ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return b64encode(text.encode()).decode()


def _kind(exercise: Exercise, kind: FieldKind, turns: Sequence[str]) -> dict[str, Any]:
    """Return a kind of fields: what it is called, and a hint for each who may move."""
    label = f"{kind.verb} {{at}}: {kind.meaning}" if kind.is_edge else f"{kind.name.removeprefix('the ')} of {{at}}"
    hint = {name: kind.hint(exercise.run, turn) for turn, name in enumerate(turns)}
    wanted = {name: kind.wanted_at("{at}", turn) for turn, name in enumerate(turns)}
    return {"key": kind.key, "name": kind.name, "edge": kind.is_edge, "verb": kind.verb, "sign": kind.sign,
            "label": label, "above": kind.looks_above, "hint": hint, "wanted": wanted}  # fmt: skip


def _facts(exercise: Exercise, field: AskedField, said: dict[str, int]) -> list[Any]:
    """Return what is right in a field and why, for the page's script: numbers as they are typed, sentences by number.

    `said` numbers the sentences and names, of which many are said of several fields.
    """

    def number(words: str) -> int:
        return said.setdefault(words, len(said))

    def steps(reason: ReasonSteps) -> list[Any]:
        clues = [[number(clue.name), number(clue.says), "" if clue.field is None else field_id(clue.field)]
                 for clue in reason.clues()]  # fmt: skip
        needs = None if reason.needs is None else [*map(field_id, reason.needs)]
        return [
            number(reason.rule),
            clues,
            number(reason.earned or reason.whole),
            AskedField(reason.node, "").node,
            needs,
        ]

    def slips(found: Sequence[Slip]) -> list[list[Any]]:
        return [[write(each.number), number(each.says), [*map(field_id, each.fields)]] for each in found]

    naming, asked, kind = exercise.naming, exercise.asked.get(field), KINDS[field.kind]
    at = number(capital(naming.with_number(field.path)) if kind.is_edge else naming.at(field.path))
    if asked is None:
        never = None if kind.is_edge else steps(sheet.never_visited(naming, field.path))
        return [None, at, never, {}, None, [], [], None]
    why, right = steps(asked.reason(Given(asked.right))), asked.right
    if isinstance(right, bool):
        return [right, at, why, {}, None, [], [], None]
    given = [Given(right, sign) for sign in SIGNS.values() if asked.bounds is not None]
    signed = {each.sign: [asked.is_right(each), steps(asked.reason(each))] for each in given}
    too = kind.right_too(naming, field.path)
    below = [[number(naming.at(each.path)), write(value), field_id(each) if exercise.run.is_inner(each.path) else ""]
             for each, value in sheet.returned_below(exercise, field).items()]  # fmt: skip
    sums = weights(naming, field.path) if field.kind == "value" else None
    return [write(float(right)), at, why, signed,
            too and [number(too.says), "" if too.field is None else field_id(too.field)], below,
            slips(kind.slips(naming, field.path)), sums and [*sums[0], sums[1]]]  # fmt: skip


def field_id(field: AskedField) -> str:
    """Return what the page calls a field: `2.1 alpha`, `root value`."""
    return f"{field.node or 'root'} {field.kind}"


def _node(exercise: Exercise, path: MovePath) -> dict[str, Any]:
    """Return a node for the page's script, with what is below it."""
    run, name = exercise.run, exercise.naming.at(path)
    turn, below = run.turn(path), run.below(path)
    branches = exercise.naming.moves(len(below))
    if run.is_inner(path):
        text = f"{TURNS[turn]} {run.node_label(path) or ''}".strip()
        says = f"{run.game.mover(turn)} to move, {branches}"
    else:
        text = show(run.evaluated(path))
        says = f"leaf, worth {text}"
    edge, chance = run.names(path)[-1] if path else "", run.odds(path[:-1]) if path else None
    if below and edge == str(path[-1] + 1 if path else ""):
        edge = exercise.naming.called(run.names(path)).removeprefix("branch ")  # above inner nodes the whole number
    if chance is not None:
        edge, says = edge_words(run, path), f"{says}, probability {odds(chance[path[-1]])}"
    return {"path": AskedField(path, "").node, "name": name, "says": f"{capital(name)}: {says}", "text": text,
            "turn": MOVERS[turn], "edge": edge, "children": [_node(exercise, child) for child in below]}  # fmt: skip


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")
