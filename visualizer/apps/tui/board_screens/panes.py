"""Panes beside the board: the header, the moves with their values, the curve of values."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from visualizer.apps.tui.cells.styled_lines import (
    Line,
    clip_to_cells,
    fit_text,
    header_with_state,
    visible_range,
)
from visualizer.explaining.explanation.naming import nobody_plays
from visualizer.look.numbers import abbreviate_numbers, format_signed
from visualizer.play.playing.game_review import parity_of
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_value import MoveValue
from visualizer.play.playing.review_words import ValueHeight, largest_unwon_value, value_heights

VALUE_COLUMNS = 7
"""Columns for a value in the list of moves."""
MOVE_NUMBER_COLUMNS = 4
"""Columns for the number of a move."""
MAX_MOVE_COLUMNS = 24
"""At most so many columns for a move with its value."""
ListedRow = TypeVar("ListedRow")


def match_header(match: Match, width: int, state: str) -> Line:
    """Return game, players and state; players are shortened or left out where there is no room."""
    title = (f" {match.position.board().title} ", "title")
    people: list[str] = []
    searches: list[str] = []
    for mover, is_first in zip(match.movers, (True, False), strict=True):
        side = match.side(maximizing=is_first)
        if not nobody_plays(match.game):
            role = "MAX" if is_first else "MIN"
            side += f" ({role})"
        if mover.is_person:
            people.append(f"you are {side}")
        else:
            searches.append(f"{side}: {mover.described}")

    if len(people) == 2:
        players = "two persons"
    else:
        players = " · ".join([*people, *searches])
    own_side = f"· {people[0]}" if len(people) == 1 else ""
    headings: list[Line] = [
        [title, (f"· {players}", "dim")],
        [title, (own_side, "dim")],
        [title],
    ]
    return header_with_state(headings, state, width)


def judging_values(match: Match) -> list[MoveValue | None]:
    """Return the value of each turn: of the search that made it, or of the search that answered.

    The search that moves next judges the move before it, for the side that made that move. Only
    values whose leaves lie on plies of one parity can be compared, so others are left out.
    """
    parity = parity_of(match)
    thoughts: list[MoveValue | None] = []
    for place, turn in enumerate(match.turns):
        thought = turn.thought
        if thought is None or thought.value is None:
            thoughts.append(None)
        elif thought.depth and (place + thought.depth) % 2 != parity:
            thoughts.append(None)
        else:
            thoughts.append(thought)

    values: list[MoveValue | None] = []
    for place, thought in enumerate(thoughts):
        answer = thoughts[place + 1] if place + 1 < len(thoughts) else None
        if thought is None and answer is not None:
            values.append(replace(answer, maximizing=match.before(place).maximizing))
        else:
            values.append(thought)
    return values


def describe_value_depths(match: Match) -> str:
    """Return how deep the searches looked: `depth 1`, or `White: depth 2, Black: depth 4`."""
    depths: dict[str, str] = {}
    for place, turn in enumerate(match.turns):
        thought = turn.thought
        if thought is None or not thought.how:
            continue
        depths[match.played_by(place)] = (
            f"{thought.games:,} games" if thought.games else thought.how
        )
    if len(set(depths.values())) == 1:
        return next(iter(depths.values()))
    return ", ".join(f"{side}: {depth}" for side, depth in depths.items())


def turns_by_row(match: Match) -> list[list[int | None]]:
    """Return the turns of MAX and MIN in rows of two; None where a side did not move.

    A turn of chance stands with the move that follows it, and alone only while none does.
    """
    rows: list[list[int | None]] = []
    for place in range(len(match.turns)):
        if match.is_chances(place) and place + 1 < len(match.turns):
            continue
        column = 0 if match.before(place).maximizing else 1
        is_taken = rows and any(turn is not None for turn in rows[-1][column:])
        if not rows or is_taken:
            rows.append([None, None])
        rows[-1][column] = place
    return rows


def draw_move_list(match: Match, shown: int, width: int, height: int) -> list[Line]:
    """Draw the moves with their values, two to a line, with the one that is shown in sight.

    Moves of both sides are counted, as in reviews and by `--move`. A click shows the position
    after a move.
    """
    values = judging_values(match)
    if not values:
        return [[("none yet", "dim")]]
    rows = turns_by_row(match)
    cell_columns = min(MAX_MOVE_COLUMNS, (width - MOVE_NUMBER_COLUMNS) // 2)

    def draw_row(places: Sequence[int | None]) -> Line:
        number = next(place + 1 for place in places if place is not None)
        line = [(f"{number:>{MOVE_NUMBER_COLUMNS - 1}} ", "dim")]
        for place in places:
            if place is None:
                line.append((" " * cell_columns, "dim"))
            else:
                line += draw_move_cell(match, place, values[place], cell_columns, shown=shown)
        return line

    return draw_rows_in_sight(rows, row_shown(match, rows, shown), height, draw_row)


def row_shown(match: Match, rows: Sequence[Sequence[int | None]], shown: int) -> int:
    """Return the row of the turn that is shown, else the last one."""
    for number, places in enumerate(rows):
        if any(is_cell_shown(match, shown, place) for place in places):
            return number
    return len(rows) - 1


def is_cell_shown(match: Match, shown: int, place: int | None) -> bool:
    """Return whether a cell of the list holds the turn that is shown.

    The cell of a move holds the turn of chance before it, too.
    """
    if place is None:
        return False
    if shown - 1 == place:
        return True
    return shown == place and shown > 0 and match.is_chances(shown - 1)


def draw_move_cell(
    match: Match, place: int, thought: MoveValue | None, width: int, *, shown: int
) -> Line:
    """Return a move with its value, after what chance brought before it."""
    name = match.called(place)
    if place and match.is_chances(place - 1):
        name = f"{match.label(place - 1)}: {name}"
    verdict = "" if thought is None else thought.verdict()
    room = max(0, width - len(name) - 1)
    value = fit_text(verdict, min(VALUE_COLUMNS, room))
    style = "selected" if is_cell_shown(match, shown, place) else "text"
    click = f"@screen.look({place + 1})"
    return [
        (clip_to_cells(name, width - len(value) - 1), f"{style}{click}"),
        (f"{value} ", f"value{click}"),
    ]


def draw_rows_in_sight(
    rows: Sequence[ListedRow], at: int, height: int, draw: Callable[[ListedRow], Line]
) -> list[Line]:
    """Draw the rows around one of them, with dots for rows left out above and below."""
    first, last = visible_range(len(rows), at, height)
    lines = [draw(row) for row in rows[first:last]]
    dots: Line = [("…", "dim")]
    if first > 0:
        lines.insert(0, dots)
    if last < len(rows):
        lines.append(dots)
    return lines


def draw_value_curve(
    values: Sequence[MoveValue | None],
    shown: int,
    width: int,
    height: int,
    *,
    ascii_only: bool = False,
    nothing: str = "no search has thought yet",
) -> list[Line]:
    """Draw the value after each turn as a bar that begins at the line for 0; MAX's side is up.

    The unit is the largest value of an unfinished game. Bars of won games reach the edge, with a
    tip. `nothing` is drawn where no value is known.
    """
    heights = value_heights(values)
    known = [value for value in heights if value is not None]
    if not known or height < 3:
        return [[(nothing, "dim")]]
    above = (height - 1) // 2
    has_won = any(value.won for value in known)
    # Won games get a line of their own at each edge, if there is room.
    inner = above - 1 if has_won and above > 1 else above
    has_unwon = not all(value.won for value in known)
    largest = largest_unwon_value(values) if has_unwon else None
    labels = curve_labels(above, inner, largest, has_won=has_won)

    label_columns = max(map(len, labels.values())) + 1
    room = max(1, width - label_columns)
    # A long game shows its latest turns, a column each.
    first = max(0, len(values) - room)
    bar_columns = max(1, min(3, room // max(1, len(values))))

    def draw_line(up: int) -> Line:
        line = [(labels.get(up, "").rjust(label_columns - 1) + " ", "dim")]
        for place, value in enumerate(heights[first:], first + 1):
            sign = bar_sign(value, up, above, inner, ascii_only=ascii_only)
            line.append((sign * bar_columns, "value" if place == shown else "open"))
        return line

    return [draw_line(up) for up in range(above, -above - 1, -1)]


def curve_labels(above: int, inner: int, largest: float | None, *, has_won: bool) -> dict[int, str]:
    """Return the labels at the left of the curve, by lines above that for 0.

    `largest` is the unit of the bars, None if all games are won.
    """
    labels = {0: "0"}
    if largest is not None:
        labels[inner] = abbreviate_numbers(format_signed(largest))
        labels[-inner] = abbreviate_numbers(format_signed(-largest))
    if has_won:
        for line, word in ((above, "won"), (-above, "lost")):
            # Without lines of their own, wins leave the edge to the unit.
            if inner < above or line not in labels:
                labels[line] = word
    return labels


BAR_TIPS = {1: "▲", -1: "▼"}
"""Tips of the bars of won games, by side."""


def bar_sign(
    value: ValueHeight | None, up: int, above: int, inner: int, *, ascii_only: bool
) -> str:
    """Return the sign of a bar `up` lines above the line for 0.

    The curve has `above` lines on each side of 0, of which `inner` are for unfinished games.
    """
    if value is None:
        return " " if up else "·"
    if not up:
        return "─"
    side = 1 if up > 0 else -1
    if value.won and up == side * above:
        return BAR_TIPS[side] if value.share * side > 0 else " "
    if abs(up) > inner:
        return " "
    # Half a line is the smallest step; ASCII has no sign for it.
    halves = round(2 * inner * value.share) * side
    halves_here = halves - 2 * (abs(up) - 1)
    if halves_here == 1 and not ascii_only:
        return "▄" if up > 0 else "▀"
    return "█" if halves_here > 0 else " "
