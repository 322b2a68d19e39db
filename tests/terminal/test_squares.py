"""Boards as squares: what is dark stays dark, nothing is lost in a smaller room, and letters say
it without colours.
"""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from rich.cells import cell_len

from games import Board, Cell, Ground, Player
from tests.colours import contrast, distance
from tests.terminal.hands import letters_of
from tests.terminal.searches import recipe_of
from visualizer.apps.tui import themes
from visualizer.apps.tui.cells.squares import LARGE_SQUARES, PIECE_ART, Squares
from visualizer.apps.tui.cells.squares import sign_of_piece as piece_sign
from visualizer.apps.tui.cells.styled_lines import Line, width_of
from visualizer.apps.tui.themes import BOARD_COLOURS
from visualizer.draw.boards.contents import MARK_BRACKETS, Mark
from visualizer.look.themes import (
    COLOURED_BOARD,
    COLOURLESS_BOARD,
    DARK_INK,
    LIGHT_INK,
    BoardColours,
)
from visualizer.searching.run import Run

FIRST = Player.FIRST
SECOND = Player.SECOND
GAMES = {
    "tak": "ordering-helps",
    "othello": "ordering-helps",
    "hex": None,
    "italian-draughts": None,
    "connect-four": None,
    "tictactoe": "only-move",
}
GROUNDS = {
    "tak": Ground.WOOD,
    "italian-draughts": Ground.WOOD,
    "othello": Ground.GREEN,
    "hex": Ground.GREY,
}
SIZES = [
    (18, 9),
    (26, 9),
    (36, 20),
    (62, 30),
]


def board_of(game: str) -> Board:
    """Return the board of a game's position."""
    return Run(recipe_of(game, GAMES[game], "alpha-beta,depth=1")).root.board()


def styles(lines: list[Line], *signs: str) -> set[str]:
    """Return the styles of some letters, without their grounds."""
    return {
        name.split("+")[0]
        for line in lines
        for words, name in line
        if any(sign in words for sign in signs)
    }


@pytest.mark.parametrize(
    "shades", [*COLOURED_BOARD.grounds.values(), COLOURED_BOARD.marks.values()], ids=str
)
def test_pieces_of_both_sides_can_be_seen_on_every_square(shades: tuple[str, ...]) -> None:
    """Dark and light pieces have 3:1 on each shade of each ground, and on what is marked."""
    for shade, piece in product(shades, (DARK_INK, LIGHT_INK)):
        assert contrast(shade, piece) >= 3, (shade, piece)


@pytest.mark.parametrize("colours", [COLOURED_BOARD, COLOURLESS_BOARD], ids=["colours", "greys"])
def test_heat_grows_from_light_to_dark_and_its_numbers_can_be_read(colours: BoardColours) -> None:
    """Each shade is darker than the one before, for whoever sees no hues, and its number has
    4.5:1.
    """
    for one, other in pairwise(colours.heat):
        assert contrast(one, "#000000") > contrast(other, "#000000")
        assert distance(one, other, "usual") > 7
    for shade, words in zip(colours.heat, colours.words, strict=True):
        assert contrast(shade, words) >= 4.5


@pytest.mark.parametrize("theme", [name for name in themes.OFFERED_THEMES if name != "mono"])
def test_black_is_dark_and_white_light_in_every_theme(theme: str) -> None:
    """The pieces of Black are drawn dark, those of White light: on the screen there are no other
    colours for them.
    """
    colours = themes.OFFERED_THEMES[theme].variables

    assert colours["c-dark"] == DARK_INK
    assert colours["c-light"] == LIGHT_INK
    assert {f"c-{name}" for name in BOARD_COLOURS} <= colours.keys()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fits_and_every_square_has_a_ground(game: str, size: tuple[int, int]) -> None:
    """No line is longer than another room allows, and what is drawn stands on the game's ground."""
    lines = Squares(board_of(game)).draw(*size)

    assert max(map(width_of, lines)) <= max(size[0], 22 if game != "hex" else 26)
    grounds = {
        name.split("+")[1].split("-")[0] for line in lines for _, name in line if "+" in name
    }
    assert grounds == {GROUNDS.get(game, Ground.GREY).value}


@pytest.mark.parametrize("game", ["othello", "italian-draughts"])
def test_larger_rooms_have_larger_squares(game: str) -> None:
    """With room, squares are two and three lines high."""
    board = board_of(game)
    heights = [
        len(Squares(board).draw(*room)) // len(board.cells)
        for room in (
            (30, 12),
            (45, 20),
            (80, 40),
        )
    ]

    assert heights == [1, 2, 3]


def test_both_sides_are_told_apart_by_sign_and_colour_and_without_signs_by_letters() -> None:
    """In one line a dark disc, or figure, is full and a light one an outline; letters differ
    themselves.
    """
    board = board_of("othello")
    signs = Squares(board).draw(26, 9)
    letters = Squares(board, letters=True).draw(26, 9)

    assert styles(signs, "●") == {"dark"}
    assert styles(signs, "○") == {"light"}
    assert "W" not in letters_of(*signs)
    assert styles(letters, "W") == {"light"}
    assert styles(letters, "B") == {"dark"}
    assert "●" not in letters_of(*letters)
    figures = ("pawn", "knight", "bishop", "rook", "queen", "king")
    drawn = {
        piece_sign(Cell("label", figure=figure), dark=dark)
        for figure in figures
        for dark in (True, False)
    }
    assert drawn == {*"♟♞♝♜♛♚♙♘♗♖♕♔"}
    assert {*map(cell_len, drawn)} == {1}


