"""A run laid out on a page once and drawn there at any step; on a slide, with the largest text."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from visualizer.draw.boards.contents import (
    board_with_marks,
    can_be_drawn_small,
    is_worth_drawing,
    side_name,
)
from visualizer.draw.boards.shapes import (
    board_drawing_size,
    cell_width_in_column,
    small_board_size,
)
from visualizer.draw.picture.layout import spine
from visualizer.draw.picture.layout.placed_nodes import (
    LARGE_NODE_HEIGHT,
    MAX_DRAWN_PLIES,
    MAX_WHOLE_TREE_NODES,
    NODE_HEIGHT,
    QUARTERS_PER_TEXT_SIZE,
    LayoutLimits,
    PageMeasures,
    TreeLayout,
)
from visualizer.draw.picture.layout.whole_tree import lay_out_tree, longest_edge, whole_tree
from visualizer.draw.picture.model import CodePane, MarkedBoard, PagePlan, Picture
from visualizer.draw.picture.page.code_pane import CodeSource
from visualizer.draw.picture.page.node_boxes import NodeBoxes
from visualizer.draw.picture.page.options import (
    DEFAULT_FOLD,
    DEFAULT_PICTURE_OPTIONS,
    FIT_PAGE,
    MIN_TEXT_SIZE,
    PAGE_TEXT_SIZE,
    WINDOWS_ON_ALL_NODES,
    PictureOptions,
    page_size,
)
from visualizer.draw.picture.page.page_plan import (
    PageWords,
    blank_picture,
    longest_captions,
    plan_page,
    step_captions,
)
from visualizer.draw.picture.shapes.drawing import (
    BOARD_LETTERS,
    PAGE_MARGIN,
    SLIDE_BOARD_SHARE,
    SMALL_BOARD_SHARE,
    legend_words,
)
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.sampling import lacks_priors
from visualizer.explaining.measures.summary import nodes_of_tree, plies_below
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.text import LETTER_WIDTH
from visualizer.searching.lookup import position_title
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import bound_at_cut, mean_caption
from visualizer.trace.tree_at_step import TreeAtStep

MAX_PLACES_BESIDE = 12
"""The most places on each side of a spine."""
MAX_NODES_WITH_BOARDS = 24
"""The most nodes of a tree with boards in its nodes, on a page that fits the tree."""
MAX_FIT_SPINE_PLIES = 6
"""The most plies of a spine on a page that fits the tree."""
MIN_PLACES_FOR_LARGER = 9
"""The fewest places in each ply of a spine for which text is enlarged."""
VALUES_FOR_MAX = "values for MAX"
"""Part of the subtitle where the search itself has values for the player to move."""
FLAT_EDGE_HEIGHT = 4
"""Extra height from which edges count as flat, in quarters of the text size."""
MAX_BOARD_CAPTIONS = 4
"""Lines kept free below the board, as many as its captions take at any step."""
TEXT_SIZE_FACTORS = (2.0, 1.85, 1.7, 1.5, 1.3, 1.15, 1.0)


class Candidate(NamedTuple):
    """A size for the text of a tree, as a factor of the usual size, and what follows from it."""

    factor: float
    limits: LayoutLimits
    plan: PagePlan


class TreePage:
    """A run laid out on a page; one layout serves every step."""

    def __init__(
        self,
        run: Run,
        options: PictureOptions = DEFAULT_PICTURE_OPTIONS,
        *,
        size_factors: Sequence[float] = TEXT_SIZE_FACTORS,
    ) -> None:
        """Plan the page and choose between the whole tree and a spine.

        `size_factors` are the factors by which the tree's text may be enlarged, the largest first.
        InputError if the run has not visited anything.
        """
        if not len(run.trace):
            raise InputError("nothing has been visited, so there is nothing to draw")
        self.size_factors = size_factors
        self.run = run
        self.options = options.with_default_page(FIT_PAGE)
        board = run.position(self.options.top).board()
        self.root_board = board if is_worth_drawing(board) else None
        self.code = CodeSource(run) if self.options.code else None
        self.words = PageWords(
            title=self.options.title or self._title(),
            subtitle=", ".join(self.subtitle()),
            captions=self.longest_captions(),
            legend=self._legend_words(),
        )
        self.last_boxes: NodeBoxes | None = None
        """The boxes of the last picture, reused where nothing has changed."""
        self.limits, self.plan = self._choose_limits_and_plan()

    @property
    def is_whole(self) -> bool:
        """Return whether the page shows the whole tree rather than a spine."""
        return whole_tree(self.run, self.limits) is not None

    def _legend_words(self) -> Sequence[str]:
        """Return the entries that the legend may have at some step: the page keeps room for all."""
        if not self.options.legend:
            return []
        return [
            *legend_words(
                self.possible_states(),
                odds=self.run.has_chance,
                ghosts=self.options.ghosts,
                kinds=self.options.kinds,
                optional_entries=self.options.page == FIT_PAGE,
            )
        ]

    def _board_choices(self) -> Sequence[bool]:
        """Return what to try in turn: nodes with boards (True), nodes without (False), or both."""
        board = self.root_board
        if board is None or not can_be_drawn_small(board):
            return (False,)
        if self.options.node_boards == "none":
            return (False,)
        if self.options.node_boards == "all":
            return (True,)
        return (True, False)

    def _candidates(self) -> Iterator[Candidate]:
        """Yield the text sizes of the tree to try, the largest first, each with limits and plan.

        If nodes may have boards, each size is tried with boards first, then without.
        """
        factors = (1.0,) if self.options.page == FIT_PAGE else self.size_factors
        for factor in factors:
            for has_boards in self._board_choices():
                limits, plan = self._limits_and_plan(
                    self.options.size * factor, has_boards=has_boards
                )
                has_room = limits.rows > 0 and limits.columns > limits.margin
                # The usual size is a candidate even if the words leave no room for a tree.
                if factor == 1 or has_room:
                    yield Candidate(factor, limits, plan)

    def _choose_limits_and_plan(self) -> tuple[LayoutLimits, PagePlan]:
        """Return the limits and the plan with which the tree is drawn at every step.

        The whole tree is drawn in the largest text with which it fits. If it does not fit in any
        text, a spine (one path and its siblings) is drawn: in the largest text that leaves enough
        room, else in the usual one.
        """
        for factor, limits, plan in self._candidates():
            whole = whole_tree(self.run, limits)
            if whole is None or self._loses_windows(whole, limits):
                continue
            # Text is not enlarged at the price of flat edges, which are hard to follow.
            if factor == 1 or has_steep_edges(whole, limits):
                return limits, self._fit_plan_to_tree(limits, plan, whole.columns, whole.rows)

        candidates = [*self._candidates()]
        smallest = candidates[-1]
        _, limits, plan = next(filter(self._has_room_for_spine, candidates), smallest)
        ruler = spine.spine_ruler(self.run, limits)
        return limits, self._fit_plan_to_tree(limits, plan, ruler.columns, ruler.rows)

    def _loses_windows(self, whole: TreeLayout, limits: LayoutLimits) -> bool:
        """Return whether a whole tree fits only without the windows that all nodes should have."""
        needs_windows = self.options.node_windows in WINDOWS_ON_ALL_NODES
        return needs_windows and whole.measures.window_lines != limits.windowed

    def _has_room_for_spine(self, candidate: Candidate) -> bool:
        """Return whether a spine fits: all plies and, for enlarged text, many siblings."""
        limits = candidate.limits
        deepest = spine.plies_to_draw(self.run, limits)
        # A page that grows with its tree has no limit, but should not become too high.
        if not limits.rows:
            return deepest <= MAX_FIT_SPINE_PLIES
        ruler = spine.spine_ruler(self.run, limits)
        if ruler.plies < deepest:
            return False
        if candidate.factor == 1:
            return True
        places = ruler.places_left + 1 + ruler.places_right
        # Fewer places are enough if the limits never allow that many.
        needed_places = min(MIN_PLACES_FOR_LARGER, spine.max_places(limits))
        return places >= needed_places

    def _fit_plan_to_tree(
        self,
        limits: LayoutLimits,
        plan: PagePlan,
        columns: int,
        rows: int,
    ) -> PagePlan:
        """Return the plan of a page that is as large as its tree.

        `columns` is the tree's width in letters, and `rows` its height in quarters of the text
        size. A page of a given size keeps its plan.
        """
        if self.options.page != FIT_PAGE:
            return plan
        assert isinstance(limits.measures, PageMeasures)
        tree = columns * plan.letter, rows * plan.size / QUARTERS_PER_TEXT_SIZE
        return self._page_plan(plan.size, has_boards=limits.measures.has_boards, tree=tree)

    def _limits_and_plan(self, size: float, *, has_boards: bool) -> tuple[LayoutLimits, PagePlan]:
        """Return the limits of the tree and the plan of its page for a text size in points.

        `has_boards` says that nodes have small boards.
        """
        options = self.options
        size = round(size, 2)
        plan = self._page_plan(size, has_boards=has_boards)
        columns, rows = self._room_for_tree(plan)
        mark_letters = self.run.trace.engine_notes.max_sign_width()
        if options.kinds:
            mark_letters += NODE_TYPE_WIDTH
        limits = LayoutLimits(
            columns,
            rows,
            margin=self._margin_letters(),
            windowed=options.node_windows != "none" and self.run.trace.has_window,
            all_windows=options.node_windows in WINDOWS_ON_ALL_NODES,
            measures=self._node_measures(size, has_boards=has_boards),
            places_beside=self._places_beside_spine(self._max_drawn_nodes()),
            max_singles=options.around_best,
            max_nodes=self._max_whole_tree_nodes(has_boards=has_boards),
            max_plies=self._plies_limit(),
            top=options.top,
            pruned=options.pruned,
            ghosts=options.ghosts,
            mark_letters=mark_letters,
        )
        return limits, plan

    def _room_for_tree(self, plan: PagePlan) -> tuple[int, int]:
        """Return the width for the tree in letters, and its height in quarters of the text size.

        A page that grows with its tree has no limits: (0, 0).
        """
        if self.options.page == FIT_PAGE:
            return 0, 0
        columns = int(plan.tree.width / plan.letter)
        rows = int(plan.tree.height * QUARTERS_PER_TEXT_SIZE / plan.size)
        return columns, rows

    def _max_drawn_nodes(self) -> int:
        """Return about how many nodes are drawn at most; any others are folded."""
        if self.options.fold:
            return self.options.fold
        if self.options.page == FIT_PAGE:
            return DEFAULT_FOLD
        return MAX_WHOLE_TREE_NODES

    def _max_whole_tree_nodes(self, *, has_boards: bool) -> int:
        """Return the most nodes of a tree that is drawn whole; 0 if a spine is drawn anyway."""
        options = self.options
        if options.around_best is not None:
            return 0
        # A page that grows with its tree would become too large if many nodes had boards.
        boards_are_optional = options.node_boards == "auto"
        if has_boards and options.page == FIT_PAGE and boards_are_optional:
            return min(self._max_drawn_nodes(), MAX_NODES_WITH_BOARDS)
        return self._max_drawn_nodes()

    def _plies_limit(self) -> int:
        """Return the most plies drawn below the topmost node."""
        plies = self.options.plies
        return MAX_DRAWN_PLIES if plies is None else plies

    def _places_beside_spine(self, max_nodes: int) -> int:
        """Return the most places on each side of a spine, for about `max_nodes` nodes in all."""
        # Each row has the node on the spine, and equally many places on both sides.
        rows = 1 + min(self._plies_limit(), plies_below(self.run, self.options.top))
        nodes_per_row = max_nodes // rows
        nodes_per_side = (nodes_per_row - 1) // 2
        siblings = self._estimate_moves() - 1
        return max(1, min(MAX_PLACES_BESIDE, siblings, nodes_per_side))

    def _estimate_moves(self) -> int:
        """Estimate how many moves a node has, from the topmost node and its first child.

        Return the larger number of the two, 0 if the topmost node is a leaf.
        """
        run = self.run
        top = self.options.top
        moves = run.order(top) if run.is_inner(top) else ()
        if not moves:
            return 0
        first_child = (*top, moves[0])
        if not run.is_inner(first_child):
            return len(moves)
        return max(len(moves), len(run.choices(first_child)))

    def _node_measures(self, size: float, *, has_boards: bool) -> PageMeasures:
        """Return the measures of nodes for a text size in points, with boards in them or not."""
        is_sampled = self.run.trace.is_sampled
        node_height = LARGE_NODE_HEIGHT if is_sampled else NODE_HEIGHT
        measures = PageMeasures(
            node=node_height,
            sized=is_sampled,
            spine_first=is_sampled or self.options.around_best is not None,
        )
        if not has_boards or self.root_board is None:
            return measures
        width, height = small_board_size(self.root_board, size)
        return replace(
            measures,
            board=ceil(height * QUARTERS_PER_TEXT_SIZE / size),
            board_letters=ceil(width / (LETTER_WIDTH * size)),
            has_boards=True,
        )

    def _page_plan(
        self, size: float, *, has_boards: bool, tree: tuple[float, float] = (0, 0)
    ) -> PagePlan:
        """Return the plan of the page for a text size in points.

        Beside the tree is code or, if nodes have no boards, a board. `tree` is the width and height
        of the tree in points, which only a page that grows with its tree needs.
        """
        beside_tree = (0.0, 0.0)
        cell = 0.0
        if self.code is not None:
            beside_tree = self.code.size_on_page(page_size(self.options.page), size)
        elif self.options.board and not has_boards and self.root_board is not None:
            beside_tree, cell = self._board_room(size)
        return plan_page(
            self.options.page,
            size,
            self.words,
            board=beside_tree,
            tree=tree,
            # Margins stay as wide as usual if the tree's text is enlarged.
            margin=PAGE_MARGIN * self.options.size,
            cell=cell,
        )

    def _board_room(self, size: float) -> tuple[tuple[float, float], float]:
        """Return the width and height for the board beside the tree, and the width of a cell.

        The width of a cell is 0 for the usual one. All lengths are in points.
        """
        assert self.root_board is not None
        # The number of captions varies, but the page is the same at every step.
        board = replace(self.root_board, captions=("",) * MAX_BOARD_CAPTIONS)
        page = page_size(self.options.page)
        column = BOARD_LETTERS * LETTER_WIDTH * size
        cell = 0.0
        if page is not None and can_be_drawn_small(board):
            share = SMALL_BOARD_SHARE if self.options.small_board else SLIDE_BOARD_SHARE
            page_width, _ = page
            column = page_width * share
            cell = cell_width_in_column(board, size, column)
        width, height = board_drawing_size(board, size, cell)
        return (max(width, column), height), cell

    def _margin_letters(self) -> int:
        """Return the width, in letters, of the margin that says whose turn it is."""
        movers = self.run.movers(("MAX", *self.run.game.spoken_sides))
        return 2 + max(map(len, movers))

    def possible_states(self) -> Iterator[State]:
        """Yield the states that nodes may have at some step, in the order of the legend."""
        trace = self.run.trace
        never = set[State]()
        if not trace.reason:
            never.add(State.STOPPED)
        if not trace.revisits:
            never.add(State.EARLIER)
        if not trace.engine_notes.probes:
            never.add(State.PROBE)
        may_cut = self.run.algorithm.uses_window or trace.cuts
        if not may_cut:
            never |= {State.CUT, State.PRUNED}
        return (state for state in STATE_LOOKS if state not in never)

    def subtitle(self) -> Sequence[str]:
        """Return the parts of the subtitle: the given one, or the search and its options."""
        if self.options.subtitle is not None:
            return [self.options.subtitle]
        return [self.run.algorithm.title, *self.headings(), *value_notes(self.run)]

    def headings(self) -> list[str]:
        """Return the search's options as the subtitle names them."""
        return self.run.headings()

    def longest_captions(self) -> Sequence[int | str]:
        """Return captions known in advance, and for the others their greatest length in letters."""
        return [*longest_captions(self.run, self.options)]

    def _title(self) -> str:
        """Return the title of the page: the position, the moves that led to it, who is to move."""
        run = self.run
        path = self.options.top
        position = run.position(path)
        board = position.board()
        title = position_title(run.game, run.recipe.where, board)
        if path:
            title += f", after {run.moves_to(path)}"
        if position.outcome() is not None:
            return title
        return f"{title}, {side_name(run.game, board, run.turn(path), run.mover(path))} to move"

    def frame(self, step: int, sentence: str = "", moment: int | None = None) -> Picture:
        """Return the picture at a step.

        `sentence` is the explanation of the step if the caller has it already, else "". A user's
        own code may run many lines in a step. `moment` says which of them is current, counting all
        lines run in the search from 0; None for the first line of the step.
        """
        tree = TreeAtStep(self.run.trace, step)
        selected = None if self.options.around_best is None else tree.best_path()
        layout = lay_out_tree(self.run, tree, selected, self.limits)
        picture = self._tree_picture(tree, layout)
        captions = step_captions(
            self.run,
            self.options,
            tree,
            sentence,
            is_whole=layout.is_whole,
        )
        return replace(
            picture,
            captions=tuple(captions),
            tags=tuple((tag, count) for tag, count in tree.tag_counts().items() if count),
            board=self._board(tree),
            code=self._code_pane(tree, moment),
            breadcrumbs=self._breadcrumbs(tree, layout),
        )

    def _tree_picture(self, tree: TreeAtStep, layout: TreeLayout) -> Picture:
        """Return the picture of the tree at a step, without captions, board and code.

        Boxes that have not changed since the last picture are reused.
        """
        drawer = NodeBoxes(
            self.run,
            tree,
            layout,
            options=self.options,
            plan=self.plan,
        )
        boxes = drawer.boxes(self.last_boxes)
        self.last_boxes = drawer
        # The legend explains the states that occur, in an order that is the same at every step.
        states = {box.drawn_as for box in boxes}
        return replace(
            blank_picture(self.words, self.plan, self.options),
            boxes=boxes,
            states=tuple(state for state in STATE_LOOKS if state in states),
            stem=self.plan.tree.x + (layout.stem + 0.5) * self.plan.letter,
            turns=tuple(drawer.turns()),
            horizon=drawer.horizon(),
            is_whole=layout.is_whole,
            kinds=bool(drawer.types),
        )

    def _code_pane(self, tree: TreeAtStep, moment: int | None) -> CodePane | None:
        """Return the code at a step, None if no code is drawn."""
        if self.code is None:
            return None
        return self.code.pane(tree, moment, self.plan, page_size(self.options.page))

    def _board(self, tree: TreeAtStep) -> MarkedBoard | None:
        """Return the board beside the tree, None for no board.

        It shows the current position, or the topmost node's position at the end of the search.
        """
        if not self.options.board or self.root_board is None or self.code is not None:
            return None
        path = self.options.top
        if not tree.at_end:
            path = spine.spine_of(self.run, tree, path)
        words = f"after {self.run.moves_to(path)}" if path else ""
        board, marks = board_with_marks(self.run, path)
        return MarkedBoard(board, marks, words)

    def _breadcrumbs(self, tree: TreeAtStep, layout: TreeLayout) -> str:
        """Return the line above a spine, "root › e3 › f4": it names nodes whose plies have no rows.

        Return "" if all plies have rows.
        """
        if not layout.breadcrumbs:
            return ""
        crumbs = [
            (path, spine.breadcrumb_words(self.run, tree, path), "") for path in layout.breadcrumbs
        ]
        columns = int(self.plan.tree.width / self.plan.letter)
        line = spine.place_breadcrumbs(crumbs, columns, self._bound_setter_note(tree, layout))
        return spine.joined_words(line)

    def _bound_setter_note(
        self, tree: TreeAtStep, layout: TreeLayout
    ) -> spine.BreadcrumbNote | None:
        """Return a note on the node that set the bound of this step's cut, for the breadcrumbs.

        Return None if the step cuts nothing, or if the node is drawn or has a breadcrumb itself.
        """
        found = bound_at_cut(tree)
        if found is None:
            return None
        # If there is room, the node has an extra row, and hangs from the breadcrumb of its parent.
        is_drawn = layout.hangs_from > 0
        if is_drawn:
            return None
        node, bound = found
        return spine.note_on_bound_setter(
            self.run,
            tree,
            upper=layout.breadcrumbs,
            setter=(self.run.path(node), bound),
            perspective=Perspective.MAX,
        )


