"""Panes beside the board: the header, the moves with their values, the curve of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from visualizer.apps.tui.cells.styled_lines import (
    Line,
    clip_to_cells,
    fit_text,
    header_with_state,
    visible_range,
)
from visualizer.explaining.explanation.naming import has_no_players
from visualizer.look.numbers import abbreviate_numbers, format_signed
from visualizer.play.playing.game_review import leaf_parity_of
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_value import MoveValue
from visualizer.play.playing.review_words import ValueHeight, largest_unwon_value, value_heights

VALUE_COLUMNS = 7
"""Columns for a value in the list of moves."""
MOVE_NUMBER_COLUMNS = 4
"""Columns for the number of a move."""
MAX_MOVE_COLUMNS = 24
"""Maximum columns of a move with its value."""
ListedRow = TypeVar("ListedRow")


def match_header(match: Match, width: int, state: str) -> Line:
    """Return the header: game and players at the left, the text `state` at the right.

    On a narrow screen only the player who is a person is named, or nobody.
    """
    title = (f" {match.position.board().title} ", "title")
    people: list[str] = []
    searches: list[str] = []
    for mover, is_max in zip(match.movers, (True, False), strict=True):
        side = side_with_role(match, maximizing=is_max)
        if mover.is_person:
            people.append(f"you are {side}")
        else:
            searches.append(f"{side}: {mover.label}")

    players = " · ".join([*people, *searches])
    only_person = ""
    if len(people) == 2:
        players = "two persons"
    elif people:
        only_person = f"· {people[0]}"
    headings: list[Line] = [
        [title, (f"· {players}", "dim")],
        [title, (only_person, "dim")],
        [title],
    ]
    return header_with_state(headings, state, width)


def side_with_role(match: Match, *, maximizing: bool) -> str:
    """Return the name of a side, and whether it is MAX or MIN in a game of two players."""
    side = match.side(maximizing=maximizing)
    if has_no_players(match.game):
        return side
    role = "MAX" if maximizing else "MIN"
    return f"{side} ({role})"


def values_of_turns(match: Match) -> list[MoveValue | None]:
    """Return a value for each turn, None for a turn that no search has judged.

    If a search made the move, the value is the one that this search found. If a person made it, the
    value comes from the search that answered the move, and is seen from the person's side.
    """
    # The None at the end: no search has answered the last turn.
    values_of_neighbours = pairwise([*comparable_values(match), None])
    values: list[MoveValue | None] = []
    for turn, (value, next_value) in enumerate(values_of_neighbours):
        if value is None and next_value is not None:
            mover_is_max = match.before(turn).maximizing
            values.append(replace(next_value, maximizing=mover_is_max))
        else:
            values.append(value)
    return values


def comparable_values(match: Match) -> list[MoveValue | None]:
    """Return the value that a search found for each turn, None for a value that would mislead.

    Values are comparable if the same side is to move at the leaves of all searches. So the leaves
    must be on even plies of the game or on odd plies, as those of the first search are. For any
    other search, the value is None.
    """
    # An evaluation often favours the side that has just moved, so that values of leaves on even
    # and odd plies differ even in a quiet position.
    parity = leaf_parity_of(match)
    values: list[MoveValue | None] = []
    for plies_before, turn in enumerate(match.turns):
        found = turn.search_result
        if found is None or found.value is None:
            values.append(None)
            continue
        leaf_ply = plies_before + found.depth
        # A search without a limit of plies has depth 0, and can always be compared.
        if found.depth and leaf_ply % 2 != parity:
            values.append(None)
        else:
            values.append(found)
    return values


def describe_value_depths(match: Match) -> str:
    """Return how far the latest search of each side looked: `White: depth 2, Black: 400 games`.

    If the sides do not differ, return only `depth 2`.
    """
    effort_by_side: dict[str, str] = {}
    for number, turn in enumerate(match.turns):
        found = turn.search_result
        if found is None or not found.effort:
            continue
        effort = found.effort
        if found.games:
            effort = f"{found.games:,} games"
        effort_by_side[match.played_by(number)] = effort
    efforts = effort_by_side.values()
    if len(set(efforts)) == 1:
        return next(iter(efforts))
    return ", ".join(f"{side}: {effort}" for side, effort in effort_by_side.items())


def turns_by_row(match: Match) -> list[list[int | None]]:
    """Return the turns, counted from 0, in rows of two cells: MAX's turn, then MIN's.

    A cell is None if its side did not move. A turn of chance shares the cell of the move that
    follows it; only a turn of chance that ends the game has a separate cell.
    """
    rows: list[list[int | None]] = []
    for number in range(len(match.turns)):
        if match.is_turn_of_chance(number) and number + 1 < len(match.turns):
            continue
        column = 0 if match.before(number).maximizing else 1
        # A side may move twice running. So the row is full if this cell or, for MAX, the cell to
        # its right has a turn already.
        is_full = rows and any(turn is not None for turn in rows[-1][column:])
        if not rows or is_full:
            rows.append([None, None])
        rows[-1][column] = number
    return rows


def draw_move_list(match: Match, turns_shown: int, width: int, height: int) -> list[Line]:
    """Draw the moves with their values, two to a line, scrolled to the last move on the board.

    `turns_shown` is the number of turns on the board. A line begins with the number of its first
    move; the moves of both sides are counted together. A click on a move shows the position after
    it.
    """
    values = values_of_turns(match)
    if not values:
        return [[("none yet", "dim")]]
    rows = turns_by_row(match)
    cell_columns = min(MAX_MOVE_COLUMNS, (width - MOVE_NUMBER_COLUMNS) // 2)

    def draw_row(turns: Sequence[int | None]) -> Line:
        first_number = next(turn + 1 for turn in turns if turn is not None)
        line = [(f"{first_number:>{MOVE_NUMBER_COLUMNS - 1}} ", "dim")]
        for turn in turns:
            if turn is None:
                line.append((" " * cell_columns, "dim"))
            else:
                line += draw_move_cell(
                    match,
                    turn,
                    values[turn],
                    cell_columns,
                    turns_shown=turns_shown,
                )
        return line

    return draw_rows_around(rows, latest_row(match, rows, turns_shown), height, draw_row)


def latest_row(match: Match, rows: Sequence[Sequence[int | None]], turns_shown: int) -> int:
    """Return the index of the row with the latest turn on the board, else of the last row.

    `turns_shown` is the number of turns on the board.
    """
    for number, turns in enumerate(rows):
        if any(holds_latest_turn(match, turns_shown, turn) for turn in turns):
            return number
    return len(rows) - 1


def holds_latest_turn(match: Match, turns_shown: int, turn: int | None) -> bool:
    """Return whether a cell of the list of moves holds the latest turn on the board.

    `turns_shown` is the number of turns on the board. `turn` is the turn in the cell, counted from
    0, or None for an empty cell. A turn of chance just before `turn` is in the same cell.
    """
    if turn is None or turns_shown == 0:
        return False
    latest_turn = turns_shown - 1
    if latest_turn == turn:
        return True
    return latest_turn == turn - 1 and match.is_turn_of_chance(latest_turn)


def draw_move_cell(
    match: Match,
    turn: int,
    move_value: MoveValue | None,
    width: int,
    *,
    turns_shown: int,
) -> Line:
    """Return one cell of the list of moves: a move and its value.

    If chance moved just before, its outcome comes first. `turn` is counted from 0; `turns_shown` is
    the number of turns on the board.
    """
    name = match.called(turn)
    if turn and match.is_turn_of_chance(turn - 1):
        name = f"{match.label(turn - 1)}: {name}"
    value = ""
    if move_value is not None:
        room = max(0, width - len(name) - 1)
        value = fit_text(move_value.brief_value(), min(VALUE_COLUMNS, room))
    style = "text"
    if holds_latest_turn(match, turns_shown, turn):
        style = "selected"
    click = f"@screen.look({turn + 1})"
    name_width = width - len(value) - 1
    return [(clip_to_cells(name, name_width), f"{style}{click}"), (f"{value} ", f"value{click}")]


def draw_rows_around(
    rows: Sequence[ListedRow], focus: int, height: int, draw: Callable[[ListedRow], Line]
) -> list[Line]:
    """Draw as many rows as fit around the row with the index `focus`, and dots for the others.

    `height` is the number of lines for rows and dots. `draw` returns the line of a row.
    """
    first, end = visible_range(len(rows), focus, height)
    lines = [draw(row) for row in rows[first:end]]
    dots: Line = [("…", "dim")]
    if first > 0:
        lines.insert(0, dots)
    if end < len(rows):
        lines.append(dots)
    return lines


class CurveScale(NamedTuple):
    """The lines of a curve above and below the line for 0."""

    half_height: int
    """Lines on each side of 0."""
    unfinished_height: int
    """How many of them the values of unfinished games take."""
    largest: float | None
    """The value of a bar of `unfinished_height` lines, None if all games are won."""
    has_won: bool
    """Whether some games are won or lost."""

    @classmethod
    def of(cls, values: Sequence[MoveValue | None], height: int) -> CurveScale:
        """Return the scale of a curve of `height` lines. At least one of `values` must be known."""
        known = [value for value in value_heights(values) if value is not None]
        half_height = (height - 1) // 2
        has_won = any(value.won for value in known)
        unfinished_height = half_height
        # Bars of won games are a line longer than all others, if there is room.
        if has_won and half_height > 1:
            unfinished_height = half_height - 1
        largest = None
        if not all(value.won for value in known):
            largest = largest_unwon_value(values)
        return cls(half_height, unfinished_height, largest, has_won)

    def labels(self) -> dict[int, str]:
        """Return the labels at the left of the curve, each by the number of its line.

        Lines are counted from the line for 0: 2 is the second line above, -2 the second below.
        """
        labels = {0: "0"}
        if self.largest is not None:
            labels[self.unfinished_height] = abbreviate_numbers(format_signed(self.largest))
            labels[-self.unfinished_height] = abbreviate_numbers(format_signed(-self.largest))
        if self.has_won:
            # If unfinished games reach the edge too, their label is there already, and stays.
            labels.setdefault(self.half_height, "won")
            labels.setdefault(-self.half_height, "lost")
        return labels


def draw_value_curve(
    values: Sequence[MoveValue | None],
    turns_shown: int,
    width: int,
    height: int,
    *,
    ascii_only: bool = False,
    empty_text: str = "no search has thought yet",
) -> list[Line]:
    """Draw the value after each turn as a bar: up from the line for 0 if it is good for MAX.

    The longest bar of an unfinished game stands for the largest value. The bar of a won game
    reaches the edge, and has a tip. The bar of the latest turn on the board is highlighted. If no
    value is known, `empty_text` is drawn instead.
    """
    heights = value_heights(values)
    is_known = any(value is not None for value in heights)
    if not is_known or height < 3:
        return [[(empty_text, "dim")]]
    scale = CurveScale.of(values, height)
    labels = scale.labels()
    label_columns = max(map(len, labels.values())) + 1
    omitted, bar_columns = columns_of_bars(len(values), width - label_columns)

    lines = []
    # From the top down; `up` counts the lines above the line for 0.
    for up in range(scale.half_height, -scale.half_height - 1, -1):
        label = labels.get(up, "").rjust(label_columns - 1)
        line = [(f"{label} ", "dim")]
        for number, value in enumerate(heights[omitted:], omitted + 1):
            sign = bar_sign(value, up, scale, ascii_only=ascii_only)
            line.append((sign * bar_columns, "value" if number == turns_shown else "open"))
        lines.append(line)
    return lines


def columns_of_bars(count: int, room: int) -> tuple[int, int]:
    """Return how many of `count` turns have no room for a bar, and the columns of each bar.

    `room` is the number of columns for all bars.
    """
    room = max(1, room)
    # A long game shows its latest turns, a column each.
    omitted = max(0, count - room)
    columns = room // max(1, count)
    return omitted, max(1, min(3, columns))


BAR_TIPS = {1: "▲", -1: "▼"}
"""Tips of the bars of won games, by side."""
HALF_BARS = {1: "▄", -1: "▀"}
"""Half a line of a bar, next to its beginning, by side."""


def bar_sign(value: ValueHeight | None, up: int, scale: CurveScale, *, ascii_only: bool) -> str:
    """Return the character that draws a value's bar in one line of the curve.

    `up` is the line, counted from the line for 0: 2 is the second line above, -2 the second below.
    """
    if up == 0:
        return "·" if value is None else "─"
    if value is None:
        return " "
    side = 1 if up > 0 else -1
    distance = abs(up)
    if value.won and distance == scale.half_height:
        return BAR_TIPS[side] if value.share * side > 0 else " "
    if distance > scale.unfinished_height:
        return " "
    # In half lines, and negative if the bar is on the other side of 0.
    bar_length = round(2 * scale.unfinished_height * value.share) * side
    # The lines nearer to 0 hold the beginning of the bar.
    remaining_length = bar_length - 2 * (distance - 1)
    # ASCII has no character for half a line.
    if remaining_length == 1 and not ascii_only:
        return HALF_BARS[side]
    return "█" if remaining_length > 0 else " "
