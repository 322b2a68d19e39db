"""Chance from end to end: notation, JSON, events, views and pictures, random games, what a
comparison says.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import Settings
from games.tree.notation import parse_tree, write_tree
from tests.few import one_in
from tests.oracles import chance
from tests.oracles.chance import Branch, true_value, written
from tests.properties.test_chance import asked, searched
from tests.recordings.reading import read
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.cells.styled_lines import width_of
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.page.options import FOLD_NOTHING, PictureOptions
from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.english.windows import why_not_cut_yet
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary
from visualizer.look.numbers import Rounded, format_number
from visualizer.publish.outputs import page_of
from visualizer.searching.lookup import default_search, load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError
from visualizer.trace.jumps import cut_steps
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

CUT = PositionSpec("tree", "star1-cut")


def run_of(where: PositionSpec, search: str) -> Run:
    """Return a finished run."""
    return Run(Recipe(where, SearchSpec.from_spec(search))).finish()


# Notation.

WRONG = {
    "[~[1/2: 4, 0.25: 8], 3]": (
        "the probabilities add up to 3/4, not to 1 (chance node at character 2)"
    ),
    "[~[1/2: 4, 3], 1]": (
        "the chance node at character 2 has some children with a probability and some without"
    ),
    "[~[4, 1/2: 3], 1]": (
        "the chance node at character 2 has some children with a probability and some without"
    ),
    "[1/2: 3]": "the probability '1' at character 2 is not below a chance node",
    "[~[0: 3, 1: 4]]": "the probability '0' at character 4 is not greater than 0",
    "[~[-1/2: 3, 3/2: 4]]": "'-1/2' at character 4 is not a probability, such as 1/3, 0.25 or 25%",
    "[~[1/0: 3, 1: 4]]": "'1/0' at character 4 is not a probability",
    "[~[1e-9: 3, 1: 4]]": "'1e-9' at character 4 is not a probability",
    "[~3, 4]": "'~' at character 2 belongs before a branch, not before '3'",
    "[max 3, 4]": "'max' at character 2 belongs before a branch, not before '3'",
    "[~[1/2 3, 4]]": "where a colon after the probability '1/2' is expected",
    "~~[1]": "belongs before a branch, not before '~'",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_tree_is_one_sentence(text: str) -> None:
    """Each mistake has its sentence, with the place."""
    with pytest.raises(ValueError, match=re.escape(WRONG[text])) as found:
        parse_tree(text)
    assert "\n" not in str(found.value)


CANONICAL = {
    "[~[1/2: 4, 1/2: 8], ~[0, 9]]": "[~[4,8],~[0,9]]",
    "A(~B(1/2: 4, 1/2: 8), ~C(0, 9))": "A(~B(4,8), ~C(0,9))",
    "[~[25%:4,0.75:8]]": "[~[1/4: 4, 3/4: 8]]",
    "max[min[3,5], max[2,9]]": "[[3,5], max[2,9]]",
    "min ~[[1],2]": "min ~[[1],2]",
    "~[max[1],min[2]]": "~[[1], min[2]]",
    "[max ~[[1],2]]": "[max ~[[1],2]]",
    "max(max=1, min(2,3))": "max(max=1, min(2,3))",
    "MAX B(3,12)": "B(3,12)",
}


@pytest.mark.parametrize("text", CANONICAL)
def test_the_canonical_text_says_what_does_not_follow(text: str) -> None:
    """Turns and probabilities that follow are left out; the text reads back as itself."""
    assert (
        write_tree(parse_tree(text)) == write_tree(parse_tree(CANONICAL[text])) == CANONICAL[text]
    )


def test_random_trees_read_back() -> None:
    """The canonical text of any tree is another way to write the same: every search finds the
    same in it.
    """
    for seed in range(150):
        tree = chance.random_tree(seed)
        text = write_tree(parse_tree(written(tree)))

        assert write_tree(parse_tree(text)) == text
        one, other = (
            run_of(PositionSpec("tree", each), "expectiminimax") for each in (text, written(tree))
        )
        assert one.trace.rows == other.trace.rows


# JSON, events.


def test_json_of_a_root_where_chance_moves() -> None:
    """`to_move` is chance, and there is no best move; without chance nothing is new."""
    found = summary(run_of(PositionSpec("tree", "~[[1,4],3]"), "star1"))

    assert found["to_move"] == "chance"
    assert found["best_move"] is None
    assert found["principal_variation"] == []
    assert found["value"] == 3.5
    assert found["bound"] == "="
    assert found["bounds"] is None
    one = summary(run_of(CUT, "star1,bounds=0:10"))
    assert one["best_move"] == "B"
    assert one["principal_variation"] == ["B"]
    assert one["bounds"] == [0, 10]


def test_the_usual_search() -> None:
    """It is Star1 where chance may move, else alpha-beta."""
    assert default_search(CUT).algorithm == "star1"
    assert default_search(PositionSpec("tree", "aima-5.2")).algorithm == "alpha-beta"
    assert default_search(PositionSpec("tictactoe")).algorithm == "alpha-beta"


def test_a_position_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for the usual search of a position and then runs it reads the position a
    single time.
    """
    read = load_game("einstein").read
    texts = list[str]()

    def counted(text: str, settings: Settings) -> Any:
        texts.append(text)
        return read(text, settings)

    game = replace(load_game("einstein"), read=counted)
    monkeypatch.setattr("visualizer.searching.lookup.load_game", lambda name: game)
    where = PositionSpec("einstein", "looking-ahead")
    Run(Recipe(where, replace(default_search(where), depth=1))).finish()
    Run(Recipe(replace(where, moves=""), SearchSpec("expectiminimax", depth=1))).finish()

    assert len(texts) == 1


