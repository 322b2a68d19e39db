"""Homework as one web page: trees to fill in or to search by hand.

The page loads nothing and marks the answers itself. Its scripts do not search: a table contains
what is right in each field, or at each moment of a search, and why. The table is encoded, so that
nobody reads it by accident.

A package for a course's gradebook follows SCORM 1.2. Its manifest follows ADL's "SCORM Content
Aggregation Model", version 1.2 (2001), on IMS Content Packaging 1.1.2. It names no schema location,
so no schema files need to be in the package.
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
from visualizer.explaining.explanation.naming import Naming, capitalize_node_name, tree_in_words
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
    TELL_CLUES,
    TELL_RULE,
    TELL_WHOLE,
    AskedField,
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
"""The names of the movers in the scripts, indexed by `Turn`."""
MAX_PAGE_TREE_PLIES = 30
"""A deeper tree would be too wide as a list."""
# The lengths are in characters of `cmi.suspend_data`, where SCORM 1.2 keeps 4,096.
MAX_SCORM_DATA_LENGTH = 4096
MAX_PAGE_NUMBER_LENGTH = 7
"""The length of the page's number at the beginning, at most."""
FIELD_DATA_LENGTH = 1
"""The length of a field that is right, or empty."""
WRONG_ANSWER_DATA_LENGTH = 4
"""The length of a wrong answer of up to three characters."""
TREE_DATA_LENGTH = 13
"""The length of what belongs to a whole tree to fill in, at most."""
STEP_DATA_LENGTH = 2
"""The length of a step by hand with a mistake before it."""
WALK_DATA_LENGTH = 1
"""The length of what belongs to a whole search by hand."""
SCORM_PASSED = "passed"
"""Reported once everything is right, if the package is scored."""
SCORM_COMPLETED = "completed"
"""Reported once everything is right, if the package is not scored."""
MAX_PAGE_TITLE_LENGTH = 200
PAGE_KEYS = {"<enter_child>": "↓", "<cut_rest>": "x"}
"""The page's keys, by the placeholders for actions in sentences."""
NEVER_RIGHT = float("nan")
"""A number that is never right: the reason against it holds for any wrong number."""
BY_HAND_TASK = (
    "You are {name} and stand at the root of a blank tree. Enter the next child (↓), return a "
    "value (a number, then enter), cut the rest (x), and update α (a) and β (b) when they change. "
    "Steps that the search would not take are refused."
)
SCRIPT_SENTENCES = {
    "follows": sheet.FOLLOWS_FROM_WRONG,
    "noNumber": sheet.NOT_A_NUMBER,
    "orBound": sheet.OR_A_BOUND,
    "first": question.WORK_OUT_FIRST,
    "still": question.NOT_WORKED_OUT,
}
"""Templates of sentences, which the page's script fills in with the student's answers."""


@dataclass(frozen=True)
class Homework:
    """A page of homework: its title, the data of its scripts, and the names of its parts."""

    title: str
    data: Mapping[str, Any]
    scripts: Sequence[str]
    """Each script uses only earlier scripts."""
    styles: Sequence[str]
    max_answer_length: int
    """The most characters that a gradebook must keep of a student's work."""
    size: str
    """What the student works on, as in `40 fields of 3 trees`."""

    def page(self, status: str = "") -> bytes:
        """Return the page as bytes.

        With a status, the page reports it to a gradebook as soon as all answers are right.
        """
        data = {**self.data}
        script_names = [*self.scripts]
        if status:
            data["status"] = status
            script_names.insert(0, "scorm.js")
        scripts = [PAGE_KIT, *map(_homework_part, script_names)]
        parts = {
            "title": escape(self.title),
            "data": json_in_script(data),
            "style": "\n".join((_homework_colours(), *map(_homework_part, self.styles))),
            "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
        }
        return fill_template(HOMEWORK_PARTS / "page.html", parts).encode()

    def package(self, *, scored: bool = True) -> bytes:
        """Return a ZIP file with the page and its manifest, for a course's gradebook.

        When all answers are right, the page reports "passed" if the package is `scored`, otherwise
        "completed". The same trees always give the same bytes.

        InputError if a gradebook cannot store all the answers.
        """
        if MAX_PAGE_NUMBER_LENGTH + self.max_answer_length > MAX_SCORM_DATA_LENGTH:
            raise InputError(
                f"the {self.size} do not fit into the {MAX_SCORM_DATA_LENGTH:,} signs that a "
                "gradebook keeps; ask for fewer trees with -n, or make two packages"
            )
        status = SCORM_PASSED if scored else SCORM_COMPLETED
        page = self.page(status)
        manifest = self._manifest(page)
        package = BytesIO()
        with ZipFile(package, "w") as archive:
            for name, contents in ((SCORM_MANIFEST, manifest), (SCORM_PAGE, page)):
                # Without a date, a ZipInfo gets a constant one in 1980. So the bytes are the same.
                file = ZipInfo(name)
                # The upper 16 bits are the Unix permissions: all may read, the owner may write.
                file.external_attr = 0o644 << 16
                archive.writestr(file, contents, ZIP_DEFLATED)
        return package.getvalue()

    def _manifest(self, page: bytes) -> bytes:
        """Return the manifest of a package; its number is a hash of the page."""
        parts = {
            "title": escape(self.title[:MAX_PAGE_TITLE_LENGTH]),
            "number": sha256(page).hexdigest()[:16],
        }
        return fill_template(HOMEWORK_PARTS / SCORM_MANIFEST, parts).encode()