def value_notes(run: Run) -> list[str]:
    """Return notes for the subtitle on what values and sizes mean, where that is not obvious."""
    notes = []
    if run.algorithm.from_mover:
        notes.append(VALUES_FOR_MAX)
    means = mean_caption(run.trace)
    if means:
        has_priors = run.has_priors and not lacks_priors(run)
        prior = ", border: prior" if has_priors else ""
        notes.append(f"size: visits, fill: {means}{prior}")
    return notes


def has_steep_edges(whole: TreeLayout, limits: LayoutLimits) -> bool:
    """Return whether a whole tree has its windows and no flat edges."""
    if whole.measures.window_lines != limits.windowed:
        return False
    return whole.measures.slope(longest_edge(whole)) < FLAT_EDGE_HEIGHT


SLIDE_PAGES = ("16:9", "4:3")
MAX_AUTOMATIC_TEXT_SIZE = 18
"""The largest text chosen on a slide, in points on a page 540 points high."""
CONCESSIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the legend", {"legend": False}),
    ("the long sentence", {"caption": "short"}),
    ("the board's size", {"small_board": True}),
    ("the board", {"board": False}),
)
"""What may be given up for larger text, in this order: names, and changes of options.

The board is given up only if no allowed text size leaves room for it.
"""
MIN_SPINE_PLIES = 3
"""The fewest plies that a spine must show."""
MIN_PLACE_LETTERS = 7
"""The least width of a place beside a spine."""
GOOD_TEXT_SIZE = 14
"""Text of this size is preferred to smaller text with more siblings."""
GOOD_PLACES_BESIDE = 3
"""The wanted number of places on each side of a spine: two siblings, and folded nodes."""
MIN_PLACES_BESIDE = 2
"""The accepted number, if more places would make text small or leave out the board."""
WHOLE_TREE_ONLY = 0
"""In place of a number of places: a spine is not accepted, only the whole tree."""