def test_events_have_chance_and_probabilities() -> None:
    """`chance` stands in place of `max`, and `p` at each child of chance: a number, or a text if
    that is none.
    """
    lines = [
        *map(
            json.loads,
            recording_lines_of(
                run_of(PositionSpec("tree", "[~[1/3: 4, 2/3: ~[1,2]], 3]"), "star1")
            ),
        )
    ]

    assert lines[2]["chance"] is True
    assert "max" not in lines[2]
    assert [line["p"] for line in lines if "p" in line] == ["1/3", "2/3", 0.5, 0.5]


@pytest.mark.parametrize("labelled", one_in(2, [False, True]))
def test_a_file_of_events_reads_back_with_its_sums(tmp_path: Path, labelled: bool) -> None:
    """Every row and every label in every step is the same, also where moves are labels of no
    known game.
    """
    for seed in range(40):
        tree = chance.random_tree(seed, plies=3)
        run = searched(tree, "star1", **asked(seed, tree)[1])
        lines = [*recording_lines_of(run)]
        if labelled:
            kept = ("search", "passes", "cut", "fail", "bounds")
            lines[0] = json.dumps(
                {key: value for key, value in json.loads(lines[0]).items() if key in kept}
            )
        again = read(tmp_path, "\n".join(lines))
        for step in range(run.trace.last_step + 1):
            one = TreeAtStep(run.trace, step)
            other = TreeAtStep(again.trace, step)

            assert [value_label(one, node) for node in one.nodes()] == [
                value_label(other, node) for node in other.nodes()
            ], (seed, step)


def test_a_wrong_probability_of_a_known_game_is_refused(tmp_path: Path) -> None:
    """The rules know better."""
    lines = [*recording_lines_of(run_of(PositionSpec("tree", "~[1/3: 4, 2/3: 1]"), "star1"))]
    with pytest.raises(InputError, match="'p' is 1/2, but by the rules it is 1/3"):
        read(tmp_path, "\n".join(lines).replace('"1/3"', "0.5"))


# Random games.