def _homework_colours() -> str:
    """Return the style rules of the colours, light or dark as the reader's system is."""
    light = style_variables(THEMES["light"])
    dark = style_variables(THEMES["dark"])
    return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"


HomeworkTree = tuple[str, Exercise]
"""A tree of a page: its source in words, such as `tree no. 2` or `line 3`, and its exercise."""


def make_homework(trees: Sequence[HomeworkTree], title: str = "") -> Homework:
    """Return the homework page of some trees, whose exercises are of the same kind and level.

    Without a `title`, the title names the search.
    """
    title = visible(title)
    by_hand_trees = [(source, task) for source, task in trees if isinstance(task, ByHand)]
    if by_hand_trees:
        return _by_hand_homework(by_hand_trees, title)
    fill_in_trees = [(source, task) for source, task in trees if isinstance(task, FillIn)]
    return _fill_in_homework(fill_in_trees, title)


def _by_hand_homework(trees: Sequence[tuple[str, ByHand]], title: str) -> Homework:
    """Return the page of trees to search by hand; without a `title`, the title names the search."""
    _, first = trees[0]
    data = by_hand_page_data(trees, title or f"Homework: you are {first.name}")
    steps = sum(exercise.steps for _, exercise in trees)
    return Homework(
        title=data["title"],
        data=data,
        scripts=["table.js", "form.js", "walk.js", "steps.js"],
        styles=["style.css", "steps.css"],
        max_answer_length=WALK_DATA_LENGTH * len(trees) + STEP_DATA_LENGTH * steps,
        size=f"{steps:,} steps of {len(trees):,} trees",
    )


def _fill_in_homework(trees: Sequence[tuple[str, FillIn]], title: str) -> Homework:
    """Return the page of trees to fill in; without a `title`, the title names the search."""
    data = page_data(trees, title)
    fields: list[TreeField] = []
    for _, exercise in trees:
        fields += exercise.fields.values()
    length = TREE_DATA_LENGTH * len(trees) + FIELD_DATA_LENGTH * len(fields)
    # A wrong answer at a node is stored as typed. An edge has only one possible wrong answer, so
    # none is stored.
    typed_field_count = sum(not field.is_edge for field in fields)
    length += WRONG_ANSWER_DATA_LENGTH * typed_field_count
    return Homework(
        title=data["title"],
        data=data,
        scripts=["table.js", "form.js", "sheet.js", "page.js"],
        styles=["style.css"],
        max_answer_length=length,
        size=f"{len(fields):,} fields of {len(trees):,} trees",
    )


def encode_facts(facts: Any) -> str:
    """Encode facts in base64, so that nobody reads the answers in a page by accident.

    Facts are nested lists and dictionaries of strings, booleans and None. They must not contain
    numbers, since each string is replaced by its index in a list of all strings. For example,
    `["a", ["b", "a"]]` is encoded as `[[0, [1, 0]], ["a", "b"]]`.
    """
    indices: dict[str, int] = {}

    def replace_strings(fact: Any) -> Any:
        if isinstance(fact, str):
            return indices.setdefault(fact, len(indices))
        if isinstance(fact, Mapping):
            return {key: replace_strings(value) for key, value in fact.items()}
        if isinstance(fact, list | tuple):
            return [*map(replace_strings, fact)]
        return fact

    facts_and_strings = [replace_strings(facts), [*indices]]
    text = json.dumps(
        facts_and_strings,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )
    return b64encode(with_page_keys(text).encode()).decode()


