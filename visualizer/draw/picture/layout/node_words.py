"""The words of a node at a step: move, value with signs, window; of folded nodes, their number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from visualizer.draw.picture.layout.placed_nodes import FoldedNodes, PlacedNode, TreeLayout
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
"""The signs of the players to move: MAX, MIN, chance."""
BRACKETED_TURN = 2
"""The turn, chance, of nodes whose words are in round brackets."""
UNKNOWN_LEAF_SIGN = "·"
UNSIGNED_STATES = frozenset({State.DONE, State.OPEN, State.TO_COME})
"""States without a sign before the value."""
LONGEST_ODDS = "1/36 "
"""The longest probability for which there is room before a name."""


@dataclass(slots=True)
class NodeWords:
    """The words of a node and the signs beside them, never changed.

    `turn` is the number of the player to move, None for a leaf.
    """

    name: str = ""
    signs: Signs = ()
    turn: int | None = None
    value: str = ""
    window: NodeWindow | None = None
    book_label: str = ""

    @property
    def after_name(self) -> str:
        """Return the signs that always follow the name."""
        return signs_after_name(self.signs, (SignPlace.AFTER_NAME,))

    @property
    def if_room(self) -> list[str]:
        """Return the signs that come next, each where it has room."""
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
            return self.value
        words = f"{TURN_SIGNS[self.turn]} {self.value}".strip()
        if self.turn == BRACKETED_TURN:
            return f"({words})"
        return words


def edge_words(run: Run, path: MovePath) -> str:
    """Return the words on the edge to a node: a move, or an outcome with its probability."""
    return with_odds(run, path, run.move_name(path))


def with_odds(run: Run, path: MovePath, name: str) -> str:
    """Return the name of a move; an outcome of chance also has its probability.

    The probability is in front of a name: "1/2 heads". A number, such as the roll of a die, has it
    behind: "6 (1/6)". Numbers in a written tree count its outcomes, and are left out: "1/6".
    """
    chances = run.odds(path[:-1])
    if chances is None:
        return name
    probability = format_probability(chances[path[-1]])
    if not name.isdigit():
        return f"{probability} {name}"
    if run.game.explicit:
        return probability
    return f"{name} ({probability})"


def odds_width(run: Run) -> int:
    """Return the letters for a probability before a name, 0 in games without chance."""
    return len(LONGEST_ODDS) if run.has_chance else 0


def book_label(run: Run, path: MovePath) -> str:
    """Return a book's label for an inner node, "" if it has none.

    A label that is the name of the move as well is left out.
    """
    if not run.is_inner(path):
        return ""
    label = run.node_label(path)
    is_on_edge = path and label == run.move_name(path)
    return "" if is_on_edge else label


class TreeOptions(NamedTuple):
    """Which values and windows are shown, and for whom."""

    hide_leaves: bool = False
    """Whether the values of a textbook's leaves are hidden until they are visited."""
    all_leaves: bool = False
    """Whether the values of unvisited leaves are shown in games, too."""
    windows: str = "path"
    """`path` for the open path's windows, `all`, `entry` for all as on entry, or `none`."""
    perspective: Perspective = Perspective.MAX
    """The player from whose side values and windows are shown."""
    wide: int = 1
    """Columns of a letter of a move's name in a terminal."""


def words_of_node(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    state: State,
    options: TreeOptions,
) -> NodeWords:
    """Return the words and signs of a place in a layout: those of a node, or of folded nodes."""
    if placed.folded is not None:
        return folded_words(tree, placed, state)
    node = placed.node
    if node is None or not tree.entered(node):
        is_pruned = state is State.PRUNED and not is_below_pruned(tree, placed, state)
        return unvisited_node_words(run, placed, options, is_pruned=is_pruned)

    name = name_on_edge(run, placed)
    turn = tree.turn(node) if tree.move_count(node) else None
    signs = signs_beside_node(
        run,
        tree,
        placed,
        state=state,
        options=options,
        letters=len(name),
    )
    return NodeWords(
        name,
        signs=(*signs,),
        turn=turn,
        value=visited_value(run, tree, placed, options),
        window=window_at(run, tree, placed, options),
        book_label=book_label(run, placed.path),
    )


def name_on_edge(run: Run, placed: PlacedNode) -> str:
    """Return the words on the edge to a placed node, "" for the topmost one."""
    if placed.path and placed.ply:
        return edge_words(run, placed.path)
    return ""