class SizedOptions(NamedTuple):
    """Options with a text size, and how many of the `CONCESSIONS` they make for it."""

    options: PictureOptions
    concession_count: int


def sized_page(run: Run, options: PictureOptions) -> tuple[TreePage, str]:
    """Return the page of a run and, for a slide, a remark on its text size, else "".

    The text of a slide has the size in the options, else the largest that fits. The remark names
    what is left out to make room for it, such as the legend. InputError if the size in the options
    does not fit.
    """
    is_slide = options.page in SLIDE_PAGES
    # Smaller text than a slide should have is allowed if it is asked for, and is not checked.
    asked_size = options.text_size or MIN_TEXT_SIZE
    if not is_slide or asked_size < MIN_TEXT_SIZE:
        return TreePage(run, options), ""
    chosen = choose_text_size(run, options)
    page = TreePage(run, chosen.options)
    remark = f"text of {chosen.options.text_size:g} points"
    names = [
        name
        for name, change in CONCESSIONS[: chosen.concession_count]
        if replace(options, **change) != options
    ]
    if names:
        *others, last = names
        left_out = f"{', '.join(others)} and {last}" if others else last
        remark += f"; {left_out} gave way to it"
    return page, remark


def choose_text_size(run: Run, options: PictureOptions) -> SizedOptions:
    """Return the options of a slide, with the largest text size that fits if they have no size.

    InputError if their own size does not fit; the error names the largest size that does.
    """
    if options.text_size is None:
        return largest_text_size(run, options)
    best = best_text_size(run, options, [options.text_size])
    if best is not None:
        return best
    smaller = range(int(options.text_size) - 1, MIN_TEXT_SIZE - 1, -1)
    largest = best_text_size(run, options, smaller)
    remedy = "no allowed size fits"
    if largest is not None:
        remedy = f"the largest that fits is {largest.options.text_size:g}"
    raise InputError(f"the text size {options.text_size:g} does not fit on this page; {remedy}")