def with_page_keys(text: str) -> str:
    """Replace the placeholders for actions in a text by the page's keys."""
    for action, key in PAGE_KEYS.items():
        text = text.replace(action, key)
    return text


def _homework_part(name: str) -> str:
    """Return the text of a file that is a part of the page."""
    return (HOMEWORK_PARTS / name).read_text(encoding="utf-8")


def page_data(trees: Sequence[tuple[str, FillIn]], title: str = "") -> dict[str, Any]:
    """Return the data that the scripts need for a page of trees to fill in.

    `trees` has the source of each tree in words, such as `tree no. 2`, and the exercise. All
    exercises must have the same settings.
    """
    _, first = trees[0]
    # If any tree has chance nodes, chance is one of the page's movers.
    movers = max((exercise.run.movers(MOVER_NAMES[:2]) for _, exercise in trees), key=len)
    by_chance = CHANCE_OPPONENT in movers
    asks = first.asks
    rules = first.describe_rules()
    search = first.run.algorithm.title
    # Minimax without cuts is called expectiminimax where there are chance nodes.
    if by_chance and not asks.cuts:
        search = "expectiminimax"
        rules = search
    return {
        "title": title or f"Homework: {search}",
        "settings": _settings_in_words(first),
        "rules": rules,
        "wanted": _task_sentence(first, by_chance=by_chance),
        "bounds": asks.cuts and any(kind.may_be_bound for kind in first.kinds),
        "chance": by_chance,
        "words": SCRIPT_SENTENCES,
        "kinds": [_field_kind_data(first, kind, movers) for kind in first.kinds],
        "tasks": [_fill_in_task(source, exercise) for source, exercise in trees],
        "facts": encode_facts([_exercise_facts(exercise) for _, exercise in trees]),
    }


def _task_sentence(exercise: FillIn, *, by_chance: bool) -> str:
    """Return the sentence that says what to fill in; `by_chance` if trees have chance nodes."""
    asks = exercise.asks
    if by_chance and asks.wanted_by_chance:
        return asks.wanted_by_chance
    if asks.wanted:
        return asks.wanted
    return " ".join(kind.prompt.format("each node") for kind in exercise.kinds)


def _fill_in_task(source: str, exercise: FillIn) -> dict[str, Any]:
    """Return the data of a tree to fill in, without its answers.

    `source` says in words where the tree comes from.
    """
    return {
        "source": visible(source),
        "tree": _node_data(exercise.naming, (), _node_label_data),
        "words": [*tree_in_words(exercise.run)],
    }


def _exercise_facts(exercise: FillIn) -> list[list[Any]]:
    """Return the data of all fields of a tree."""
    return [_field_facts(field) for field in exercise.fields.values()]


def _settings_in_words(exercise: FillIn) -> str:
    """Return the level and the settings that matter: `level cuts, cut >=, fail-soft`."""
    asks = exercise.asks
    rules = exercise.rules
    settings = f"level {rules.level}"
    if asks.cuts:
        settings += f", cut {rules.cut}"
    if not asks.search:
        settings += f", fail-{rules.fail}"
    if rules.bounds is not None:
        settings += f", {bounds_words(rules.bounds)}"
    return settings


def _field_kind_data(
    exercise: FillIn, kind: type[TreeField], mover_names: Sequence[str]
) -> dict[str, Any]:
    """Return the data of a kind of field: its names, and its sentences for each mover.

    The index of a mover's name is its `Turn`. The script replaces `{at}` in a prompt by a node.
    """
    hints = {name: kind.rule_for(exercise.run, turn) for turn, name in enumerate(mover_names)}
    prompts = {name: kind.wanted_at("{at}", turn) for turn, name in enumerate(mover_names)}
    return {
        "key": kind.key,
        "name": kind.name,
        "edge": kind.is_edge,
        "verb": kind.verb if issubclass(kind, EdgeField) else "",
        "sign": kind.sign,
        "signs": ANSWER_SIGN_WORDS if kind.may_be_bound else {},
        "label": kind.label,
        "above": kind.looks_above,
        "hint": hints,
        "wanted": prompts,
        "wrong": kind.wrote.replace("{what}", kind.name),
    }


