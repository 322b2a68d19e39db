"""Wherever the value of a move is said, the texts say the same: board, lists, answers, reviews,
pages, sentences.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

import pytest

import games
from tests.few import one_in
from visualizer.apps.activities.playing import MatchSession
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.board_screens.table import PlayTable
from visualizer.explaining.explanation.explainer import explain
from visualizer.look.numbers import parse_shown_number
from visualizer.play.playing.game_review import Review, final_judging_search
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.play.playing.review_page import review_web_page
from visualizer.play.playing.review_words import review_text, turning_point
from visualizer.searching.recipe import PositionSpec, SearchSpec

SIZES = {
    "connect-four": "5x4",
    "hex": "4",
    "othello": "6",
    "tak": "4",
}
GAMES = ("tictactoe", "connect-four", "hex", "othello", "kalah", "italian-draughts", "tak", "chess")
SEARCHES = (
    SearchSpec("alpha-beta", depth=3),
    SearchSpec("mcts", options={"iterations": 60}),
    SearchSpec("ordered-alpha-beta", depth=1),
    SearchSpec("pvs", depth=2),
)
FEW = 4
MANY = 200
"""Positions of each game, in a quick run and in a slow one."""
CASES = one_in(4, [(game, count) for game in GAMES for count in (FEW, MANY)])

NUMBER = r"[+−]?\d[\d,.]*"
HOW = r"depth [\d,]+|searched to the end|[\d,]+ games?"
LISTED = re.compile(rf"^(?:Col )?(\S+)(?: \(({NUMBER})\))?: (.*?) \(({HOW})\)", re.MULTILINE)
"""A move as lists and answers say it: its name, its number, what that means, how deep that was
searched.
"""
SENTENCE = re.compile(rf"(?:Better was|best is|After) (?:col )?(\S+?):? ([^.]*?) \(({HOW})[):]")
"""The same in a review's sentence."""
BEST = re.compile(rf"Best: (?:col )?(\S+) (?:\((.*?), ({HOW})\)|(.*?) \(({HOW})\))")
"""The same beside a board."""


class Claim(NamedTuple):
    """What a place says of a move; None for what it does not say there. Numbers are from the
    side of who moves.
    """

    place: str
    move: str
    number: float | None = None
    words: str | None = None
    how: str | None = None
    winner: str | None = None


def position_of(game: str, seed: int) -> Match:
    """Return a match of two searches after some random plies, which is not over."""
    chance = random.Random(f"{game} {seed}")
    mover = Mover(SEARCHES[seed % len(SEARCHES)])
    if game in SIZES:
        size = {"size": SIZES[game]}
    else:
        size = {}
    if game in ("tictactoe", "kalah", "italian-draughts", "chess"):
        start = games.load_game(game).start({}).text()
    else:
        start = None
    while True:
        match = Match(PositionSpec(game, start, "", size), mover, mover)
        for _ in range(chance.randrange(4 + seed % 40)):
            if not match.is_over():
                match.play(match.position.name(chance.choice(match.position.moves())))
        if not match.is_over():
            return match


@pytest.mark.parametrize(("game", "count"), CASES)
def test_every_two_places_say_the_same(game: str, count: int) -> None:
    """Of a move in a position, by one search: the number, whom it favours by how much, how deep
    that was searched.
    """
    if game == "chess":
        pytest.importorskip("chess")
    places = set[str]()
    for seed in range(count):
        claims = [*map(with_winner, claims_of(position_of(game, seed), random.Random(seed)))]
        places.update(claim.place for claim in claims)
        for field in ("number", "words", "how", "winner"):
            found = dict[str, dict[object, str]]()
            for claim in claims:
                if (said := getattr(claim, field)) is not None:
                    found.setdefault(claim.move, {})[
                        round(said, 2) if field == "number" else said
                    ] = claim.place

            assert all(len(said) == 1 for said in found.values()), (game, seed, field, found)

    assert places == {
        "board",
        "beside",
        "list",
        "hint",
        "why",
        "JSON",
        "text",
        "page",
        "sentences",
        "search",
    }


def claims_of(match: Match, chance: random.Random) -> Iterator[Claim]:
    """Yield what each place says of a position's moves, of the best one and of one by chance at
    least.
    """
    name = match.position.name
    analysis = match.analysis(final_judging_search(match, len(match.turns)))
    played = name(chance.choice(match.position.moves()))
    analysis.request_all()
    analysis.advance()
    yield from on_board(match, analysis)
    yield from in_lines(match, played)
    if not analysis.games:
        yield from in_search(match, analysis)
    before = len(match.turns)
    match.play(played)
    where = match.where_before(before)
    only = Match(where, *match.movers)
    only.play(played)
    yield from in_review(only, analysis)


def with_winner(claim: Claim) -> Claim:
    """Return a claim with the side that its words say wins, beside in how many moves."""
    won = re.match(r"(\w+) wins( in \d)?$", claim.words or "")
    if won:
        return claim._replace(winner=won[1])
    return claim


