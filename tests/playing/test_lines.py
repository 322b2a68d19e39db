"""Playing against a search, line by line."""

from __future__ import annotations

import pytest

from visualizer.apps.dialogue.playing import AFTER_GAME_COMMANDS, REVIEW_COMMANDS, MatchLines
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_players, reason_for_move
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.play.playing.review_words import worst_moves
from visualizer.searching.recipe import PositionSpec, SearchSpec


def play(
    *lines: str, position: str | None = None, second: bool = False, game: str = "tictactoe"
) -> tuple[Match, list[str]]:
    """Play lines of a game; return the match and what was printed."""
    said: list[str] = []
    if second:
        movers = (Mover(SearchSpec()), HUMAN_MOVER)
    else:
        movers = (HUMAN_MOVER, Mover(SearchSpec()))
    match = Match(PositionSpec(game, position), *movers)
    MatchLines(match, said.append).carry_out(lines)
    return match, said


def test_the_search_replies() -> None:
    """To X in the centre the search replies in a corner, which draws."""
    match, said = play("b2")

    assert match.position.text() == "O---X----"
    assert any("After a1, nothing is decided" in line or "a draw" in line for line in said)


def test_what_a_search_expects_is_said_of_the_whole_line() -> None:
    """Not of its own move: after c3 alone Black is no discs ahead, but after the line that the
    search expects it is.
    """
    match = Match(
        PositionSpec("othello", None, "c4"),
        HUMAN_MOVER,
        Mover(SearchSpec("ordered-alpha-beta", depth=3)),
    )
    reply = match.reply(match.mover)
    while not reply.advance():
        pass
    turn = match.answer(reply)

    assert turn.search_result is not None
    assert len(turn.search_result.line) == 3
    after = Match(
        PositionSpec("othello", None, " ".join(("c4", *turn.search_result.line))),
        HUMAN_MOVER,
        HUMAN_MOVER,
    ).position
    discs = [cell.piece for row in after.board().cells for cell in row if cell.piece]
    assert len(discs) == 4 + 1 + 3
    line = " ".join(turn.search_result.line)
    said = f"Expected: {line}; then {turn.search_result.words} ({turn.search_result.signed()}, depth 3). "
    assert reason_for_move(match, turn).startswith(said)


def test_values_and_why_not_by_ear() -> None:
    """`values` says what the search thinks of each move, the best first; `why MOVE` compares it
    with the search's.

    Moves worth as much stand in the game's order.
    """
    _, said = play(
        "values",
        "why b2",
        "why c9",
        position="XX-OO----",
    )
    values = next(line for line in said if line.startswith("c1 ("))

    assert "X wins" in values.split("\n")[0]
    assert len(values.split("\n")) == 5
    assert [line.split()[0] for line in values.split("\n")] == ["c1", "c2", "a3", "b3", "c3"]
    assert any("O wins" in line for line in values.split("\n")[1:])
    assert any(line.startswith("! ") and "c9" in line for line in said)
    _, said = play("why a3", position="XX-OO----")
    assert any("a3 leads from a win to a loss" in line and "O answers c2" in line for line in said)
    for word in ("values", "hint", "search", "why c2"):
        _, said = play("c1", word, position="XX-OO----")
        assert said[-1].startswith("! the game is over: ")


def test_an_opponent_is_called_by_few_words() -> None:
    """Without a name by its algorithm and depth, not by all that the command line could say of
    it.
    """
    search = SearchSpec("alpha-beta", ordering="natural", depth=4)

    assert [
        Mover(search).sentence_name,
        Mover(search, "hard").sentence_name,
        HUMAN_MOVER.sentence_name,
        Mover(SearchSpec("mcts")).sentence_name,
    ] == [
        "alpha-beta to depth 4",
        "hard",
        "person",
        "mcts",
    ]
    assert (
        describe_players(Match(PositionSpec("tictactoe"), HUMAN_MOVER, Mover(search)))
        == "You play X (MAX). O is played by alpha-beta to depth 4."
    )
    easy = Match(
        PositionSpec("tictactoe"), Mover(SearchSpec(), "easy"), Mover(SearchSpec(), "tutorial-bot")
    )
    assert describe_players(easy) == "X is played by easy bot, O by tutorial-bot."
    usual = Match(
        PositionSpec("othello"),
        Mover(SearchSpec()),
        Mover(SearchSpec("mcts", options={"iterations": 40})),
    )
    assert (
        describe_players(usual)
        == "Black is played by alpha-beta to depth 4, White by mcts with 40 games."
    )


