"""A run on a page: laid out once, drawn at any step on the same canvas; on a slide with text as large as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from math import ceil
from typing import Any

from visualizer.draw.boards.contents import (
    board_with_marks,
    is_drawn_small,
    is_worth_drawing,
    side_name,
)
from visualizer.draw.boards.shapes import board_drawing_size, cell_width_in_column, small_board_size
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
from visualizer.draw.picture.model import MarkedBoard, PagePlan, Picture
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
    SLIDE_BOARD_SHARE,
    SMALL_BOARD_SHARE,
    legend_words,
)
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.proof_tree import NODE_TYPE_WIDTH
from visualizer.explaining.measures.sampling import lacks_priors
from visualizer.explaining.measures.summary import deepest_below, nodes_of_tree
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
MAX_FIT_SPINE_PLIES = 6
"""On a page that fits, the most nodes of a tree that has boards in its nodes, and the most plies of a spine."""
MIN_PLACES_FOR_LARGER = 9
"""The least number of places of a ply along a spine for text to be larger."""
VALUES_FOR_MAX = "values for MAX"
"""What is said of a picture whose search has values for who is to move."""
FLAT_EDGE_HEIGHT = 4
"""Extra height beyond which edges count as flat, in quarters of the text size."""
MAX_BOARD_CAPTIONS = 4
"""The most lines below a board at any step."""
TEXT_SIZE_FACTORS = (2.0, 1.85, 1.7, 1.5, 1.3, 1.15, 1.0)


class TreePage:
    """A run laid out for a page; one layout serves every step."""

    def __init__(
        self,
        run: Run,
        options: PictureOptions = DEFAULT_PICTURE_OPTIONS,
        *,
        larger: Sequence[float] = TEXT_SIZE_FACTORS,
    ) -> None:
        """Plan the page and choose between the whole tree and a spine; InputError if nothing has been visited.

        `larger` are the factors by which the text of the tree may be larger than the smallest size, in order.
        """
        self.larger = larger
        if not len(run.trace):
            raise InputError("nothing has been visited, so there is nothing to draw")
        self.run = run
        self.options = options.on(FIT_PAGE)
        root = run.position(self.options.top).board()
        self.root_board = root if is_worth_drawing(root) else None
        self.code = CodeSource(run) if self.options.code else None
        self.words = PageWords(
            self.options.title or self._title(),
            ", ".join(self.subtitle()),
            self.longest_captions(),
            [
                *legend_words(
                    [*self.possible_states()],
                    odds=run.has_chance,
                    ghosts=self.options.ghosts,
                    kinds=self.options.kinds,
                    all_signs=self.options.page == FIT_PAGE,
                )
            ]
            * self.options.legend,
        )
        self.before: NodeBoxes | None = None
        """The boxes of the last picture, which are reused where nothing has changed."""
        self.limits, self.plan = self._planned()

    @property
    def is_whole(self) -> bool:
        """Return whether the whole tree has its place, and is not drawn along a spine."""
        return whole_tree(self.run, self.limits) is not None

    # The page, which is the same at every step.

    def _candidates(self) -> Iterator[tuple[float, LayoutLimits, PagePlan]]:
        """Yield limits and plans to try, with the factors by which their text is larger; on a page that fits it is not.

        For each size boards are in the nodes before there is one beside the tree.
        """
        root = self.root_board
        if root is not None and is_drawn_small(root):
            wanted = self.options.node_boards
        else:
            wanted = "none"
        for larger in (1.0,) if self.options.page == FIT_PAGE else self.larger:
            for has_boards in {"none": (False,), "all": (True,)}.get(wanted, (True, False)):
                limits, plan = self._limits(self.options.size * larger, has_boards=has_boards)
                if larger == 1 or (
                    limits.rows > 0 and limits.columns > limits.margin
                ):  # words leave room for a tree
                    yield larger, limits, plan

    def _planned(self) -> tuple[LayoutLimits, PagePlan]:
        """Return limits and plan for the whole tree with the largest text that fits the page, else for a spine.

        The text of a spine is the largest that leaves enough room, else the smallest.
        """
        for larger, limits, plan in self._candidates():
            whole = whole_tree(self.run, limits)
            if whole is None or (
                self.options.node_windows in WINDOWS_ON_ALL_NODES
                and whole.measures.windowed != limits.windowed
            ):
                continue
            if larger == 1 or has_steep_edges(whole, limits):
                return limits, self._fitted(limits, plan, whole.columns, whole.rows)
        roomy = next(filter(self._has_room, self._candidates()), None)
        _, limits, plan = roomy or [*self._candidates()][-1]
        ruler = spine.spine_ruler(self.run, limits)
        return limits, self._fitted(limits, plan, ruler.columns, ruler.rows)

    def _has_room(self, candidate: tuple[float, LayoutLimits, PagePlan]) -> bool:
        """Return whether a spine has room for all plies below each other, and with larger text for enough places."""
        larger, limits, _ = candidate
        deepest = spine.plies_to_draw(self.run, limits)
        if not limits.rows:
            return deepest <= MAX_FIT_SPINE_PLIES
        ruler = spine.spine_ruler(self.run, limits)
        return ruler.plies >= deepest and (
            larger == 1
            or ruler.left + 1 + ruler.right >= min(MIN_PLACES_FOR_LARGER, 2 * limits.beside + 1)
        )

    def _fitted(self, limits: LayoutLimits, plan: PagePlan, columns: int, rows: int) -> PagePlan:
        """Return the plan of a page; one that fits is as large as a tree of some columns and rows takes."""
        if self.options.page != FIT_PAGE:
            return plan
        assert isinstance(limits.measures, PageMeasures)
        tree = columns * plan.letter, rows * plan.size / QUARTERS_PER_TEXT_SIZE
        return self._plan(plan.size, has_boards=limits.measures.has_boards, tree=tree)

    def _limits(self, size: float, *, has_boards: bool) -> tuple[LayoutLimits, PagePlan]:
        """Return the limits of the tree and the plan of its page, with boards in the nodes or without."""
        options = self.options
        adds = self.run.trace.adds
        size = round(size, 2)
        around = options.around_best
        node = LARGE_NODE_HEIGHT if adds else NODE_HEIGHT
        measures = PageMeasures(node=node, sized=adds, spine_first=adds or around is not None)
        if has_boards and self.root_board is not None:
            wide, high = small_board_size(self.root_board, size)
            measures = replace(
                measures,
                board=ceil(high * QUARTERS_PER_TEXT_SIZE / size),
                board_letters=ceil(wide / (LETTER_WIDTH * size)),
                has_boards=True,
            )
        fits = options.page == FIT_PAGE
        plan = self._plan(size, has_boards=has_boards)
        fold = options.fold or (DEFAULT_FOLD if fits else MAX_WHOLE_TREE_NODES)
        if options.plies is None:
            plies = MAX_DRAWN_PLIES
        else:
            plies = options.plies
        shown = 1 + min(plies, deepest_below(self.run, options.top))
        if self.run.is_inner(options.top):
            moves = self.run.order(options.top)
        else:
            moves = ()
        first = (*options.top, *moves[:1])
        siblings = (
            max(
                len(moves),
                len(self.run.choices(first)) if moves and self.run.is_inner(first) else 0,
            )
            - 1
        )
        if has_boards and options.node_boards == "auto" and fits:
            most = min(fold, MAX_NODES_WITH_BOARDS)
        else:
            most = fold
        limits = LayoutLimits(
            0 if fits else int(plan.tree.width / plan.letter),
            0 if fits else int(plan.tree.height * QUARTERS_PER_TEXT_SIZE / size),
            self._margin(),
            options.node_windows != "none" and self.run.trace.has_window,
            options.node_windows in WINDOWS_ON_ALL_NODES,
            measures=measures,
            beside=max(1, min(MAX_PLACES_BESIDE, siblings, (fold // shown - 1) // 2)),
            alone=around,
            most=most if around is None else 0,
            plies=plies,
            top=options.top,
            pruned=options.pruned,
            ghosts=options.ghosts,
            mark=NODE_TYPE_WIDTH * options.kinds + self.run.trace.said.widest(),
        )
        return limits, plan

    def _plan(
        self, size: float, *, has_boards: bool, tree: tuple[float, float] = (0, 0)
    ) -> PagePlan:
        """Return the plan of the page, with the board beside the tree if there are none in its nodes."""
        room = 0.0, 0.0
        cell = 0.0
        if self.code is not None:
            room = self.code.room(page_size(self.options.page), size)
        elif self.options.board and not has_boards and self.root_board is not None:
            bare = replace(self.root_board, captions=("",) * MAX_BOARD_CAPTIONS)
            page = page_size(self.options.page)
            column = BOARD_LETTERS * LETTER_WIDTH * size
            if page is not None and is_drawn_small(bare):
                column = page[0] * (
                    SMALL_BOARD_SHARE if self.options.small_board else SLIDE_BOARD_SHARE
                )
                cell = cell_width_in_column(bare, size, column)
            wide, high = board_drawing_size(bare, size, cell)
            room = (max(wide, column), high)
        return plan_page(self.options.page, size, self.words, room, tree, self.options.size, cell)

    def _margin(self) -> int:
        """Return the width, in letters, of the margin that says whose turn it is."""
        return 2 + max(map(len, self.run.movers(("MAX", *self.run.game.spoken_sides))))

    def possible_states(self) -> Iterator[State]:
        """Yield the states that may be drawn at some step."""
        if not self.run.trace.reason:
            never = {State.STOPPED}
        else:
            never = set()
        if not self.run.trace.revisits:
            never |= {State.EARLIER}
        else:
            never |= set()
        if not self.run.trace.said.probes:
            never |= {State.PROBE}
        else:
            never |= set()
        if not (self.run.algorithm.uses_window or self.run.trace.cuts):
            never |= {State.CUT, State.PRUNED}
        else:
            never |= set()
        return (state for state in STATE_LOOKS if state not in never)

    def subtitle(self) -> Sequence[str]:
        """Return the words below the title: the search and its options, or what was asked for."""
        if self.options.subtitle is not None:
            return [self.options.subtitle]
        return [self.run.algorithm.title, *self.headings(), *value_notes(self.run)]

    def headings(self) -> list[str]:
        """Return what the subtitle says of the search's options."""
        return self.run.headings()

    def longest_captions(self) -> Sequence[int | str]:
        """Return the captions that are known in advance, and of others the greatest length in letters."""
        return [*longest_captions(self.run, self.options)]

    def _title(self) -> str:
        run = self.run
        path = self.options.top
        position = run.position(path)
        board = position.board()
        title = position_title(run.game, run.recipe.where, board)
        after = f", after {run.moves_to(path)}" if path else ""
        if position.outcome() is not None:
            return f"{title}{after}"
        return (
            f"{title}{after}, {side_name(run.game, board, run.turn(path), run.mover(path))} to move"
        )

    # A step.

    def frame(self, step: int, sentence: str = "", moment: int | None = None) -> Picture:
        """Return the picture at a step; `sentence` explains it, if that is known already.

        Of a person's own code `moment` is the one that is shown, by default the first at which the step is reached.
        """
        run = self.run
        options = self.options
        plan = self.plan
        tree = TreeAtStep(self.run.trace, step)
        if options.around_best is None:
            selected = None
        else:
            selected = tree.best_path()
        layout = lay_out_tree(run, tree, selected, self.limits)
        drawer = NodeBoxes(run, tree, layout, options, plan)
        boxes = drawer.boxes(self.before)
        self.before = drawer
        used = {box.drawn_as for box in boxes}
        return replace(
            blank_picture(self.words, self.plan, self.options),
            boxes=boxes,
            states=tuple(state for state in STATE_LOOKS if state in used),
            captions=tuple(step_captions(run, options, tree, sentence, is_whole=layout.is_whole)),
            tags=tuple((tag, count) for tag, count in tree.tag_counts().items() if count),
            board=self._board(tree)
            if options.board and self.root_board is not None and self.code is None
            else None,
            code=None
            if self.code is None
            else self.code.pane(tree, moment, plan, page_size(options.page)),
            upper=self._upper(tree, layout),
            stem=plan.tree.x + (layout.stem + 0.5) * plan.letter,
            turns=tuple(drawer.turns()),
            horizon=drawer.horizon(),
            is_whole=layout.is_whole,
            kinds=bool(drawer.types),
        )

    def _board(self, tree: TreeAtStep) -> MarkedBoard:
        """Return the current position; at the end of the search, the one it began with."""
        if tree.at_end:
            path = self.options.top
        else:
            path = spine.spine_of(self.run, tree, self.options.top)
        words = f"after {self.run.moves_to(path)}" if path else ""
        return MarkedBoard(*board_with_marks(self.run, path), words)

    def _upper(self, tree: TreeAtStep, layout: TreeLayout) -> str:
        """Return the line that stands for the upper plies, empty if all have room."""
        upper = layout.upper
        if not upper:
            return ""
        parts = [(path, spine.node_in_line(self.run, tree, path), "") for path in upper]
        found = bound_at_cut(tree)
        if found:
            setter = (self.run.path(found[0]), found[1])
        else:
            setter = None
        if layout.hang:
            setter = None
        else:
            setter = spine.setter_in_line(self.run, tree, upper, setter, Perspective.MAX)
        line = spine.upper_line(parts, int(self.plan.tree.width / self.plan.letter), setter)
        return "".join(text for (_, text, _), _ in line)