def test_mcts_draws_outcomes_by_their_probability() -> None:
    """Of 4,000 iterations about a quarter take the rare outcome; the mean comes near the true
    one.
    """
    run = run_of(PositionSpec("tree", "~[1/4: 0, 3/4: 1]"), "mcts,iterations=4000,seed=5")
    drawn = Counter(
        run.trace.move(row) for row in range(len(run.trace)) if run.trace.depth(row) == 1
    )

    assert 900 < drawn[0] < 1100
    assert drawn[0] + drawn[1] == 4000
    assert summary(run)["value"] == pytest.approx((drawn[1] - drawn[0]) / 4000)
    assert summary(run)["best_move"] is None


def test_mcts_repeats_itself_by_its_seed() -> None:
    """The same seed draws the same outcomes, another seed others; iterations do not depend on
    how many follow.
    """
    where = PositionSpec("tree", "[~[4,8,1],~[0,[9,2]]]")
    one, same, other, longer = (
        run_of(where, f"mcts,iterations={count},seed={seed}")
        for count, seed in (
            (80, 1),
            (80, 1),
            (80, 2),
            (120, 1),
        )
    )

    assert one.trace.rows == same.trace.rows != other.trace.rows
    assert longer.trace.rows.startswith(one.trace.rows)


# Views and pictures.


def test_every_view_can_be_drawn_at_every_step(usually: Callable[[int], int]) -> None:
    """No view or pane, at no size, is wider than it may be; the tree has the chance node's
    label.
    """
    for seed in range(usually(18)):
        tree = chance.random_tree(seed, plies=3)
        for algorithm, given in (
            ("star1", asked(seed, tree)[1]),
            ("expectimax", {}),
            ("mcts", {"options": {"iterations": 9}}),
        ):
            run = searched(tree, algorithm, **given)
            for step in range(0, run.trace.last_step + 1, 3):
                scene = Scene(run, step)
                for view in (*views().values(), *panes().values()):
                    for width, height in ((80, 20), (44, 12)):
                        assert all(
                            width_of(line) <= width
                            for line in view.draw(scene, width, height).lines
                        )

                assert isinstance(
                    window_chain(run, step) + describe_pruned_children(run, step), str
                )
                for row, data in graph(run, step).nodes(data=True):
                    assert data["turn"] in ("MAX", "MIN", "chance", "leaf"), row


def test_cells_and_pictures_have_round_nodes_and_probabilities() -> None:
    """Round brackets in cells, the probability before the name, and the sum in a column's head."""
    run = run_of(CUT, "star1,bounds=0:10")
    at_4 = Scene(run, 4)
    at_10 = Scene(run, 10)
    letters = [
        "\n".join(
            "".join(text for text, _ in line) for line in views()[name].draw(scene, 100, 24).lines
        )
        for name, scene in (
            ("tree", at_4),
            ("tree", at_10),
            ("columns", at_4),
        )
    ]

    assert "(~ 2 … 7)" in letters[0]
    assert "1/2 b1" in letters[0]
    assert "(~ ≤5)" in letters[1]
    assert "sum 1/2 · 4 = 2" in letters[2]
    assert "~ chance at B" in letters[2]
    picture = page_of(run, PictureOptions()).frame(4)
    shapes = {box.move: box.shape.name for box in picture.boxes}
    assert shapes["B"] == "CHANCE"
    assert shapes["1/2 b1"] == "LEAF"
    assert shapes[""] == "MAX"


def test_a_search_that_was_stopped_at_chance_is_laid_out_whole() -> None:
    """A node that was open when the search was stopped has no value, so no sum that its parent
    shows counts it.
    """
    where = PositionSpec(
        "tree",
        None,
        "",
        {
            "branching": "2",
            "depth": "4",
            "seed": "1",
            "chance": "2",
        },
    )
    for nodes in range(3, 20):
        run = Run(Recipe(where, SearchSpec("expectiminimax", max_nodes=nodes))).finish()
        for fold in (FOLD_NOTHING, 3):
            assert page_of(run, PictureOptions(fold=fold)).frame(run.trace.last_step).boxes


