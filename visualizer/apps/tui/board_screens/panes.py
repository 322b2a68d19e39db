"""What stands beside the board: the header, the moves with their values, the curve of values."""

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
"""Columns of a value in the list of moves."""
MOVE_NUMBER_COLUMNS = 4
"""Columns of a move's number."""
MAX_MOVE_COLUMNS = 24
"""Most columns of a move with its value."""
ListedRow = TypeVar("ListedRow")


def match_header(match: Match, width: int, doing: str) -> Line:
    """Return game, sides and whose turn it is; what has no room is left out from the left."""
    board = match.position.board()
    persons = list[str]()
    others = list[str]()
    for mover, first in zip(match.movers, (True, False), strict=True):
        side = match.side(maximizing=first) + (
            "" if nobody_plays(match.game) else f" ({'MAX' if first else 'MIN'})"
        )
        if mover.is_person:
            persons.append(f"you are {side}")
        else:
            others.append(f"{side}: {mover.described}")
    if len(persons) == 2:
        sides = "two persons"
    else:
        sides = " · ".join([*persons, *others])
    ways: list[Line] = [
        [(f" {board.title} ", "title"), (f"· {sides}", "dim")],
        [(f" {board.title} ", "title"), (f"· {persons[0]}" if len(persons) == 1 else "", "dim")],
        [(f" {board.title} ", "title")],
    ]
    return header_with_state(ways, doing, width)


def judging_values(match: Match) -> list[MoveValue | None]:
    """Return for each turn the thought that says what it was worth: its own search's, else that of the answer.

    That of the answer is what the search that moves next expects, said of the side that made the move. Values stand
    beside each other, so they are those whose leaves lie on plies of one parity.
    """
    parity = parity_of(match)
    thoughts = [
        thought
        if thought is not None
        and thought.value is not None
        and (not thought.depth or (place + thought.depth) % 2 == parity)
        else None
        for place, thought in enumerate(turn.thought for turn in match.turns)
    ]
    answers = (
        None if answer is None else replace(answer, maximizing=match.before(place).maximizing)
        for place, answer in enumerate([*thoughts[1:], None])
    )
    return [own or answer for own, answer in zip(thoughts, answers, strict=False)]


def describe_value_depths(match: Match) -> str:
    """Say how deep the searches look whose values stand in a list: `depth 1`, `White: depth 2, Black: depth 4`."""
    found = dict[str, str]()
    for place, turn in enumerate(match.turns):
        if turn.thought is not None and turn.thought.how:
            if turn.thought.games:
                found[match.played_by(place)] = f"{turn.thought.games:,} games"
            else:
                found[match.played_by(place)] = turn.thought.how
    if len({*found.values()}) == 1:
        return next(iter(found.values()))
    return ", ".join(f"{side}: {how}" for side, how in found.items())


def turns_by_row(match: Match) -> list[list[int | None]]:
    """Return rows of the turns of MAX and of MIN by their places, None where a side has not moved in between.

    A turn of chance stands with the move that follows it, and alone only while none does.
    """
    rows: list[list[int | None]] = []
    for place in range(len(match.turns)):
        if match.is_chances(place) and place + 1 < len(match.turns):
            continue
        if match.before(place).maximizing:
            column = 0
        else:
            column = 1
        if not rows or any(each is not None for each in rows[-1][column:]):
            rows.append([None, None])
        rows[-1][column] = place
    return rows