def largest_text_size(run: Run, options: PictureOptions) -> SizedOptions:
    """Return options with the largest text size that fits a slide.

    If no size fits, return the default size, with all concessions except leaving out the board.
    """
    sizes = range(MAX_AUTOMATIC_TEXT_SIZE, int(PAGE_TEXT_SIZE) - 1, -1)
    best = best_text_size(run, options, sizes)
    if best is not None:
        return best
    concessions = concessions_before_board(run, options)
    smallest = replace(make_concessions(options, concessions), text_size=PAGE_TEXT_SIZE)
    return SizedOptions(smallest, concessions)


def best_text_size(
    run: Run, options: PictureOptions, sizes: Sequence[float]
) -> SizedOptions | None:
    """Return options with the best of some text sizes, None if no size leaves enough room.

    At each size, as few concessions as possible are made.
    """
    # Several attempts may lay out the same page, which takes long.
    lay_out_page = cache(partial(TreePage, run, size_factors=(1.0,)))
    for attempt in size_attempts(run, options, sizes):
        choices = [
            SizedOptions(replace(make_concessions(options, count), text_size=float(size)), count)
            for size, count in product(attempt.sizes, attempt.concession_counts)
        ]
        chosen = first_that_fits(choices, lay_out_page, attempt.places_beside)
        if chosen is not None:
            return chosen
    return None