def unvisited_node_words(
    run: Run, placed: PlacedNode, options: TreeOptions, *, is_pruned: bool
) -> NodeWords:
    """Return the words of a node that has not been visited.

    A leaf shows its value if the options allow that; a pruned node has the sign of pruned nodes.
    `is_pruned` says that the node is pruned.
    """
    value = unvisited_words(run, placed, options)
    # A node with a value is a leaf, where nobody moves.
    turn = None if value else run.turn(placed.path)
    signs: Signs = ()
    if is_pruned:
        signs = (state_sign(State.PRUNED),)
        # The sign of a pruned node takes the place of a hidden value.
        value = "" if value == UNKNOWN_LEAF_SIGN else value
    label = book_label(run, placed.path)
    return NodeWords(
        name_on_edge(run, placed),
        signs,
        turn,
        value=value,
        book_label=label,
    )


def visited_value(run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions) -> str:
    """Return the value of a visited node as the search knows it.

    If the search has no value yet, the value known beforehand follows with a question mark: "3?".
    "?" if nothing is known.
    """
    node = placed.node
    assert node is not None
    view = options.perspective.at(run, placed.path)
    is_final = view is FOR_MAX and not run.trace.revisits and tree.returned(node)
    # The layout has written the values of leaves, once for all steps.
    if is_final and placed.leaf_value:
        return placed.leaf_value
    value = value_label(tree, node, view)
    if value:
        return value
    known_before = unvisited_words(run, placed, options)
    if known_before == UNKNOWN_LEAF_SIGN:
        return "?"
    return f"{known_before}?"


def signs_beside_node(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    state: State,
    options: TreeOptions,
    *,
    letters: int,
) -> Iterator[Sign]:
    """Yield the signs beside a visited node: visits, state, cut, and the remarks of engines.

    `letters` is the length of the node's name, beside which some signs must fit.
    """
    node = placed.node
    assert node is not None
    visits = visits_and_folded(
        run,
        tree,
        placed,
        options=options,
        letters=letters,
    )
    if visits:
        yield Sign(visits, SignPlace.AFTER_NAME)
    # The sign of a probe takes the place of the state's, unless the node is the current one. A cut
    # node has the sign of a cut in any state.
    is_probe = tree.is_annotated and tree.probe(node) is not None
    if is_probe and state is not State.CURRENT:
        yield state_sign(State.PROBE)
    elif state not in UNSIGNED_STATES and state is not State.CUT:
        yield state_sign(state)
    if tree.is_cut(node):
        yield CUT_SIGN
    if tree.is_annotated:
        for recorded in tree.signs(node):
            yield Sign(recorded, SignPlace.AFTER_NAME_IF_ROOM)


def visits_and_folded(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    options: TreeOptions,
    letters: int,
) -> str:
    """Return a node's visits, and how many siblings are folded into its place: "×2 and 5 more".

    `letters` is the length of the node's name. Where the words do not fit behind the name, the
    siblings are a number: "×2 +5".
    """
    assert placed.node is not None
    visits = visit_count_words(run, tree, placed.node).strip()
    siblings = placed.folded_siblings
    # Beside large letters, siblings that were visited are counted elsewhere.
    if siblings is None or (options.wide > 1 and siblings.visits):
        return visits
    count = f"{len(siblings.moves):,}"
    room = placed.width // options.wide - letters
    games = siblings.games(room)
    choices = [f"and {count} more"]
    if games:
        choices.insert(0, f"and {count} more, {games}")
    for choice in choices:
        words = f"{visits} {choice}".strip()
        if len(words) < room:
            return words
    return f"{visits} +{count}".strip()


def states_of(tree: TreeAtStep, layout: TreeLayout, best: frozenset[int]) -> list[State]:
    """Return the state of each node of a layout at a step.

    `best` are the nodes of the best line. A node that is not visited is pruned if its parent is
    cut off or pruned, else to come.
    """
    states: list[State] = []
    for placed in layout.nodes:
        if placed.folded is not None and placed.folded.visited:
            state = State.DONE
        elif placed.node is not None and tree.entered(placed.node):
            state = state_of(tree, placed.node, best)
        elif placed.above is not None and tree.entered(placed.above):
            state = pruned_or_to_come(is_pruned=tree.is_cut(placed.above))
        elif placed.parent >= 0:
            # Parents come first, so that the parent's state is known.
            state = pruned_or_to_come(is_pruned=states[placed.parent] is State.PRUNED)
        else:
            state = unvisited_state(tree, placed.path)
        states.append(state)
    return states


def pruned_or_to_come(*, is_pruned: bool) -> State:
    """Return the state of a node that has not been visited."""
    return State.PRUNED if is_pruned else State.TO_COME


def is_below_pruned(tree: TreeAtStep, placed: PlacedNode, state: State) -> bool:
    """Return whether a node in the state PRUNED lies below another such node.

    Only the upper one of the two was cut off, and has the sign of pruned nodes.
    """
    if state is not State.PRUNED or placed.parent < 0:
        return False
    return placed.above is None or not tree.entered(placed.above)


