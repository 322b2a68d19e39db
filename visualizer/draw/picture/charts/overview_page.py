"""The whole search on a page as an icicle: a band for each ply, with widths by visits."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from games import Turn
from visualizer.draw.boards.shapes import BASELINE_DROP
from visualizer.draw.picture.charts.icicle import Band, Share, ply_bands
from visualizer.draw.picture.layout.placed_nodes import LayoutLimits
from visualizer.draw.picture.model import Area, Label, PagePlan, Picture, Tile
from visualizer.draw.picture.page.options import (
    DEFAULT_PICTURE_OPTIONS,
    FILM_PAGE,
    FIT_PAGE,
    PictureOptions,
)
from visualizer.draw.picture.page.page_plan import blank_picture, step_captions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import LINE_HEIGHT
from visualizer.explaining.measures.proof_tree import NodeType, node_types
from visualizer.explaining.measures.summary import greatest_depth
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MIN_SHARE_WIDTH = 3.0
"""The least width of a share, in points."""
MAX_BAND_LINES = 6.0
"""The greatest height of a band, in lines."""
CUT_HEIGHT = 0.62
"""The height of a node that was cut off, in units of its band."""
TILE_INSET = 0.4
"""Points between two tiles of a band, on each side."""
STATES_ON_TOP = (State.CUT, State.OPEN, State.BEST, State.CURRENT)
"""States drawn over others, the last on top."""


BOTH_SIDES = "both"


class OverviewPage(TreePage):
    """A run as an icicle that fills the width of its page; the page must have a fixed size."""

    def __init__(self, run: Run, options: PictureOptions = DEFAULT_PICTURE_OPTIONS) -> None:
        """Plan the page, and divide its height among the plies and its width into cells.

        InputError if nothing has been visited, or if the page has no fixed size.
        """
        options = options.with_default_page(FILM_PAGE)
        if options.page == FIT_PAGE:
            raise InputError(
                "the overview is as wide as its page, so the page cannot be 'fit': "
                "give 16:9, 4:3, a4 or WxH"
            )
        super().__init__(run, replace(options, board=False))
        tree = self.plan.tree
        gap_letters = 2  # between the words in the margin and the bands
        left = (self._margin_letters() + gap_letters) * self.plan.letter
        self.area = Area(tree.x + left, tree.y, tree.width - left, tree.height)
        """The area of the bands, to the right of the words that say whose turn it is."""
        self.cells = int(self.area.width / MIN_SHARE_WIDTH)
        line_height = LINE_HEIGHT * self.plan.size
        max_plies = int(self.area.height / line_height)
        self.plies = max(1, min(self._wanted_plies(), max_plies))
        self.band_height = min(MAX_BAND_LINES * line_height, self.area.height / self.plies)

    def _wanted_plies(self) -> int:
        """Return the number of plies to draw, with the ply of the topmost node."""
        if self.options.plies is not None:
            return self.options.plies + 1
        return greatest_depth(self.run, len(self.run.trace)) + 1 - len(self.options.top)

    def _choose_limits_and_plan(self) -> tuple[LayoutLimits, PagePlan]:
        """Return the plan of the page in the smallest text; the limits are not used."""
        return self._limits_and_plan(self.options.size, has_boards=False)

    @cached_property
    def types(self) -> Mapping[int, NodeType]:
        """Return the types of the nodes that prove the value, if they are to be marked."""
        if self.options.kinds:
            return node_types(self.run.trace)
        return {}

    @cached_property
    def movers(self) -> list[set[int]]:
        """Return for each band the turns of the players who move there in the whole search."""
        return [band.turns for band in self.bands(TreeAtStep(self.run.trace))]

    def bands(self, tree: TreeAtStep) -> list[Band]:
        """Return the bands of all plies, with the shares known at a step."""
        best_line = tree.principal_variation()
        best = frozenset((0, *best_line)) if best_line else frozenset[int]()
        return ply_bands(
            self.run, tree, self.options.top, width=self.cells, plies=self.plies, best=best
        )

    def frame(self, step: int, sentence: str = "", moment: int | None = None) -> Picture:
        """Return the picture at a step.

        `sentence` is the explanation of the step if the caller has it already, else "". `moment` is
        for pages with code, and not used here.
        """
        tree = TreeAtStep(self.run.trace, step)
        tiles, labels = self.tiles_and_labels(tree)
        horizon = self.horizon(tree)
        states = {tile.hue for tile in tiles}
        captions = step_captions(
            self.run,
            self.options,
            tree,
            sentence,
            is_whole=False,
        )
        return replace(
            blank_picture(self.words, self.plan, self.options),
            states=tuple(state for state in STATE_LOOKS if state in states),
            captions=tuple(captions),
            tiles=tuple(tiles),
            labels=(*labels, *self.turns(), *self.horizon_label(horizon)),
            horizon=horizon,
        )

    def tiles_and_labels(self, tree: TreeAtStep) -> tuple[list[Tile], list[Label]]:
        """Return a tile for each share known at a step, and a label for each tile with room.

        The tiles are in the order of drawing, the most important last.
        """
        tiles = list[Tile]()
        labels = list[Label]()
        for share, lasting_state in self._shares(tree):
            is_current = share.node == tree.current and not tree.at_end
            state = State.CURRENT if is_current else lasting_state
            tile = self.tile(share, state)
            tiles.append(tile)
            labels += self._label_of_tile(share, tile, tree)
        # Tiles of plies with many nodes overlap: what matters must not be covered.
        tiles.sort(key=_importance)
        return tiles, labels

    def _shares(self, tree: TreeAtStep) -> Iterator[tuple[Share, State]]:
        """Yield the shares of all bands, with their states."""
        for band in self.bands(tree):
            yield from band.shares

    def tile(self, share: Share, state: State) -> Tile:
        """Return the tile of a share in its band; the tile of a node that was cut off is lower."""
        left = self.area.x + share.first * self.area.width / self.cells
        right = self.area.x + share.end * self.area.width / self.cells
        top = self.area.y + share.ply * self.band_height
        height = self.band_height
        if state is State.CUT:
            height *= CUT_HEIGHT
        return Tile(
            x=left + TILE_INSET,
            y=top + TILE_INSET,
            width=right - left - 2 * TILE_INSET,
            height=height - 2 * TILE_INSET,
            hue=state,
        )

    def tiles(self, tree: TreeAtStep) -> Iterator[tuple[MovePath, Tile]]:
        """Yield the path and the tile of each share known at a step."""
        for share, state in self._shares(tree):
            yield share.path, self.tile(share, state)

    def _label_of_tile(self, share: Share, tile: Tile, tree: TreeAtStep) -> Iterator[Label]:
        """Yield the longest label that fits a tile, if any: move and value, or the move alone."""
        letters = (tile.width - self.plan.letter) / self.plan.letter
        # The labels of a band are level, although some of its tiles are lower than others.
        lowest_height = min(tile.height, self.band_height * CUT_HEIGHT)
        y = tile.y + lowest_height / 2 + BASELINE_DROP * self.plan.size
        for text in self._label_choices(share, tree):
            if text and len(text) <= letters:
                yield Label(
                    tile.x + tile.width / 2,
                    y,
                    text,
                    "middle",
                    bold=tile.hue is State.BEST,
                )
                return

    def _label_choices(self, share: Share, tree: TreeAtStep) -> Iterator[str]:
        """Yield the words to try for a share's label, the longest first: `e4 ≥3 cut`, `e4`."""
        name = self.run.move_name(share.path) if share.path else ""
        if share.node is not None and tree.entered(share.node):
            words = f"{name} {value_label(tree, share.node)}"
            kind = self.types.get(share.node)
            if kind is not None:
                words += f" {kind.word}"
            yield words.strip()
        yield name

    def horizon(self, tree: TreeAtStep) -> float:
        """Return the y of the line above the first ply beyond the depth limit.

        Return 0 without a depth limit, or if this ply is not drawn.
        """
        if tree.horizon is None:
            return 0
        ply = tree.horizon + 1 - len(self.options.top)
        is_drawn = 0 < ply < self.plies
        return self.area.y + ply * self.band_height if is_drawn else 0

    def horizon_label(self, line_y: float) -> Iterator[Label]:
        """Yield the label of the horizon, a line at `line_y`, unless bands are too low for it.

        A `line_y` of 0 means that no line is drawn.
        """
        if line_y and self.band_height > 2 * LINE_HEIGHT * self.plan.size:
            y = line_y - 0.3 * self.plan.size
            yield Label(self.plan.tree.x, y, "horizon", faint=True)

    def turns(self) -> Iterator[Label]:
        """Yield for each band a label with its ply and whose turn it is: `2 White`, `3 both`."""
        for ply, movers in enumerate(self.movers):
            if movers == {Turn.MIN, Turn.MAX}:
                side = BOTH_SIDES
            else:
                side = " · ".join(map(self.run.game.mover, sorted(movers)))
            depth = ply + len(self.options.top)
            y = self.area.y + (ply + 0.5) * self.band_height + BASELINE_DROP * self.plan.size
            yield Label(self.plan.tree.x, y, f"{depth} {side}".rstrip(), faint=True)


def _importance(tile: Tile) -> int:
    """Return the rank of a tile: tiles with a higher rank are drawn on top of others."""
    if isinstance(tile.hue, State) and tile.hue in STATES_ON_TOP:
        return STATES_ON_TOP.index(tile.hue)
    return -1
