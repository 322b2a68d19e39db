"""What the game offers: settings, moves by name, the drawn board, and presets that keep their
promises.
"""

from collections.abc import Callable

import pytest

from games import AnyPosition, Player
from games.tak import GAME
from games.tak.notation import TakSetup, empty_tak_setup, read_tps

SetUp = Callable[[TakSetup, int], AnyPosition]
PRESETS = {preset.name: preset for preset in GAME.presets}


def wins(position: AnyPosition) -> list[str]:
    """List the moves that win at once for the mover."""
    won = 1 if position.maximizing else -1
    return [move for move in position.moves() if position.play(move).outcome() == won]


def test_settings_decide_size_and_komi() -> None:
    """The start has the size that was asked for, five without; komi is told in the title."""
    assert GAME.start({}).text() == "x5/x5/x5/x5/x5 1 1"
    assert GAME.start({"size": 3, "half_komi": 4}).board().title == "Tak 3×3, komi 2"
    assert GAME.read("x3/x3/x3 1 1", {"size": 3}).board().title == "Tak 3×3"
    with pytest.raises(ValueError, match="the position has 3 rows, but you asked for size 5"):
        GAME.read("x3/x3/x3 1 1", {"size": 5})


def test_the_board_is_drawn(set_up: SetUp) -> None:
    """Rows come from the top, stacks from the bottom, reserves beneath, road counts on empty
    squares.
    """
    board = set_up(read_tps("x5/x3,2S,x/x5/x,12,1C,x2/1,x4 1 9"), 0).board()

    assert board.title == "Tak 5×5"
    assert board.columns == ("a", "b", "c", "d", "e")
    assert board.rows == ("5", "4", "3", "2", "1")
    assert board.captions == ("White 19+0  Black 19+1",)
    assert board.cells[1][3].piece == "wall"
    assert board.cells[1][3].owner == Player.SECOND
    assert board.cells[3][1].stack == (Player.FIRST, Player.SECOND)
    assert [cell.piece for cell in board.cells[3]] == ["", "flat", "capstone", "", ""]
    assert [*board.layers["road"][3]] == [2, None, None, 1, 1]
    assert [*board.layers["road"][4]] == [None, 1, 2, 1, 1]


def test_a_moves_target_is_where_its_last_piece_lands(set_up: SetUp) -> None:
    """Rows of the drawn board count from the top."""
    position = set_up(empty_tak_setup(5), 0)

    assert GAME.target(position, "a1") == (4, 0)
    assert GAME.target(position, "Ce5") == (0, 4)
    assert GAME.target(position, "3a1>21") == (4, 2)
    assert GAME.target(position, "c3+") == (1, 2)


def test_win_in_one(set_up: SetUp) -> None:
    """Of 44 moves the spread d4< alone wins."""
    position = set_up(read_tps(PRESETS["win-in-one"].text), 0)

    assert len(position.moves()) == 44
    assert wins(position) == ["d4<"]


def test_loss_in_one(set_up: SetUp) -> None:
    """Of 37 moves, none of which wins, b4+ alone leaves Black without a win; Black threatens
    four.
    """
    position = set_up(read_tps(PRESETS["loss-in-one"].text), 0)
    moves = position.moves()

    assert len(moves) == 37
    assert not wins(position)
    assert [move for move in moves if not wins(position.play(move))] == ["b4+"]
    assert len(wins(position.play("d1"))) == 4


def test_tinue(set_up: SetUp) -> None:
    """White has no win at once, and after d5 has one whatever Black replies; no other move does
    that.
    """
    position = set_up(read_tps(PRESETS["tinue"].text), 0)

    assert not wins(position)

    def wins_by_force(after: AnyPosition) -> bool:
        replies = [after.play(reply) for reply in after.moves()]
        return all(reply.outcome() == 1 or bool(wins(reply)) for reply in replies)

    assert [move for move in position.moves() if wins_by_force(position.play(move))] == ["d5"]


def test_two_roads(set_up: SetUp) -> None:
    """c3- makes a road on rank 2 for White and on rank 3 for Black, and White has won."""
    position = set_up(read_tps(PRESETS["two-roads"].text), 0)
    after = position.play("c3-")

    assert after.text() == "x4/2,2,2,2/1,1,21,1/x4 2 6"
    assert after.outcome() == 1