def draw_move_list(match: Match, shown: int, width: int, height: int) -> list[Line]:
    """Draw the moves with their values, two to a line with the number of the first; the one shown is marked, in sight.

    All moves are counted, of both sides, as in reviews and by `--move`. A click looks at the position after a move.
    """
    thoughts = judging_values(match)
    rows = turns_by_row(match)
    half = min(MAX_MOVE_COLUMNS, (width - MOVE_NUMBER_COLUMNS) // 2)
    if not thoughts:
        return [[("none yet", "dim")]]
    at = next(
        (
            row
            for row, places in enumerate(rows)
            if any(is_cell_shown(match, shown, each) for each in places)
        ),
        -1,
    )
    at = at % len(rows)

    def row(places: Sequence[int | None]) -> Line:
        number = next(place + 1 for place in places if place is not None)
        line = [(f"{number:>{MOVE_NUMBER_COLUMNS - 1}} ", "dim")]
        for place in places:
            if place is None:
                line += [(" " * half, "dim")]
            else:
                line += draw_move_cell(match, place, thoughts[place], half, shown)
        return line

    return draw_rows_in_sight(rows, at, height, row)


def is_cell_shown(match: Match, shown: int, place: int | None) -> bool:
    """Return whether the turn that is shown stands in a cell of the list: that of a turn, or of chance before it."""
    return place is not None and (
        shown - 1 == place or (shown == place and shown > 0 and match.is_chances(shown - 1))
    )


def draw_move_cell(
    match: Match, place: int, thought: MoveValue | None, width: int, shown: int
) -> Line:
    """Return a move with what it was worth, behind what chance brought before it."""
    if place and match.is_chances(place - 1):
        rolled = f"{match.label(place - 1)}: "
    else:
        rolled = ""
    name = rolled + match.called(place)
    if thought is None:
        worth = ""
    else:
        worth = thought.verdict()
    value = fit_text(worth, min(VALUE_COLUMNS, max(0, width - len(name) - 1)))
    if is_cell_shown(match, shown, place):
        style = "selected"
    else:
        style = "text"
    click = f"@screen.look({place + 1})"
    return [
        (clip_to_cells(name, width - len(value) - 1), f"{style}{click}"),
        (f"{value} ", f"value{click}"),
    ]


def draw_rows_in_sight(
    rows: Sequence[ListedRow], at: int, height: int, draw: Callable[[ListedRow], Line]
) -> list[Line]:
    """Draw the rows of a list around one of them, with a line for what is left out before and after them."""
    first, last = visible_range(len(rows), at, height)
    dots = [[("…", "dim")]]
    return [*dots * (first > 0), *map(draw, rows[first:last]), *dots * (last < len(rows))]


def draw_value_curve(
    worth: Sequence[MoveValue | None],
    shown: int,
    width: int,
    height: int,
    *,
    ascii_only: bool = False,
    nothing: str = "no search has thought yet",
) -> list[Line]:
    """Draw the value after each turn as a bar from a line for 0, MAX's side up; won games reach the edge, with a tip.

    The unit is the largest value that is not that of a won game. `nothing` is said where no value is known.
    """
    heights = value_heights(worth)
    most = largest_unwon_value(worth)
    known = [each for each in heights if each is not None]
    if not known or height < 3:
        return [[(nothing, "dim")]]
    above = (height - 1) // 2
    band = int(any(each.won for each in known) and above > 1)  # lines for won games at each edge
    names = {0: "0"}
    if any(not each.won for each in known):
        names |= {
            above - band: abbreviate_numbers(format_signed(most)),
            band - above: abbreviate_numbers(format_signed(-most)),
        }
    if any(each.won for each in known):
        names |= {
            up * above: name
            for up, name in ((1, "won"), (-1, "lost"))
            if band or up * above not in names
        }
    edge = max(map(len, names.values())) + 1
    room = max(1, width - edge)
    begin = max(0, len(worth) - room)
    wide = max(1, min(3, room // max(1, len(worth))))
    lines = []
    for up in range(above, -above - 1, -1):
        line = [(names.get(up, "").rjust(edge - 1) + " ", "dim")]
        for place, each in enumerate(heights[begin:], begin + 1):
            sign = bar_sign(each, up, above, above - band, ascii_only=ascii_only)
            line.append((sign * wide, "value" if place == shown else "open"))
        lines.append(line)
    return lines


BAR_TIPS = {1: "▲", -1: "▼"}
"""The tips of bars of won games."""


def bar_sign(each: ValueHeight | None, up: int, above: int, inner: int, *, ascii_only: bool) -> str:
    """Return what a bar shows `up` lines above the line for 0, of `above`, of which `inner` are for open games."""
    if each is None:
        return " " if up else "·"
    if not up:
        return "─"
    side = 1 if up > 0 else -1
    if each.won and up == side * above:
        return BAR_TIPS[side] if each.share * side > 0 else " "
    halves = round(2 * inner * each.share) * side
    left = halves - 2 * (abs(up) - 1)
    if left <= 0 or abs(up) > inner:
        return " "
    if left > 1 or ascii_only:
        return "█"
    return "▄" if up > 0 else "▀"