class SizeAttempt(NamedTuple):
    """Text sizes and numbers of concessions to try, and what the page must show."""

    concession_counts: Sequence[int]
    places_beside: int
    """The places on each side that a spine must have, or `WHOLE_TREE_ONLY`."""
    sizes: Sequence[float]


def size_attempts(
    run: Run, options: PictureOptions, sizes: Sequence[float]
) -> Sequence[SizeAttempt]:
    """Return the attempts to find a text size, best first: the first that succeeds is taken."""
    # The numbers of concessions to try. The last concession is to leave out the board.
    counts_with_board = range(1 + concessions_before_board(run, options))
    counts_without_board = (len(CONCESSIONS),)
    good_sizes = [size for size in sizes if size >= GOOD_TEXT_SIZE]
    along_spine = [
        SizeAttempt(counts_with_board, GOOD_PLACES_BESIDE, good_sizes),
        SizeAttempt(counts_with_board, MIN_PLACES_BESIDE, good_sizes),
        SizeAttempt(counts_with_board, GOOD_PLACES_BESIDE, sizes),
        SizeAttempt(counts_with_board, MIN_PLACES_BESIDE, sizes),
        SizeAttempt(counts_without_board, MIN_PLACES_BESIDE, sizes),
    ]
    if nodes_of_tree(run) is None:
        return along_spine
    # A textbook's tree is drawn whole in any text, if it fits at all.
    return [
        SizeAttempt(counts_with_board, WHOLE_TREE_ONLY, sizes),
        SizeAttempt(counts_without_board, WHOLE_TREE_ONLY, sizes),
        *along_spine,
    ]


