"""What a comparison says: only what is true of the searches compared."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from visualizer.explaining.comparison.compare import Comparison, compare
from visualizer.explaining.comparison.report import (
    LEAST_COLUMN,
    MEASURE_LABELS,
    table_for_file,
    table_for_terminal,
)
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.look.numbers import format_mean, format_number
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.run import Run


def compared(position: str, searches: Sequence[str], base: SearchSpec | None = None) -> Comparison:
    """Compare searches of a tree, or of a position of tic-tac-toe."""
    game = "tictactoe" if position == "corner" else "tree"
    asked = [SearchSpec.from_spec(text, base) for text in searches]
    return compare(PositionSpec(game, position), asked, lambda recipe: Run(recipe).finish())


USUAL = ("minimax", "alpha-beta", "ordered-alpha-beta")


def test_the_least_of_any_order_is_of_searches_that_cut_at_equality() -> None:
    """With `>`, no order of this tree needs fewer than 19 nodes; 18, the least with `>=`, is not
    shown beside it.

    Nor is it in JSON, where it would be taken for that of the searches beside it.
    """
    with_equality = compared("wikipedia", USUAL)
    without = compared("wikipedia", USUAL, SearchSpec(cut=">"))

    assert with_equality.least is not None
    assert with_equality.least.nodes == 18
    assert "no order needs fewer than 18" in comparison_sentences(with_equality)
    assert without.least is None
    assert without.as_object()["minimum"] is None
    windowed = compared("wikipedia", USUAL, SearchSpec(window=(-1, 1)))
    assert windowed.least is None
    assert windowed.as_object()["minimum"] == {"nodes": 18, "leaves": 5}
    assert "fewer" not in comparison_sentences(without)
    assert LEAST_COLUMN not in table_for_terminal(without).text()


def test_a_search_of_another_depth_is_not_held_against_the_others() -> None:
    """66 times the nodes of a search two plies deep says nothing of ordering."""
    found = compared("corner", ("alpha-beta,depth=2", "ordered-alpha-beta"))

    assert comparison_sentences(found).startswith(
        "The searches differ in depth, evaluation or window, so their answers cannot be compared."
    )
    assert "×" not in comparison_sentences(found)
    assert (
        dict(zip(MEASURE_LABELS, table_for_file(found).rows[0][1:], strict=True))["natural / nodes"]
        == 1.0
    )
    assert "fewer" not in table_for_terminal(found).text()


def test_several_orders_are_each_held_against_natural_order() -> None:
    """One sentence with what pruning saves, and one with the nodes of each order: fewer, more or
    as many.
    """
    orders = ("ordering=best", "ordering=worst")
    found = compared(
        "aima-5.2", ("minimax", "alpha-beta", *(f"alpha-beta,{order}" for order in orders))
    )
    *_, pruned, best, worst = (search.nodes for search in found.searches)

    assert best < pruned < worst
    assert comparison_sentences(found).splitlines()[0] == (
        f"Minimax visits 13 nodes, alpha-beta {pruned} in natural order: pruning cuts the "
        "work by a factor of 1.2. "
        f"With an oracle's order (best first) it visits {best} (1.2× fewer), with an oracle's "
        "order (worst first) "
        f"{worst} (1.2× more); no order needs fewer than 9."
    )
    without = comparison_sentences(
        compared("aima-5.2", ("alpha-beta", *(f"alpha-beta,{order}" for order in orders)))
    )
    assert without.startswith(
        f"Alpha-beta visits {pruned} nodes in natural order, with an oracle's order (best first)"
    )


def test_what_a_count_is_called_is_the_same_in_tables_and_files() -> None:
    """A row for people has the name of the column in files, of what cutoffs and pruning do."""
    for name in ("pruned children", "mean place of cut"):
        assert name in MEASURE_LABELS[name]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            "mit-lab-1",
            (
                "pruning changes nothing here and ordering cuts the work by a factor of 1.4; no "
                "order needs fewer than 11."
            ),
        ),
        (
            "aima-5.2",
            (
                "pruning cuts the work by a factor of 1.2 and ordering by another 1.2; no order "
                "needs fewer than 9."
            ),
        ),
    ],
)
def test_what_pruning_saves(position: str, words: str) -> None:
    """Where natural order prunes nothing, that is said, and what ordering saves is no `another`."""
    assert words in comparison_sentences(compared(position, USUAL))


def test_options_that_do_nothing_tell_no_search_from_another() -> None:
    """Minimax never cuts, so it has no rule for it."""
    found = compared("wikipedia", USUAL, SearchSpec(cut=">", window=(-9, 9), weights="road=3"))

    assert found.names()[0] == "minimax" or found.names()[0].startswith("minimax, window")
    assert [part.search.cut for part in found.searches] == [">=", ">", ">"]
    assert all(part.search.weights == "" for part in found.searches)


def test_a_window_is_no_merit_of_an_ordering() -> None:
    """A search within a narrow window visits less, whatever its order."""
    found = compared("aima-5.2", ("minimax", "alpha-beta", "ordered-alpha-beta,window=3:4"))

    assert "ordering" not in comparison_sentences(found)
    assert "The searches differ in depth, evaluation or window" in comparison_sentences(found)


def test_the_table_is_in_plain_words() -> None:
    """Ratios are said in times, a heading takes two lines at most, and no row is empty; files
    keep their names.
    """
    found = compared("aima-5.2", USUAL)
    lines = table_for_terminal(found).text().splitlines()

    assert lines[2].startswith("value")
    assert any(
        line.startswith("nodes against minimax")
        and line.split()[-4:] == ["1.4×", "fewer", "1.4×", "fewer"]
        for line in lines
    )
    assert any(line.startswith("cutoffs at first move") and "100%" in line for line in lines)
    assert all(any(cell is not None for cell in row[1:]) for row in table_for_terminal(found).rows)
    assert max(map(len, lines)) <= 80
    assert table_for_file(found).columns == ("search", *MEASURE_LABELS)
    assert "minimax / nodes" in table_for_file(found, plain=True).csv()
    never = table_for_terminal(compared("no-cutoff", ("minimax", "alpha-beta"))).text()
    assert "first move" not in never


def test_names_that_would_be_the_same_stay_whole() -> None:
    """Alpha-beta by score and ordered alpha-beta are two searches, though they do the same."""
    found = compared("corner", ("alpha-beta,ordering=scored", "ordered-alpha-beta"))
    assert {*found.names()} < {*table_for_terminal(found).columns}


def test_different_best_moves_that_are_worth_the_same_are_said_to_be() -> None:
    """Two orders find two of the moves that are worth most; where the best move is the same,
    nothing is said.
    """
    both = compared("[[3,5],[3,4],[1,2]]", ("alpha-beta", "alpha-beta,ordering=reverse"))

    assert {found.best_move for found in both.searches} == {"1", "2"}
    assert "The best moves differ, but A and B are both worth 3: " in comparison_sentences(both)
    assert "best moves" not in comparison_sentences(
        compared("[[3,5],[2,4],[1,2]]", ("alpha-beta", "alpha-beta,ordering=reverse"))
    )


def test_best_moves_of_another_depth_or_by_samples_are_not_compared() -> None:
    """They may be better or worse; that their values are equal would mean nothing."""
    found = compared(
        "[[3,5],[3,4],[1,2]]", ("alpha-beta", "alpha-beta,ordering=reverse,depth=1", "mcts")
    )
    assert "best moves differ" not in comparison_sentences(found)


def test_a_mean_is_not_held_against_a_value() -> None:
    """It is called a mean, with whose it is, of so many games; the value beside it is called a
    value.
    """
    comparison = compared("corner", ("mcts,iterations=60,seed=1", "alpha-beta"))
    samples, exact = comparison.searches

    assert samples.root_moves
    assert exact.value is not None
    best = max(samples.root_moves, key=lambda move: move.visits)
    value = next(row for row in table_for_terminal(comparison).rows if row[0] == "value")
    assert samples.to_move != best.mean_for
    assert value[1:3] == (
        f"mean {format_mean(-best.mean)} for O",
        format_number(exact.value),
    )
    said = (
        f"the mean of {best.visits} random games is {format_mean(-best.mean)} for O, which "
        "proves nothing; "
    )
    assert said in comparison_sentences(comparison)
    assert f", with value {format_number(exact.value)}." in comparison_sentences(comparison)


def test_what_lies_beyond_the_horizon_is_another_question() -> None:
    """A search that goes on beyond its depth limit may find another value, and it is said what
    the limit had hidden.
    """
    asked = [
        SearchSpec.from_spec(text)
        for text in ("alpha-beta", "ordered-alpha-beta", "alpha-beta,quiescence=4")
    ]
    found = compare(
        PositionSpec("italian-draughts", "horizon"), asked, lambda recipe: Run(recipe).finish()
    )
    one, _, other = found.searches

    assert one.value == 0
    assert other.value == 3
    beyond = other.quiescence_nodes
    said = f"Stopping at the depth limit gives 0 with {one.best_move}; "
    said += f"searching {beyond} nodes beyond it gives 3 with 23-19."
    assert said in comparison_sentences(found).splitlines()
    assert ("beyond the depth limit", None, None, beyond) in [
        row[:4] for row in table_for_terminal(found).rows
    ]
    alike = compare(found_at(found), asked[:2], lambda recipe: Run(recipe).finish())
    assert "horizon" not in comparison_sentences(alike)
    assert "beyond" not in table_for_terminal(alike).text()


def found_at(found: Comparison) -> PositionSpec:
    """Return where searches were compared."""
    return PositionSpec(found.searches[0].game, found.searches[0].position)


def test_standing_pat_is_no_place_of_a_cutoff() -> None:
    """What not moving on is worth cuts before any move is tried, so it says nothing of the order
    of moves.
    """
    asked = [SearchSpec.from_spec("alpha-beta,quiescence=2")]
    found = compare(
        PositionSpec("connect-four", "horizon"), asked, lambda recipe: Run(recipe).finish()
    ).searches[0]

    assert found.counts.cutoffs == 2
    assert found.quality is not None
    assert found.quality.first_move_cutoffs is None
    assert found.quality.mean_cutoff_place is None


def test_two_searches_by_samples_are_no_measure_for_each_other() -> None:
    """Neither is told that its depth differs, nor how the other's mean is to be taken for the
    right value.
    """
    found = comparison_sentences(
        compared("corner", ("mcts,iterations=60", "mcts,iterations=60,solver=yes"))
    )

    assert "differ" not in found
    assert "best move" not in found
    assert found.count("After ") == 2
