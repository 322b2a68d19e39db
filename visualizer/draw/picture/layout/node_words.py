"""The words of a node at a step: move, value with signs, window; of folded nodes, their number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games import Turn
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
        """Return the signs that follow the name only if there is room."""
        return [sign.glyph for sign in self.signs if sign.place is SignPlace.AFTER_NAME_IF_ROOM]

    @property
    def before_value(self) -> str:
        """Return the signs before the value."""
        return glyphs_at(self.signs, SignPlace.BEFORE_VALUE)

    @property
    def after_value(self) -> str:
        """Return the signs after the value."""
        return glyphs_at(self.signs, SignPlace.AFTER_VALUE)

    @property
    def label(self) -> str:
        """Return the sign of the side to move, and the value; a chance node's are in brackets."""
        if self.turn is None:
            return self.value
        words = f"{TURN_SIGNS[self.turn]} {self.value}".strip()
        if self.turn == Turn.CHANCE:
            return f"({words})"
        return words


def edge_words(run: Run, path: MovePath) -> str:
    """Return the words on the edge to a node: a move, or an outcome with its probability."""
    return with_odds(run, path, run.move_name(path))


def with_odds(run: Run, path: MovePath, name: str) -> str:
    """Return the name of a move; an outcome of chance also has its probability.

    The probability comes before a word, "1/2 heads", and after a number, "6 (1/6)" for a die.
    """
    chances = run.odds(path[:-1])
    if chances is None:
        return name
    probability = format_probability(chances[path[-1]])
    if not name.isdigit():
        return f"{probability} {name}"
    if run.game.explicit:
        # The outcomes in a textbook's tree have no names, only numbers, which say nothing.
        return probability
    return f"{name} ({probability})"


def odds_width(run: Run) -> int:
    """Return the letters for a probability before a name, 0 in games without chance."""
    return len(LONGEST_ODDS) if run.has_chance else 0


def book_label(run: Run, path: MovePath) -> str:
    """Return a book's label for an inner node, "" for no label.

    A label that is also the name of the move is left out: the edge shows it already.
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
    """Whose windows are shown: `path` (open nodes), `all`, `entry` (all, as on entry) or `none`."""
    perspective: Perspective = Perspective.MAX
    """The player from whose side values and windows are shown."""
    letter_columns: int = 1
    """Columns of a letter of a move's name in a terminal."""


def words_of_node(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    state: State,
    options: TreeOptions,
) -> NodeWords:
    """Return the words and signs at a place in a layout, for a node or for folded nodes."""
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
    """Return the words of a node that has not been visited, with a sign if it is pruned.

    A leaf shows its value if the options and the game allow that.
    """
    value = leaf_value_before_visit(run, placed, options)
    # A node with a value is a leaf, where nobody moves.
    turn = None if value else run.turn(placed.path)
    signs: Signs = ()
    if is_pruned:
        signs = (state_sign(State.PRUNED),)
        # One sign is enough.
        if value == UNKNOWN_LEAF_SIGN:
            value = ""
    return NodeWords(
        name_on_edge(run, placed),
        signs,
        turn,
        value=value,
        book_label=book_label(run, placed.path),
    )


def visited_value(run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions) -> str:
    """Return the value that a visited node shows at a step: "≥3", or "?" without a value.

    A leaf whose value is known beforehand shows it with a question mark until it returns: "3?".
    """
    node = placed.node
    assert node is not None
    view = options.perspective.view_at(run, placed.path)
    # To save time, the layout stores the final values of leaves for MAX, if nothing changes them.
    is_final = not run.trace.revisits and tree.returned(node)
    if is_final and view is FOR_MAX and placed.leaf_value:
        return placed.leaf_value
    value = value_label(tree, node, view)
    if value:
        return value
    value_before_visit = leaf_value_before_visit(run, placed, options)
    if value_before_visit == UNKNOWN_LEAF_SIGN:
        return "?"
    return f"{value_before_visit}?"


