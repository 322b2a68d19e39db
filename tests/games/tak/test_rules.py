"""The rules of Tak, one fact a test, under both kinds of rules."""

from collections.abc import Callable

import pytest

from games import AnyPosition, Player
from games.tak.notation import TakSetup, empty_tak_setup

Place = Callable[..., AnyPosition]


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        (3, 9),
        (4, 16),
        (5, 25),
        (6, 36),
        (7, 49),
        (8, 64),
    ],
)
def test_the_first_two_plies_place_the_opponents_flats(
    set_up: Callable[[TakSetup, int], AnyPosition], size: int, moves: int
) -> None:
    """White first places a flat of Black's, Black then one of White's; walls and capstones are
    not offered.
    """
    position = set_up(empty_tak_setup(size), 0)

    assert len(position.moves()) == moves
    assert all(len(move) == 2 for move in position.moves())
    after = position.play("a1").play("b1")
    assert after.text().split()[0].split("/")[-1].startswith("2,1,x")
    assert after.maximizing


def test_natural_order(place: Place) -> None:
    """Squares file by file; on each flat, wall, capstone; a stack's spreads by pieces, direction
    and drops.
    """
    moves = list(place("x5/x5/1121,x4/x5/x4,2 1 9").moves())

    assert moves[:6] == ["a1", "Sa1", "Ca1", "a2", "Sa2", "Ca2"]
    spreads = [move for move in moves if "a3" in move]
    assert spreads == [
        "a3+",
        "a3-",
        "a3>",
        "2a3+",
        "2a3+11",
        "2a3-",
        "2a3-11",
        "2a3>",
        "2a3>11",
        "3a3+",
        "3a3+21",
        "3a3+12",
        "3a3-",
        "3a3-21",
        "3a3-12",
        "3a3>",
        "3a3>21",
        "3a3>12",
        "3a3>111",
        "4a3+",
        "4a3+31",
        "4a3+22",
        "4a3+13",
        "4a3-",
        "4a3-31",
        "4a3-22",
        "4a3-13",
        "4a3>",
        "4a3>31",
        "4a3>22",
        "4a3>211",
        "4a3>13",
        "4a3>121",
        "4a3>112",
        "4a3>1111",
    ]


def test_a_lone_capstone_flattens_a_wall(place: Place) -> None:
    """The capstone alone moves onto a wall, also after dropping others on the way; a flat
    cannot.
    """
    board = "x5/x5/1C,2S,x3/11,x,2S,x2/1,2S,x3 1 9"
    after = place(board, "a3>")

    assert after.text() == "x5/x5/x,21C,x3/11,x,2S,x2/1,2S,x3 2 9"
    assert after.board().cells[2][1].stack[0] == Player.SECOND
    board = "x5/x5/11C,x,2S,x2/x5/1,2S,x3 1 9"
    moves = place(board).moves()
    assert "2a3>11" in moves
    assert "a1>" not in moves
    assert place(board, "2a3>11").text() == "x5/x5/x,1,21C,x2/x5/1,2S,x3 2 9"


def test_a_pair_may_not_flatten_together(place: Place) -> None:
    """With two pieces in hand before a wall the capstone has to stay away."""
    moves = place("x5/x5/11C,2S,x3/x5/2,x4 1 9").moves()

    assert "a3>" in moves
    assert "2a3>" not in moves


def test_nothing_moves_onto_a_capstone(place: Place) -> None:
    """Not even the other capstone."""
    assert "a3>" not in place("x5/x5/1C,2C,x3/x5/2,x4 1 9").moves()


def test_a_move_takes_at_most_as_many_pieces_as_the_board_is_wide(place: Place) -> None:
    """Of a stack of four on 3×3 three may move."""
    taken = {move[0] for move in place("1212,x2/x3/x3 2 9").moves() if move[0].isdigit()}
    assert taken == {"2", "3"}


def test_a_road_of_flats_and_a_capstone_wins(place: Place) -> None:
    """Flats and capstones make a road with a bend in it."""
    assert place("x5/x5/x2,1,1,x/1,1C,1,x2/2,2,2,2,x 1 9", "e3").outcome() == 1


