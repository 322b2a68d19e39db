"""The rules: against the simple ones of `simple`, and one by one."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from games.italian_draughts import GAME
from games.italian_draughts.rules import Draughts
from tests.oracles.games import italian_draughts as simple


def place(fen: str, **settings: str) -> Draughts:
    position = GAME.read(fen, settings)
    assert isinstance(position, Draughts)
    return position


def names(fen: str) -> list[str]:
    """Name the legal moves of a position."""
    position = place(fen)
    return [position.name(move) for move in position.moves()]


def agree(expected: simple.Simple) -> Counter[str]:
    """Compare moves, positions after them, results, paths and names; count what there was to
    compare.
    """
    position = place(simple.fen(expected))
    ways = simple.ways(expected)
    moves = position.moves()
    paths = position.paths()
    assert position.text() == simple.fen(expected)
    assert [position.name(move) for move in moves] == simple.names(expected)
    assert position.outcome() == simple.result(expected)
    after = {simple.identity(way): simple.fen(simple.after(expected, way)) for way in ways}
    assert sorted(position.play(move).text() for move in moves) == sorted(after.values())
    assert len({position.name(path) for path in paths}) == len(paths) == len(ways)
    assert sorted(position.play(path).text() for path in paths) == sorted(
        simple.fen(simple.after(expected, way)) for way in ways
    )
    for move in moves:
        assert GAME.find_move(position, position.name(move)) == move
    for way in ways:
        read = GAME.find_move(position, simple.long_name(way))
        assert position.play(read).text() == after[simple.identity(way)]
    return Counter(
        captures=bool(ways and ways[0].met),
        named_in_full=any(name.count("x") > 1 for name in simple.names(expected)),
        merged=len(paths) > len(moves),
        over=not ways,
    )


def test_scattered_positions_agree_with_the_simple_rules(usually: Callable[[int], int]) -> None:
    """On boards with pieces anywhere both versions have the same moves, names, results and
    positions after.
    """
    seen = sum(
        (agree(simple.random_position(seed)) for seed in range(800, 800 + usually(700))), Counter()
    )

    assert seen["captures"] > usually(240)
    assert seen["over"] >= usually(3)


def test_long_captures_agree_with_the_simple_rules(usually: Callable[[int], int]) -> None:
    """On boards made for long captures, too, among them many where paths merge or ends are
    shared.
    """
    seen = sum(
        (agree(simple.random_tangle(seed)) for seed in range(100, 100 + usually(700))), Counter()
    )

    assert seen["captures"] > usually(350)
    assert seen["merged"] > usually(35)
    assert seen["named_in_full"] >= usually(7)


def test_games_agree_with_the_simple_rules(usually: Callable[[int], int]) -> None:
    """In every position of games played by chance the two versions agree."""
    seen = sum(
        (
            agree(position)
            for seed in range(2 * usually(5))
            for position in simple.random_game(seed)
        ),
        Counter(),
    )
    assert seen["captures"] > 2 * usually(30)


def test_each_priority_is_decisive_somewhere() -> None:
    """Among the boards made for long captures each of the four priorities rules out captures
    many times.
    """
    decisive: Counter[int] = Counter()
    for seed in range(3_000):
        position = simple.random_tangle(seed)
        counts = ways_left(position)
        decisive.update(
            rule for rule, (before, after) in enumerate(pairwise(counts), 1) if after < before
        )

    assert all(decisive[rule] > 30 for rule in (1, 2, 3, 4))


def ways_left(position: simple.Simple) -> list[int]:
    """Count the ways to capture before the priorities and after each."""
    pieces = position.pieces
    start = [simple.Way((place,)) for place in position.pieces]
    ways = [
        way
        for begin in start
        if pieces[begin.stood[0]].lower() == position.side
        for way in simple.jumps(position, pieces[begin.stood[0]], begin)
    ]
    left = [len(ways)]
    for worth in (
        lambda way: len(way.met),
        lambda way: pieces[way.stood[0]].isupper(),
        lambda way: sum(pieces[place].isupper() for place in way.met),
        lambda way: [pieces[place].isupper() for place in way.met],
    ):
        ways = simple.keep(ways, {way: worth(way) for way in ways})
        left.append(len(ways))
    return left


def test_jumped_pieces_stay_to_the_end() -> None:
    """A king cannot jump the same piece twice, nor land on the square of one that it has jumped."""
    position = place("W:WK6:B10,11,18,19")

    assert [position.name(path) for path in position.paths()] == ["6x13x22x15x6", "6x15x22x13x6"]
    assert names("W:WK6:B10,11,18,19") == ["6x6"]


def test_turning_the_board_changes_nothing() -> None:
    """With the board turned half round and the colours exchanged, the moves are the same ones,
    seen from there.
    """
    for seed in range(300):
        expected = simple.random_position(seed)
        position, image = (place(simple.fen(one)) for one in (expected, simple.turned(expected)))
        turned_ends = sorted((33 - move.source, 33 - move.target) for move in image.moves())

        assert turned_ends == sorted((move.source, move.target) for move in position.moves())
        assert (image.outcome() or 0) == -(position.outcome() or 0)


# Draw rules.

KINGS = "W:WK1,32:BK30,9"


def shuffle(position: Draughts, times: int) -> Draughts:
    """Go to and fro with a king of each side."""
    for _ in range(times):
        for word in ("1-5", "30-27", "5-1", "27-30"):
            position = position.play(GAME.find_move(position, word))
    return position


def test_draw_rules_are_off_unless_asked_for() -> None:
    """Without them a position may come back for ever, and its key does not remember."""
    position = place(KINGS)

    assert shuffle(position, 50) == position
    assert GAME.read(KINGS, {"draws": "off"}) == position


def test_three_fold_repetition_is_a_draw() -> None:
    """A position that stands for the third time, with the same side to move, is a draw, worth 0,
    and has no moves.
    """
    position = place(KINGS, draws="on")
    twice = shuffle(position, 1)

    assert twice.outcome() is None
    assert twice.moves()
    assert twice.key() != position.key()
    thrice = shuffle(position, 2)
    assert thrice.outcome() == 0
    assert not thrice.moves()
    assert not thrice.paths()
    assert GAME.evaluations["material"](thrice, 0) == 0
    with pytest.raises(ValueError, match="comes after the end of the game"):
        GAME.find_move(thrice, "1-5")
    assert thrice.board().captions[-1] == "quiet plies 8 of 80, this position 3 of 3 times"


def test_a_mans_move_begins_the_count_anew() -> None:
    """After a man's move or a capture no earlier position can come back, and none is remembered."""
    position = shuffle(place(KINGS, draws="on"), 1)
    position = position.play(GAME.find_move(position, "32-28"))

    assert position.history is not None
    assert len(position.history) == 1


