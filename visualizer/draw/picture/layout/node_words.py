"""The words of a node at a step: its move, its value with signs, its window; of folded nodes, how many they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from visualizer.draw.picture.layout.placed_nodes import PlacedNode, TreeLayout
from visualizer.draw.picture.model import (
    CUT_SIGN,
    TURN_SHAPES,
    NodeWindow,
    Sign,
    SignPlace,
    Signs,
    glyphs_at,
    signs_after_name,
    state_sign,
)
from visualizer.explaining.explanation.naming import Perspective
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.numbers import asks_above, format_probability, is_null_window
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, PointOfView
from visualizer.trace.labels import state_of, unvisited_state, value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

TURN_SIGNS = {turn: shape.sign for turn, shape in TURN_SHAPES.items() if turn is not None}
"""The signs of who moves: MAX, MIN, chance."""
BRACKETED_TURN = 2
"""The turn of nodes whose words stand in round brackets."""
UNKNOWN_LEAF_SIGN = "·"
UNSIGNED_STATES = frozenset({State.DONE, State.OPEN, State.TO_COME})
"""States without a sign before the value."""
LONGEST_ODDS = "1/36 "
"""The longest probability for which there is room before a name."""


@dataclass(slots=True)
class NodeWords:
    """The words of a node, and the signs that stand beside them; never changed."""

    name: str = ""
    signs: Signs = ()
    turn: int | None = None
    value: str = ""
    window: NodeWindow | None = None
    book_label: str = ""

    @property
    def after_name(self) -> str:
        """Return the signs that always stand behind the name."""
        return signs_after_name(self.signs, (SignPlace.AFTER_NAME,))

    @property
    def if_room(self) -> list[str]:
        """Return the signs that stand behind these where there is room."""
        return [sign.glyph for sign in self.signs if sign.place is SignPlace.AFTER_NAME_IF_ROOM]

    @property
    def before_value(self) -> str:
        """Return the signs before the value."""
        return glyphs_at(self.signs, SignPlace.BEFORE_VALUE)

    @property
    def after_value(self) -> str:
        """Return the signs behind the value."""
        return glyphs_at(self.signs, SignPlace.AFTER_VALUE)

    @property
    def label(self) -> str:
        """Return the sign of the side to move and the value."""
        if self.turn is None:
            words = self.value
        else:
            words = f"{TURN_SIGNS[self.turn]} {self.value}".strip()
        return f"({words})" if self.turn == BRACKETED_TURN else words


def edge_words(run: Run, path: MovePath) -> str:
    """Return what stands on the edge to a node: the move, and before an outcome of chance its probability."""
    return with_odds(run, path, run.move_name(path))


def with_odds(run: Run, path: MovePath, name: str) -> str:
    """Return the name of a move, and before an outcome of chance its probability.

    Where the outcomes of a written tree have numbers for names, the probability stands alone; behind a roll it stands
    in brackets.
    """
    chances = run.odds(path[:-1])
    if chances is None:
        return name
    likely = format_probability(chances[path[-1]])
    if not name.isdigit():
        return f"{likely} {name}"
    return likely if run.game.explicit else f"{name} ({likely})"


def odds_width(run: Run) -> int:
    """Return how many letters the probability takes before the name of an outcome; none where there are no outcomes."""
    if run.has_chance:
        return len(LONGEST_ODDS)
    return 0


def book_label(run: Run, path: MovePath) -> str:
    """Return what a book calls an inner node, "" for nothing, and where the edge has that name or it is a leaf."""
    if run.is_inner(path):
        label = run.node_label(path)
    else:
        label = ""
    if path and label == run.move_name(path):
        return ""
    return label


class TreeOptions(NamedTuple):
    """Which values and windows are shown: those of unvisited leaves (`all_leaves` in games too), and of which nodes."""

    hide_leaves: bool = False
    all_leaves: bool = False
    windows: str = "path"
    """`path` for those of the open path, `all`, `entry` for all as they were entered with, or `none`."""
    perspective: Perspective = Perspective.MAX
    """For whom values and windows are told."""
    wide: int = 1
    """Columns of a letter of a move's name in a terminal."""


