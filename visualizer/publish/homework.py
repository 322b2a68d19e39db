"""Homework: trees to fill in, or to search by hand, as one page of the web, which loads nothing and judges by itself.

The page's scripts search nothing: they read a table that says what is right in each field, or at each moment of a
search, and why. It is coded, so that nobody reads it by accident.

A package for a course's gradebook, by SCORM 1.2, has a manifest as in ADL's "SCORM Content Aggregation Model", version
1.2 (2001), on IMS Content Packaging 1.1.2; it names no place of a schema, so none has to lie beside it.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from games import CHANCE_OPPONENT
from visualizer.draw.picture.layout.node_words import TURN_SIGNS, book_label, edge_words
from visualizer.explaining.explanation.naming import Naming, capitalize_sentence, tree_in_words
from visualizer.look.numbers import format_number, format_probability, number_as_typed
from visualizer.look.themes import THEMES, style_variables
from visualizer.look.web_page import PAGE_KIT, fill_template, json_in_script
from visualizer.searching.algorithms.star1 import bounds_words
from visualizer.support.errors import InputError, visible
from visualizer.teach import question, sheet
from visualizer.teach.by_hand import sentences
from visualizer.teach.by_hand.machine import Act, ActKind, Moment
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.by_hand.walk import VisibleTree
from visualizer.teach.exercise import Exercise
from visualizer.teach.fields import EdgeField, TreeField
from visualizer.teach.question import (
    ANSWER_SIGN_WORDS,
    TELL_PLACE,
    TELL_RULE,
    TELL_WHOLE,
    ParsedAnswer,
    ReasonSteps,
    node_id,
)
from visualizer.teach.rules import BY_HAND_LEVEL
from visualizer.teach.sheet import FillIn
from visualizer.trace.rows import MovePath

HOMEWORK_PARTS = Path(__file__).parent / "homework"
SCORM_MANIFEST = "imsmanifest.xml"
SCORM_PAGE = "index.html"
MOVER_NAMES = ("min", "max", CHANCE_OPPONENT)
"""What the scripts call who moves, by the numbers of a `Turn`."""
MAX_PAGE_TREE_PLIES = 30
"""Plies of a tree: a deeper one is too wide as a list."""
MAX_SCORM_DATA_LENGTH = 4096
"""Signs that a gradebook keeps of what is done."""
MAX_PAGE_NUMBER_LENGTH = 7
"""Signs that the page's number takes of them, at most."""
FIELD_DATA_LENGTH = 1
WRONG_ANSWER_DATA_LENGTH = 4
TREE_DATA_LENGTH = 13
"""Signs of a field, of a wrong answer of up to three signs in it, and of a tree to fill in, at most."""
STEP_DATA_LENGTH = 2
WALK_DATA_LENGTH = 1
"""Signs of a step with a slip before it, and of a search by hand besides."""
SCORM_PASSED = "passed"
SCORM_COMPLETED = "completed"
"""What a package reports once all is right, with a score and without one."""
MAX_PAGE_TITLE_LENGTH = 200
PAGE_KEYS = {"<enter_child>": "↓", "<cut_rest>": "x"}
"""The keys of the page, by the actions that sentences name."""
NEVER_RIGHT = float("nan")
"""A number that is never right, so that a refusal is that of any number."""
BY_HAND_TASK = (
    "You are {name} and stand at the root of a blank tree. Enter the next child (↓), return a value (a number, then "
    "enter), cut the rest (x), and update α (a) and β (b) when they change. Steps that the search would not take are "
    "refused."
)
SCRIPT_SENTENCES = {
    "follows": sheet.FOLLOWS_FROM_WRONG,
    "noNumber": sheet.NOT_A_NUMBER,
    "orBound": sheet.OR_A_BOUND,
    "first": question.WORK_OUT_FIRST,
    "still": question.NOT_WORKED_OUT,
}
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
        data, scripts = (
            ({**self.data, "status": status}, ("scorm.js",)) if status else (self.data, ())
        )
        parts = {
            "title": escape(self.title),
            "data": json_in_script(data),
            "style": "\n".join((colours, *map(_homework_part, self.styles))),
            "scripts": "\n".join(
                f"<script>{each}</script>"
                for each in (PAGE_KIT, *map(_homework_part, (*scripts, *self.scripts)))
            ),
        }
        return fill_template(HOMEWORK_PARTS / "page.html", parts).encode()

    def package(self, *, scored: bool = True) -> bytes:
        """Return the page as a package for a gradebook; the same trees give the same bytes.

        InputError for trees whose answers are too many to be kept.
        """
        if MAX_PAGE_NUMBER_LENGTH + self.signs > MAX_SCORM_DATA_LENGTH:
            raise InputError(
                f"the {self.what} do not fit into the {MAX_SCORM_DATA_LENGTH:,} signs that a gradebook keeps; "
                "ask for fewer trees with -n, or make two packages"
            )
        page = self.page(SCORM_PASSED if scored else SCORM_COMPLETED)
        parts = {
            "title": escape(self.title[:MAX_PAGE_TITLE_LENGTH]),
            "number": sha256(page).hexdigest()[:16],
        }
        package = BytesIO()
        with ZipFile(package, "w") as archive:
            for name, contents in (
                (SCORM_MANIFEST, fill_template(HOMEWORK_PARTS / SCORM_MANIFEST, parts).encode()),
                (SCORM_PAGE, page),
            ):
                file = ZipInfo(name)  # of 1980, so that the same trees give the same bytes
                file.external_attr = 0o644 << 16
                archive.writestr(file, contents, ZIP_DEFLATED)
        return package.getvalue()


