"""A run in a notebook: the page has keys and a slider, and the kernel behind it keeps the run and draws one step.

The page sends one wish at a time, with a name of its own, and the next only when what is shown bears that name: while a
slider is dragged, nothing piles up, and the last step wanted is drawn.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from exports.html import bare_picture, picture_view, styled_theme
from exports.svg import SvgWriter, font_families, short_number
from visualizer.apps.actions import actions_of, key_sign
from visualizer.apps.activities.exploring import LINE_STEPS, PLAYING_SPEEDS, Session
from visualizer.draw.boards.contents import board_with_marks, is_worth_drawing
from visualizer.draw.boards.shapes import board_drawing_size
from visualizer.draw.boards.shapes import draw_board_shapes as draw_board
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.layout.node_words import edge_words
from visualizer.draw.picture.layout.spine import spine_of
from visualizer.draw.picture.model import TURN_SHAPES, Tile
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.explaining.explanation.explainer import describe_path, explain_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.summary import deepest_below, nodes_of_tree, visit_counts
from visualizer.look.legend import STATE_LOOKS
from visualizer.look.shapes import Group
from visualizer.look.themes import PICTURE_THEMES, theme_named
from visualizer.look.web_page import PAGE_KIT, PAGE_THEMES, theme_rules
from visualizer.publish.explorer import explorer_part, state_token, windows_at
from visualizer.publish.outputs import page_of
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError, as_input_error, one_of, visible
from visualizer.trace import jumps
from visualizer.trace.labels import state_of, unvisited_state, value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

WIDGET_FILE = Path(__file__)
WIDGET_VIEWS = ("tree", "columns", "overview")
BROWSER_KEYS = {
    "space": " ",
    "enter": "Enter",
    "backspace": "Backspace",
    "home": "Home",
    "end": "End",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
}
"""The keys that a browser calls otherwise than the screens do."""
WIDGET_BOARD_FONT_POINTS = 13.0
"""The text size of the board, in points."""
WIDGET_OVERVIEW_PAGE = "640x400"
WIDGET_OVERVIEW_FONT_POINTS = 18.0
"""The usual page of the overview, and its text size for a height of 540 points."""
CLICK_OFFSETS = {"child": 0, "sibling_above": -1, "sibling_below": 1}
MAX_COLUMN_ROWS = 100
"""Moves in a column, at most; the others are counted."""
MAX_PLY_NODES_WITH_BOARD = 5
"""Nodes of a ply beside a board: fewer than in a picture, so that words are large enough."""
MIN_PICTURE_SECONDS = 0.04
"""Seconds between two pictures while playing, at least."""


class RunWidget(anywidget.AnyWidget):
    """A run to step through: `step` and `node`, the moves to the node selected or None, may be read, set and observed.

    `view` is `tree`, `columns` or `overview`.
    """

    step = traitlets.Int().tag(sync=True)
    node = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    view = traitlets.Unicode(WIDGET_VIEWS[0]).tag(sync=True)
    _esm = PAGE_KIT + WIDGET_FILE.with_suffix(".js").read_text("utf-8")
    _css = traitlets.Unicode().tag(sync=True)
    _theme = traitlets.Unicode().tag(sync=True)
    """A theme of pictures, "" for light or dark as the notebook is."""
    _actions = traitlets.Dict().tag(sync=True)
    """What each action does, the key that is shown for it, and all its keys."""
    _wish = traitlets.Dict().tag(sync=True)
    """What the page wants last: `act`, `at`, and `id`, its name."""
    _shown = traitlets.Dict().tag(sync=True)
    """All that the page shows, with the name of the wish that it grants."""

    def __init__(
        self,
        run: Run,
        options: PictureOptions,
        step: int = 0,
        view: str = WIDGET_VIEWS[0],
        theme: str = "",
    ) -> None:
        """Show a run at a step; InputError for a step, a view or a theme that there is not."""
        colours = theme_named(theme or PAGE_THEMES[0])
        fold = options.fold or (
            MAX_PLY_NODES_WITH_BOARD * (1 + deepest_below(run, options.top))
            if nodes_of_tree(run) is None
            else None
        )
        self.run = run
        self.options = replace(options, theme=colours.name, fold=fold)
        self.session = Session(run)
        self.path: MovePath | None = None
        self._pages = dict[str, TreePage]()
        self._drawn = tuple[object, ...]()
        if run.track is not None and not step:  # as the film of its lines does
            self.session.stand_at(min(run.track.said, default=0))
            step = self.session.step
        themes = theme_rules((*PAGE_THEMES, colours.name), "&")
        style = "".join(
            (
                themes,
                explorer_part("states.css"),
                WIDGET_FILE.with_suffix(".css").read_text("utf-8"),
            )
        )
        actions = {
            each.name: (
                each.about,
                key_sign(each.keys[0]),
                [BROWSER_KEYS.get(key, key_sign(key)) for key in each.keys],
            )
            for each in actions_of("explorer")
            if each.name in self._acts and each.keys
        }
        super().__init__(
            _css=f".search-tree{{{style}}}", _actions=actions, step=step, view=view, _theme=theme
        )
        self.observe(self._draw, ["step", "node", "view"])
        self.observe(self._grant, "_wish")
        self._draw()

    # What may be set, and what a page may want.

    @traitlets.validate("step", "view", "node")
    def _check(self, proposal: Mapping[str, Any]) -> Any:
        """Return a value that may be set; InputError says what is wrong with another."""
        name = proposal["trait"].name
        value = proposal["value"]
        last = self.run.trace.last_step
        if name == "step" and value not in range(last + 1):
            raise InputError(f"there is no step {value:,}; there are 0 to {last:,}")
        if name == "view":
            one_of("the view", value, WIDGET_VIEWS)
        elif name == "node" and (self.path is None or value != self.run.moves_to(self.path)):
            with as_input_error():
                self.path = read_path(self.run, value)
        return value

    @cached_property
    def _acts(self) -> dict[str, Callable[[Any], Any]]:
        """What does each action, with what it is done to."""
        session = self.session
        select = self._select

        def does(act: Callable[..., Any], *given: Any) -> Callable[[Any], Any]:
            """Return a function that does the same whatever it is given."""
            return lambda at: act(*given)

        return {
            **{
                name: does(session.travel, name)
                for name in (*jumps.FORWARD_JUMPS, *jumps.BACKWARD_JUMPS)
            },
            **{
                name: does(session.step_line, name)
                for name in LINE_STEPS
                if self.run.track is not None
            },
            **{f"view_{name}": does(setattr, self, "view", name) for name in WIDGET_VIEWS},
            "view": lambda at: setattr(
                self, "view", WIDGET_VIEWS[WIDGET_VIEWS.index(self.view) + 1 - len(WIDGET_VIEWS)]
            ),
            "seek": session.seek,
            "tick": session.tick,
            "play": does(session.play, 1),
            "backwards": does(session.play, -1),
            "slower": lambda at: session.set_speed(session.speed - 1),
            "faster": lambda at: session.set_speed(session.speed + 1),
            "choose": self._choose,
            "point": self._point,
            "running": does(select, None),
            "parent": lambda at: select(self._focus[:-1]),
            **{name: does(self._select_beside, by) for name, by in CLICK_OFFSETS.items()},
        }

    def _grant(self, change: Mapping[str, Any]) -> None:
        """Do what the page wants, and show the outcome, or a sentence that says why not."""
        wish = change["new"]
        session = self.session
        session.note = ""
        if wish["act"] == "seek":
            session.playing = 0
        try:
            self._acts[wish["act"]](wish["at"])
        except InputError as error:
            session.note = str(error)
        if wish["act"] in ("play", "backwards"):
            session.tick(0)
        while (
            session.jump and self.run.trace.finished
        ):  # what is doubtful in a recording is looked for
            session.travel(session.jump)
        if session.jump:
            session.jump = ""
            session.note = "the search has not come that far; run.advance() lets it go on"
        self.step = session.step
        self._draw()

    def _choose(self, key: str) -> None:
        """Select a node by the key of its box, or nothing, where it is selected; folded nodes are listed."""
        kind = key[0]
        place = key[1:]
        if kind == "n":
            path = self.run.path(int(place))
        else:
            path = tuple(map(int, filter(None, place.split("."))))
        self.view = "columns" if kind == "w" else self.view
        self._select(None if path == self.path else path)

    def _point(self, at: tuple[float, float]) -> None:
        """Select the node at a point of the overview, or nothing, where it is selected."""
        for path, tile in self._tiles():
            if 0 <= at[0] - tile.x < tile.width and 0 <= at[1] - tile.y < tile.height:
                self._select(None if path == self.path else path)
                return

    def _select(self, path: MovePath | None) -> None:
        self.path = path
        if path is None:
            self.node = None
        else:
            self.node = self.run.moves_to(path)

    def _select_beside(self, by: int) -> None:
        """Select the sibling so many places further in the order tried, or for 0 the first child."""
        focus = self._focus
        if by:
            above = focus[:-1]
        else:
            above = focus
        tree = TreeAtStep(self.run.trace, self.step)
        if self.run.is_inner(above) and (focus or not by):
            order = self.run.order(above, tree)
        else:
            order = ()
        if by and order:
            place = [*order].index(focus[-1]) + by
        else:
            place = 0
        self._select((*above, order[place]) if 0 <= place < len(order) else focus)

    # What is shown.

    @property
    def _focus(self) -> MovePath:
        """Return the path to the node selected, else to that of the step, at the end the best line's."""
        return spine_of(self.run, TreeAtStep(self.run.trace, self.step), (), self.path)

    def _draw(self, change: object = None) -> None:
        """Show the step, if anything is not shown yet."""
        session = self.session
        run = self.run
        wish = self._wish.get("id", "")
        if self.node is None:
            self.path = None
        if session.step != self.step:
            session.seek(self.step)
        state = (
            wish,
            self.step,
            self.path,
            self.view,
            session.moment,
            session.note,
            len(run.trace),
        )
        if state == self._drawn:
            return
        self._drawn, moment, tree = state, session.moment, TreeAtStep(run.trace, self.step)
        naming = Naming(run, tree)
        if run.track is not None and moment is not None:
            said = run.track.said.get(moment, "")
        else:
            said = ""
        if session.playing:
            wait = max(MIN_PICTURE_SECONDS, session.resting or 1 / PLAYING_SPEEDS[session.speed])
        else:
            wait = 0
        columns = (
            {"columns": [*self._columns(naming)]}
            if self.view == "columns"
            else {"svg": self._svg(moment)}
        )
        self._shown = columns | {
            "id": wish,
            "step": self.step,
            "last": run.trace.last_step,
            "wait": wait,
            "counts": visit_counts(tree).words(),
            "progress": session.progress(),
            "note": visible(session.remark().strip()),
            "said": visible(said or explain_step(naming)),
            "about": [*map(visible, self._about(naming))],
            "board": self._board(self._focus),
            "chosen": [] if self.path is None else self._keys(self.path),
        }

    def _svg(self, moment: int | None) -> str:
        """Return the tree, or the overview, without the words that stand beside it; each is planned once."""
        if (view := self.view) not in self._pages:
            options = self.options
            if view == "overview":
                page = options.page or WIDGET_OVERVIEW_PAGE
                size = options.text_size or WIDGET_OVERVIEW_FONT_POINTS
                options = replace(options, view=view, page=page, text_size=size)
            self._pages[view] = page_of(self.run, options)
        picture = bare_picture(self._pages[view].frame(self.step, moment=moment))
        shapes = NodeWriter().shapes(draw_picture(picture).shapes)
        for path, (x, y, width, height, *_) in self._tiles():
            if path == self.path:
                shapes += f'<rect class="chosen" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
        return svg_element(picture_view([picture.plan]), shapes, font_families(picture.font))

    def _tiles(self) -> Iterator[tuple[MovePath, Tile]]:
        """Yield the nodes of the overview at the step, if that is what is shown."""
        page = self._pages.get(self.view)
        if isinstance(page, OverviewPage):
            return page.tiles(TreeAtStep(self.run.trace, self.step))
        return iter(())

    def _board(self, path: MovePath) -> str:
        """Return the position at a path, with what the last move did; "" for none that is worth drawing."""
        board, marks = board_with_marks(self.run, path)
        if not is_worth_drawing(board):
            return ""
        shapes = draw_board(
            board,
            PICTURE_THEMES[styled_theme(self.options.theme)],
            0,
            0,
            WIDGET_BOARD_FONT_POINTS,
            marks,
        )
        width, height = board_drawing_size(board, WIDGET_BOARD_FONT_POINTS)
        return svg_element(
            f"0 0 {short_number(width)} {short_number(height)}", SvgWriter().shapes(shapes)
        )

    def _about(self, naming: Naming) -> Iterator[str]:
        """Yield the name of the node in focus, what is known of it, and its windows."""
        path = self._focus
        tree = naming.tree
        yield naming.at(path)
        if self.path is not None:
            yield describe_path(naming, path)
        if (node := tree.node_at(path)) is not None:
            if self.path is None:
                yield " ".join(
                    filter(None, (value_label(tree, node), label_of_value(naming, node)))
                )
            entry, now = windows_at(self.run, tree, node)
            yield entry and f"on entry {entry}"
            yield now and f"now {now}"

    def _keys(self, path: MovePath) -> list[str]:
        """Return the keys that the box of a node may have."""
        node = self.run.node_at(path)
        return [f"p{'.'.join(map(str, path))}", *([] if node is None else [f"n{node}"])]

    def _columns(self, naming: Naming) -> Iterator[dict[str, Any]]:
        """Yield the moves of each visited node down to the one in focus, in the order tried, a column each."""
        run = self.run
        tree = naming.tree
        focus = self._focus
        best = frozenset(tree.principal_variation())
        for plies in range(len(focus) + 1):
            path = focus[:plies]
            node = tree.node_at(path)
            if node is None or not tree.move_count(node):
                return
            order = run.order(path, tree)
            if plies < len(focus) and focus[plies] in order:
                place = order.index(focus[plies])
            else:
                place = 0
            first = max(0, min(place - MAX_COLUMN_ROWS // 2, len(order) - MAX_COLUMN_ROWS))
            rows = list[tuple[str, ...]]()
            for move in order[first : first + MAX_COLUMN_ROWS]:
                below = (*path, move)
                child = tree.node_at(below)
                if child is None:
                    state = unvisited_state(tree, below)
                else:
                    state = state_of(tree, child, best)
                if child is None:
                    value = ""
                else:
                    value = value_label(tree, child)
                words = (
                    state_token(state),
                    STATE_LOOKS[state].glyph,
                    edge_words(run, below),
                    value,
                    STATE_LOOKS[state].word,
                )
                rows.append(
                    (
                        self._keys(below)[0],
                        *map(visible, words),
                        "on" if below == focus[: plies + 1] else "",
                    )
                )
            shape = TURN_SHAPES[tree.turn(node)]
            if path:
                move_before = edge_words(run, path)
            else:
                move_before = ""
            yield {
                "head": visible(" ".join(filter(None, (shape.sign, shape, move_before)))),
                "best": visible(value_label(tree, node)),
                "window": windows_at(run, tree, node)[1],
                "above": first,
                "rows": rows,
                "below": len(order) - first - len(rows),
            }


class NodeWriter(SvgWriter):
    """Writes nodes with their keys as data: several widgets on a page must not share identifiers."""

    def group(self, group: Group) -> str:
        """Write a group with its tooltip, and a node's with its key."""
        title = f"<title>{escape(visible(group.words))}</title>" if group.words else ""
        if re.fullmatch(r"[npw][\d.]*", group.key):
            key = f' data-node="{group.key}"'
        else:
            key = ""
        return f"<g{key}>{title}{self.shapes(group.shapes)}</g>"


def svg_element(view: str, shapes: str, fonts: str = "monospace") -> str:
    """Return shapes as an element of a page, no larger than they are."""
    _, _, width, height = view.split()
    size = f'width="{width}" height="{height}" viewBox="{view}"'
    return f'<svg {size} text-anchor="middle" font-family="{fonts}">{shapes}</svg>'
