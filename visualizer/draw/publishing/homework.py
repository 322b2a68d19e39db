"""Homework: trees to fill in, or to search by hand, as one page of the web, which loads nothing and judges by itself.

The page's scripts search nothing: they read a table that says what is right in each field, or at each moment of a
search, and why. It is coded, so that nobody reads it by accident.

A package for a course's gradebook, by SCORM 1.2, has a manifest as in ADL's "SCORM Content Aggregation Model", version
1.2 (2001), on IMS Content Packaging 1.1.2; it names no place of a schema, so none has to lie beside it.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from games import CHANCE
from visualizer.draw.picture.layout.node_words import TURNS
from visualizer.draw.picture.layout.whole_tree import book_label, edge_words
from visualizer.explaining.explanation.naming import Naming, capital, tree_in_words
from visualizer.look.numbers import odds, show, write
from visualizer.look.themes import THEMES, style_variables
from visualizer.look.web_page import filled, in_script
from visualizer.searching.algorithms.star1 import bounds_words
from visualizer.support.errors import InputError
from visualizer.support.harmless_text import visible
from visualizer.teach.exercises import question, sheet
from visualizer.teach.exercises.by_hand import sentences
from visualizer.teach.exercises.by_hand.machine import Act, ActKind, ByHand, Moment
from visualizer.teach.exercises.by_hand.sentences import Situation
from visualizer.teach.exercises.by_hand.walk import VisibleTree
from visualizer.teach.exercises.fields import KINDS, FieldKind, FieldPlace
from visualizer.teach.exercises.question import PLACE, RULE, SIGNS, WHOLE, AskedField, Given, ReasonSteps, node_id
from visualizer.teach.exercises.rules import STEPS
from visualizer.teach.exercises.sheet import Exercise
from visualizer.teach.exercises.tasks import Assignment
from visualizer.trace.rows import MovePath

PARTS = Path(__file__).parent / "homework"
MANIFEST, PAGE = "imsmanifest.xml", "index.html"
MOVERS = ("min", "max", CHANCE)
"""What the scripts call who moves, by the numbers of a `Turn`."""
MOST_PLIES = 30
"""Plies of a tree: a deeper one is too wide as a list."""
MOST_KEPT = 4096
"""Signs that a gradebook keeps of what is done."""
NUMBER = 7
"""Signs that the page's number takes of them, at most."""
FIELD, TEXT, TREE = 1, 4, 13
"""Signs of a field, of a wrong answer of up to three signs in it, and of a tree to fill in, at most."""
STEP, WALK = 2, 1
"""Signs of a step with a slip before it, and of a search by hand besides."""
PASSED, COMPLETED = "passed", "completed"
"""What a package reports once all is right, with a score and without one."""
LONGEST_TITLE = 200
NEVER = float("nan")
"""A number that is never right, so that a refusal is that of any number."""
WANTED_BY_HAND = (
    "You are {name} and stand at the root of a blank tree. Enter the next child (↓), return a value (a number, then "
    "enter), cut the rest (x), and update α (a) and β (b) when they change. Steps that the search would not take are "
    "refused."
)
WORDS = {
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
    signs: int
    """How many signs a gradebook keeps of what is done, at most."""
    what: str
    """What takes these signs: `40 fields of 3 trees`."""

    def page(self, status: str = "") -> bytes:
        """Return the page; with a `status`, it reports that to a gradebook where all is right."""
        light, dark = (style_variables(THEMES[name]) for name in ("light", "dark"))
        colours = f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        data, scripts = ({**self.data, "status": status}, ("scorm.js",)) if status else (self.data, ())
        parts = {
            "title": escape(self.title), "data": in_script(data),
            "style": "\n".join((colours, *map(_part, self.styles))),
            "scripts": "\n".join(f"<script>{_part(name)}</script>" for name in (*scripts, *self.scripts)),
        }  # fmt: skip
        return filled(PARTS / "page.html", parts).encode()

    def package(self, *, scored: bool = True) -> bytes:
        """Return the page as a package for a gradebook; the same trees give the same bytes.

        InputError for trees whose answers are too many to be kept.
        """
        if NUMBER + self.signs > MOST_KEPT:
            raise InputError(
                f"the {self.what} do not fit into the {MOST_KEPT:,} signs that a gradebook keeps; "
                "ask for fewer trees with -n, or make two packages"
            )
        page = self.page(PASSED if scored else COMPLETED)
        parts = {"title": escape(self.title[:LONGEST_TITLE]), "number": sha256(page).hexdigest()[:16]}
        package = BytesIO()
        with ZipFile(package, "w") as archive:
            for name, contents in ((MANIFEST, filled(PARTS / MANIFEST, parts).encode()), (PAGE, page)):
                file = ZipInfo(name)  # of 1980, so that the same trees give the same bytes
                file.external_attr = 0o644 << 16
                archive.writestr(file, contents, ZIP_DEFLATED)
        return package.getvalue()


HomeworkTree = tuple[str, Assignment]
"""A tree of a page: where it comes from in words, `tree no. 2` or `line 3`, and its questions or the search by hand."""


def homework_of(trees: Sequence[HomeworkTree], title: str = "") -> Homework:
    """Return the page of some trees, all asked about at one level and by one rule."""
    title = visible(title)
    by_hand = [(source, asked) for source, asked in trees if isinstance(asked, ByHand)]
    if by_hand:
        data = steps_data(by_hand, title or f"Homework: you are {by_hand[0][1].name}")
        scripts, styles = ["walk.js", "steps.js"], ["style.css", "steps.css"]
        steps = sum(hand.steps for _, hand in by_hand)
        signs, what = WALK * len(trees) + STEP * steps, f"{steps:,} steps"
    else:
        asked = [(source, exercise) for source, exercise in trees if isinstance(exercise, Exercise)]
        data = page_data(asked, title)
        scripts, styles = ["sheet.js", "page.js"], ["style.css"]
        kinds = [KINDS[field.kind] for _, exercise in asked for field in exercise.fields]
        signs = TREE * len(trees) + sum(FIELD + TEXT * (not kind.is_edge) for kind in kinds)
        what = f"{len(kinds):,} fields"
    scripts = ["table.js", "form.js", *scripts]
    return Homework(data["title"], data, scripts, styles, signs, f"{what} of {len(trees):,} trees")


def coded(facts: Any) -> str:
    """Return facts in a form that nobody reads by accident: each text is written once, and where it stands its number.

    Facts have no other numbers.
    """
    said = dict[str, int]()

    def numbered(each: Any) -> Any:
        if isinstance(each, str):
            return said.setdefault(each, len(said))
        if isinstance(each, Mapping):
            return {key: numbered(value) for key, value in each.items()}
        return [*map(numbered, each)] if isinstance(each, list | tuple) else each

    text = json.dumps([numbered(facts), [*said]], ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return b64encode(text.encode()).decode()


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


# Trees to fill in.


def page_data(trees: Sequence[tuple[str, Exercise]], title: str = "") -> dict[str, Any]:
    """Return what the scripts of a page of trees to fill in are given."""
    (_, first), *_ = trees
    movers = max((exercise.run.movers(MOVERS[:2]) for _, exercise in trees), key=len)
    by_chance = CHANCE in movers
    asks, rules = first.asks, first.describe_rules()
    if by_chance and not asks.cuts:
        rules = "expectiminimax"
    search = rules if not asks.cuts else "PVS" if asks.search else "Star1" if first.rules.bounds else "alpha-beta"
    settings = f", cut {first.rules.cut}" * asks.cuts + f", fail-{first.rules.fail}" * (not asks.search)
    settings += f", {bounds_words(first.rules.bounds)}" if first.rules.bounds is not None else ""
    asked = " ".join(kind.asks.format("each node") for kind in first.kinds)
    return {
        "title": title or f"Homework: {search}", "settings": f"level {first.rules.level}{settings}", "rules": rules,
        "wanted": (by_chance and asks.wanted_by_chance) or asks.wanted or asked,
        "bounds": asks.cuts and any(kind.place is FieldPlace.VALUE for kind in first.kinds),
        "chance": by_chance, "words": WORDS,
        "kinds": [_kind(first, kind, movers) for kind in first.kinds],
        "tasks": [{"source": visible(source), "tree": _node(exercise, ()),
                   "words": [*tree_in_words(exercise.run)]} for source, exercise in trees],
        "facts": coded([[_facts(exercise, field) for field in exercise.fields] for _, exercise in trees]),
    }  # fmt: skip


def _kind(exercise: Exercise, kind: FieldKind, turns: Sequence[str]) -> dict[str, Any]:
    """Return a kind of fields: what it is called, and a hint for each who may move."""
    label = f"{kind.verb} {{at}}: {kind.meaning}" if kind.is_edge else f"{kind.sign or kind.key} of {{at}}"
    hint = {name: kind.hint(exercise.run, turn) for turn, name in enumerate(turns)}
    wanted = {name: kind.wanted_at("{at}", turn) for turn, name in enumerate(turns)}
    wrong = (sheet.EDGE if kind.is_edge else sheet.WROTE).replace("{what}", kind.name)
    return {"key": kind.key, "name": kind.name, "edge": kind.is_edge, "verb": kind.verb, "sign": kind.sign,
            "signs": SIGNS if kind.may_be_bound else {}, "label": label, "above": kind.looks_above, "hint": hint,
            "wanted": wanted, "wrong": wrong}  # fmt: skip


def _facts(exercise: Exercise, field: AskedField) -> list[Any]:
    """Return what is right in a field, and a row for each answer of which something else is said than of all others.

    A row is the answer in its normal form, whether it is right, and why; None: for the reason of all others, which the
    last row has. Numbers are as they are typed, other fields have their names.
    """

    def steps(reason: ReasonSteps) -> list[Any]:
        clues = [[clue.name, clue.says, clue.field and clue.field.id] for clue in reason.clues()]
        node, needs = node_id(reason.node), [each.id for each in reason.needed()]
        lit = dict.fromkeys((node, *map(node_id, reason.lit(WHOLE))))
        slip = reason.slip and [reason.slip.says, [each.id for each in reason.slip.fields]]
        return [reason.rule, clues, reason.answer, needs, [*lit], slip]

    naming, asked, kind = exercise.naming, exercise.asked.get(field), KINDS[field.kind]
    at = kind.at(naming, field.path)
    if asked is None and kind.is_edge:
        return [None, at, [], None, [], None]
    plain = steps(exercise.reason(field))
    if asked is None or isinstance(asked.right, bool):
        right = None if asked is None else asked.right
        return [right, at, [["", None, right is True, plain]], None, [], None]
    given = [Given(asked.right, sign) for sign in ("", *(dict.fromkeys(SIGNS.values()) if kind.may_be_bound else ()))]
    given += [Given(slip.number) for slip in kind.slips(naming, field.path)]
    found = [(each, steps(asked.reason(each))) for each in given]
    rows = [[each.sign, write(float(each.answer)), asked.is_right(each), None if why == plain else why]
            for each, why in found]  # fmt: skip
    too, sums = kind.right_too(naming, field.path), kind.weights(naming, field.path)
    below = [[naming.at(each.path), write(value), each.id if exercise.run.is_inner(each.path) else ""]
             for each, value in kind.below(naming, field.path).items()]  # fmt: skip
    return [
        write(float(asked.right)), at, [*rows, ["", None, False, plain]],
        too and [too.says, too.field and too.field.id], below, sums and [*map(write, (*sums[0], sums[1]))],
    ]  # fmt: skip


def _node(exercise: Exercise, path: MovePath) -> dict[str, Any]:
    """Return a node for the page's script, with what is below it."""
    run, name = exercise.run, exercise.naming.at(path)
    turn, below = run.turn(path), run.below(path)
    branches = exercise.naming.moves(len(below))
    if run.is_inner(path):
        text = f"{TURNS[turn]} {book_label(run, path)}".strip()
        says = f"{run.game.mover(turn)} to move, {branches}"
    else:
        text = show(run.evaluated(path))
        says = f"leaf, worth {text}"
    edge, chance = run.names(path)[-1] if path else "", run.odds(path[:-1]) if path else None
    if chance is not None:
        edge, says = edge_words(run, path), f"{says}, probability {odds(chance[path[-1]])}"
    return {"path": node_id(path), "name": name, "says": f"{capital(name)}: {says}", "text": text,
            "turn": MOVERS[turn], "edge": edge, "children": [_node(exercise, child) for child in below]}  # fmt: skip


# Trees that are searched by hand.

PAGE_KEYS = {"<enter_child>": "↓", "<cut_rest>": "x"}
"""The keys of the page's script, by the actions that sentences name."""


def steps_data(trees: Sequence[tuple[str, ByHand]], title: str = "") -> dict[str, Any]:
    """Return what the scripts of a page of searches by hand are given."""
    hand = trees[0][1]
    search = hand.run.recipe.search
    return {
        "title": title, "settings": f"level {STEPS}, cut {search.cut}, fail-{search.fail}",
        "rules": hand.describe_rules(),
        "wanted": WANTED_BY_HAND.format(name=hand.name),
        "kinds": {kind.word: {"name": kind.done, "sign": kind.sign, "number": kind.takes_number}
                  for kind in ActKind},
        "tasks": [{"source": visible(source), "rules": each.describe_rules(), "tree": _blank_node(each, ())}
                  for source, each in trees],
        "facts": coded([_moments(each) for _, each in trees]),
    }  # fmt: skip


def _with_keys(text: str) -> str:
    """Return a sentence with the page's keys in place of the names of actions."""
    for name, key in PAGE_KEYS.items():
        text = text.replace(name, key)
    return text


def _moments(hand: ByHand) -> list[Any]:
    """Return what is seen and said at first, and of each moment what may be done, and what is said to all else."""
    moments = [*hand.all_moments()]
    places = {moment: str(place) for place, moment in enumerate(moments)}
    seen = {moment: _seen(hand, moment) for moment in moments}

    def done(moment: Moment, act: Act, there: Moment) -> list[Any]:
        """Return the number of an act, where it leads, what it changes in sight, and what is said then."""
        changed = {path: look for path, look in seen[there].items() if seen[moment][path] != look}
        return [write(act.number), places[there], changed, sentences.describe_act(Situation(hand, there), moment, act)]

    def refused(at: Situation, act: Act) -> list[str]:
        """Return why an act is refused, in three steps."""
        reason = sentences.reason_against(at, act)
        return [_with_keys(reason.told(tries, ())) for tries in (RULE, PLACE, WHOLE)]

    rows = []
    for moment in moments:
        at, is_over, left = Situation(hand, moment), hand.is_over(moment), hand.left(moment)
        children, others = hand.run.below(hand.path(moment)), list[str]()
        if not (is_over or moment.is_struck):
            others = [*refused(at, Act(ActKind.DOWN, path=()))[:-1],
                      _with_keys(sentences.NO_CHILD).format(Named="{Named}", place=at.place)]  # fmt: skip
        rows.append({
            "at": node_id(hand.path(moment)), "head": sentences.headers(at)[1],
            "hint": _with_keys(sentences.thinking_order(at)),
            "next": None if is_over or not left else node_id(left[0]),
            "offers": [*map(write, sentences.offered_numbers(at))],
            "right": {act.kind.word: done(moment, act, there) for act, there in hand.right(moment).items()},
            "due": None if is_over else [hand.due(moment).word, sentences.why_due(at)],
            "why": {kind.word: refused(at, Act(kind, NEVER)) for kind in ActKind
                    if kind.takes_number or hand.after(moment, Act(kind)) is None},
            "others": others, "children": {node_id(path): refused(at, Act(ActKind.DOWN, path=path))[-1]
                                           for path in children if others and path not in left[:1]},
        })  # fmt: skip
    return [seen[moments[0]], sentences.describe_standpoint(Situation(hand, moments[0])), rows]


def _seen(hand: ByHand, moment: Moment) -> dict[str, Any]:
    """Return what each node shows at a moment."""
    visible_tree = VisibleTree(hand, moment)
    return {node_id(path): [seen.status.value, seen.text, seen.cut_here]
            for path in hand.run.all_paths() for seen in (visible_tree.at(path),)}  # fmt: skip


def _blank_node(hand: ByHand, path: MovePath) -> dict[str, Any]:
    """Return a node for the page's script, with what is below it and without any number."""
    run = hand.run
    name, turn, below = Naming(run, hand.tree(1)).at(path), run.turn(path), run.below(path)
    text = f"{book_label(run, path)} {TURNS[turn]}".strip() if below else ""
    return {
        "path": node_id(path), "name": name, "named": capital(name), "text": text,
        "mover": run.mover(path) if below else "leaf", "kind": MOVERS[turn] if below else "leaf",
        "edge": edge_words(run, path) if path else "", "children": [_blank_node(hand, child) for child in below],
    }  # fmt: skip