def _reason_data(reason: ReasonSteps) -> list[Any]:
    """Return the data of a reason, as a list whose order the script knows.

    The list contains the rule, the clues, the right answer, the ids of the fields that must be
    known before the answer is shown, and the ids of the nodes to highlight. Its last entry is the
    student's mistake with the ids of its fields, or None if the mistake is not a common one.
    """
    clues = [[clue.name, clue.says, _id_or_none(clue.field)] for clue in reason.clues()]
    needed_fields = [field.id for field in reason.needed()]
    # A dictionary drops repeated nodes and keeps their order.
    highlighted = dict.fromkeys(
        (node_id(reason.node), *map(node_id, reason.highlighted_nodes(TELL_WHOLE)))
    )
    mistake = None
    if reason.mistake is not None:
        mistake = [reason.mistake.says, [field.id for field in reason.mistake.fields]]
    return [reason.rule, clues, reason.final_reason, needed_fields, [*highlighted], mistake]


def _field_facts(field: TreeField) -> list[Any]:
    """Return the data of a field, as a list whose order the script knows.

    The list contains the right answer, the node in words, the judged answers, a second right
    answer, the values of the nodes below, and the weights for their sum. If a field lacks one of
    these, the entry is None or empty. Numbers are strings, as a student types them.
    """
    right = field.right
    # No answer is right or wrong at an edge that the search never reaches.
    if field.is_edge and not field.is_reached:
        return [None, field.at, [], None, [], None]
    usual_reason = _reason_data(field.why_right())
    if isinstance(right, bool):
        return [right, field.at, [["", None, right, usual_reason]], None, [], None]
    # The right answer is a string if the field must stay empty.
    if isinstance(right, str):
        return [None, field.at, [["", None, False, usual_reason]], None, [], None]
    return [
        number_as_typed(float(right)),
        field.at,
        _judged_answers(field, right, usual_reason),
        _alternative(field),
        _values_below(field),
        _typed_weights(field),
    ]


def _alternative(field: TreeField) -> list[Any] | None:
    """Return the sentence about a second right answer and the id of its field, or None."""
    other_form = field.other_right_form()
    if other_form is None:
        return None
    return [other_form.says, _id_or_none(other_form.field)]


def _id_or_none(field: AskedField | None) -> str | None:
    """Return the id of a field, None if there is no field."""
    if field is None:
        return None
    return field.id


def _typed_weights(field: TreeField) -> list[str] | None:
    """Return the factors of the values below and, last, the constant to add to their sum.

    None if the answer is not a sum, but the best of the values below.
    """
    weights = field.sum_weights()
    if weights is None:
        return None
    factors, constant = weights
    return [*map(number_as_typed, (*factors, constant))]


def _judged_answers(field: TreeField, right: float, usual_reason: list[Any]) -> list[list[Any]]:
    """Return a row for each answer that the page foresees, and a last row for all other answers.

    A row has the answer's sign ("", "≤" or "≥") and number, whether the answer is right, and the
    reason, or None if it is the `usual_reason`. In the last row the number is None.
    """
    answers = [ParsedAnswer(right, "")]
    if field.may_be_bound:
        # Several words mean the same sign.
        signs = dict.fromkeys(ANSWER_SIGN_WORDS.values())
        answers += [ParsedAnswer(right, sign) for sign in signs]
    answers += [ParsedAnswer(mistake.number) for mistake in field.known_mistakes()]
    rows: list[list[Any]] = []
    for answer in answers:
        reason: list[Any] | None = _reason_data(field.reason(answer))
        if reason == usual_reason:
            reason = None
        number = number_as_typed(float(answer.answer))
        rows.append([answer.sign, number, field.is_right(answer), reason])
    rows.append(["", None, False, usual_reason])
    return rows


def _values_below(field: TreeField) -> list[list[Any]]:
    """Return name, value and field id ("" at a leaf) of each node whose value a field uses."""
    rows: list[list[Any]] = []
    for name, value in field.source_values().items():
        # Leaves show their values, and have no fields.
        field_id = name.id if field.run.is_inner(name.path) else ""
        rows.append([field.naming.place_at(name.path), number_as_typed(value), field_id])
    return rows