def first_that_fits(
    choices: Sequence[SizedOptions],
    lay_out_page: Callable[[PictureOptions], TreePage],
    places_beside: int,
) -> SizedOptions | None:
    """Return the first of some options with which a page shows enough, None if no page does.

    `places_beside` is how many places a spine must have on each side, or `WHOLE_TREE_ONLY`.
    """
    if places_beside == WHOLE_TREE_ONLY and choices:
        # The smallest text with the most concessions comes last: if the whole tree does not even
        # fit there, the other pages need not be laid out.
        if not shows_enough(lay_out_page(choices[-1].options), places_beside):
            return None
    for choice in choices:
        if shows_enough(lay_out_page(choice.options), places_beside):
            return choice
    return None


def concessions_before_board(run: Run, options: PictureOptions) -> int:
    """Return how many concessions come before leaving out the board: the third makes it smaller.

    A board with words on its pieces cannot become smaller, so the third would change nothing.
    """
    board = run.position(options.top).board()
    return 3 if can_be_drawn_small(board) else 2


def make_concessions(options: PictureOptions, count: int) -> PictureOptions:
    """Return the options after the first `count` concessions."""
    for _, change in CONCESSIONS[:count]:
        # Only the long explanation of a step can be shortened.
        if "caption" not in change or options.caption == "why":
            options = replace(options, **change)
    return options


