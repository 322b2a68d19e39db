"""What scripts rely on: the names in the JSON of every command, and what they hold."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
SEARCH_KEYS = {
    "game",
    "position",
    "to_move",
    "algorithm",
    "ordering",
    "evaluation",
    "depth",
    "cut",
    "fail",
    "value",
    "best_move",
    "principal_variation",
    "nodes",
    "leaves",
    "cutoffs",
    "pruned",
    "steps",
    "complete",
    "seconds",
}
GAMES = ("tree", "tictactoe", "tak")


def test_search_of_figure_5_2(done: Call) -> None:
    """The example of the contract: value 3, 11 nodes, 7 leaves, which are visited in this order."""
    found = done(f"search tree -p {AIMA} -d all --json --leaves").json

    assert found.keys() >= SEARCH_KEYS | {"visited_leaves"}
    assert {key: found[key] for key in SEARCH_KEYS - {"seconds"}} == {
        "game": "tree",
        "position": AIMA,
        "to_move": "MAX",
        "algorithm": "alpha-beta",
        "ordering": "natural",
        "evaluation": "leaf",
        "depth": None,
        "cut": ">=",
        "fail": "soft",
        "value": 3,
        "best_move": "1",
        "principal_variation": ["1", "1"],
        "nodes": 11,
        "leaves": 7,
        "cutoffs": 1,
        "pruned": 2,
        "steps": 22,
        "complete": True,
    }
    assert found["visited_leaves"] == [*map(list, ("11", "12", "13", "21", "31", "32", "33"))]
    assert found["seconds"] >= 0


@pytest.mark.parametrize("game", GAMES)
def test_every_game_searches(done: Call, game: str) -> None:
    """The defaults are the first preset, alpha-beta, natural order; the position reads back to
    the same search.
    """
    if game == "tak":
        depth = ["-d", "2"]
    else:
        depth = []
    found = done(f"search {game}", *depth, "--json").json

    assert found.keys() >= SEARCH_KEYS
    assert found["algorithm"] == "alpha-beta"
    assert found["ordering"] == "natural"
    assert found["cut"] == ">="
    assert found["fail"] == "soft"
    assert found["principal_variation"][0] == found["best_move"]
    assert found["steps"] == 2 * found["nodes"]
    again = done(f"search {game} -p", found["position"], *depth, "--json").json
    assert {
        **again,
        "seconds": 0,
        "settings": 0,
    } == {
        **found,
        "seconds": 0,
        "settings": 0,
    }


def test_stopped_search(call: Call) -> None:
    """A search stopped by --max-nodes has status 1, `complete` false, its best so far, and says
    so in one line.
    """
    stopped = call(f"search tree -p {AIMA} --max-nodes 6 --json")

    assert stopped.status == 1
    assert stopped.err.count("\n") == 1
    assert stopped.json["complete"] is False
    assert stopped.json["nodes"] == 6
    assert stopped.json["value"] == 3
    assert stopped.json["best_move"] == "1"
    nothing = call(f"search tree -p {AIMA} --max-nodes 1 --json")
    assert nothing.status == 1
    assert nothing.json["value"] is None
    assert nothing.json["best_move"] is None
    assert nothing.json["principal_variation"] == []


def test_a_stopped_search_has_one_value(call: Call) -> None:
    """Text and JSON give the value of the last pass that has finished, not what is known of the
    open one.
    """
    words = [
        "search",
        "othello",
        "--size",
        "4",
        "-d",
        "6",
        "-a",
        "iterative-deepening",
        "--max-nodes",
        "60",
        "-m",
    ]

    assert json.loads(call(*words, "a2 a3", "--json").out)["value"] == 5
    assert "value      5, Black 5 discs ahead\n" in call(*words, "a2 a3").out


def test_a_depth_limit_is_complete(done: Call) -> None:
    """A depth limit does not make a search incomplete; an inner node at the limit counts 0 and
    is a leaf.
    """
    found = done(f"search tree -p {AIMA} -d 1 --json").json

    assert found["depth"] == 1
    assert found["complete"] is True
    assert found["value"] == 0
    assert found["nodes"] == 4
    assert found["leaves"] == 3


def test_a_position_that_is_over(done: Call) -> None:
    """1 node, 1 leaf, no best move; `moves` prints an empty list; `show` has a result."""
    over = ("tictactoe", "-p", "XXXOO----")
    found = done("search", *over, "--json").json

    assert found["nodes"] == 1
    assert found["leaves"] == 1
    assert found["best_move"] is None
    assert found["value"] == 1
    assert found["principal_variation"] == []
    assert done("moves", *over, "--json").json == []
    shown = done("show", *over, "--json").json
    assert shown["over"] is True
    assert shown["result"] == 1
    assert done("moves tree -p 7 --json").json == []
    assert done("search tree -p 7 --json --leaves").json["visited_leaves"] == [[]]


def test_moves_lead_on(done: Call) -> None:
    """`position` is the one after --moves, and whose turn it is belongs to it."""
    found = done("search tictactoe -m 'b2 a1' --json").json

    assert found["position"] == "O---X----"
    assert found["to_move"] == "X"
    assert done(f"show tree -p {AIMA} -m 2 --json").json["position"] == "min [2,4,6]"


@pytest.mark.parametrize("game", GAMES)
def test_moves(done: Call, game: str) -> None:
    """Natural order has no scores; scored order has a score that is the sum of its components,
    highest first.
    """
    natural = done(f"moves {game} --json").json

    assert all(found.keys() == {"move", "score", "components"} for found in natural)
    assert all(found["score"] is None and found["components"] == {} for found in natural)
    assert done(f"moves {game} -o natural --json").json == natural
    ordering = "best" if game == "tree" else "scored"
    scored = done(f"moves {game} -o {ordering} --json").json
    assert {found["move"] for found in scored} == {found["move"] for found in natural}
    assert all(found["score"] == sum(found["components"].values()) for found in scored)
    scores = [found["score"] for found in scored]
    assert scores == sorted(scores, reverse=True)


def test_perft(done: Call) -> None:
    """Counts, and with --divide the counts below each move, which add up."""
    found = done("perft tictactoe -d 5 --json").json

    assert found == {
        "game": "tictactoe",
        "position": "---------",
        "depth": 5,
        "count": 15_120,
    }
    divided = done("perft tictactoe -d 5 --json --divide").json
    assert divided.keys() == {"game", "position", "depth", "count", "divide"}
    assert divided["count"] == sum(divided["divide"].values()) == 15_120
    assert len(divided["divide"]) == 9
    assert done("perft tictactoe -p XOX-OO-X- -d 3").out == "4\n"
    assert done("perft tictactoe -p XOX-OO-X- -d 3 --count-ended").out == "6\n"


def test_perft_says_from_which_preset_it_counts(call: Call, done: Call) -> None:
    """Where no position is named and the game's first preset is not its start; a position that
    is named is known.
    """
    counted = call("perft hex -d 1")
    said = (
        "visualizer: counted from the preset opening, ...../...../...../...../..... b; "
        "choose another "
        "position with -p\n"
    )

    assert counted.out == "25\n"
    assert counted.err == said
    for named in (
        ("hex", "-p", "opening"),
        ("hex", "--size", "5"),
        ("connect-four",),
        ("tree",),
    ):
        assert done("perft", *named, "-d", "1").err == ""


@pytest.mark.parametrize("game", GAMES)
def test_show(done: Call, game: str) -> None:
    """The position as data; `result` is null while the game goes on."""
    shown = done(f"show {game} --json").json

    assert shown.keys() == {"game", "position", "to_move", "over", "result", "board"}
    assert shown["game"] == game
    assert shown["over"] is False
    assert shown["result"] is None
    assert shown["board"]["cells"]
    assert shown["position"] in done(f"show {game}").out


def test_list(done: Call) -> None:
    """Every game with notation, presets, evaluations, orderings, sizes and engine."""
    found = done("list --json").json

    assert found.keys() >= {*GAMES}
    for about in found.values():
        assert about.keys() >= {
            "notation",
            "presets",
            "evaluations",
            "orderings",
            "sizes",
            "engine",
        }
        assert all(preset["name"] for preset in about["presets"])
        assert about["evaluations"]
        assert "natural" in about["orderings"]
    assert done("list games --json").json == found
    assert done("list algorithms --json").json.keys() >= {
        "minimax",
        "alpha-beta",
        "ordered-alpha-beta",
    }
    endings = {end for form in done("list formats --json").json.values() for end in form["endings"]}
    assert endings >= {".dot", ".svg", ".png", ".pdf", ".graphml", ".json", ".txt"}
    for what in ("games", "algorithms", "formats"):
        assert done(f"list {what}").out


def test_compare(done: Call) -> None:
    """The default three searches, each as `search --json` has it, and the minimum over all
    orders.
    """
    found = done(f"compare tree -p {AIMA} --json").json

    assert found.keys() >= {"game", "position", "depth", "searches", "minimum"}
    assert found["game"] == "tree"
    assert found["position"] == AIMA
    assert found["depth"] is None
    assert [search["algorithm"] for search in found["searches"]] == [
        "minimax",
        "alpha-beta",
        "ordered-alpha-beta",
    ]
    assert all(search.keys() >= SEARCH_KEYS for search in found["searches"])
    assert [search["nodes"] for search in found["searches"][:2]] == [13, 11]
    assert found["searches"][2]["ordering"] == "best"
    assert found["minimum"] == {"leaves": 5, "nodes": 9}
    assert done(f"compare tree -p {AIMA} --cut > --json").json["minimum"] is None


def test_compare_what_one_likes(done: Call) -> None:
    """Searches in the one grammar; without minimax there is no minimum."""
    words = [
        "-s",
        "alpha-beta,ordering=random,seed=3",
        "-s",
        "alpha-beta,cut=>",
        "-s",
        "alpha-beta,fail=hard",
    ]
    found = done(f"compare tree -p {AIMA}", *words, "--json").json

    assert [
        (search["ordering"], search["cut"], search["fail"]) for search in found["searches"]
    ] == [
        ("random", ">=", "soft"),
        ("natural", ">", "soft"),
        ("natural", ">=", "hard"),
    ]
    assert found["minimum"] is None


def test_compare_as_tables(done: Call) -> None:
    """CSV and Markdown have a line for each search; the text ends with a sentence that says what
    was saved.
    """
    rows = [*csv.DictReader(io.StringIO(done(f"compare tree -p {AIMA} --csv").out))]

    assert [row["nodes"] for row in rows[:2]] == ["13", "11"]
    markdown = done(f"compare tree -p {AIMA} --markdown").out.splitlines()
    assert len({line.count("|") for line in markdown}) == 1
    text = done(f"compare tree -p {AIMA}").out
    assert "Minimax visits 13 nodes, alpha-beta 11 in natural order" in text
    assert "no order needs fewer than 9" in text


def test_compare_stopped(call: Call) -> None:
    """If one search was stopped, the status is 1 and there is no minimum."""
    result = call(f"compare tree -p {AIMA} --max-nodes 12 --json")

    assert result.status == 1
    assert [search["complete"] for search in result.json["searches"]] == [False, True, True]
    assert result.json["minimum"] is None


def test_saved_run(done: Call, call: Call, tmp_path: Path) -> None:
    """A saved run is its recipe and its counts; it runs again, and says if something has
    changed.
    """
    file = tmp_path / "aima.run"
    first = done(f"search tree -p {AIMA} -o reverse --window -5,5 --save {file} --json").json
    again = done(f"search {file} --json").json

    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert len(done(f"explain {file}").out.splitlines()) == first["steps"] + 1
    saved = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(
        json.dumps({**saved, "counts": {**saved["counts"], "nodes": 999}}), encoding="utf-8"
    )
    changed = call(f"search {file} --json")
    assert changed.status == 2
    assert "nodes 999" in changed.err
    assert changed.out == ""


def test_explain(done: Call) -> None:
    """Every step, some of them, or only the cutoffs; each on a line with its number."""
    lines = done(f"explain tree -p {AIMA}").out.splitlines()

    assert len(lines) == 23
    assert [int(line.split()[0]) for line in lines] == [*range(23)]
    assert done(f"explain tree -p {AIMA} --step 12").out.rstrip("\n") == lines[12]
    assert done(f"explain tree -p {AIMA} --steps 3-5").out.splitlines() == lines[3:6]
    assert done(f"explain tree -p {AIMA} --cuts").out.splitlines() == [lines[12]]


def test_position_from_standard_input(done: Call) -> None:
    """`-p -` reads the position; a newline at its end does no harm."""
    assert done("search tree -p - --json", stdin=AIMA + "\n").json["position"] == AIMA
    assert done("show tictactoe -p - --json", stdin="X--------\n").json["position"] == "X--------"
    spread = "[\n  [3, 12, 8],\n  [2, 4, 6],\n  [14, 5, 2]\n]\n"
    assert done("search tree -p - --json", stdin=spread).json["position"] == AIMA


def test_positions_may_begin_with_a_minus(done: Call) -> None:
    """`-p` takes the next word whatever it begins with."""
    assert done("show tictactoe -p ----X---- --json").json["position"] == "----X----"
    assert done("search tree -p -7 --json").json["value"] == -7
    assert done(f"search tree -p {AIMA} --window -1,1 --json").json["cutoffs"] >= 1