def value_notes(run: Run) -> list[str]:
    """Return what is said of a picture whose values are not what they might be taken for."""
    words = [VALUES_FOR_MAX] * run.algorithm.from_mover
    if means := mean_caption(run.trace):
        if run.has_priors and not lacks_priors(run):
            prior = ", border: prior"
        else:
            prior = ""
        words.append(f"size: visits, fill: {means}{prior}")
    return words


def has_steep_edges(whole: TreeLayout, limits: LayoutLimits) -> bool:
    """Return whether a whole tree fits with its windows, and without flat edges."""
    return (
        whole.measures.windowed == limits.windowed
        and whole.measures.slope(longest_edge(whole)) < FLAT_EDGE_HEIGHT
    )


SLIDE_PAGES = ("16:9", "4:3")
MAX_AUTOMATIC_TEXT_SIZE = 18
"""The usual size of text on a slide, in points of a height of 540; less where the tree would not be whole."""
CONCESSIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the legend", {"legend": False}),
    ("the long sentence", {"caption": "short"}),
    ("the board's size", {"small_board": True}),
    ("the board", {"board": False}),
)
"""What is left out for larger text, in this order; the board only where no size allowed is possible with it."""
MIN_SPINE_PLIES = 3
MIN_PLACE_LETTERS = 7
"""The plies that a spine must show at least, and the least width of a place beside it in letters."""
GOOD_TEXT_SIZE = 14
"""The size of text for which a second sibling of a first or last child gives way."""
GOOD_PLACES_BESIDE = 3
MIN_PLACES_BESIDE = 2
"""Places on each side of a spine, of which one may be for what is folded: with enough of them, two siblings stand even
beside a first or a last child; there are fewer where text would not be good, or the board have no room, otherwise."""
WHOLE_TREE_ONLY = 0
"""Stands for places where only the whole tree will do."""


