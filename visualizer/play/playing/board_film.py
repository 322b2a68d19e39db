"""A game as a film of its boards, a frame a move."""

from collections.abc import Iterator

from games import turn_of
from visualizer.draw.boards.shapes import board_drawing_size
from visualizer.draw.picture.film import Film, Frame
from visualizer.draw.picture.model import Area, MarkedBoard, PagePlan, Picture
from visualizer.explaining.explanation.naming import capitalized
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import move_with_verb

GAME_FILM_WIDTH = 960
GAME_FILM_HEIGHT = 540
"""Points: a slide."""
GAME_FILM_MARGIN = 24
GAME_FILM_FONT_SIZE = 18
"""Points: the edge of the page, and the size of its words."""
GAME_FILM_HEADING_HEIGHT = 72
GAME_FILM_CAPTION_HEIGHT = 26
GAME_FILM_GAP = 10
"""Heights of the words above and below the board, and between it and those below."""


def film_of_game(match: Match, theme: str = "light") -> Film:
    """Return the film of a match, from its first position to its last."""
    title = match.start.board().title or match.game.title
    players = " against ".join(
        f"{match.side(maximizing=first)}: {mover}"
        for first, mover in zip((True, False), match.movers, strict=True)
    )
    plan = plan_game_film(match)

    def frames() -> Iterator[Frame]:
        for number in range(len(match.turns) + 1):
            said = describe_film_move(match, number)
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


def describe_film_move(match: Match, number: int) -> str:
    """Say what was played in a move, by its number from 1, and how the game ended with the last one."""
    if not number:
        return f"{match.game.mover(turn_of(match.start))} to move."
    if number == len(match.turns):
        end = match.end()
    else:
        end = ""
    return f"{number:,}. {match.played_by(number - 1)} {move_with_verb(match, number - 1)}." + (
        f" {capitalized(end)}." if end else ""
    )


def plan_game_film(match: Match) -> PagePlan:
    """Place the words, and the board in the middle, as large as it fits in every position."""
    sizes = [
        board_drawing_size(match.before(number).board(), 1)
        for number in range(len(match.turns) + 1)
    ]
    width, height = (max(side) for side in zip(*sizes, strict=True))
    room = (
        GAME_FILM_HEIGHT
        - GAME_FILM_HEADING_HEIGHT
        - GAME_FILM_CAPTION_HEIGHT
        - GAME_FILM_GAP
        - 2 * GAME_FILM_MARGIN
    )
    size = min((GAME_FILM_WIDTH - 2 * GAME_FILM_MARGIN) / width, room / height)
    left = (GAME_FILM_WIDTH - width * size) / 2
    within = GAME_FILM_WIDTH - 2 * GAME_FILM_MARGIN
    return PagePlan(
        GAME_FILM_WIDTH,
        GAME_FILM_HEIGHT,
        heading=Area(GAME_FILM_MARGIN, GAME_FILM_MARGIN, within, GAME_FILM_HEADING_HEIGHT),
        board=Area(left, GAME_FILM_MARGIN + GAME_FILM_HEADING_HEIGHT, GAME_FILM_WIDTH - left, room),
        caption=Area(
            GAME_FILM_MARGIN,
            GAME_FILM_HEIGHT - GAME_FILM_MARGIN - GAME_FILM_CAPTION_HEIGHT,
            within,
            GAME_FILM_CAPTION_HEIGHT,
        ),
        size=size,
        larger=GAME_FILM_FONT_SIZE / size,
    )