def test_a_node_where_a_player_moves_at_random_is_named_so() -> None:
    """In expectimax the opponent's nodes are means, though a player moves there by the rules."""
    run = run_of(PositionSpec("tictactoe", None, "a1 b2 c3"), "expectimax,depth=2")

    assert run.turn(()) == 0
    assert run.mover((0,)) == "X at random"
    assert all(
        run.trace.is_chance(row) for row in range(len(run.trace)) if run.trace.depth(row) == 1
    )


# What if, comparison.


def test_what_was_left_out_changes_nothing() -> None:
    """At every cut of a chance node: with what was left out it is on the same side of the bound."""
    found = 0
    for seed in range(150):
        tree = chance.random_tree(seed, plies=3)
        values = chance.leaves(tree)
        bounds = (float(min(values)), float(max(values) + 1))
        run = searched(tree, "star1", options={"bounds": bounds})
        for row in run.trace.cuts:
            if run.trace.is_chance(row) and run.trace.kind(row) is Kind.CUT:
                true = float(true_value(subtree(tree, run.trace.path(row))))
                step = run.trace.cut_step(row)
                assert step is not None
                words = describe_pruned_children(run, step)
                assert "Then " in words
                assert " would be worth " in words
                assert true <= run.trace.alpha(row) or true >= run.trace.beta(row)
                found += 1

    assert found > 10


def subtree(tree: chance.Tree, path: chance.Path) -> chance.Tree:
    """Return the node at a path."""
    for place in path:
        assert isinstance(tree, Branch)
        tree = tree.children[place]
    return tree


def test_a_comparison_says_what_is_best_against_whom() -> None:
    """Where the best move changes, and where it does not; what Star1 saves; no least of any
    order with chance.
    """
    finish = lambda recipe: Run(recipe).finish()  # noqa: E731
    names = [SearchSpec("expectimax"), SearchSpec("minimax")]
    said = comparison_sentences(compare(PositionSpec("tree", "cs221-bins"), names, finish))

    assert "Against a random opponent C is better: 5; against the best reply B: 1." in said
    said = comparison_sentences(compare(PositionSpec("tree", "aima-5.2"), names, finish))
    assert (
        "a1 is best both against a random opponent (23/3) and against the best reply (3)." in said
    )
    bounds = SearchSpec("star1", options={"bounds": (0, 10)})
    found = compare(CUT, [SearchSpec("expectiminimax"), bounds], finish)
    assert (
        "Expectiminimax visits 7 nodes, Star1 6: this cuts the work by a factor of 1.2."
        in comparison_sentences(found)
    )
    assert found.minimum is None


def test_probabilities_stay_right_when_a_tree_is_changed() -> None:
    """Exchanging, adding and taking away: they still add up to 1, and the others keep their
    proportions.
    """
    from games.tree.editing import with_leaf, with_siblings_swapped, without_branch

    root = parse_tree("~[1/2: 1, 1/3: 2, 1/6: 3]")
    swapped = with_siblings_swapped(root, (0,), 1)

    assert [child.value for child in swapped.children] == [2, 1, 3]
    assert swapped.odds == (
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1, 6),
    )
    less = without_branch(root, (2,))
    more = with_leaf(root, (), 7)
    assert less.odds == (Fraction(3, 5), Fraction(2, 5))
    assert more.odds == (
        Fraction(3, 8),
        Fraction(1, 4),
        Fraction(1, 8),
        Fraction(1, 4),
    )
    assert sum(more.probabilities() or ()) == 1
    dice = Random(1)
    assert all(
        sum(without_branch(root, (dice.randrange(3),)).probabilities() or ()) == 1 for _ in range(3)
    )