def sized_page(run: Run, options: PictureOptions) -> tuple[TreePage, str]:
    """Return the page with the text size asked for, or on a slide the largest that keeps what matters; and its words.

    That is the whole tree of a textbook, else the three lowest plies of the path with two siblings each, always with
    the window at a cut; a first or last child has one sibling where text would be small, or the board would have to
    go, for the second. InputError for a size asked for that cannot be kept names the largest that can.
    """
    if options.page not in SLIDE_PAGES or (options.text_size or MIN_TEXT_SIZE) < MIN_TEXT_SIZE:
        return TreePage(run, options), ""
    if options.text_size is not None:
        found = best_text_size(run, options, [options.text_size])
        if found is None:
            smaller = range(int(options.text_size) - 1, MIN_TEXT_SIZE - 1, -1)
            possible = best_text_size(run, options, smaller)
            can = (
                f"the largest that fits is {possible[0].text_size:g}"
                if possible
                else "no allowed size fits"
            )
            raise InputError(
                f"the text size {options.text_size:g} does not fit on this page; {can}"
            )
    else:
        sizes = range(MAX_AUTOMATIC_TEXT_SIZE, int(PAGE_TEXT_SIZE) - 1, -1)
        found = best_text_size(run, options, sizes) or (
            replace(
                make_concessions(options, most := concessions_before_board(run, options)),
                text_size=PAGE_TEXT_SIZE,
            ),
            most,
        )
    chosen, less = found
    left_out = [
        name for name, change in CONCESSIONS[:less] if replace(options, **change) != options
    ]
    names = " and ".join(filter(None, [", ".join(left_out[:-1]), *left_out[-1:]]))
    gave_way = f"; {names} gave way to it" if left_out else ""
    return TreePage(run, chosen), f"text of {chosen.text_size:g} points{gave_way}"