def signs_beside_node(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    state: State,
    options: TreeOptions,
    *,
    letters: int,
) -> Iterator[Sign]:
    """Yield the signs beside a visited node: its visits, its state, a cut, and an engine's signs.

    `letters` is the length of the node's name, beside which some signs must fit.
    """
    node = placed.node
    assert node is not None
    counts = visit_and_sibling_counts(
        run,
        tree,
        placed,
        options=options,
        letters=letters,
    )
    if counts:
        yield Sign(counts, SignPlace.AFTER_NAME)
    is_probe = tree.is_annotated and tree.probe(node) is not None
    # The root of an engine's side search is marked as a probe, unless it is the current node.
    if is_probe and state is not State.CURRENT:
        yield state_sign(State.PROBE)
    # A node that was cut off gets `CUT_SIGN` below instead.
    elif state not in UNSIGNED_STATES and state is not State.CUT:
        yield state_sign(state)
    if tree.is_cut(node):
        yield CUT_SIGN
    if tree.is_annotated:
        for sign_of_engine in tree.signs(node):
            yield Sign(sign_of_engine, SignPlace.AFTER_NAME_IF_ROOM)


def visit_and_sibling_counts(
    run: Run,
    tree: TreeAtStep,
    placed: PlacedNode,
    options: TreeOptions,
    letters: int,
) -> str:
    """Return a node's visits, and how many siblings are folded into its place: "×2 and 5 more".

    `letters` is the length of the node's name. If the words do not fit beside the name, return
    "×2 +5".
    """
    assert placed.node is not None
    visits = visit_count_words(run, tree, placed.node).strip()
    siblings = placed.folded_siblings
    if siblings is None:
        return visits
    # Beside a name in large letters, siblings and their games are counted in separate lines.
    if options.letter_columns > 1 and siblings.visits:
        return visits
    count = f"{len(siblings.moves):,}"
    room = placed.width // options.letter_columns - letters
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
    """Return the state of each place of a layout at a step.

    `best` are the nodes of the best line. An unvisited node is PRUNED if its parent was cut off or
    is pruned itself, else TO_COME.
    """
    states: list[State] = []
    for placed in layout.nodes:
        if placed.folded is not None and placed.folded.visited:
            state = State.DONE
        elif placed.node is not None and tree.entered(placed.node):
            state = state_of(tree, placed.node, best)
        elif placed.parent_node is not None and tree.entered(placed.parent_node):
            state = pruned_or_to_come(is_pruned=tree.is_cut(placed.parent_node))
        elif placed.parent_index >= 0:
            # Parents come first, so that the parent's state is known.
            state = pruned_or_to_come(is_pruned=states[placed.parent_index] is State.PRUNED)
        else:
            state = unvisited_state(tree, placed.path)
        states.append(state)
    return states


def pruned_or_to_come(*, is_pruned: bool) -> State:
    """Return the state of a node that has not been visited."""
    return State.PRUNED if is_pruned else State.TO_COME


def is_below_pruned(tree: TreeAtStep, placed: PlacedNode, state: State) -> bool:
    """Return whether a node is pruned because an ancestor is pruned.

    Only the topmost pruned node of a branch has the sign of pruned nodes. `state` is the node's.
    """
    if state is not State.PRUNED or placed.parent_index < 0:
        return False
    return placed.parent_node is None or not tree.entered(placed.parent_node)