HomeworkTree = tuple[str, Exercise]
"""A tree of a page: where it comes from in words, `tree no. 2` or `line 3`, and its questions or the search by hand."""


def make_homework(trees: Sequence[HomeworkTree], title: str = "") -> Homework:
    """Return the page of some trees, all asked about at one level and by one rule."""
    title = visible(title)
    by_hand = [(source, asked) for source, asked in trees if isinstance(asked, ByHand)]
    if by_hand:
        data = by_hand_page_data(by_hand, title or f"Homework: you are {by_hand[0][1].name}")
        scripts = ["walk.js", "steps.js"]
        styles = ["style.css", "steps.css"]
        steps = sum(hand.steps for _, hand in by_hand)
        signs = WALK_DATA_LENGTH * len(trees) + STEP_DATA_LENGTH * steps
        what = f"{steps:,} steps"
    else:
        asked = [(source, exercise) for source, exercise in trees if isinstance(exercise, FillIn)]
        data = page_data(asked, title)
        scripts = ["sheet.js", "page.js"]
        styles = ["style.css"]
        fields = [field for _, exercise in asked for field in exercise.fields.values()]
        signs = TREE_DATA_LENGTH * len(trees) + sum(
            FIELD_DATA_LENGTH + WRONG_ANSWER_DATA_LENGTH * (not field.is_edge) for field in fields
        )
        what = f"{len(fields):,} fields"
    scripts = ["table.js", "form.js", *scripts]
    return Homework(data["title"], data, scripts, styles, signs, f"{what} of {len(trees):,} trees")