def best_text_size(
    run: Run, options: PictureOptions, sizes: Sequence[float]
) -> tuple[PictureOptions, int] | None:
    """Return the options with the first size that keeps the whole tree, else a spine, and how much gives way to it.

    For each size, what leaves nothing out is tried first.
    """
    page_of = cache(partial(TreePage, run, larger=(1.0,)))
    with_board = range(1 + concessions_before_board(run, options))
    without = (len(CONCESSIONS),)
    good = [size for size in sizes if size >= GOOD_TEXT_SIZE]
    wanted: list[tuple[Sequence[int], int, Sequence[float]]] = [
        (with_board, GOOD_PLACES_BESIDE, good),
        (with_board, MIN_PLACES_BESIDE, good),
        (with_board, GOOD_PLACES_BESIDE, sizes),
        (with_board, MIN_PLACES_BESIDE, sizes),
        (without, MIN_PLACES_BESIDE, sizes),
    ]
    if nodes_of_tree(run) is not None:
        wanted = [(with_board, WHOLE_TREE_ONLY, sizes), (without, WHOLE_TREE_ONLY, sizes), *wanted]
    for gives_way, places, allowed in wanted:
        tried = [
            (replace(make_concessions(options, less), text_size=float(size)), less)
            for size in allowed
            for less in gives_way
        ]
        if places == WHOLE_TREE_ONLY and tried and not shows_enough(page_of(tried[-1][0]), places):
            continue  # the smallest, with the least beside it: where that is not whole, none is
        for each, less in tried:
            if shows_enough(page_of(each), places):
                return each, less
    return None