@pytest.mark.parametrize(
    ("where", "depth", "bounds"),
    [
        (PositionSpec("einstein", "stone-gone"), 4, {}),
        (PositionSpec("tree", "star1-cut"), None, {"bounds": (0, 10)}),
        (PositionSpec("tree", "aima-chance"), None, {}),
    ],
    ids=["dice", "cut", "tree"],
)
def test_lint_knows_sums(
    where: PositionSpec, depth: int | None, bounds: dict[str, Any], tmp_path: Path
) -> None:
    """Our own searches are found right, sums of doubles, too; of a sum that is another it is
    said what it should be.
    """
    lines = [
        *recording_lines_of(
            Run(Recipe(where, SearchSpec("star1", depth=depth, options=bounds))).finish()
        )
    ]

    def doubted(told: list[str]) -> str:
        return " ".join(each.why for each in findings_in_run(read(tmp_path, "\n".join(told))))

    assert doubted(lines) == ""
    said = [json.loads(line) for line in lines]
    path = list[int]()
    wrong = 0
    for number, event in enumerate(said):
        if "enter" in event:
            path.append(number)
        elif (
            "leave" in event
            and said[path.pop()].get("chance")
            and not event.get("cut")
            and wrong < 5
        ):
            other = json.dumps({**event, "leave": event["leave"] + 0.5})
            why = doubted([*lines[:number], other, *lines[number + 1 :]])
            assert f"but its outcomes add up to {format_number(Rounded(event['leave']))}" in why
            wrong += 1
    assert wrong


# Sentences.


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("", "the root"),
        ("2d4", "2d4"),
        ("2d4 3", "2d4 roll 3"),
        ("2d4 3 3c4", "2d4 3:3c4"),
        ("2d4 3 3c4 1", "2d4 3:3c4 roll 1"),
        ("2d4 3 3c4 2 2e5", "2d4 3:3c4 2:2e5"),
    ],
)
def test_moves_after_rolls_are_written_as_players_do(moves: str, said: str) -> None:
    """A roll stands before the move that it allowed, and alone it is called one: no sentence has
    numbers with dots.
    """
    run = run_of(PositionSpec("einstein", "ordering-helps"), "star1,depth=5")
    assert Naming(run, TreeAtStep(run.trace)).place_at(read_path(run, moves)) == said


def test_what_is_left_is_a_fraction_at_a_cut_in_a_game() -> None:
    """Two of six rolls are 1/3, although a third that is left of floating-point sixths is a
    little off.
    """
    run = run_of(PositionSpec("einstein", "ordering-helps"), "star1,depth=5")
    said = [explain(run, step) for step in cut_steps(run.trace)]

    assert any("+ 1/3 · (−6) = 4/3 ≥ β = 1)" in each for each in said)
    assert not any("≈" in each for each in said)


def test_what_follows_from_a_cut_below_chance_is_said_of_the_bound() -> None:
    """With the bound the outcome above is worth just what another move has; with the value found
    it is worth more.
    """
    where = PositionSpec("einstein", "ordering-helps")
    run = Run(Recipe(where, SearchSpec(algorithm="star1", ordering="scored"))).finish()
    cut = explain(run, 1066)

    assert (
        "would be worth −11/3; with no less than −13/3, 2e3 1:2a4 is then worth at least "
        "0.5, and Blue"
    ) in cut
    others = Fraction(2, 3) + 4 * Fraction(5, 3)
    assert (others - Fraction(13, 3)) / 6 == Fraction(1, 2)
    assert "= 11/18." in explain(run, 1068)
    assert (others - Fraction(11, 3)) / 6 == Fraction(11, 18)


def test_no_sum_is_told_where_leaves_may_have_any_value() -> None:
    """A node of chance that is open is worth anything then; a sum with infinity in it would
    explain nothing.
    """
    run = Run(Recipe(PositionSpec("tree", "~(1/2: 1, 1/2: ~(2, 3))"), SearchSpec("star1"))).finish()
    said = why_not_cut_yet(Naming(run, TreeAtStep(run.trace, step=2)), 0, "A")

    assert said.endswith(
        "it may still be worth from −∞ to +∞: A may still matter, and the search looks at it."
    )