def encode_facts(facts: Any) -> str:
    """Return facts in a form that nobody reads by accident: each text is written once, and where it stands its number.

    Facts have no other numbers.
    """
    said = dict[str, int]()

    def numbered(each: Any) -> Any:
        if isinstance(each, str):
            return said.setdefault(each, len(said))
        if isinstance(each, Mapping):
            return {key: numbered(value) for key, value in each.items()}
        if isinstance(each, list | tuple):
            return [*map(numbered, each)]
        return each

    text = json.dumps(
        [numbered(facts), [*said]], ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return b64encode(with_page_keys(text).encode()).decode()


def with_page_keys(text: str) -> str:
    """Return a text with the keys of the page in place of the actions that it names."""
    for action, key in PAGE_KEYS.items():
        text = text.replace(action, key)
    return text


def _homework_part(name: str) -> str:
    return (HOMEWORK_PARTS / name).read_text(encoding="utf-8")


# Trees to fill in.


def page_data(trees: Sequence[tuple[str, FillIn]], title: str = "") -> dict[str, Any]:
    """Return what the scripts of a page of trees to fill in are given."""
    (_, first), *_ = trees
    movers = max((exercise.run.movers(MOVER_NAMES[:2]) for _, exercise in trees), key=len)
    by_chance = CHANCE_OPPONENT in movers
    asks = first.asks
    rules = first.describe_rules()
    search = first.run.algorithm.title
    wanted = asks.wanted or " ".join(kind.prompt.format("each node") for kind in first.kinds)
    if by_chance:
        wanted = asks.wanted_by_chance or wanted
        if not asks.cuts:
            search = rules = "expectiminimax"

    settings = f"level {first.rules.level}"
    if asks.cuts:
        settings += f", cut {first.rules.cut}"
    if not asks.search:
        settings += f", fail-{first.rules.fail}"
    if first.rules.bounds is not None:
        settings += f", {bounds_words(first.rules.bounds)}"
    tasks = []
    for source, exercise in trees:
        tree = _node_data(exercise.naming, (), _node_label_data)
        tasks.append(
            {"source": visible(source), "tree": tree, "words": [*tree_in_words(exercise.run)]}
        )
    return {
        "title": title or f"Homework: {search}",
        "settings": settings,
        "rules": rules,
        "wanted": wanted,
        "bounds": asks.cuts and any(kind.may_be_bound for kind in first.kinds),
        "chance": by_chance,
        "words": SCRIPT_SENTENCES,
        "kinds": [_field_kind_data(first, kind, movers) for kind in first.kinds],
        "tasks": tasks,
        "facts": encode_facts(
            [[*map(_field_facts, exercise.fields.values())] for _, exercise in trees]
        ),
    }


def _field_kind_data(
    exercise: FillIn, kind: type[TreeField], turns: Sequence[str]
) -> dict[str, Any]:
    """Return a kind of fields: what it is called, and a hint for each who may move."""
    return {
        "key": kind.key,
        "name": kind.name,
        "edge": kind.is_edge,
        "verb": kind.verb if issubclass(kind, EdgeField) else "",
        "sign": kind.sign,
        "signs": ANSWER_SIGN_WORDS if kind.may_be_bound else {},
        "label": kind.label,
        "above": kind.looks_above,
        "hint": {name: kind.rule_for(exercise.run, turn) for turn, name in enumerate(turns)},
        "wanted": {name: kind.wanted_at("{at}", turn) for turn, name in enumerate(turns)},
        "wrong": kind.wrote.replace("{what}", kind.name),
    }


def _reason_data(reason: ReasonSteps) -> list[Any]:
    """Return a reason: its rule, clues, answer, what that needs, the nodes it speaks of, and the mistake if known."""
    clues = [[clue.name, clue.says, clue.field and clue.field.id] for clue in reason.clues()]
    needs = [each.id for each in reason.needed()]
    lit = dict.fromkeys((node_id(reason.node), *map(node_id, reason.lit(TELL_WHOLE))))
    slip = reason.slip and [reason.slip.says, [each.id for each in reason.slip.fields]]
    return [reason.rule, clues, reason.answer, needs, [*lit], slip]


def _field_facts(field: TreeField) -> list[Any]:
    """Return what is right in a field, and a row for each answer of which something else is said than of all others.

    A row is the answer in its normal form, whether it is right, and why; None: for the reason of all others, which the
    last row has. Numbers are as they are typed, other fields have their names.
    """
    right = field.right
    if field.is_edge and not field.comes_up:
        return [None, field.at, [], None, [], None]
    plain = _reason_data(field.why_right())
    if isinstance(right, bool):
        return [right, field.at, [["", None, right, plain]], None, [], None]
    if isinstance(right, str):  # nothing belongs there
        return [None, field.at, [["", None, False, plain]], None, [], None]

    signs = dict.fromkeys(ANSWER_SIGN_WORDS.values()) if field.may_be_bound else ()
    given = [ParsedAnswer(right, sign) for sign in ("", *signs)]
    given += [ParsedAnswer(slip.number) for slip in field.slips()]
    rows: list[list[Any]] = []
    for each in given:
        why = _reason_data(field.reason(each))
        rows.append(
            [
                each.sign,
                number_as_typed(float(each.answer)),
                field.is_right(each),
                None if why == plain else why,
            ]
        )
    rows.append(["", None, False, plain])

    too = field.right_too()
    weights = field.weights()
    below = []
    for name, value in field.below().items():
        is_asked = field.run.is_inner(name.path)
        below.append(
            [field.naming.at(name.path), number_as_typed(value), name.id if is_asked else ""]
        )
    sums = weights and [*map(number_as_typed, (*weights[0], weights[1]))]
    return [
        number_as_typed(float(right)),
        field.at,
        rows,
        too and [too.says, too.field and too.field.id],
        below,
        sums,
    ]


def _node_data(
    naming: Naming, path: MovePath, look: Callable[[Naming, MovePath], dict[str, Any]]
) -> dict[str, Any]:
    """Return a node for the page's script as it looks, with what is below it."""
    return {
        "path": node_id(path),
        "name": naming.at(path),
        **look(naming, path),
        "edge": edge_words(naming.run, path) if path else "",
        "children": [_node_data(naming, child, look) for child in naming.run.below(path)],
    }


def _node_label_data(naming: Naming, path: MovePath) -> dict[str, Any]:
    """Return who moves at a node and with how many branches, or what it is worth, in signs and in words."""
    run = naming.run
    turn = run.turn(path)
    if run.is_inner(path):
        text = f"{TURN_SIGNS[turn]} {book_label(run, path)}".strip()
        says = f"{run.game.mover(turn)} to move, {naming.moves(len(run.below(path)))}"
    else:
        text = format_number(run.evaluated(path))
        says = f"leaf, worth {text}"
    if path:
        chances = run.odds(path[:-1])
    else:
        chances = None
    if chances is not None:
        says += f", probability {format_probability(chances[path[-1]])}"
    return {
        "says": f"{capitalize_sentence(naming.at(path))}: {says}",
        "text": text,
        "turn": MOVER_NAMES[turn],
    }


# Trees that are searched by hand.


def by_hand_page_data(trees: Sequence[tuple[str, ByHand]], title: str = "") -> dict[str, Any]:
    """Return what the scripts of a page of searches by hand are given."""
    (_, first), *_ = trees
    search = first.run.recipe.search
    tasks = []
    for source, hand in trees:
        tree = _node_data(hand.beginning.naming, (), _blank_node_label)
        tasks.append({"source": visible(source), "rules": hand.describe_rules(), "tree": tree})
    return {
        "title": title,
        "settings": f"level {BY_HAND_LEVEL}, cut {search.cut}, fail-{search.fail}",
        "rules": first.describe_rules(),
        "wanted": BY_HAND_TASK.format(name=first.name),
        "kinds": {
            each.word: {"name": each.done, "sign": each.sign, "number": each.takes_number}
            for each in ActKind
        },
        "tasks": tasks,
        "facts": encode_facts([_moments_data(hand) for _, hand in trees]),
    }


def _moments_data(hand: ByHand) -> list[Any]:
    """Return what is seen and said at first, and of each moment what may be done, and what is said to all else."""
    moments = [*hand.all_moments()]
    places = {moment: str(place) for place, moment in enumerate(moments)}
    seen = {moment: _visible_nodes_data(moment) for moment in moments}
    rows = []
    for moment in moments:
        right = {}
        for act, there in moment.right.items():
            changed = {
                path: look for path, look in seen[there].items() if seen[moment][path] != look
            }
            said = sentences.describe_act(there, moment, act)
            right[act.kind.word] = [number_as_typed(act.number), places[there], changed, said]
        if moment.is_over:
            due = None
        else:
            due = [moment.due.word, sentences.why_due(moment)]
        rows.append({**_moment_sentences(moment), "right": right, "due": due, **_refusals(moment)})
    return [seen[hand.beginning], sentences.describe_standpoint(hand.beginning), rows]


def _moment_sentences(at: Moment) -> dict[str, Any]:
    """Return what is said at a moment before anything is done."""
    following = [*map(node_id, at.left), None]
    return {
        "at": node_id(at.path),
        "head": sentences.by_hand_headers(at)[1],
        "hint": sentences.thinking_order(at),
        "next": None if at.is_over else following[0],
        "offers": [*map(number_as_typed, sentences.offered_numbers(at))],
    }


def _refusals(at: Moment) -> dict[str, Any]:
    """Return why acts are refused at a moment, each in three steps; where a node may be entered, also why no other."""
    wrong = [Act(kind, NEVER_RIGHT) for kind in ActKind]
    why = {
        act.kind.word: _refusal_steps(at, act)
        for act in wrong
        if act.kind.takes_number or at.after(act) is None
    }
    if at.is_over or at.is_struck:
        return {"why": why, "others": [], "children": {}}
    anywhere = sentences.NOT_A_CHILD.format(Named="{Named}", place=at.place)
    children = [path for path in at.hand.run.below(at.path) if path not in at.left[:1]]
    return {
        "why": why,
        "others": [*_refusal_steps(at, Act(ActKind.DOWN, path=()))[:-1], anywhere],
        "children": {
            node_id(path): _refusal_steps(at, Act(ActKind.DOWN, path=path))[-1] for path in children
        },
    }


def _refusal_steps(at: Moment, act: Act) -> list[str]:
    """Return why an act is refused, in three steps."""
    reason = sentences.reason_against(at, act)
    return [reason.told(tries, ()) for tries in (TELL_RULE, TELL_PLACE, TELL_WHOLE)]


def _visible_nodes_data(moment: Moment) -> dict[str, Any]:
    """Return what each node shows at a moment."""
    tree = VisibleTree(moment)
    seen = {path: tree.at(path) for path in moment.hand.run.all_paths()}
    return {
        node_id(path): [node.status.value, node.text, node.cut_here] for path, node in seen.items()
    }


def _blank_node_label(naming: Naming, path: MovePath) -> dict[str, Any]:
    """Return who moves at a node, and nothing of a leaf."""
    run = naming.run
    named = capitalize_sentence(naming.at(path))
    if not run.is_inner(path):
        return {"named": named, "text": "", "mover": "leaf", "kind": "leaf"}
    turn = run.turn(path)
    text = f"{book_label(run, path)} {TURN_SIGNS[turn]}".strip()
    return {"named": named, "text": text, "mover": run.mover(path), "kind": MOVER_NAMES[turn]}