@pytest.mark.parametrize(("lines", "columns"), [(1, 3), *LARGE_SQUARES])
def test_marks_differ_by_sign_and_ground(lines: int, columns: int) -> None:
    """Placed, arrived, left, flipped and captured are five pairs of a ground and two signs at
    any size.
    """
    board = Board("", ((Cell("stone", FIRST), Cell()),))
    looks = set()
    for mark in Mark:
        squares = Squares(board, {(0, 0): mark})
        drawn = squares.draw_plan(squares.plan(lines, columns))

        assert all(f"+mark-{mark}" in line[1][1] for line in drawn)
        assert all(line[1][0].startswith(MARK_BRACKETS[mark][0]) for line in drawn)
        looks.add(letters_of(*drawn))

    assert len(looks) == len(Mark)


def test_heat_colours_empty_squares_and_says_its_numbers_where_they_fit() -> None:
    """The least and the most have the ends of the scale; without room for numbers the colours
    stay.
    """
    board = board_of("othello")
    wide, narrow = (Squares(board, layer="weights").draw(width, 9) for width in (40, 19))
    for lines in (wide, narrow):
        assert {"heat-1", "heat-5"} <= {name.split("+")[-1] for line in lines for _, name in line}

    assert "120" in letters_of(*wide)
    assert "120" not in letters_of(*narrow)
    assert "120" in letters_of(*Squares(board, layer="weights", letters=True).draw(19, 9)), (
        "letters have no colours to say it"
    )


FORMS = (
    [
        (3, 5),
        (2, 4),
        (2, 3),
    ],
    [
        (3, 7),
        (2, 4),
        (2, 5),
    ],
)
"""The lines and columns of a piece at each size: of most, and of discs, which are round."""


def forms_of(kind: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a piece at each size."""
    return PIECE_ART[kind][:3], PIECE_ART[kind][3:5], PIECE_ART[kind][5:]


def test_every_piece_is_drawn_in_its_own_form() -> None:
    """What a game tells apart by its kind looks different at every size; lines have the width
    that they say.
    """
    together = ({"flat", "wall", "capstone"}, {"man", "king"}, {"cross", "nought"})
    for kinds in together:
        for forms in zip(*(forms_of(kind) for kind in kinds), strict=True):
            assert len({*forms}) == len(kinds)
        signs = {piece_sign(Cell(kind), dark=dark) for kind in kinds for dark in (True, False)}

        assert len(signs) == len(kinds) * (1 if "cross" in kinds else 2)
    for kind in PIECE_ART:
        assert [(len(form), *{len(line) for line in form}) for form in forms_of(kind)] in FORMS


@pytest.mark.parametrize("owner", [FIRST, SECOND])
def test_a_stone_with_a_label_is_a_disc_around_it(owner: Player) -> None:
    """The label keeps its letters, on the colour of its disc in the other one, also where a
    square is marked.
    """
    if owner is Board("", ()).dark:
        own = "dark"
        other = "light"
    else:
        own = "light"
        other = "dark"
    board = Board("", ((Cell("stone", owner, label="R6"), Cell()),))
    for marks in ({}, {(0, 0): Mark.ARRIVED}):
        squares = Squares(board, marks)
        first, middle, last = squares.draw_plan(squares.plan(3, 7))

        assert ("R6", f"{other}+{own}") in middle
        assert {"▄", "▀"} <= {*letters_of(first, last)}
        assert "█" in letters_of(middle)

    assert "R6" in letters_of(*Squares(board).draw_plan(Squares(board).plan(2, 5)))


def test_a_pile_shows_whose_pieces_lie_under_the_uppermost() -> None:
    """In a line and in a large square, from the bottom up."""
    board = Board("", ((Cell("wall", SECOND, (FIRST, FIRST, SECOND)),),))
    for lines, columns in ((1, 3), *LARGE_SQUARES):
        squares = Squares(board)
        drawn = squares.draw_plan(squares.plan(lines, columns))
        pieces = [
            name.split("+")[0]
            for line in drawn
            for words, name in line
            for sign in words
            if sign in "■□"
        ]

        assert pieces[:2] == ["light", "light"]
        assert styles(drawn, "▮", "█", "▐") == {"dark"}


@pytest.mark.parametrize("columns", [4, 5])
@pytest.mark.parametrize("mark", [Mark.PLACED, Mark.FLIPPED])
def test_a_marked_disc_is_round_between_the_signs_of_its_mark(columns: int, mark: Mark) -> None:
    """In squares of two lines the signs take the place of an unmarked disc's corners; it has its
    own there.
    """
    board = Board("discs", ((Cell("stone", FIRST), Cell("stone", SECOND)),))
    squares = Squares(board, {(0, 0): mark})
    drawn = squares.draw_plan(squares.plan(2, columns))
    rows = letters_of(*drawn).splitlines()
    for row, corners in zip(rows, ("▟▙", "▜▛"), strict=True):
        assert row[0] + row[columns - 1] == MARK_BRACKETS[mark]
        assert row[1] + row[columns - 2] == corners