def turns_in_row(run: Run, tree: TreeAtStep, nodes: Sequence[PlacedNode]) -> list[int]:
    """Return the numbers of the players to move at the nodes of a row: MAX, MIN, then chance.

    There may be several if a player may move twice. In a row of leaves, where nobody moves, return
    the player whose turn it would be at the first node.
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
    """Return how often a node has been visited, as ` ×2`; "" for a single visit.

    Except in a search by random games, the count starts again with each visit to the parent.
    """
    if not run.trace.revisits:
        return ""
    visits = tree.shown_visits_from_parent(node)
    return f" ×{visits:,}" if visits > 1 else ""


def leaf_value_before_visit(run: Run, placed: PlacedNode, options: TreeOptions) -> str:
    """Return the value that a leaf shows before it is visited; "" for an inner node.

    Return "·" if the options hide the value. Only a textbook's tree has values before a visit,
    unless the options show the values of all leaves.
    """
    if run.is_inner(placed.path):
        return ""
    if options.all_leaves:
        value: float | None = run.evaluated(placed.path)
    else:
        value = run.written_value(placed.path)
    if value is None or options.hide_leaves:
        return UNKNOWN_LEAF_SIGN
    return options.perspective.view_at(run, placed.path).show(value)


def window_at(
    run: Run, tree: TreeAtStep, placed: PlacedNode, options: TreeOptions
) -> NodeWindow | None:
    """Return the window that a node shows at a step, None for no window.

    The option `windows` decides: `all` shows the current window of each inner node, `path` only of
    open nodes, and `entry` the windows with which nodes were entered. With `path`, a null window is
    also shown when its node has just returned, with the answer to its question.
    """
    node = placed.node
    if node is None or not tree.move_count(node) or options.windows == "none":
        return None
    view = options.perspective.view_at(run, placed.path)
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
    """Return the window of a node at a step, as its children have narrowed it so far.

    `view` is the side from which values are shown. After a cutoff, the window has the sign of the
    search's cutoff rule between alpha and beta: `≥` or `>`.
    """
    window = tree.window_at(node)
    if window is None:
        return None
    low, high = view.window(*window)
    cut_sign = ""
    if low >= high and tree.is_cut(node):
        cut_sign = run.recipe.search.cut_sign
    return NodeWindow(low, high, cut_sign)


def answered_window(tree: TreeAtStep, node: int, view: PointOfView) -> NodeWindow | None:
    """Return the null window with which a node was searched, and its answer, "yes" or "no".

    A null window asks whether the value is above (or below) a bound. Return None for any other
    window.
    """
    window = tree.window_on_entry(node)
    if window is None or not is_null_window(*window):
        return None
    low, high = window
    # No value lies between the ends of a null window.
    is_above = tree.returned_value(node) >= high
    answer = "yes" if is_above == asks_above(low, high) else "no"
    return NodeWindow(*view.window(low, high), answer=answer)


def folded_words(tree: TreeAtStep, placed: PlacedNode, state: State) -> NodeWords:
    """Return the words of folded children: their number, and below it a remark.

    For example "+12" and "to come". Narrow places have only the number.
    """
    folded = placed.folded
    assert folded is not None
    signs = (state_sign(State.CURRENT),) if folded.has_last_event else ()
    count = f"{len(folded.moves):,}"
    pruned_sign = STATE_LOOKS[State.PRUNED].glyph
    if is_below_pruned(tree, placed, state):
        # "+3 below": three moves that were pruned together with the node above them.
        return NodeWords(f"+{count}", signs=signs, value="below")
    if placed.width < len("to come"):
        sign = pruned_sign if state is State.PRUNED else "+"
        return NodeWords(f"{sign}{count}", signs=signs)
    if folded.visited:
        return folded_visited_words(folded, placed.width, signs)
    if state is State.PRUNED:
        return NodeWords(f"{pruned_sign} {count}", value="pruned")
    return NodeWords(f"+{count}", signs=signs, value="to come")


def folded_visited_words(folded: FoldedNodes, room: int, signs: Signs) -> NodeWords:
    """Return the words of folded children, some of which have been visited.

    The words are "12 done" if none of them will be visited again, and below it "3 cut". Otherwise
    they are "12 more", and below it the number of random games, in at most `room` letters.
    """
    count = f"{len(folded.moves):,}"
    if not folded.are_done:
        return NodeWords(f"{count} more", signs=signs, value=folded.games(room))
    cut_words = f"{folded.cut:,} cut" if folded.cut else ""
    return NodeWords(f"{count} done", signs=signs, value=cut_words)
