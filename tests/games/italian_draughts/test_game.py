"""What the game offers: settings, the drawn board, and presets that keep their promises."""

from games import Player, Preset
from games.italian_draughts import GAME
from tests.games.italian_draughts.test_rules import ways_left
from tests.oracles.games import italian_draughts as simple
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PRESETS = {preset.name: preset for preset in GAME.presets}


def search(preset: Preset, algorithm: str) -> Run:
    """Search a preset as deep as its counts say."""
    depth = preset.counts.get("depth")
    return Run(
        Recipe(
            PositionSpec(GAME.name, preset.name),
            SearchSpec(algorithm, depth="all" if depth is None else int(depth)),
        )
    ).finish()


def values(name: str, depth: int) -> dict[str, float]:
    """Return the value of each move of a preset by the simple rules, searched that many plies
    deep in all.
    """
    position = simple.read(PRESETS[name].text)
    return {
        simple.long_name(way): simple.minimax(simple.after(position, way), depth - 1)
        for way in simple.ways(position)
    }


def test_the_board_is_drawn() -> None:
    """Pieces stand on dark cells, rows are named by their first square, empty squares have
    numbers as a layer.
    """
    board = GAME.read("B:WK3,21,32:B9,K30", {}).board()

    assert board.title == "Italian draughts 8×8"
    assert board.rows == ("1", "5", "9", "13", "17", "21", "25", "29")
    assert board.captions == ("White 2 men, 1 king", "Black 1 man, 1 king")
    for row, cells in enumerate(board.cells):
        for column, cell in enumerate(cells):
            assert cell.playable == ((row + column) % 2 == 0)
            number = simple.NUMBER.get((row, column))
            assert board.layers["square"][row][column] == (None if cell.piece else number)
    pieces = {simple.NUMBER[place]: (board.cells[place[0]][place[1]]) for place in simple.DARK}
    drawn = {number: (cell.piece, cell.owner) for number, cell in pieces.items() if cell.piece}
    assert drawn == {
        3: ("king", Player.FIRST),
        9: ("man", Player.SECOND),
        21: ("man", Player.FIRST),
        30: ("king", Player.SECOND),
        32: ("man", Player.FIRST),
    }


def test_every_board_shows_its_pieces() -> None:
    """On 200 boards each piece is drawn where it stands, and a move's target is where it comes
    to stand.
    """
    signs = {
        ("man", 1): "o",
        ("king", 1): "O",
        ("man", 2): "x",
        ("king", 2): "X",
    }
    for seed in range(200):
        position = simple.random_position(seed)
        draughts = GAME.read(simple.fen(position), {})
        cells = draughts.board().cells
        shown = {
            place: cells[place[0]][place[1]]
            for place in simple.DARK
            if cells[place[0]][place[1]].piece
        }

        assert {
            place: signs[cell.piece, cell.owner] for place, cell in shown.items()
        } == position.pieces
        for move in draughts.moves():
            row, column = GAME.target(draughts, move) or (-1, -1)

            assert simple.NUMBER[row, column] == move.target
            assert draughts.play(move).board().cells[row][column].owner == (
                1 if draughts.maximizing else 2
            )


# Presets.


def test_ordering_helps() -> None:
    """The scored order needs less than a seventh of natural order's nodes, and six more than the
    least there can be.
    """
    counts = PRESETS["ordering-helps"].counts

    assert 7 * counts["ordered-alpha-beta"] < counts["alpha-beta"]
    assert counts["ordered-alpha-beta"] - counts["minimum"] == 6
    assert GAME.presets[0].name == "opening"
    assert GAME.depth == counts["depth"]


def test_ordering_hurts() -> None:
    """The scored order needs five times the nodes of natural order."""
    counts = PRESETS["ordering-hurts"].counts
    assert 5 <= counts["ordered-alpha-beta"] / counts["alpha-beta"] < 6


def test_opening() -> None:
    """The first position has seven moves, and is worth 0 five plies deep."""
    position = GAME.read(PRESETS["opening"].text, {})

    assert position == GAME.start({})
    assert len(position.moves()) == 7
    assert PRESETS["opening"].counts["value"] == 0


def test_shot() -> None:
    """23-20 loses a man at depth 2 and wins three points at depth 3, alone: 28x3 takes three men
    and has a king.
    """
    assert values("shot", 2)["23-20"] == -1
    deeper = values("shot", 3)
    assert [move for move, value in deeper.items() if value > 0] == ["23-20"]
    position = GAME.read(PRESETS["shot"].text, {})
    for word in ("23-20", "16x23"):
        position = position.play(GAME.find_move(position, word))
    taken = GAME.find_move(position, "28x3")
    assert taken.captured.bit_count() == 3
    assert [position.name(move) for move in position.moves()] == ["28x3"]
    assert position.play(taken).text().startswith("B:WK3,")


def test_priorities() -> None:
    """Six ways to capture; after each priority 4, 3, 2 and 1 are left."""
    assert ways_left(simple.read(PRESETS["priorities"].text)) == [6, 4, 3, 2, 1]


def test_two_ways_round() -> None:
    """The ring takes four men on two paths and is one move of three; two others end on 24."""
    position = GAME.read(PRESETS["two-ways-round"].text, {})

    assert GAME.paths is not None
    assert len(position.moves()) == 3
    assert len(GAME.paths(position)) == 4
    assert position.moves()[0].captured.bit_count() == 4
    assert [move.target for move in position.moves()] == [6, 24, 24]


def test_two_kings() -> None:
    """Of eight moves 23-19 alone is worth a won game seven plies deep."""
    moves = GAME.read(PRESETS["two-kings"].text, {}).moves()
    worth = {}
    for move in moves:
        where = PositionSpec(GAME.name, PRESETS["two-kings"].text, moves=move.name())
        worth[move.name()] = summary(Run(Recipe(where, SearchSpec(depth=6))).finish())["value"]

    assert len(worth) == 8
    assert [name for name, value in worth.items() if value == 1000] == ["23-19"]


def test_to_the_end() -> None:
    """All 591 games from there end within ten plies, with White as the winner."""

    def games(position: simple.Simple) -> list[tuple[int | None, int]]:
        ways = simple.ways(position)
        below = [game for way in ways for game in games(simple.after(position, way))]
        if ways:
            return [(won, plies + 1) for won, plies in below]
        return [(simple.result(position), 0)]

    played = games(simple.read(PRESETS["to-the-end"].text))

    assert len(played) == 591
    assert {won for won, _ in played} == {1}
    assert max(plies for _, plies in played) == 10


def test_small() -> None:
    """Three men; only 7-3 wins; of the two cutoffs one is shallow and one deep; the scored order
    is the least.
    """
    preset = PRESETS["small"]

    assert len(simple.read(preset.text).pieces) == 3
    assert [move for move, value in values("small", 5).items() if value == 1000] == ["7-3"]
    assert preset.counts["ordered-alpha-beta"] == preset.counts["minimum"] == 16
    run = search(preset, "alpha-beta")
    sentences = " ".join(explain(run, step) for step in range(run.trace.last_step + 1))
    assert sentences.count("Cut after") == 1
    assert sentences.count("Deep cut after") == 1
    assert len(run.trace.cuts) == 2
