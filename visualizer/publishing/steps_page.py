"""Homework in which a person is the search: a page of the web with a table of the moments of each search.

The page's script searches nothing: from each moment the table says what may be done and where that leads, and why all
else is refused; it is coded, so that nobody reads it by accident.
"""

from collections.abc import Sequence
from typing import Any

from visualizer.exercises.by_hand import acts, reasons, walk
from visualizer.exercises.by_hand.acts import Act, ActKind
from visualizer.exercises.by_hand.machine import LEVEL, ByHand, Moment
from visualizer.exercises.by_hand.reasons import Reasons
from visualizer.exercises.by_hand.sight import Sight
from visualizer.exercises.by_hand.telling import Telling
from visualizer.exercises.question import PLACE, RULE, WHOLE, AskedField
from visualizer.explanation.naming import Naming, capital
from visualizer.harmless_text import visible
from visualizer.look.numbers import write
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.whole_tree import edge_words
from visualizer.publishing.homework_page import Homework, coded
from visualizer.trace.rows import MovePath

SCRIPTS = ("numbers.js", "sheet.js", "elements.js", "browser.js", "form.js", "walk.js", "steps.js")
STYLES = ("style.css", "steps.css")
WANTED = (
    "You are {name}, at the root of a tree that is blank: enter the next child (↓), return a value (a number and "
    "enter), cut the rest (x), and change α (a) and β (b) where they change. What the search would not do is refused."
)
STEP, WALK = 2, 1
"""Signs that a gradebook keeps of a step with a slip before it, and of a search by hand besides."""
NEVER = float("nan")
"""A number that is never right, so that a refusal is that of any number."""


StepsTree = tuple[str, ByHand]
"""A tree of a page: where it comes from in words, `seed 2`, and the search of it that is made by hand."""


def steps_homework(trees: Sequence[StepsTree], title: str = "") -> Homework:
    """Return the page of some trees, all searched by one rule."""
    title = visible(title) or f"Homework: you are {trees[0][1].name}"
    steps = sum(hand.steps for _, hand in trees)
    signs, what = WALK * len(trees) + STEP * steps, f"{steps:,} steps of {len(trees):,} trees"
    return Homework(title, steps_data(trees, title), SCRIPTS, STYLES, "walked.js", signs, what)


def steps_data(trees: Sequence[StepsTree], title: str = "") -> dict[str, Any]:
    """Return what the page's script is given."""
    said = dict[str, int]()  # facts number the sentences, which are coded with them
    facts, (_, hand) = [_Table(each, said).rows() for _, each in trees], trees[0]
    search = hand.run.recipe.search
    return {
        "title": title, "settings": f"level {LEVEL}, cut {search.cut}, fail-{search.fail}", "rules": hand.rules(),
        "wanted": WANTED.format(name=hand.name),
        "words": {"notChild": reasons.NO_CHILD, "before": reasons.COMES_BEFORE, "again": reasons.RETURNED,
                  "notNext": reasons.NOT_NEXT},
        "kinds": {kind.word: {"name": acts.NAMES[kind], "sign": acts.SIGNS[kind], "number": kind.takes_number}
                  for kind in ActKind},
        "tasks": [{"source": visible(source), "rules": each.rules(), "tree": _node(each, ())}
                  for source, each in trees],
        "facts": coded(facts, said),
    }  # fmt: skip


class _Table:
    """The moments of a search, numbered, with what may be done and what is said; sentences are numbered in `said`."""

    def __init__(self, hand: ByHand, said: dict[str, int]) -> None:
        self.hand, self.said = hand, said
        self.moments = [*hand.all_moments()]
        self.places = {moment: place for place, moment in enumerate(self.moments)}

    def rows(self) -> list[Any]:
        """Return a row for each moment, the first one's sight whole, of others what an act changes in it."""
        first = self.moments[0]
        return [self.seen(first), self.number(walk.Walk(self.hand).said), [*map(self.row, self.moments)]]

    def number(self, words: str) -> int:
        return self.said.setdefault(words, len(self.said))

    def row(self, moment: Moment) -> dict[str, Any]:
        """Return what the script knows of a moment."""
        hand, telling = self.hand, Telling(self.hand, moment)
        left, why = hand.left(moment), self.number(Reasons(hand, moment).why_due())
        return {
            "at": id_of(hand.path(moment)), "head": self.number(telling.headers()[1]),
            "place": self.number(telling.place(telling.innermost)), "hint": self.number(telling.order()),
            "next": None if hand.is_over(moment) or not left else id_of(left[0]),
            "offers": [write(each) for each in telling.numbers()],
            "right": {act.kind.word: self.right(moment, act, there) for act, there in hand.right(moment).items()},
            "due": None if hand.is_over(moment) else [hand.due(moment).word, why],
            "why": {kind.word: self.why(moment, kind) for kind in ActKind},
        }  # fmt: skip

    def right(self, moment: Moment, act: Act, there: Moment) -> list[Any]:
        """Return the number of an act, where it leads, what it changes in sight, and what is said then."""
        before, after = self.seen(moment), self.seen(there)
        changed = {path: seen for path, seen in after.items() if before[path] != seen}
        said = Telling(self.hand, there).came(moment, act)
        return [write(act.number), self.places[there], changed, self.number(said)]

    def why(self, moment: Moment, kind: ActKind) -> list[int] | None:
        """Return why an act of a kind is refused, in three steps; None where it is right whatever its number."""
        act = Act(kind, NEVER)
        if not kind.takes_number and self.hand.after(moment, act) is not None:
            return None
        reason = Reasons(self.hand, moment).reason(act)
        return [self.number(reason.told(tries, ())) for tries in (RULE, PLACE, WHOLE)]

    def seen(self, moment: Moment) -> dict[str, Any]:
        """Return what each node shows."""
        sight = Sight(self.hand, moment)
        return {id_of(path): [seen.look.value, seen.text, int(seen.cut_here)]
                for path in self.hand.run.all_paths() for seen in (sight.at(path),)}  # fmt: skip


def id_of(path: MovePath) -> str:
    """Return what the page calls a node: the numbers of the moves, "" for the root."""
    return AskedField(path, "").node


def _node(hand: ByHand, path: MovePath) -> dict[str, Any]:
    """Return a node for the page's script, with what is below it and without any number."""
    run = hand.run
    name, turn, below = Naming(run, hand.tree(1)).at(path), run.turn(path), run.below(path)
    text = f"{run.node_label(path) or ''} {TURNS[turn]}".strip() if below else ""
    return {
        "path": id_of(path), "name": name, "named": capital(name), "text": text,
        "mover": run.mover(path) if below else "leaf", "kind": ("min", "max", "chance")[turn] if below else "leaf",
        "edge": edge_words(run, path) if path else "", "children": [_node(hand, child) for child in below],
    }  # fmt: skip