def words_of_node(
    run: Run, tree: TreeAtStep, placed: PlacedNode, state: State, options: TreeOptions
) -> NodeWords:
    """Return the words of a placed node, or of folded ones."""
    if placed.folded is not None:
        return folded_words(tree, placed, state)
    if placed.path and placed.ply:
        name = edge_words(run, placed.path)
    else:
        name = ""
    label = book_label(run, placed.path)
    if placed.node is None or not tree.entered(placed.node):
        known = unvisited_words(run, placed, options)
        if not known:
            turn = run.turn(placed.path)
        else:
            turn = None
        if state is not State.PRUNED or is_below_pruned(tree, placed, state):
            return NodeWords(name, (), turn, known, book_label=label)
        value = "" if known == UNKNOWN_LEAF_SIGN else known
        return NodeWords(name, (state_sign(state),), turn, value, book_label=label)
    node = placed.node
    view = options.perspective.at(run, placed.path)
    if tree.move_count(node):
        turn = tree.turn(node)
    else:
        turn = None
    window = window_at(run, tree, placed, options)
    signs = (*signs_beside_node(run, tree, placed, state, options, len(name)),)
    is_final = (
        placed.leaf_value and view is FOR_MAX and not run.trace.revisits and tree.returned(node)
    )
    if is_final:
        value = placed.leaf_value
    else:
        value = value_label(tree, node, view)
    value = value or f"{unvisited_words(run, placed, options).removesuffix(UNKNOWN_LEAF_SIGN)}?"
    return NodeWords(name, signs, turn, value, window, label)


def signs_beside_node(
    run: Run, tree: TreeAtStep, placed: PlacedNode, state: State, options: TreeOptions, letters: int
) -> Iterator[Sign]:
    """Yield the signs beside a visited node whose name has some letters: the one list of them, for every view."""
    node = placed.node
    assert node is not None
    if again := visits_and_folded(run, tree, placed, options, letters):
        yield Sign(again, SignPlace.AFTER_NAME)
    is_probe = tree.is_annotated and tree.probe(node) is not None
    if is_probe and state is not State.CURRENT:
        yield state_sign(State.PROBE)
    elif state not in UNSIGNED_STATES and state is not State.CUT:
        yield state_sign(state)
    if tree.is_cut(node):
        yield CUT_SIGN
    for told in tree.signs(node) if tree.is_annotated else ():
        yield Sign(told, SignPlace.AFTER_NAME_IF_ROOM)


def visits_and_folded(
    run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions, letters: int
) -> str:
    """Return how often a node was visited, and how many siblings are folded into it, as far as there is room."""
    assert placed.node is not None
    again = visit_count_words(run, tree, placed.node).strip()
    more = placed.more
    if more is None or (options.wide > 1 and more.visits):  # then that stands beside large letters
        return again
    count = f"{len(more.moves):,}"
    room = placed.width // options.wide - letters
    games = more.games(room)
    ways = [f"and {count} more"]
    if games:
        ways.insert(0, f"and {count} more, {games}")
    words = (f"{again} {way}".strip() for way in ways)
    return next((each for each in words if len(each) < room), f"{again} +{count}".strip())


def states_of(tree: TreeAtStep, layout: TreeLayout, best: frozenset[int]) -> list[State]:
    """Return the state of each placed node, or of those folded there; `best` are the nodes of the best line."""
    states: list[State] = []
    for placed in layout.nodes:
        if placed.folded is not None and placed.folded.visited:
            states.append(State.DONE)
        elif placed.node is not None and tree.entered(placed.node):
            states.append(state_of(tree, placed.node, best))
        elif placed.above is not None and tree.entered(placed.above):
            states.append(State.PRUNED if tree.is_cut(placed.above) else State.TO_COME)
        elif placed.parent >= 0:
            states.append(State.PRUNED if states[placed.parent] is State.PRUNED else State.TO_COME)
        else:
            states.append(unvisited_state(tree, placed.path))
    return states