def test_win_ends_the_game() -> None:
    """A winning move ends the match with a sentence that names the winner; later lines move
    nothing.
    """
    match, said = play("c1", "zz", position="XX-OO----")

    assert match.position.outcome() == 1
    assert f"The game is over: X has three in a row and wins. {AFTER_GAME_COMMANDS}" in said[-2]
    assert said[-1].startswith("! the game is over: ")


@pytest.mark.parametrize(("tree", "value"), [(None, "2"), ("[[0], [-1.5]]", "0")])
def test_nobody_wins_a_leaf_of_a_tree(tree: str | None, value: str) -> None:
    """In a tree, where the players are only MAX and MIN, a leaf is worth its number; nobody has
    won or drawn.
    """
    _, said = play("2" if tree is None else "1", position=tree, game="tree")

    assert said[-1].endswith(f"\nThe end: this leaf is worth {value}.")
    assert "win" not in said[-1]


def test_whose_turn_it_is_stands_there_once() -> None:
    """With every board it is said once who is to move."""
    for game in ("tree", "tictactoe", "hex", "othello"):
        _, said = play(game=game)
        assert said[1].count("to move") == 1


def test_a_game_that_is_over_can_be_taken_back_or_left() -> None:
    """After the end `u` goes back before the last move of a person, and nothing behind `q` is
    read.
    """
    match, _ = play(
        "c1",
        "u",
        "q",
        "c1",
        position="XX-OO----",
    )
    assert match.position.text() == "XX-OO----"


def test_searches_alone_end_with_the_game() -> None:
    """Where only searches play, no line is read and nothing is asked at the end."""
    said: list[str] = []
    easy = Mover(SearchSpec("alpha-beta", depth=1))
    MatchLines(Match(PositionSpec("tictactoe", "XX-OO----"), easy, easy), said.append).carry_out(
        iter(())
    )

    assert said[-1].endswith("wins.")


def reviewed(*lines: str) -> list[str]:
    """Play a game of Tic-tac-toe in which O answers the corner by an edge, and review it by
    lines of words.
    """
    match = Match(PositionSpec("tictactoe", "---------"), HUMAN_MOVER, HUMAN_MOVER)
    said: list[str] = []
    MatchLines(match, said.append).carry_out(("a1", "b1", "a2", "review", *lines))
    return said[said.index("Reviewing 3 moves by ordered-alpha-beta to the end.") :]


def test_a_better_move_is_found_by_ear() -> None:
    """`review` names the mistake without what was better; tries are answered, `best` tells it,
    `done` goes back.
    """
    said = reviewed("c1", "b2", "best", "zz", "next", "move 1", "move 9", "all", "done", "a3")

    assert said[1] == "Worst first: 2 b1: from a draw to a loss."
    assert said[2].startswith(
        "Move 2, b1 by O, led from a draw to a loss. After b1, X wins in 3 (searched to the "
        "end: b1 "
    )
    assert "etter was" not in said[2]
    assert said[3].startswith("c1: no: X wins in 3 (searched to the end); X answers ")
    assert said[4] == "b2: yes, the best move: it is a draw (searched to the end)."
    assert said[5].startswith("Better was b2: it is a draw (searched to the end: b2 ")
    assert said[6].startswith("! 'zz' is not a legal move here")
    assert said[7] == "! no other move gave anything away; done goes back to the game"
    assert said[8].startswith("Move 1, a1 by X, gave nothing away.")
    assert said[9] == "! there is no move 9: 3 moves judged, 1 to 3"
    assert "\n2, O, b1, X wins in 3, b2, 0, from a draw to a loss\n" in said[10]
    assert said[11] == "Back to the game."
    assert "O to move" in said[12]
    assert "X to move" in said[13]