def test_walls_make_no_road(place: Place) -> None:
    """A wall in the fifth square does not complete the road, a flat does."""
    board = "x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 9"

    assert place(board, "Se3").outcome() is None
    assert place(board, "e3").outcome() == 1


def test_a_diagonal_is_no_road(place: Place) -> None:
    """Corners do not join."""
    assert place("x2,1/x,1,x/x,2,2 1 5", "a1").outcome() is None


def test_both_roads_at_once_are_the_movers_win(place: Place) -> None:
    """Moving the top of c3 completes a road for each player; whoever moved has won."""
    assert place("x4/2,2,21,2/1,1,2,1/x4 1 6", "c3-").outcome() == 1
    assert place("x4/1,1,12,1/2,2,1,2/x4 2 6", "c3-").outcome() == -1


def test_a_road_for_the_opponent_loses(place: Place) -> None:
    """A move that uncovers only the opponent's road ends the game against the mover."""
    assert place("x4/2,2,21,2/x4/1,x3 1 6", "c3-").outcome() == -1
    assert place("x4/1,1,12,1/x4/2,x3 2 6", "c3-").outcome() == 1


FULL = "1,2,1/2,1S,2/1,2,x 1 6"


@pytest.mark.parametrize(
    ("move", "half_komi", "outcome"),
    [
        ("c1", 0, 0),
        ("Sc1", 0, -1),
        ("c1", 4, -1),
        ("Sc1", 4, -1),
    ],
)
def test_a_full_board_is_won_by_flats(
    place: Place, move: str, half_komi: int, outcome: int
) -> None:
    """Top flats count and walls do not; komi is Black's."""
    assert place(FULL, move, half_komi=half_komi).outcome() == outcome


def test_komi_of_two_flats_makes_draws(place: Place) -> None:
    """Two flats ahead are a draw under half-komi 4, three a win."""
    assert place("1,2,1/2,1,2/1,2S,x 1 6", "c1", half_komi=4).outcome() == 0
    assert place("1,2,1/2,1,2/1,2S,x 1 6", "c1").outcome() == 1
    assert place("1,2,1/2,1,2S/1,2S,x 1 6", "c1", half_komi=4).outcome() == 1


def test_a_spread_can_fill_the_board(place: Place) -> None:
    """The last empty square filled by a spread ends the game too."""
    assert place("2,1,2/1,2,1S/21,x,2 1 8", "a1>").outcome() == -1


def test_no_pieces_left_ends_the_game(place: Place) -> None:
    """Who places the last of ten stones on 3×3 ends the game, and top flats decide."""
    assert place("111111111,2,x/2,x2/x3 1 12", "c1").outcome() == 0
    assert place("111111111,2,x/2,x2/x3 1 12", "Sc1").outcome() == -1


def test_fifty_spreads_in_a_row_are_a_draw(place: Place) -> None:
    """The fiftieth spread draws; a placement in between starts the count anew."""
    there_and_back = ["a1>", "e5<", "b1<", "d5>"]
    shuffle = (there_and_back * 13)[:50]
    board = "x4,2/x5/x5/x5/1,x4 1 2"
    before = place(board, *shuffle[:49])

    assert before.outcome() is None
    after = before.play(shuffle[49])
    assert after.outcome() == 0
    assert after.moves() == ()
    assert place(board, "c3", "c2", *shuffle[:48]).outcome() is None


def test_the_run_of_spreads_is_in_the_key_and_not_in_the_text(place: Place) -> None:
    """The same stacks reached by spreads and as read differ in what may follow, and so in their
    keys.
    """
    board = "x4,2/x5/x5/x5/1,x4 1 2"
    back = place(board, "a1>", "e5<", "b1<", "d5>")

    assert back.text() == "x4,2/x5/x5/x5/1,x4 1 4"
    assert back.key() != place(board).key()
    assert place("x4,2/x5/x5/x5/1,x4 1 3").key() == place(board).key()


def test_a_game_that_is_over_has_no_moves(place: Place) -> None:
    """A road on the board as it is read ends the game, for whoever is to move."""
    for side in "12":
        position = place(f"x3/1,1,1/2,2,x {side} 5")

        assert position.outcome() == 1
        assert position.moves() == ()
