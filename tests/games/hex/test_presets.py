"""The presets of Hex: every count is measured, every sentence is true."""

import pytest

from games.hex import GAME
from games.hex.rules import Hex
from tests.oracles.games import hex as simple
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PRESETS = {preset.name: preset for preset in GAME.presets}


def searched(
    name: str,
    algorithm: str,
    ordering: str | None = None,
    depth: int | str | None = None,
    evaluation: str | None = None,
) -> Run:
    """Search a preset at its depth, by its evaluation."""
    limit = depth or int(PRESETS[name].counts["depth"])
    search = SearchSpec(
        algorithm,
        ordering,
        evaluation=evaluation,
        depth=limit,
    )
    return Run(Recipe(PositionSpec("hex", name), search)).finish()


def winning_moves(name: str, depth: int) -> list[str]:
    """Return the moves after which a search to a depth finds the mover to win."""
    position = root(name)
    goal = 1 if position.maximizing else -1
    found = []
    for move in map(position.name, position.moves()):
        where = PositionSpec("hex", name, move)
        if summary(Run(Recipe(where, SearchSpec(depth=depth - 1))).finish())["value"] == goal:
            found.append(move)
    return found


def root(name: str) -> Hex:
    """Return the position of a preset."""
    settings = dict(PRESETS[name].settings)
    found = GAME.read(PRESETS[name].text, settings)
    assert isinstance(found, Hex)
    return found


def names(name: str) -> list[str]:
    """Return the moves of a preset in natural order."""
    position = root(name)
    return [position.name(move) for move in position.moves()]


def test_only_a4_helps() -> None:
    """White would win on a4; only there Black wins, natural order tries it last of ten, and
    scored order needs 302.
    """
    text = PRESETS["ordering-helps"].text

    assert {simple.name(cell) for cell in simple.wins_at_once(simple.from_text(text), "w")} == {
        "a4"
    }
    assert winning_moves("ordering-helps", 4) == ["a4"]
    assert names("ordering-helps").index("a4") == 9 == len(names("ordering-helps")) - 1
    board = simple.after(simple.from_text(text), (3, 0), "b")
    assert {simple.name(cell) for cell in simple.wins_at_once(board, "b")} == {"b2", "c2"}


def test_e1_comes_first() -> None:
    """e1 wins at once and is the first in natural order; the scored order begins with another
    move.
    """
    board = simple.from_text(PRESETS["ordering-hurts"].text)

    assert {simple.name(cell) for cell in simple.wins_at_once(board, "b")} == {"e1"}
    assert names("ordering-hurts")[0] == "e1"
    run = searched("ordering-hurts", "ordered-alpha-beta")
    assert run.order_with_scores(())[0][0] != 0


def test_the_first_search_of_hex_shows_something() -> None:
    """With all defaults Black is found to be a stone nearer; knowing only who has won, the
    search finds nothing.
    """
    run = Run(Recipe(PositionSpec("hex"), SearchSpec())).finish()

    assert run.recipe.search.evaluation == "distance"
    assert run.depth == 3
    said = (
        "Finished: b1 is best for Black, who is a stone nearer to connecting its edges "
        "after b1 d1 e1 (1, depth 3)."
    )
    assert explain(run, run.trace.last_step).startswith(said)
    assert (
        summary(
            searched(
                "opening",
                "alpha-beta",
                depth=4,
                evaluation="result",
            )
        )["value"]
        == 0
    )


@pytest.mark.slow
def test_opening_least() -> None:
    """On the empty board, where nothing is decided within four plies, natural order prunes as
    much as can be.
    """
    least = minimum(
        searched(
            "opening",
            "minimax",
            depth=4,
            evaluation="result",
        ).trace
    )

    assert least is not None
    for ordering in ("natural", "scored", "threats"):
        assert (
            least.nodes
            == len(searched("opening", "alpha-beta", ordering, 4, "result").trace)
            == 1774
        )


def test_two_ways() -> None:
    """After c3 Black wins with b5 and with c5: depth 3 sees it, of no other move, and depth 2
    sees nothing.
    """
    assert winning_moves("two-ways", 3) == ["c3"]
    assert summary(searched("two-ways", "minimax", depth=2))["value"] == 0
    board = simple.after(simple.from_text(PRESETS["two-ways"].text), (2, 2), "b")
    assert {simple.name(cell) for cell in simple.wins_at_once(board, "b")} == {"b5", "c5"}


def test_stop_it_first() -> None:
    """Black would win on c5, White's only winning move, and `threats` needs 76 nodes where no
    order needs under 75.
    """
    board = simple.from_text(PRESETS["stop-it-first"].text)

    assert {simple.name(cell) for cell in simple.wins_at_once(board, "b")} == {"c5"}
    assert winning_moves("stop-it-first", 4) == ["c5"]
    least = minimum(searched("stop-it-first", "minimax").trace)
    assert least is not None
    assert least.nodes == 75 == PRESETS["stop-it-first"].counts["threats"] - 1


def test_end_game() -> None:
    """Of White's eight moves only a5 wins, the last one; nobody would win at once."""
    assert len(names("end-game")) == 8
    assert winning_moves("end-game", 8) == ["a5"] == names("end-game")[-1:]
    board = simple.from_text(PRESETS["end-game"].text)
    assert not simple.wins_at_once(board, "b") | simple.wins_at_once(board, "w")


def test_small() -> None:
    """White wins at once with c1 and loses with every other move."""
    board = simple.from_text(PRESETS["small"].text)

    assert {simple.name(cell) for cell in simple.wins_at_once(board, "w")} == {"c1"}
    values = {
        simple.name(cell): simple.value(simple.after(board, cell, "w"), "b")
        for cell in simple.free(board)
    }
    assert values == {
        "a1": 1,
        "b1": 1,
        "c1": -1,
        "a2": 1,
    }


def test_swap() -> None:
    """b2 wins without swap, so White takes it over: only the swap wins within five plies."""
    assert simple.value(simple.from_text(PRESETS["swap"].text), "w") == 1
    assert winning_moves("swap", 5) == ["swap"]


def chosen(name: str, iterations: int, selection: str) -> str | None:
    """Return the move that MCTS in the scored order prefers."""
    own = {"iterations": iterations, "selection": selection}
    found = summary(
        Run(Recipe(PositionSpec("hex", name), SearchSpec("mcts", "scored", options=own))).finish()
    )
    move = found["best_move"]
    assert move is None or isinstance(move, str)
    return move


@pytest.mark.slow  # a search to the end
def test_a_prior_is_overcome() -> None:
    """Only d1 wins; PUCT prefers b3 with 200 iterations, and d1 with 300; UCT prefers d1 with
    100.
    """
    assert winning_moves("prior-overcome", 16) == ["d1"]
    found = [chosen("prior-overcome", number, "puct") for number in (100, 200, 300, 400)]
    assert found == ["b3", "b3", "d1", "d1"]
    assert chosen("prior-overcome", 100, "uct") == "d1"


@pytest.mark.slow  # a search to the end, and some thousand random games
def test_a_prior_misleads() -> None:
    """Only c2 wins; PUCT prefers b2 with 100 iterations, never c2 with up to 1,600; UCT prefers
    c2 with 1,600.
    """
    assert winning_moves("prior-misleads", 16) == ["c2"]
    found = [chosen("prior-misleads", number, "puct") for number in (100, 200, 400, 800, 1600)]
    assert found[0] == "b2"
    assert "c2" not in found
    assert chosen("prior-misleads", 1600, "uct") == "c2"