def as_persons(match: Match) -> Match:
    """Return a copy of a match in which persons move, who may point at squares."""
    other = match.copy()
    other.movers = (HUMAN_MOVER, HUMAN_MOVER)
    return other


def plain(words: str) -> str:
    """Return words without what only makes a clause of them."""
    return re.sub(r"\b(it is|is|the mean) ", "", f"{words} ").strip()


def claim(
    place: str,
    match: Match,
    move: str,
    word: str,
) -> Claim | None:
    """Return what a cell of few letters says: a number, or who wins; None for one that is
    rounded.
    """
    maximizing = match.position.maximizing
    if word in ("wins", "loses"):
        return Claim(place, move, winner=match.side(maximizing=maximizing is (word == "wins")))
    if re.fullmatch(NUMBER, word):
        return Claim(place, move, parse_shown_number(word, "it") * (1 if maximizing else -1))
    if word == "–" or word[-1] in "kM":
        return None
    return Claim(place, move, words=plain(word))


def on_board(match: Match, analysis: MoveAnalysis) -> Iterator[Claim]:
    """Read the drawn squares, and what stands beside the board."""
    table = PlayTable(as_persons(match))
    table.moves.advance()
    squares, plan = table.squares(analysis, has_pointer=False).fit(200, 200)
    lines = ["".join(letters for letters, _ in line) for line in squares.draw_plan(plan)]
    for place, moves in table.moves_by_square().items():
        area = plan.rectangle(place)
        cells = " ".join(
            line[area.x : area.x + area.width] for line in lines[area.y : area.y + area.height]
        )
        if len(moves) == 1 and (words := re.findall(rf"wins|loses|{NUMBER}[kM]?", cells)):
            found = claim(
                "board", match, moves[0].name, words[-1]
            )  # behind how many pieces lie there
            yield from [found] if found else []
    playing = MatchSession(table.match)
    playing.analysis = analysis
    move, *parts = BEST.match(playing.ranking(3)).groups()  # type: ignore[union-attr]  # else the test fails
    meaning, how = (part for part in parts if part is not None)
    yield Claim(
        "beside",
        move,
        words=plain(meaning),
        how=how,
    )


def in_lines(match: Match, played: str) -> Iterator[Claim]:
    """Read the list of values, the hint and the answer to why not another move, in line mode."""
    said: list[str] = []
    person = MatchLines(match, said.append)
    if match.position.maximizing:
        sign = 1
    else:
        sign = -1
    for place, line in (
        ("list", "values"),
        ("hint", "hint"),
        ("why", f"why {played}"),
    ):
        person.obey(line)
        for move, number, words, how in LISTED.findall(said[-1].replace("minus ", "−")):
            yield Claim(
                place,
                move,
                parse_shown_number(number, "it") * sign if number else None,
                plain(words),
                how,
            )


def in_search(match: Match, analysis: MoveAnalysis) -> Iterator[Claim]:
    """Read the last sentence of the search of the position."""
    sentence = explain(analysis.run, analysis.run.trace.last_step)
    best = r"(?:(?:col )?(\S+) is best|\w+'s best is (?:col )?([^\s,]+),)"
    said = re.match(rf"Finished: {best} .* \(({NUMBER})(?:, ({HOW}))?\)\. ", sentence)
    move, level, number, how = said.groups()  # type: ignore[union-attr]  # else the test fails
    move = move or level
    yield Claim(
        "search",
        move,
        parse_shown_number(number, "it") * (1 if match.position.maximizing else -1),
        how=how,
    )


def in_review(match: Match, analysis: MoveAnalysis) -> Iterator[Claim]:
    """Read the review of a move as JSON, as text and as a page, the table and the sentence."""
    start = Match(match.where, *match.movers)
    review = Review(match, analysis.search)
    assert review.advance()
    [row] = review.as_object()["moves"]
    if start.position.maximizing:
        sign = 1
    else:
        sign = -1
    for key, of in (("value", "move"), ("best_value", "best_move")):
        if row[key] is not None:
            yield Claim("JSON", row[of], row[key] * sign)
    page = unescape(review_web_page(review))
    cells = re.findall(r"<td>(.*?)</td>", page)
    line = next(line for line in review_text(review).split("\n") if line.startswith("1  "))
    for place, table in (("page", cells), ("text", re.split(r" {2,}", line))):
        for move, word in ((table[2], table[3]), (table[4], table[5])):
            has_won = match.is_over() and word.endswith(" wins")  # no longer in 1
            found = (
                Claim(place, move, winner=word[:-5]) if has_won else claim(place, start, move, word)
            )
            yield from [found] if found else []
    for said in (turning_point(review, review.judged[0]), page):
        for move, words, how in SENTENCE.findall(said):
            yield Claim(
                "sentences",
                move,
                words=plain(words),
                how=how,
            )