def shows_enough(page: TreePage, places_beside: int) -> bool:
    """Return whether a page shows enough of a tree, with all windows and the whole board.

    Enough is the whole tree, or three plies of a spine with `places_beside` places on each side; if
    `places_beside` is `WHOLE_TREE_ONLY`, a spine is not enough.
    """
    limits = page.limits
    has_room = limits.rows > 0 and limits.columns > limits.margin
    if not has_room or page.plan.board.height > page.plan.tree.height:
        return False
    whole = whole_tree(page.run, limits)
    if whole is not None:
        return whole.measures.window_lines == limits.windowed
    if places_beside == WHOLE_TREE_ONLY:
        return False
    ruler = spine.spine_ruler(page.run, limits)
    deepest = spine.plies_to_draw(page.run, limits)
    is_deep_enough = ruler.plies >= min(deepest, MIN_SPINE_PLIES)
    has_windows = ruler.measures.window_lines == limits.windowed
    return is_deep_enough and has_windows and is_wide_enough(ruler, limits, places_beside)


def is_wide_enough(ruler: spine.SpineRuler, limits: LayoutLimits, places_beside: int) -> bool:
    """Return whether a spine has `places_beside` places on each side, wide enough for a node.

    Fewer places are enough if the limits never allow that many.
    """
    if ruler.side_width < MIN_PLACE_LETTERS:
        return False
    if limits.max_singles is not None:
        # A given number of siblings beside the best line, and one place for all others.
        return ruler.places_right >= limits.max_singles + 1
    needed_places = min(places_beside, limits.places_beside)
    return (ruler.places_left + ruler.places_right) // 2 >= needed_places