def test_a_review_by_ear_without_mistakes_takes_its_own_words() -> None:
    """Before the first move there is nothing to review; without a mistake one goes to a move by
    its number.
    """
    assert play("review")[1][-1] == "! there is no move to review yet"
    match = Match(PositionSpec("tictactoe", "---------"), HUMAN_MOVER, HUMAN_MOVER)
    said: list[str] = []
    MatchLines(match, said.append).carry_out(
        ("a1", "review", "b2", "best", "next", "move 1", "best", "done", "b2")
    )
    reviewed = said[said.index("No move gave anything away.") + 1 :]
    assert reviewed[0] == REVIEW_COMMANDS
    assert match.position.text() == "X---O----"
    assert reviewed[1].startswith("! no move is selected: `move 12` goes to move 12, ")
    assert reviewed[2] == reviewed[1]
    assert reviewed[3].startswith("! no other move gave anything away")
    assert reviewed[4].startswith("Move 1, a1 by X, gave nothing away.")
    assert reviewed[5].startswith("The search's best is ")
    assert reviewed[6] == "Back to the game."


def test_who_resigned_though_nothing_was_given_away_is_said() -> None:
    """A resignation gives the game away, whatever the moves did."""
    match = Match(PositionSpec("tictactoe", "---------"), HUMAN_MOVER, HUMAN_MOVER)
    said: list[str] = []
    MatchLines(match, said.append).carry_out(("a1", "resign", "review"))

    assert "No move gave anything away, and O resigned." in said


def test_of_moves_that_are_not_judged_nothing_is_said() -> None:
    """Only of those judged so far is it said that none gave anything away."""
    match = Match(PositionSpec("tictactoe", "---------"), HUMAN_MOVER, HUMAN_MOVER)
    for move in ("a1", "b2", "b1"):
        match.play(move)
    review = Review(match)
    said = [worst_moves(review)]
    while not review.finished:
        before = len(review.judged)
        review.advance(0)
        said += [worst_moves(review)] * (len(review.judged) > before)

    assert said == [
        "No move is judged yet.",
        "Nothing was given away in the 1 move judged so far.",
        "Nothing was given away in the 2 moves judged so far.",
        "No move gave anything away.",
    ]


def test_ctrl_c_ends_the_judging_by_ear(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged by then counts, and the game goes on."""
    advance = Review.advance

    def stopped(review: Review, seconds: float | None = None) -> bool:
        while len(review.judged) < 2:
            advance(review, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(Review, "advance", stopped)
    said = reviewed("done")

    assert said[1] == "stopped by Ctrl-C; 2 of 3 moves are judged"
    assert said[2] == "Worst first: 2 b1: from a draw to a loss."


def test_wrong_words_are_said() -> None:
    """An illegal move, and taking back nothing, are one line each, and nothing changes."""
    match, said = play("zz", "u")

    assert [line for line in said if line.startswith("!")] == [
        "! 'zz' is not a legal move here; legal: a1 b1 c1 a2 b2 c2 ...",
        "! there is no move to take back",
    ]
    assert match.position.text() == "---------"


def test_search_moves_for_the_person() -> None:
    """`s` lets the search move for the person and reply: two plies."""
    match, _ = play("s")
    assert match.position.text().count("X") == match.position.text().count("O") == 1


def test_it_plays_the_best_it_has_where_its_window_is_too_high() -> None:
    """All branches fail low: it plays the one with the highest bound, and says that it is a
    bound.
    """
    said: list[str] = []
    search = Mover(SearchSpec(window=(7, 9)))
    match = Match(PositionSpec("tree", "[[1,0],[5,9],[5,4]]"), search, HUMAN_MOVER)
    MatchLines(match, said.append).carry_out(())

    assert match.position.text() != "[1,0]"
    assert any(
        "plays B. After B, it is worth at most 5" in line
        and "(at most +5, searched to the end)" in line
        for line in said
    )


def test_a_tree_is_played_by_the_names_of_its_nodes() -> None:
    """Moves are listed, typed, answered and explained by letters, or typed as numbers; the game
    keeps numbers.
    """
    for typed in ("B", "2"):
        said: list[str] = []
        match = Match(
            PositionSpec("tree", "[[[3,1],12],[[2],[4,9]]]"),
            HUMAN_MOVER,
            Mover(SearchSpec("alpha-beta")),
        )
        MatchLines(match, said.append).carry_out(("moves", "hint", typed, "why"))
        words = "\n".join(said)

        assert "Type a move such as A;" in said[0]
        assert "A B" in said
        assert "A: it is worth 3 to MAX (searched to the end)." in said
        assert "MIN (alpha-beta) plays D. Expected: D d1; then it is worth 2 to MAX" in words
        assert "MIN played D." in words
        assert "E instead: then e2" in words
        assert match.moves == ["2", "1"]
