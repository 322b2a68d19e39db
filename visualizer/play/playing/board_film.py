"""A game as a film of its boards, a frame a move."""

from collections.abc import Iterator

from games import turn_of
from visualizer.draw.boards.shapes import size_of
from visualizer.draw.picture.film import Film, Frame
from visualizer.draw.picture.model import Area, MarkedBoard, PagePlan, Picture
from visualizer.explaining.explanation.naming import capitalized
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import plays

WIDTH = 960
HEIGHT = 540
"""Points: a slide."""
MARGIN = 24
LETTERS = 18
"""Points: the edge of the page, and the size of its words."""
HEADING = 72
CAPTION = 26
GAP = 10
"""Heights of the words above and below the board, and between it and those below."""


def film_of_game(match: Match, theme: str = "light") -> Film:
    """Return the film of a match, from its first position to its last."""
    title = match.start.board().title or match.game.title
    players = " against ".join(
        f"{match.side(maximizing=first)}: {mover}"
        for first, mover in zip((True, False), match.movers, strict=True)
    )
    plan = plan_of(match)

    def frames() -> Iterator[Frame]:
        for number in range(len(match.turns) + 1):
            said = sentence(match, number)
            picture = Picture(
                title,
                players,
                plan,
                captions=(said,),
                board=MarkedBoard(*match.marked(number)),
                legend=False,
                theme=theme,
            )
            yield Frame(
                picture,
                number,
                number,
                said,
                "",
                name=f"move {number:,}" if number else "the beginning",
            )

    return Film(
        title, players, plan.width, plan.height, len(match.turns) + 1, frames, last=len(match.turns)
    )


def sentence(match: Match, number: int) -> str:
    """Say what was played in a move, by its number from 1, and how the game ended with the last one."""
    if not number:
        return f"{match.game.mover(turn_of(match.start))} to move."
    if number == len(match.turns):
        end = match.end()
    else:
        end = ""
    return f"{number:,}. {match.played_by(number - 1)} {plays(match, number - 1)}." + (
        f" {capitalized(end)}." if end else ""
    )


def plan_of(match: Match) -> PagePlan:
    """Place the words, and the board in the middle, as large as it fits in every position."""
    sizes = [size_of(match.before(number).board(), 1) for number in range(len(match.turns) + 1)]
    width, height = (max(side) for side in zip(*sizes, strict=True))
    room = HEIGHT - HEADING - CAPTION - GAP - 2 * MARGIN
    size = min((WIDTH - 2 * MARGIN) / width, room / height)
    left = (WIDTH - width * size) / 2
    within = WIDTH - 2 * MARGIN
    return PagePlan(
        WIDTH,
        HEIGHT,
        heading=Area(MARGIN, MARGIN, within, HEADING),
        board=Area(left, MARGIN + HEADING, WIDTH - left, room),
        caption=Area(MARGIN, HEIGHT - MARGIN - CAPTION, within, CAPTION),
        size=size,
        larger=LETTERS / size,
    )