def drawn(texts: list[str], quiet: int) -> bool:
    """Say whether the draw rules end a game with these positions, the last of so many quiet
    plies.
    """
    return quiet >= 80 or texts.count(texts[-1]) >= 3


def ending(seed: int) -> str:
    """Play a game of kings under draw rules, beside it a list of all positions and a count of
    quiet plies.
    """
    chance = random.Random(seed)
    position = place("W:WK1,K12,32:BK30,K8,9" if seed % 2 else "W:WK4,K32:BK29", draws="on")
    texts = [position.text()]
    quiet = 0
    while position.outcome() is None:
        assert not drawn(texts, quiet)
        moves = list(position.moves())
        fresh = [move for move in moves if texts.count(position.play(move).text()) < 2]
        move = chance.choice(fresh or moves)
        piece = simple.read(position.text()).pieces[simple.PLACE[move.source]]
        if move.captured or piece.islower():
            quiet = 0
        else:
            quiet = quiet + 1
        position = position.play(move)
        texts.append(position.text())
    lost = simple.result(simple.read(position.text()))
    assert position.outcome() == (0 if lost is None else lost)
    assert lost is not None or drawn(texts, quiet)
    if lost is not None:
        return "lost"
    if quiet >= 80:
        return "40 moves"
    return "repetition"


def test_draw_rules_agree_with_a_list_of_positions() -> None:
    """In 40 games of kings the end comes just when it should: lost, by repetition, or after 40
    moves a side.
    """
    assert Counter(map(ending, range(40))).keys() == {"lost", "40 moves", "repetition"}


def test_keys_with_draw_rules_forget_the_order_of_the_past() -> None:
    """Two ways to a position that passed the same positions have the same key; others have not."""
    position = place("W:WK1,K32:BK30", draws="on")

    def after(words: str) -> Draughts:
        reached = position
        for word in words.split():
            reached = reached.play(GAME.find_move(reached, word))
        return reached

    one = "1-5 30-27 5-1 27-30 "
    other = "32-28 30-26 28-32 26-30 "

    assert after(one).text() == after(other).text() == position.text()
    assert after(one).key() != after(other).key() != position.key()
    assert after(one + other).history != after(other + one).history
    assert after(one + other).key() == after(other + one).key()