def _node_data(
    naming: Naming, path: MovePath, label_data: Callable[[Naming, MovePath], dict[str, Any]]
) -> dict[str, Any]:
    """Return the data of a node and all nodes below it, nested under the key "children".

    `label_data` returns the entries for a node's label, which depend on the kind of homework.
    """
    edge = ""
    if path:
        edge = edge_words(naming.run, path)
    return {
        "path": node_id(path),
        "name": naming.place_at(path),
        **label_data(naming, path),
        "edge": edge,
        "children": [
            _node_data(naming, child, label_data) for child in naming.run.child_paths(path)
        ],
    }


def _node_label_data(naming: Naming, path: MovePath) -> dict[str, Any]:
    """Return the label of a node of a tree to fill in.

    `text` (for the picture) and `says` (for a screen reader) tell who moves at an inner node, or
    the value of a leaf. `says` also has the node's name, the number of its moves and, below a
    chance node, its probability.
    """
    run = naming.run
    turn = run.turn(path)
    if run.is_inner(path):
        text = f"{TURN_SIGNS[turn]} {book_label(run, path)}".strip()
        says = f"{run.game.mover(turn)} to move, {naming.count_moves(len(run.child_paths(path)))}"
    else:
        text = format_number(run.evaluated(path))
        says = f"leaf, worth {text}"
    parent_odds = run.odds(path[:-1]) if path else None
    if parent_odds is not None:
        says += f", probability {format_probability(parent_odds[path[-1]])}"
    return {
        "says": f"{capitalize_node_name(naming.place_at(path))}: {says}",
        "text": text,
        "turn": MOVER_NAMES[turn],
    }


def by_hand_page_data(trees: Sequence[tuple[str, ByHand]], title: str = "") -> dict[str, Any]:
    """Return the data that the scripts need for a page of searches by hand.

    `trees` has the source of each tree in words, such as `tree no. 2`, and the exercise. All
    exercises must have the same settings.
    """
    _, first = trees[0]
    search = first.run.recipe.search
    kinds = {}
    for kind in ActKind:
        kinds[kind.word] = {
            "name": kind.name_in_report,
            "sign": kind.sign,
            "number": kind.takes_number,
        }
    return {
        "title": title,
        "settings": f"level {BY_HAND_LEVEL}, cut {search.cut}, fail-{search.fail}",
        "rules": first.describe_rules(),
        "wanted": BY_HAND_TASK.format(name=first.name),
        "kinds": kinds,
        "tasks": [_by_hand_task(source, hand) for source, hand in trees],
        "facts": encode_facts([_moments_data(hand) for _, hand in trees]),
    }


def _by_hand_task(source: str, hand: ByHand) -> dict[str, Any]:
    """Return the data of a tree to search by hand, without its answers."""
    return {
        "source": visible(source),
        "rules": hand.describe_rules(),
        "tree": _node_data(hand.beginning.naming, (), _blank_node_label),
    }


def _moments_data(hand: ByHand) -> list[Any]:
    """Return the data of a search by hand: a list of three items.

    They are what each node shows at the beginning, a sentence about the root, and a list with the
    data of each moment (a state of the search). At a moment, some acts are right, one of them is
    required next, and the page refuses all others with a reason.
    """
    moments = [*hand.all_moments()]
    # The ids are strings, since `encode_facts` does not allow numbers.
    moment_ids = {moment: str(number) for number, moment in enumerate(moments)}
    nodes_at = {moment: _visible_nodes_data(moment) for moment in moments}
    moments_data = []
    for moment in moments:
        required_act = None
        if not moment.is_over:
            required_act = [moment.required_act.word, sentences.why_next_act(moment)]
        moments_data.append(
            {
                **_moment_sentences(moment),
                "right": _right_acts(moment, moment_ids, nodes_at),
                "due": required_act,
                **_refusals(moment),
            }
        )
    return [
        nodes_at[hand.beginning],
        sentences.describe_current_node(hand.beginning),
        moments_data,
    ]


