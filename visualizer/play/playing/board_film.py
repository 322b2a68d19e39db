"""A game as a film of its boards, with a frame for each move."""

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
"""In points, the size of a slide."""
GAME_FILM_MARGIN = 24
GAME_FILM_FONT_SIZE = 18
GAME_FILM_HEADING_HEIGHT = 72
GAME_FILM_CAPTION_HEIGHT = 26
GAME_FILM_GAP = 10
"""In points, between the board and the caption."""


def film_of_game(match: Match, theme: str = "light") -> Film:
    """Return the film of a match, with a frame for its start and one for each move."""
    title = match.start.board().title or match.game.title
    first, second = match.movers
    players = (
        f"{match.side(maximizing=True)}: {first} against {match.side(maximizing=False)}: {second}"
    )
    plan = plan_game_film(match)

    def make_frames() -> Iterator[Frame]:
        # Frame 0 is the start of the match, frame n the board after move n.
        for number in range(len(match.turns) + 1):
            words = describe_film_move(match, number)
            picture = Picture(
                title,
                players,
                plan,
                captions=(words,),
                board=MarkedBoard(*match.marked_board(number)),
                legend=False,
                theme=theme,
            )
            name = f"move {number:,}" if number else "the beginning"
            yield Frame(
                picture,
                first=number,
                last=number,
                sentence=words,
                counts="",
                name=name,
            )

    return Film(
        title,
        players,
        plan.width,
        plan.height,
        len(match.turns) + 1,
        make_frames,
        last_step=len(match.turns),
    )


def describe_film_move(match: Match, number: int) -> str:
    """Say what was played in move `number`; for the last move, also say how the game ended.

    Moves are numbered from 1. For number 0, say who is to move at the start.
    """
    if not number:
        return f"{match.game.mover(turn_of(match.start))} to move."
    played = f"{number:,}. {match.played_by(number - 1)} {move_with_verb(match, number - 1)}."
    if number == len(match.turns):
        end = match.end()
        if end:
            return f"{played} {capitalized(end)}."
    return played


def plan_game_film(match: Match) -> PagePlan:
    """Return the plan of all frames: heading, board and caption, one above the other.

    The board is centred, and as large as fits in every position of the match.
    """
    numbers = range(len(match.turns) + 1)
    # In some games, the board grows as the game goes on. Sizes are for squares of size 1.
    sizes = [board_drawing_size(match.before(number).board(), 1) for number in numbers]
    board_width = max(width for width, _ in sizes)
    board_height = max(height for _, height in sizes)

    inner_width = GAME_FILM_WIDTH - 2 * GAME_FILM_MARGIN
    words_height = GAME_FILM_HEADING_HEIGHT + GAME_FILM_CAPTION_HEIGHT + GAME_FILM_GAP
    room = GAME_FILM_HEIGHT - 2 * GAME_FILM_MARGIN - words_height
    size = min(inner_width / board_width, room / board_height)

    board_x = (GAME_FILM_WIDTH - board_width * size) / 2
    board_y = GAME_FILM_MARGIN + GAME_FILM_HEADING_HEIGHT
    caption_y = GAME_FILM_HEIGHT - GAME_FILM_MARGIN - GAME_FILM_CAPTION_HEIGHT
    return PagePlan(
        GAME_FILM_WIDTH,
        GAME_FILM_HEIGHT,
        heading=Area(GAME_FILM_MARGIN, GAME_FILM_MARGIN, inner_width, GAME_FILM_HEADING_HEIGHT),
        # The area reaches to the right edge of the page, since square names may be beside the
        # board.
        board=Area(board_x, board_y, GAME_FILM_WIDTH - board_x, room),
        caption=Area(GAME_FILM_MARGIN, caption_y, inner_width, GAME_FILM_CAPTION_HEIGHT),
        size=size,
        larger=GAME_FILM_FONT_SIZE / size,
    )