def movers_of(run: Run, tree: TreeAtStep, nodes: Sequence[PlacedNode]) -> list[int]:
    """Return the turns of the players who move at the nodes of a row.

    The turns are in the order MAX, MIN, chance; there may be several where turns do not alternate.
    If all nodes are leaves, where nobody moves, return the turn in the first node's position.
    """
    turns = set[int]()
    for placed in nodes:
        if placed.node is not None and tree.entered(placed.node):
            if tree.move_count(placed.node):
                turns.add(tree.turn(placed.node))
        elif placed.folded is None and run.is_inner(placed.path):
            turns.add(run.turn(placed.path))
    if not turns:
        turns.add(run.turn(nodes[0].path))
    return [turn for turn in TURN_SIGNS if turn in turns]


def visit_count_words(run: Run, tree: TreeAtStep, node: int) -> str:
    """Return how often a node has been visited, as ` ×2`; "" for once.

    Visits count since the latest visit to the parent began; all visits count in a search by random
    games.
    """
    if not run.trace.revisits:
        return ""
    visits = tree.shown_look_count(node)
    return f" ×{visits:,}" if visits > 1 else ""


def unvisited_words(run: Run, placed: PlacedNode, options: TreeOptions) -> str:
    """Return the value of a leaf as known before a visit; "" at inner nodes.

    "·" if the options hide the value, or if the game does not tell it before a visit.
    """
    if run.is_inner(placed.path):
        return ""
    if options.all_leaves:
        value: float | None = run.evaluated(placed.path)
    else:
        value = run.written_value(placed.path)
    if value is None or options.hide_leaves:
        return UNKNOWN_LEAF_SIGN
    return options.perspective.at(run, placed.path).show(value)


def window_at(
    run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions
) -> NodeWindow | None:
    """Return the window of a node as the options want it, None to show no window.

    Leaves have no windows. With the option `path`, open nodes have windows, as narrowed by now, and
    so has a null window's node that has just been searched, with the answer. With `entry`, windows
    are shown as on entry.
    """
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
        if window is None:
            return None
        return NodeWindow(*view.window(*window))
    return current_window(run, tree, node, view)


def current_window(run: Run, tree: TreeAtStep, node: int, view: PointOfView) -> NodeWindow | None:
    """Return the window of a node as narrowed by now.

    After a cutoff, the window is closed with the sign of the search's cutoff rule. `view` is the
    side from which values are shown.
    """
    window = tree.window_at(node)
    if window is None:
        return None
    low, high = view.window(*window)
    closed = ""
    if low >= high and tree.is_cut(node):
        closed = run.recipe.search.cut_sign
    return NodeWindow(low, high, closed)


def answered_window(tree: TreeAtStep, node: int, view: PointOfView) -> NodeWindow | None:
    """Return the null window with which a node was searched, and its answer, "yes" or "no".

    None for a window that is not null. A null window asks whether the value is above or below a
    bound.
    """
    window = tree.window_on_entry(node)
    if window is None or not is_null_window(*window):
        return None
    low, high = window
    # The value is never between the ends of a null window.
    is_above = tree.returned_value(node) >= high
    answer = "yes" if is_above == asks_above(low, high) else "no"
    return NodeWindow(*view.window(low, high), answer=answer)


def folded_words(tree: TreeAtStep, placed: PlacedNode, state: State) -> NodeWords:
    """Return the words of folded children: their number and what has become of them.

    For example "+12" and "to come". Narrow places have the number alone.
    """
    folded = placed.folded
    assert folded is not None
    signs = (state_sign(State.CURRENT),) if folded.has_last_event else ()
    count = f"{len(folded.moves):,}"
    pruned = STATE_LOOKS[State.PRUNED].glyph
    if is_below_pruned(tree, placed, state):
        return NodeWords(f"+{count}", signs=signs, value="below")
    if placed.width < len("to come"):
        sign = pruned if state is State.PRUNED else "+"
        return NodeWords(f"{sign}{count}", signs=signs)
    if folded.visited:
        return folded_visited_words(folded, placed.width, signs)
    if state is State.PRUNED:
        return NodeWords(f"{pruned} {count}", value="pruned")
    return NodeWords(f"+{count}", signs=signs, value="to come")


def folded_visited_words(folded: FoldedNodes, room: int, signs: Signs) -> NodeWords:
    """Return the words of folded children (several in one place), some of which have been visited.

    If all are done, the words say how many were cut. Otherwise they say how many random games
    passed the children, in at most `room` letters.
    """
    count = f"{len(folded.moves):,}"
    if not folded.are_done:
        return NodeWords(f"{count} more", signs=signs, value=folded.games(room))
    cut = f"{folded.cut:,} cut" if folded.cut else ""
    return NodeWords(f"{count} done", signs=signs, value=cut)
