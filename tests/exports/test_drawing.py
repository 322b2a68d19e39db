"""A drawing shows everything, keeps its places from step to step, and needs no colour to be
understood.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports.shapes import bundled_characters
from games import Board, Cell, Player
from tests.colours import contrast, luminance
from tests.exports.geometry import crosses, flat, rect_of, texts
from tests.exports.pictures import HOSTILE, made_up, picture_of, run_of
from visualizer.apps.tui.views.overview import DENSITY_SIGNS
from visualizer.draw.boards import shapes
from visualizer.draw.boards.contents import Mark, is_worth_drawing
from visualizer.draw.boards.contents import board_text as draw_text
from visualizer.draw.picture.model import BoxShape, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.shapes import Circle, Group, Polygon, Rectangle, Shape, Stroke, Text
from visualizer.look.text import ASCII_SUBSTITUTES, spell_in_ascii
from visualizer.look.themes import THEMES

FIRST = Player.FIRST
SECOND = Player.SECOND


def group(picture: Picture, key: str) -> list[Shape]:
    """Return the shapes of a box."""
    found = next(
        shape
        for shape in draw_picture(picture).shapes
        if isinstance(shape, Group) and shape.key == key
    )
    return [*flat([found])]


def test_max_points_up_and_min_down() -> None:
    """A MAX node's point is above its other corners, a MIN node's below them."""
    picture = picture_of("tree")
    for box in picture.boxes:
        outline = group(picture, box.key)[0]
        if box.shape is BoxShape.LEAF:
            assert isinstance(outline, Rectangle)
            assert outline.radius > 0
        else:
            assert isinstance(outline, Polygon)
            heights = [y for x, y in outline.points if x != box.x]
            (point,) = (y for x, y in outline.points if x == box.x)
            assert point < min(heights) if box.shape is BoxShape.MAX else point > max(heights)


def test_pruned_is_told_without_colour() -> None:
    """In black and white: dashed outline, dashed and cut edge, struck number; no line runs
    through the move.
    """
    picture = picture_of("tree", theme="mono")
    pruned = next(box for box in picture.boxes if box.state is State.PRUNED)
    outline, *inside = group(picture, pruned.key)

    assert isinstance(outline, Rectangle)
    assert outline.pen is not None
    assert outline.pen.line == "dashed"
    words = [shape.text for shape in inside if isinstance(shape, Text)]
    assert words == [pruned.value, pruned.move] == ["4", "c2"]
    (through,) = [shape for shape in inside if isinstance(shape, Stroke)]
    number, move = map(rect_of, texts(inside))
    assert crosses(through, number)
    assert not crosses(through, move)
    edges = [shape for shape in group(picture, "edges") if isinstance(shape, Stroke)]
    assert (
        sum(edge.pen.line == "dashed" for edge in edges) == 6
    )  # two edges, each with a gap for its cut, and its end


def test_states_differ_without_colour() -> None:
    """In black and white no two states look alike: line, weight, shade, sign or words differ."""
    picture = made_up("m", theme="mono")
    looks = {}
    for state in State:
        outline, *inside = group(picture, f"LEAF.{state.name}")

        assert isinstance(outline, Rectangle)
        assert outline.pen is not None
        signs = tuple(
            shape.text for shape in inside if isinstance(shape, Text) and shape.text != "m"
        )
        quiet = any(
            isinstance(shape, Text) and shape.colour == THEMES["mono"].faint for shape in inside
        )
        looks[state] = (outline.pen.width, outline.pen.line, outline.fill, signs, quiet)

    assert not [(one, other) for one, other in combinations(State, 2) if looks[one] == looks[other]]
    colours = {
        pen.colour
        for shape in flat(draw_picture(picture).shapes)
        if (pen := getattr(shape, "pen", None)) is not None
    }
    assert colours
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_the_best_line_is_the_boldest() -> None:
    """Its edges are wider than all others."""
    picture = picture_of("tree", theme="mono")
    lines = [shape for shape in group(picture, "edges") if isinstance(shape, Stroke)]
    widest = max(line.pen.width for line in lines)
    best = [box for box in picture.boxes if box.on_best_line and box.ply]

    assert len(best) == 2
    for box in picture.boxes:
        ends = [
            line.pen.width == widest
            for line in lines
            if (line.x2, line.y2) == (box.x, box.incoming_edge_y)
        ]
        assert not box.ply or any(ends) == (box in best)


def test_the_legend_lists_what_occurs_and_nothing_else() -> None:
    """Words of states that do not occur are not on the page."""
    words = {
        shape.text
        for shape in flat(draw_picture(picture_of("tree", step=22)).shapes)
        if isinstance(shape, Text)
    }

    assert {"MAX", "MIN", STATE_LOOKS[State.PRUNED].word, STATE_LOOKS[State.BEST].word} <= words
    assert not {STATE_LOOKS[State.TO_COME].word, STATE_LOOKS[State.OPEN].word} & words


def test_an_open_node_shows_its_window() -> None:
    """Windows stand below open nodes only, α on the left and β on the right of the way down."""
    open_words = {
        shape.text
        for shape in flat(draw_picture(picture_of("tree", step=12)).shapes)
        if isinstance(shape, Text)
    }
    done_words = {
        shape.text
        for shape in flat(draw_picture(picture_of("tree", step=22)).shapes)
        if isinstance(shape, Text)
    }

    assert {"α 3", "β +∞", "β 2"} <= open_words
    assert not any(word.startswith("α ") for word in done_words)


def test_the_bundled_type_has_every_sign() -> None:
    """Every sign of the legend and the glyph table but those that only terminals show can be
    drawn in both weights.
    """
    signs = (
        "".join(ASCII_SUBSTITUTES.keys() - {"⋮", *DENSITY_SIGNS})
        + "".join(look.glyph for look in STATE_LOOKS.values())
        + "△▽�✕…"
    )
    assert not [sign for sign in signs if ord(sign) not in bundled_characters()]


@pytest.mark.parametrize("word", HOSTILE)
def test_no_text_of_a_drawing_can_break_a_format(word: str) -> None:
    """All texts are printable and short, whatever the labels are."""
    for shape in flat(draw_picture(made_up(word)).shapes):
        if isinstance(shape, Text):
            assert shape.text.isprintable()
            assert len(shape.text) <= 400


def test_the_font_size_scales_everything() -> None:
    """A drawing with letters twice as large is twice as large."""
    run = run_of("tictactoe", "small")
    small, large = (
        draw_picture(TreePage(run, PictureOptions(text_size=size)).frame(9)) for size in (10, 20)
    )

    assert large.width == pytest.approx(2 * small.width, abs=1)
    assert large.height == pytest.approx(2 * small.height, abs=1)


# Boards.

E = Cell()
CELLS = st.one_of(
    st.just(E),
    st.just(Cell(playable=False)),
    st.builds(
        Cell,
        st.sampled_from(["stone", "man", "king", "cross", "nought"]),
        st.sampled_from([FIRST, SECOND]),
    ),
    st.builds(
        lambda stack, kind: Cell(kind, stack[-1], tuple(stack)),
        st.lists(st.sampled_from([FIRST, SECOND]), min_size=1, max_size=40),
        st.sampled_from(["flat", "wall", "capstone"]),
    ),
    st.builds(lambda label: Cell("label", label=label), st.text(max_size=30)),
)
BOARDS = st.integers(1, 6).flatmap(
    lambda columns: st.builds(
        Board,
        title=st.text(max_size=9),
        cells=st.lists(st.tuples(*[CELLS] * columns), min_size=1, max_size=6).map(tuple),
        columns=st.just(tuple("abcdef"[:columns])),
        rows=st.just(tuple("654321")),
        captions=st.lists(st.text(max_size=60), max_size=3).map(tuple),
        slant=st.booleans(),
        dark=st.sampled_from([FIRST, SECOND]),
    )
)


@settings(max_examples=60)
@given(BOARDS)
def test_any_board_can_be_drawn_within_its_size(board: Board) -> None:
    """Whatever the pieces, every shape of a board lies within the size that it asks for."""
    width, height = shapes.board_drawing_size(board, 13)
    for shape in flat(
        shapes.draw_board_shapes(
            board,
            THEMES["light"],
            0,
            0,
            13,
            marks={(0, 0): Mark.PLACED},
        )
    ):
        if isinstance(shape, Rectangle):
            assert shape.x >= -1
            assert shape.x + shape.width <= width + 1
            assert shape.y + shape.height <= height + 1
        elif isinstance(shape, Circle):
            assert shape.x - shape.radius >= 0
            assert shape.x + shape.radius <= width + 1
        elif isinstance(shape, Text):
            assert 0 <= shape.y <= height + 1


@settings(max_examples=60)
@given(BOARDS)
def test_the_columns_of_a_written_board_are_aligned(board: Board) -> None:
    """A square board's lines put each cell below its column's name; no control character is in
    them.
    """
    lines = draw_text(board, marks={(0, 0): Mark.PLACED})

    assert len(lines) == 1 + len(board.cells) + len(board.captions)
    assert all(line.isprintable() for line in lines)
    if not board.slant and all(cell.piece != "label" for row in board.cells for cell in row):
        for column, name in enumerate(board.columns):
            place = lines[0].index(name)
            for row, cells in enumerate(board.cells):
                if cells[column].playable:
                    assert lines[1 + row][place] in "·WBXO"


def test_a_written_tictactoe_board() -> None:
    """Three rows with their names, the marked cell in brackets."""
    board = run_of("tictactoe", "small").root.board()
    assert draw_text(board, marks={(1, 0): Mark.PLACED}) == [
        "   a  b  c",
        "1  X  O  X",
        "2 [·] O  O",
        "3  ·  X  ·",
    ]


def test_a_written_tak_board_shows_walls_capstones_and_piles() -> None:
    """Piles are written from the bottom up, the kind of the uppermost piece after them."""
    board = run_of(
        "tak", "x2,1221,x,12S/x,1,2,x2/x,1,2C,1S,x/x5/222,x,1C,x,1212121 1 20", 1
    ).root.board()

    assert draw_text(board, marks={(1, 0): Mark.PLACED})[:-1] == [
        "   a  b  c    d  e",
        "5  ·  ·  WBBW ·  WBS",
        "4 [·] W  B    ·  ·",
        "3  ·  W  BC   WS ·",
        "2  ·  ·  ·    ·  ·",
        "1  B3 ·  WC   ·  WBWBWBW",
    ]
    assert spell_in_ascii(draw_text(board)[1]) == "5  .  .  WBBW .  WBS"


def test_a_written_slanted_board_is_indented_row_by_row() -> None:
    """Each row of a rhombus begins half a cell to the right of the one above."""
    stone = Cell("stone", FIRST)
    board = Board(
        "Hex",
        ((E, stone), (stone, E)),
        ("a", "b"),
        ("1", "2"),
        ("a caption",),
        slant=True,
        dark=FIRST,
    )

    assert draw_text(board) == ["   a  b", "1  ·  B", "  2  B  ·", "a caption"]


def test_a_board_of_words_only_is_not_drawn() -> None:
    """The children of a textbook tree are in the tree already."""
    assert not is_worth_drawing(run_of("tree").root.board())
    assert is_worth_drawing(run_of("tictactoe").root.board())


def test_a_tall_pile_says_its_height() -> None:
    """A pile too tall to be drawn piece by piece has its height written on it."""
    board = Board("Tak", ((Cell("flat", FIRST, (SECOND,) * 11 + (FIRST,)),),))
    drawn = shapes.draw_board_shapes(
        board,
        THEMES["light"],
        0,
        0,
        13,
        marks={},
    )

    assert "12" in {shape.text for shape in drawn if isinstance(shape, Text)}
    assert draw_text(board) == [" B11W"]


# Chequered boards and the pieces of chess.

PIECES_OF_CHESS = ("pawn", "knight", "bishop", "rook", "queen", "king")


def grounds(board: Board, theme: str) -> list[list[str]]:
    """Return the colour of each cell of an empty square board."""
    cells = [
        shape
        for shape in shapes.draw_board_shapes(
            board,
            THEMES[theme],
            0,
            0,
            13,
            marks={},
        )
        if isinstance(shape, Rectangle)
    ]
    columns = len(board.cells[0])
    return [
        [cell.fill for cell in cells[at : at + columns]] for at in range(0, len(cells), columns)
    ]


@pytest.mark.parametrize("theme", [*THEMES])
def test_a_chequered_board_has_light_and_dark_cells_that_differ_clearly(theme: str) -> None:
    """In every theme light and dark alternate, the corner at the upper left is light, and light
    is the brighter.
    """
    rows = grounds(
        Board("", tuple(tuple(E for _ in range(8)) for _ in range(8)), chequered=True), theme
    )
    light = rows[0][0]
    dark = rows[0][1]

    assert rows == [[(light, dark)[(row + column) % 2] for column in range(8)] for row in range(8)]
    assert luminance(light) > luminance(dark)
    assert contrast(light, dark) > 1.5


@pytest.mark.parametrize("theme", [*THEMES])
def test_the_squares_that_draughts_are_played_on_are_the_dark_ones(theme: str) -> None:
    """In every theme they differ clearly from those that are never used."""
    cells = tuple(
        tuple(Cell(playable=cell.playable) for cell in row)
        for row in run_of("italian-draughts", "small").root.board().cells
    )
    board = run_of("italian-draughts", "small").root.board()
    rows = grounds(Board("", cells, chequered=board.chequered), theme)
    used = {
        rows[row][column] for row in range(8) for column in range(8) if cells[row][column].playable
    }
    unused = {
        rows[row][column]
        for row in range(8)
        for column in range(8)
        if not cells[row][column].playable
    }
    (dark,) = used
    (light,) = unused

    assert luminance(light) > luminance(dark)
    assert contrast(light, dark) > 1.5


@pytest.mark.parametrize("name", PIECES_OF_CHESS)
def test_a_piece_of_chess_is_a_figure_within_its_cell_light_or_dark_as_its_owner(name: str) -> None:
    """It is drawn without any type, in the colour of its owner, and no two pieces have the same
    outline.
    """
    outlines = {}
    for owner in (FIRST, SECOND):
        board = Board(
            "",
            (
                (
                    Cell(
                        "label",
                        owner,
                        label="x",
                        figure=name,
                    ),
                ),
            ),
        )
        ground, *figure = shapes.draw_board_shapes(
            board,
            THEMES["light"],
            0,
            0,
            13,
            marks={},
        )

        assert isinstance(ground, Rectangle)
        assert not [shape for shape in figure if isinstance(shape, Text)]
        outline = figure[0]
        assert isinstance(outline, Polygon)
        assert outline.pen is not None
        outlines[owner] = outline
        assert all(
            ground.x < x < ground.x + ground.width and ground.y < y < ground.y + ground.height
            for x, y in outline.points
        )
        assert contrast(outline.fill, outline.pen.colour) > 2

    assert contrast(outlines[FIRST].fill, outlines[SECOND].fill) > 7
    assert (
        len({str(outline) for outline in shapes.FIGURE_OUTLINES.values()})
        == len(PIECES_OF_CHESS)
        == len(shapes.FIGURE_OUTLINES)
    )


def test_a_label_that_is_no_piece_of_chess_stays_a_text() -> None:
    """A letter without a figure is written."""
    drawn = shapes.draw_board_shapes(
        Board("", ((Cell("label", FIRST, label="Q"),),)), THEMES["light"], 0, 0, 13, marks={}
    )
    assert [shape.text for shape in drawn if isinstance(shape, Text)] == ["Q"]


def test_chess_is_drawn_with_its_pieces_on_a_chequered_board() -> None:
    """Thirty-two figures and no letters but those at the edges and below."""
    pytest.importorskip("chess", reason="python-chess is not installed")
    board = run_of("chess", "opening", 1).root.board()

    assert board.chequered
    drawn = shapes.draw_board_shapes(
        board,
        THEMES["light"],
        0,
        0,
        13,
        marks={},
    )
    assert sum(isinstance(shape, Polygon) for shape in drawn) == 32
    assert {shape.text for shape in drawn if isinstance(shape, Text)} == {
        *"abcdefgh",
        *"12345678",
        *board.captions,
    }