def _right_acts(
    moment: Moment,
    moment_ids: Mapping[Moment, str],
    nodes_at: Mapping[Moment, dict[str, Any]],
) -> dict[str, list[Any]]:
    """Return the data of each act that is right at a moment, by the word for its kind.

    The data is the number to type, the id of the moment after the act, the nodes that change, and a
    sentence about the act. `nodes_at[moment]` is what all nodes show at a moment, by their ids.
    """
    acts: dict[str, list[Any]] = {}
    before = nodes_at[moment]
    for act, next_moment in moment.right_acts.items():
        changes = {
            node: shown for node, shown in nodes_at[next_moment].items() if before[node] != shown
        }
        sentence = sentences.describe_act(next_moment, moment, act)
        number = number_as_typed(act.number)
        acts[act.kind.word] = [number, moment_ids[next_moment], changes, sentence]
    return acts


def _moment_sentences(moment: Moment) -> dict[str, Any]:
    """Return what the page shows at a moment before the student acts.

    `head` and `hint` are sentences. `at` is the id of the current node, `next` the id of the next
    child to enter, or None, and `offers` are the numbers that a student can choose from.
    """
    next_child = None
    if moment.unentered_children and not moment.is_over:
        next_child = node_id(moment.unentered_children[0])
    # The first header also has the name of the search, which the page says at its top.
    _, header, *_ = sentences.by_hand_headers(moment)
    return {
        "at": node_id(moment.path),
        "head": header,
        "hint": sentences.thinking_order(moment),
        "next": next_child,
        "offers": [*map(number_as_typed, sentences.offered_numbers(moment))],
    }


def _refusals(moment: Moment) -> dict[str, Any]:
    """Return why the page refuses wrong acts at a moment.

    `why` has three sentences for each kind of act: the rule, the place, and the whole reason. If a
    node may be entered, `others` has these sentences for nodes that are not children of the current
    node, and `children` has the whole reason for each child that is not the next.
    """
    why = {}
    for kind in ActKind:
        act = Act(kind, NEVER_RIGHT)
        # Any act with a number needs a reason, since a student may type a wrong number.
        if kind.takes_number or moment.after(act) is None:
            why[kind.word] = _refusal_steps(moment, act)
    # A cut strikes out the remaining children, so no node may be entered after it.
    if moment.is_over or moment.has_cut_rest:
        return {
            "why": why,
            "others": [],
            "children": {},
        }

    # The root is an example of a node that is not a child. The script fills in the node's name.
    rule, place, _ = _refusal_steps(moment, Act(ActKind.DOWN, path=()))
    not_a_child = sentences.NOT_A_CHILD.format(Named="{Named}", place=moment.place)
    return {
        "why": why,
        "others": [rule, place, not_a_child],
        "children": _refused_children(moment),
    }


def _refused_children(moment: Moment) -> dict[str, str]:
    """Return why each child except the next may not be entered, by the child's id."""
    children = {}
    next_children = moment.unentered_children[:1]
    for path in moment.hand_search.run.child_paths(moment.path):
        if path not in next_children:
            _, _, whole_reason = _refusal_steps(moment, Act(ActKind.DOWN, path=path))
            children[node_id(path)] = whole_reason
    return children


def _refusal_steps(moment: Moment, act: Act) -> list[str]:
    """Return why an act is refused, in three steps: the rule, the place, and the whole reason."""
    reason = sentences.reason_against(moment, act)
    return [reason.text_for_try(tries, ()) for tries in (TELL_RULE, TELL_CLUES, TELL_WHOLE)]


def _visible_nodes_data(moment: Moment) -> dict[str, Any]:
    """Return what each node shows at a moment."""
    tree = VisibleTree(moment)
    data: dict[str, list[Any]] = {}
    for path in moment.hand_search.run.all_paths():
        node = tree.at(path)
        data[node_id(path)] = [node.status.value, node.text, node.cut_here]
    return data


def _blank_node_label(naming: Naming, path: MovePath) -> dict[str, Any]:
    """Return the label of a node of a tree to search by hand: who moves there.

    A leaf's label is empty, since its value is shown only after the student has entered the leaf.
    """
    run = naming.run
    node_name = capitalize_node_name(naming.place_at(path))
    if not run.is_inner(path):
        return {
            "named": node_name,
            "text": "",
            "mover": "leaf",
            "kind": "leaf",
        }
    turn = run.turn(path)
    text = f"{book_label(run, path)} {TURN_SIGNS[turn]}".strip()
    return {
        "named": node_name,
        "text": text,
        "mover": run.mover(path),
        "kind": MOVER_NAMES[turn],
    }