def is_below_pruned(tree: TreeAtStep, placed: PlacedNode, state: State) -> bool:
    """Return whether a node lies below a pruned one, so that it is not counted among them."""
    return (
        state is State.PRUNED
        and placed.parent >= 0
        and (placed.above is None or not tree.entered(placed.above))
    )


def movers_of(run: Run, tree: TreeAtStep, nodes: Sequence[PlacedNode]) -> list[int]:
    """Return who moves at the nodes of a row, MAX first, then MIN, then chance: several where turns do not alternate.

    Where all are leaves, it is whose turn it would be at the first.
    """
    found = set[int]()
    for placed in nodes:
        if placed.node is not None and tree.entered(placed.node):
            if tree.move_count(placed.node):
                found |= {tree.turn(placed.node)}
            else:
                found |= set()
        elif placed.folded is None and run.is_inner(placed.path):
            found.add(run.turn(placed.path))
    return [turn for turn in TURN_SIGNS if turn in (found or {run.turn(nodes[0].path)})]


def visit_count_words(run: Run, tree: TreeAtStep, node: int) -> str:
    """Return how often a node was visited, if more than once: in this pass, or in all where passes add up."""
    if not run.trace.revisits:
        return ""
    looks = tree.times(node)
    return f" ×{looks:,}" if looks > 1 else ""


def unvisited_words(run: Run, placed: PlacedNode, options: TreeOptions) -> str:
    """Return what is known of a node before it is visited: the value of a leaf if shown, `·` if not, else nothing."""
    if run.is_inner(placed.path):
        return ""
    value = run.evaluated(placed.path) if options.all_leaves else run.written_value(placed.path)
    if value is None or options.hide_leaves:
        return UNKNOWN_LEAF_SIGN
    return options.perspective.at(run, placed.path).show(value)


def window_at(
    run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions
) -> NodeWindow | None:
    """Return the window of a node, None where it is not shown."""
    node = placed.node
    if node is None or not tree.move_count(node) or options.windows == "none":
        return None
    view = options.perspective.at(run, placed.path)
    if options.windows == "path" and tree.returned(node):
        if node == tree.current:
            return answered_window(tree, node, view)
        return None
    if options.windows == "entry":
        window = tree.window_on_entry(node)
    else:
        window = tree.window_at(node)
    if window is None or options.windows == "entry":
        if window is None:
            return None
        return NodeWindow(*view.window(*window))
    low, high = view.window(*window)
    return NodeWindow(
        low, high, run.recipe.search.cut_sign if low >= high and tree.is_cut(node) else ""
    )


def answered_window(tree: TreeAtStep, node: int, view: PointOfView) -> NodeWindow | None:
    """Return the null window that a node was entered with, and the answer; None for any other window."""
    window = tree.window_on_entry(node)
    if window is None or not is_null_window(*window):
        return None
    low, high = window
    is_above = tree.returned_value(node) >= high
    return NodeWindow(
        *view.window(low, high), answer="yes" if is_above == asks_above(low, high) else "no"
    )


def folded_words(tree: TreeAtStep, placed: PlacedNode, state: State) -> NodeWords:
    """Return how many children are folded, and what became of them where there is room for that."""
    folded = placed.folded
    assert folded is not None
    signs = (state_sign(State.CURRENT),) if folded.running else ()
    count = f"{len(folded.moves):,}"
    pruned = STATE_LOOKS[State.PRUNED].glyph
    if is_below_pruned(tree, placed, state):
        return NodeWords(f"+{count}", signs=signs, value="below")
    if placed.width < len("to come"):
        return NodeWords(f"{pruned if state is State.PRUNED else '+'}{count}", signs=signs)
    if folded.are_done:
        return NodeWords(
            f"{count} done", signs=signs, value=f"{folded.cut:,} cut" if folded.cut else ""
        )
    if folded.visited:
        return NodeWords(f"{count} more", signs=signs, value=folded.games(placed.width))
    if state is State.PRUNED:
        return NodeWords(f"{pruned} {count}", value="pruned")
    return NodeWords(f"+{count}", signs=signs, value="to come")