def concessions_before_board(run: Run, options: PictureOptions) -> int:
    """Return how much can give way before the board does: its size cannot where what stands on it is written."""
    if is_drawn_small(run.position(options.top).board()):
        return 3
    return 2


def make_concessions(options: PictureOptions, less: int) -> PictureOptions:
    """Return the options without the first things that give way; what is said is shortened only where it is long."""
    for _, change in CONCESSIONS[:less]:
        if "caption" not in change or options.caption == "why":
            options = replace(options, **change)
    return options


def shows_enough(page: TreePage, places: int) -> bool:
    """Return whether heading, captions and legend leave room for a tree with its windows, and for the board beside it.

    Along a spine its lowest plies must have some places on each side. A tree that fits is whole instead.
    """
    limits = page.limits
    plan = page.plan
    if limits.rows <= 0 or limits.columns <= limits.margin or plan.board.height > plan.tree.height:
        return False
    whole = whole_tree(page.run, limits)
    if whole is not None or places == WHOLE_TREE_ONLY:
        return whole is not None and whole.measures.windowed == limits.windowed
    ruler = spine.spine_ruler(page.run, limits)
    deepest = spine.plies_to_draw(page.run, limits)
    enough = ruler.plies >= min(deepest, MIN_SPINE_PLIES) and ruler.beside >= MIN_PLACE_LETTERS
    is_wide = (ruler.left + ruler.right) // 2 >= min(places, limits.beside)
    if limits.alone is not None:  # and one for what is folded
        is_wide = ruler.right > limits.alone
    return enough and is_wide and ruler.measures.windowed == limits.windowed
