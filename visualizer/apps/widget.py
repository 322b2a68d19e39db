"""A run in a notebook: the page has keys and a slider, and the kernel behind it draws each step.

The page sends one request at a time, with an identifier, and the next one only when the
kernel has answered with that identifier. While a slider is dragged, no requests pile up, and only
its last step is drawn.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from visualizer.explaining.measures.summary import nodes_of_tree, plies_below, visit_counts
from visualizer.look.legend import STATE_LOOKS
from visualizer.look.shapes import Group
from visualizer.look.themes import PICTURE_THEMES, find_theme
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
"""The keys whose names in a browser differ from those on the screens."""
WIDGET_BOARD_FONT_POINTS = 13.0
"""The text size of the board, in points."""
WIDGET_OVERVIEW_PAGE = "640x400"
WIDGET_OVERVIEW_FONT_POINTS = 18.0
"""The usual text size of the overview, for a height of 540 points."""
SIBLING_OFFSETS = {
    "sibling_above": -1,
    "sibling_below": 1,
}
"""How many places after the selected node each action goes."""
MAX_COLUMN_ROWS = 100
"""A column lists at most so many moves, and counts the others."""
MAX_PLY_NODES_WITH_BOARD = 5
"""Nodes of a ply next to a board: fewer than in a picture, so that words are large enough."""
MIN_PICTURE_SECONDS = 0.04
"""The least seconds between two pictures while playing."""


class RunWidget(anywidget.AnyWidget):
    """A run to step through in a notebook.

    `step` and `node`, the moves to the selected node or None, may be read, set and observed. `view`
    is `tree`, `columns` or `overview`.
    """

    step = traitlets.Int().tag(sync=True)
    node = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    view = traitlets.Unicode(WIDGET_VIEWS[0]).tag(sync=True)
    _esm = PAGE_KIT + WIDGET_FILE.with_suffix(".js").read_text("utf-8")
    _css = traitlets.Unicode().tag(sync=True)
    _theme = traitlets.Unicode().tag(sync=True)
    """A theme of pictures, or "" for light or dark like the notebook."""
    _actions = traitlets.Dict().tag(sync=True)
    """For each action its description, the key that is shown for it, and all its keys."""
    _page_request = traitlets.Dict().tag(sync=True)
    """The last request of the page: the name of an action, `act`, its argument, `at`, and `id`."""
    _page_content = traitlets.Dict().tag(sync=True)
    """The content of the page, with the `id` of the request that it answers."""

    def __init__(
        self,
        run: Run,
        options: PictureOptions,
        step: int = 0,
        view: str = WIDGET_VIEWS[0],
        theme: str = "",
    ) -> None:
        """Show a run at a step; InputError for a step, a view or a theme that does not exist."""
        colours = find_theme(theme or PAGE_THEMES[0])
        fold = default_fold(run, options)
        self.run = run
        self.options = replace(options, theme=colours.name, fold=fold)
        self.session = Session(run)
        self.path: MovePath | None = None
        self._pages = dict[str, TreePage]()
        self._drawn_state = tuple[object, ...]()
        # A run of the user's own code begins at the first line with a remark, as its film does.
        if run.track is not None and not step:
            first_moment = min(run.track.notes, default=0)
            self.session.go_to_moment(first_moment)
            step = self.session.step
        super().__init__(
            _css=f".search-tree{{{_style(colours.name)}}}",
            _actions=self._action_keys(),
            step=step,
            view=view,
            _theme=theme,
        )
        self.observe(self._draw, ["step", "node", "view"])
        self.observe(self._answer_page, "_page_request")
        self._draw()

    def _action_keys(self) -> dict[str, tuple[str, str, list[str]]]:
        """Return the description and the keys of each action of the page."""
        actions = {}
        for action in actions_of("explorer"):
            if action.name in self._functions_of_actions and action.keys:
                keys = [BROWSER_KEYS.get(key, key_sign(key)) for key in action.keys]
                actions[action.name] = (action.about, key_sign(action.keys[0]), keys)
        return actions

    @traitlets.validate("step", "view", "node")
    def _check_value(self, proposal: Mapping[str, Any]) -> Any:
        """Check a new value of the step, the view or the node, and return the value.

        For a node, also find its path. InputError for a bad value.
        """
        name = proposal["trait"].name
        value = proposal["value"]
        last_step = self.run.trace.last_step
        if name == "step" and value not in range(last_step + 1):
            raise InputError(f"there is no step {value:,}; there are 0 to {last_step:,}")
        if name == "view":
            one_of("the view", value, WIDGET_VIEWS)
        # Nodes may share a name: the selected node stays selected if its name is set again.
        is_selected = self.path is not None and value == self.run.moves_to(self.path)
        if name == "node" and not is_selected:
            with as_input_error():
                self.path = read_path(self.run, value)
        return value

    @cached_property
    def _functions_of_actions(self) -> dict[str, Callable[[Any], Any]]:
        """Return the function for each action; its argument is a step or node from the page."""
        return {**self._step_actions(), **self._selection_actions()}

    def _step_actions(self) -> dict[str, Callable[[Any], Any]]:
        """Return the function of each action that goes to another step.

        A function gets one argument from the page, such as the step chosen with the slider. Most
        functions ignore the argument.
        """
        session = self.session
        actions: dict[str, Callable[[Any], Any]] = {
            "seek": session.seek,
            "tick": session.tick,
            "play": ignoring_argument(session.play, 1),
            "backwards": ignoring_argument(session.play, -1),
            "slower": lambda ignored: session.set_speed(session.speed - 1),
            "faster": lambda ignored: session.set_speed(session.speed + 1),
        }
        for name in (*jumps.FORWARD_JUMPS, *jumps.BACKWARD_JUMPS):
            actions[name] = ignoring_argument(session.make_jump, name)
        if self.run.track is not None:
            for name in LINE_STEPS:
                actions[name] = ignoring_argument(session.step_line, name)
        return actions

    def _selection_actions(self) -> dict[str, Callable[[Any], Any]]:
        """Return the function of each action that selects a node or a view.

        A function gets one argument from the page, such as the box that was clicked. Most functions
        ignore the argument.
        """
        actions: dict[str, Callable[[Any], Any]] = {
            "choose": self._toggle_box,
            "point": self._toggle_at_point,
            # Without a selected node, the node of the running search is in focus again.
            "running": ignoring_argument(self._select, None),
            "parent": lambda ignored: self._select(self._focus[:-1]),
            "child": ignoring_argument(self._select_first_child),
            "view": ignoring_argument(self._show_next_view),
        }
        for view in WIDGET_VIEWS:
            actions[f"view_{view}"] = ignoring_argument(setattr, self, "view", view)
        for name, offset in SIBLING_OFFSETS.items():
            actions[name] = ignoring_argument(self._select_sibling, offset)
        return actions

    def _show_next_view(self) -> None:
        """Show the next view; the first follows the last."""
        number = WIDGET_VIEWS.index(self.view) + 1
        self.view = WIDGET_VIEWS[number % len(WIDGET_VIEWS)]

    def _answer_page(self, change: Mapping[str, Any]) -> None:
        """Carry out a request of the page, and show the result or the error.

        `change` is what traitlets passes when the page sets `_page_request`.
        """
        request = change["new"]
        action = request["act"]
        session = self.session
        session.note = ""
        # Dragging the slider stops playing.
        if action == "seek":
            session.playing = 0
        try:
            self._functions_of_actions[action](request["at"])
        except InputError as error:
            session.note = str(error)
        # Show the first step now; the page would send the first tick only later.
        if action in ("play", "backwards"):
            session.tick(0)
        self._finish_jump()
        self.step = session.step
        self._draw()

    def _finish_jump(self) -> None:
        """Make a waiting jump now or give it up: between requests, the search stands still."""
        session = self.session
        # In a finished recording, a jump waits only until all errors are found: find them now.
        while session.waiting_jump and self.run.trace.finished:
            session.make_jump(session.waiting_jump)
        # The search itself has not reached the target.
        if session.waiting_jump:
            session.waiting_jump = ""
            session.note = "the search has not come that far; run.advance() lets it go on"

    def _toggle_box(self, key: str) -> None:
        """Select the node of the box that was clicked, or deselect it if it is selected.

        The key of a box names its node: "n12" is the node of row 12. Other keys are a letter and
        the indices of the moves from the root, such as "p0.2.1". A key with the letter w belongs to
        folded nodes, which are then shown as columns.
        """
        letter = key[0]
        address = key[1:]
        if letter == "n":
            path = self.run.path(int(address))
        else:
            moves = filter(None, address.split("."))
            path = tuple(map(int, moves))
        if letter == "w":
            self.view = "columns"
        self._select(None if path == self.path else path)

    def _toggle_at_point(self, point: tuple[float, float]) -> None:
        """Select the node at a point of the overview, or deselect it."""
        for path, tile in self._tiles():
            if 0 <= point[0] - tile.x < tile.width and 0 <= point[1] - tile.y < tile.height:
                self._select(None if path == self.path else path)
                return

    def _select(self, path: MovePath | None) -> None:
        """Select the node at a path; None selects nothing."""
        self.path = path
        self.node = None if path is None else self.run.moves_to(path)

    def _select_sibling(self, offset: int) -> None:
        """Select the sibling that comes `offset` places later in the order of the search.

        Without such a sibling, select the node in focus itself.
        """
        focus = self._focus
        # The root has no siblings.
        if not focus:
            self._select(focus)
            return
        parent = focus[:-1]
        order = self._order_of_moves(parent)
        index = order.index(focus[-1]) + offset if order else 0
        if 0 <= index < len(order):
            self._select((*parent, order[index]))
        else:
            self._select(focus)

    def _select_first_child(self) -> None:
        """Select the child that the search tries first; of a leaf, select the leaf itself."""
        focus = self._focus
        first_move = self._order_of_moves(focus)[:1]
        self._select((*focus, *first_move))

    def _order_of_moves(self, path: MovePath) -> list[int]:
        """Return the moves of a node in the order in which they are tried; a leaf has none."""
        if not self.run.is_inner(path):
            return []
        return [*self.run.order(path, TreeAtStep(self.run.trace, self.step))]

    @property
    def _focus(self) -> MovePath:
        """Return the path to the node in focus.

        That is the selected node, or else the node of the step, or else the end of the best line.
        """
        return spine_of(self.run, TreeAtStep(self.run.trace, self.step), (), self.path)

    def _draw(self, change: object = None) -> None:
        """Send the page what it shows at this step, unless nothing has changed.

        `change` is what traitlets passes when a value is set.
        """
        session = self.session
        request_id = self._page_request.get("id", "")
        if self.node is None:
            self.path = None
        if session.step != self.step:
            session.seek(self.step)
        # This is called for each of `step`, `node` and `view` that is set, often without a change.
        node_count = len(self.run.trace)
        place = (self.step, self.path, self.view, session.moment)
        state = (request_id, *place, session.note, node_count)
        if state == self._drawn_state:
            return
        self._drawn_state = state
        naming = Naming(self.run, TreeAtStep(self.run.trace, self.step))
        self._page_content = {
            "id": request_id,
            **self._tree_data(naming),
            **self._words_data(naming),
        }

    def _tree_data(self, naming: Naming) -> dict[str, Any]:
        """Return the view of the tree, and the board, for the page."""
        data: dict[str, Any]
        if self.view == "columns":
            data = {"columns": [*self._columns(naming)]}
        else:
            data = {"svg": self._svg(self.session.moment)}
        data["board"] = self._board(self._focus)
        data["about"] = [*map(visible, self._focus_lines(naming))]
        data["chosen"] = [] if self.path is None else self._keys(self.path)
        return data

    def _words_data(self, naming: Naming) -> dict[str, Any]:
        """Return the step, its sentence and the timeline for the page.

        "wait" is how many seconds later the page asks for the next step while playing.
        """
        session = self.session
        run = self.run
        # A remark on the user's own code replaces the sentence of the step.
        comment = ""
        if run.track is not None and session.moment is not None:
            comment = run.track.notes.get(session.moment, "")
        return {
            "step": self.step,
            "last": run.trace.last_step,
            "wait": self._seconds_to_next_picture(),
            "counts": visit_counts(naming.tree).words(),
            "progress": session.progress(),
            "note": visible(session.remark().strip()),
            "said": visible(comment or explain_step(naming)),
        }

    def _seconds_to_next_picture(self) -> float:
        """Return how long the page waits before it asks for the next step; 0 while not playing."""
        session = self.session
        if not session.playing:
            return 0.0
        seconds = session.rest_seconds or 1 / PLAYING_SPEEDS[session.speed]
        return max(MIN_PICTURE_SECONDS, seconds)

    def _svg(self, moment: int | None) -> str:
        """Return the tree or the overview as SVG, without caption and board.

        `moment` counts the executed lines of the user's own code; None if no code is shown.
        """
        picture = bare_picture(self._page().frame(self.step, moment=moment))
        shapes = NodeWriter().shapes(draw_picture(picture).shapes)
        for path, (x, y, width, height, *_) in self._tiles():
            if path == self.path:
                corner = f'x="{x:g}" y="{y:g}"'
                size = f'width="{width:g}" height="{height:g}"'
                shapes += f'<rect class="chosen" {corner} {size}/>'
        return svg_element(picture_view([picture.plan]), shapes, font_families(picture.font))

    def _page(self) -> TreePage:
        """Return the page of the current view from a cache, because its layout is slow to make."""
        view = self.view
        if view not in self._pages:
            options = self.options
            if view == "overview":
                page = options.page or WIDGET_OVERVIEW_PAGE
                size = options.text_size or WIDGET_OVERVIEW_FONT_POINTS
                options = replace(
                    options,
                    view=view,
                    page=page,
                    text_size=size,
                )
            self._pages[view] = page_of(self.run, options)
        return self._pages[view]

    def _tiles(self) -> Iterator[tuple[MovePath, Tile]]:
        """Yield the nodes of the overview at the step, if the overview is shown."""
        page = self._pages.get(self.view)
        if isinstance(page, OverviewPage):
            return page.tiles(TreeAtStep(self.run.trace, self.step))
        return iter(())

    def _board(self, path: MovePath) -> str:
        """Return the position at a path as SVG, its last move marked; "" without a board."""
        board, marks = board_with_marks(self.run, path)
        if not is_worth_drawing(board):
            return ""
        theme = PICTURE_THEMES[styled_theme(self.options.theme)]
        shapes = draw_board(
            board,
            theme,
            0,
            0,
            WIDGET_BOARD_FONT_POINTS,
            marks=marks,
        )
        width, height = board_drawing_size(board, WIDGET_BOARD_FONT_POINTS)
        view = f"0 0 {short_number(width)} {short_number(height)}"
        return svg_element(view, SvgWriter().shapes(shapes))

    def _focus_lines(self, naming: Naming) -> Iterator[str]:
        """Yield lines about the node in focus: where it is, its state and its alpha-beta windows.

        A node that was visited has two lines for windows, "" for a window that does not exist.
        """
        path = self._focus
        tree = naming.tree
        yield naming.place_at(path)
        if self.path is not None:
            yield describe_path(naming, path)
        node = tree.node_at(path)
        if node is None:
            return
        if self.path is None:
            labels = (value_label(tree, node), label_of_value(naming, node))
            yield " ".join(filter(None, labels))
        entry_window, window_now = windows_at(self.run, tree, node)
        yield f"on entry {entry_window}" if entry_window else ""
        yield f"now {window_now}" if window_now else ""

    def _keys(self, path: MovePath) -> list[str]:
        """Return the keys that the box of a node may have, by its path and by its row."""
        keys = [path_key(path)]
        node = self.run.node_at(path)
        if node is not None:
            keys.append(f"n{node}")
        return keys

    def _columns(self, naming: Naming) -> Iterator[dict[str, Any]]:
        """Yield a column for each node from the root to the node in focus.

        The columns end before a node that is a leaf or has not been visited.
        """
        focus = self._focus
        best_line = frozenset(naming.tree.principal_variation())
        for ply in range(len(focus) + 1):
            node = naming.tree.node_at(focus[:ply])
            if node is None or not naming.tree.move_count(node):
                return
            yield self._column(naming.tree, node, focus, best_line)

    def _column(
        self, tree: TreeAtStep, node: int, focus: MovePath, best_line: frozenset[int]
    ) -> dict[str, Any]:
        """Return the column of a node: its value and window, and a row for each of its moves.

        The moves are in the order in which they are tried. `focus` is the path to the node in
        focus. `best_line` has the nodes of the principal variation.
        """
        path = self.run.path(node)
        order = self.run.order(path, tree)
        first_index = first_shown_row(order, focus[len(path) :])
        listed_moves = order[first_index : first_index + MAX_COLUMN_ROWS]
        shape = TURN_SHAPES[tree.turn(node)]
        move_before = edge_words(self.run, path) if path else ""
        head = " ".join(filter(None, (shape.sign, shape, move_before)))
        _, window = windows_at(self.run, tree, node)
        return {
            "head": visible(head),
            "best": visible(value_label(tree, node)),
            "window": window,
            "above": first_index,
            "rows": [self._row(tree, (*path, move), best_line, focus) for move in listed_moves],
            "below": len(order) - first_index - len(listed_moves),
        }

    def _row(
        self, tree: TreeAtStep, path: MovePath, best_line: frozenset[int], focus: MovePath
    ) -> tuple[str, ...]:
        """Return the row of a move in a column.

        The row consists of: the node's key, its state, the sign of the state, the move, the value,
        the state in words, and "on" if the move leads to the node in focus.

        `focus` is the path to the node in focus. `best_line` has the nodes of the principal
        variation.
        """
        node = tree.node_at(path)
        if node is None:
            state = unvisited_state(tree, path)
            value = ""
        else:
            state = state_of(tree, node, best_line)
            value = value_label(tree, node)
        appearance = STATE_LOOKS[state]
        cells = (
            state_token(state),
            appearance.glyph,
            edge_words(self.run, path),
            value,
            appearance.word,
        )
        is_in_focus = path == focus[: len(path)]
        return (path_key(path), *map(visible, cells), "on" if is_in_focus else "")


def default_fold(run: Run, options: PictureOptions) -> int | None:
    """Return how many nodes a picture shows before it folds the rest, or None for all."""
    # A written tree has few nodes; of a game's tree, a step shows as many as have room.
    if options.fold or nodes_of_tree(run) is not None:
        return options.fold or None
    plies = 1 + plies_below(run, options.top)
    return MAX_PLY_NODES_WITH_BOARD * plies


def first_shown_row(order: Sequence[int], path_to_focus: MovePath) -> int:
    """Return the index in `order` of the first move that a column lists.

    In a long column, the move that leads to the focus is near the middle. `path_to_focus` leads
    from the node of the column to the node in focus.
    """
    index = 0
    if path_to_focus and path_to_focus[0] in order:
        index = order.index(path_to_focus[0])
    max_index = len(order) - MAX_COLUMN_ROWS
    return max(0, min(index - MAX_COLUMN_ROWS // 2, max_index))


def path_key(path: MovePath) -> str:
    """Return the key of the box of a node by its path."""
    return f"p{'.'.join(map(str, path))}"


def ignoring_argument(act: Callable[..., Any], *arguments: Any) -> Callable[[Any], Any]:
    """Return a function that ignores its argument from the page, and calls `act(*arguments)`."""
    return lambda ignored: act(*arguments)


def _style(theme: str) -> str:
    """Return the style sheet of a widget: its theme, the usual light and dark themes, and rules."""
    themes = theme_rules((*PAGE_THEMES, theme), "&")
    own_rules = WIDGET_FILE.with_suffix(".css").read_text("utf-8")
    return themes + explorer_part("states.css") + own_rules


class NodeWriter(SvgWriter):
    """Writes nodes with their keys as data, since widgets on a page must not share identifiers."""

    def group(self, group: Group) -> str:
        """Write a group of shapes with its tooltip; a node's group also gets the node's key."""
        title = ""
        if group.words:
            title = f"<title>{escape(visible(group.words))}</title>"
        is_node = re.fullmatch(r"[npw][\d.]*", group.key)
        key = f' data-node="{group.key}"' if is_node else ""
        return f"<g{key}>{title}{self.shapes(group.shapes)}</g>"


def svg_element(view: str, shapes: str, fonts: str = "monospace") -> str:
    """Return shapes as an element of a page, no larger than they are."""
    _, _, width, height = view.split()
    size = f'width="{width}" height="{height}" viewBox="{view}"'
    return f'<svg {size} text-anchor="middle" font-family="{fonts}">{shapes}</svg>'
