"""A review as a web page with boards and a curve, light or dark, or in Markdown."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from exports.svg import svg_part
from games import Board, Coordinates
from visualizer.draw.boards.contents import Mark, play_on_board
from visualizer.draw.boards.contents import board_text as lines_of
from visualizer.draw.boards.shapes import board_drawing_size, draw_board_shapes
from visualizer.explaining.explanation.naming import capitalized
from visualizer.look.numbers import format_signed
from visualizer.look.shapes import Drawing
from visualizer.look.table import Table, escaped
from visualizer.look.themes import STYLED_THEME, THEMES, style_variables
from visualizer.look.web_page import fill_template
from visualizer.play.playing import review_words
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.move_value import Verdict
from visualizer.support.errors import InputError, visible

WEB_REVIEW_ENDINGS = ".html", ".htm"
MARKDOWN_REVIEW_ENDINGS = (".md",)
REVIEW_FONT_SIZE = 13
"""The type size on boards, in points."""
MAX_REVIEW_BOARD_SIDE = 320
"""The longest side of a board, in CSS pixels."""
MAX_REVIEW_BOARD_SCALE = 1.6
"""How much larger than its own size a small board is drawn at most."""
REVIEW_CURVE_SIZE = (640, 120)
"""The width and height of the curve, in CSS pixels."""
WON_BAND_HEIGHT = 16
"""The height of the two bands for won games, at the top and bottom of the curve."""
CURVE_LABEL_WIDTH = 96
"""The width beside the curve for the names of the bands."""


def review_file_contents(review: Review | None, name: str) -> bytes:
    """Return a review in the format of the file name's ending; InputError for another ending.

    If there is no review yet (None), only check the ending, and return empty contents.
    """
    ending = Path(name).suffix.lower()
    endings = WEB_REVIEW_ENDINGS + MARKDOWN_REVIEW_ENDINGS
    if ending not in endings:
        raise InputError(
            f"the file name {name!r:.200} has no ending for a review: {' '.join(endings)}"
        )
    if review is None:
        return b""
    if ending in WEB_REVIEW_ENDINGS:
        return review_web_page(review).encode()
    return review_markdown(review).encode()


def review_web_page(review: Review) -> str:
    """Return the review as a single web page that needs no other files."""
    title, *rest = map(_safe_html, review_words.review_heading(review))
    points = [_turning_point_html(review, judged) for judged in review.turning_points]
    parts = {
        "title": title,
        "rest": "".join(f"<p>{line}</p>" for line in rest),
        "light": style_variables(THEMES["light"]),
        "dark": style_variables(THEMES["dark"]),
        "curve": _curve_html(review),
        "values": _safe_html(_curve_caption(review)),
        "worst": _safe_html(" ".join(_summary_sentences(review))),
        "points": "\n".join(points),
        "table": _table_html(review_words.review_table(review)),
    }
    return fill_template(Path(__file__).with_name("review.html"), parts)


def _curve_caption(review: Review) -> str:
    """Say what the curve of a web page shows."""
    first = review.match.side(maximizing=True)
    largest = format_signed(review_words.largest_unwon_value(review.values))
    return f"Values for {first}, up to {largest}; a won game reaches the band at the edge."


def _summary_sentences(review: Review) -> list[str]:
    """Return the sentence about luck, if there is one, and the sentence about the worst moves."""
    sentences = [review_words.luck_and_errors(review), review_words.worst_moves(review)]
    return [sentence for sentence in sentences if sentence]


def _table_html(table: Table) -> str:
    """Write a table as HTML."""
    head = "".join(f"<th>{_safe_html(name)}</th>" for name in table.columns)
    rows = []
    for row in table.rows:
        cells = [f"<td>{_cell_html(cell)}</td>" for cell in row]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    body = "".join(rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell_html(cell: object) -> str:
    """Write a cell as HTML; an unknown value (None) becomes a dash."""
    if cell is None:
        return "–"
    return _safe_html(str(cell))


def review_markdown(review: Review) -> str:
    """Return the review in Markdown, with boards as text."""
    title, *rest = map(_escaped_words, review_words.review_heading(review))
    parts = [
        f"# {title}",
        *rest,
        _escaped_words(f"{capitalized(review_words.describe_curve(review))}:"),
        f"`{review_words.value_curve(review)}`",
        "## Turning points",
        *map(_escaped_words, _summary_sentences(review)),
    ]
    for judged in review.turning_points:
        parts += _turning_point_markdown(review, judged)
    parts += ["## All moves", review_words.review_table(review).markdown()]
    return "\n\n".join(parts) + "\n"


def _turning_point_markdown(review: Review, verdict: Verdict) -> list[str]:
    """Return the paragraphs about a turning point in Markdown: heading, sentences and boards."""
    paragraphs = [
        f"### Move {verdict.number}",
        _escaped_words(review_words.turning_point(review, verdict)),
    ]
    for name, board, marks in turning_point_boards(review, verdict):
        # Lines indented by four spaces are code in Markdown, which is shown as it is.
        lines = [f"    {visible(line)}" for line in (name, *lines_of(board, marks=marks))]
        paragraphs.append("\n".join(lines))
    return paragraphs


BoardMarks = Mapping[Coordinates, Mark]
"""What a move did to each square."""


def turning_point_boards(
    review: Review, verdict: Verdict
) -> Iterator[tuple[str, Board, BoardMarks]]:
    """Yield the board after the played move and the board after the best move.

    Each comes with a title and with marks for what the move has changed.
    """
    before = review.match.before(verdict.number - 1)
    game = review.match.game
    for words, value in (("played", verdict.move), ("better", verdict.best)):
        # A forced pass that the notation leaves out comes before the move.
        *_, move = game.find_moves(before, value.move)
        board, marks = play_on_board(game, before, move, before.board())
        yield f"{words}: {value.name}", board, marks


def _turning_point_html(review: Review, verdict: Verdict) -> str:
    """Write a turning point as HTML: a sentence or two, and the boards."""
    figures = []
    for name, board, marks in turning_point_boards(review, verdict):
        caption = f"<figcaption>{_safe_html(name)}</figcaption>"
        figures.append(f"<figure>{_board_html(board, marks)}{caption}</figure>")
    words = _safe_html(review_words.turning_point(review, verdict))
    return f"<p>{words}</p><div class=boards>{''.join(figures)}</div>"


def _board_html(board: Board, marks: BoardMarks) -> str:
    """Return a board as SVG in the colours of the page; a small board is enlarged up to a limit."""
    width, height = board_drawing_size(board, REVIEW_FONT_SIZE)
    shapes = draw_board_shapes(
        board,
        STYLED_THEME,
        0,
        0,
        REVIEW_FONT_SIZE,
        marks=marks,
    )
    drawing = Drawing(width, height, STYLED_THEME.page, "", "", tuple(shapes))
    scale = min(MAX_REVIEW_BOARD_SCALE, MAX_REVIEW_BOARD_SIDE / max(width, height))
    return svg_part(drawing, (0, 0, width, height), (round(width * scale), round(height * scale)))


def _curve_html(review: Review) -> str:
    """Return the curve of values as SVG: a column for each position, up if MAX is ahead.

    Only the columns of won games reach into the bands at the top and the bottom. The columns of
    turning points have another colour.
    """
    width, height = REVIEW_CURVE_SIZE
    heights = review_words.review_heights(review)
    turning_points = {verdict.number for verdict in review.turning_points}
    step = width / max(1, len(heights))

    match = review.match
    parts = [
        _won_band(0, match.side(maximizing=True)),
        _won_band(height - WON_BAND_HEIGHT, match.side(maximizing=False)),
    ]
    for number, value in enumerate(heights):
        if value is not None:
            hue = "vermillion" if number in turning_points else "blue"
            parts.append(_value_column(value, number * step, step * 0.8, hue))
    parts.append(f"<path d='M0 {height / 2}H{width}' stroke='var(--faint)'/>")

    whole_width = width + CURVE_LABEL_WIDTH
    return (
        f'<svg viewBox="0 0 {whole_width} {height}" width="{whole_width}" height="{height}"'
        f' role="img" aria-label="values">{"".join(parts)}</svg>'
    )


def _won_band(y: int, side: str) -> str:
    """Return a band as SVG, for values at which `side` has won, with `SIDE wins` to its right.

    `y` is the upper edge of the band.
    """
    width, _ = REVIEW_CURVE_SIZE
    label_y = y + WON_BAND_HEIGHT - 4
    return (
        f'<rect x="0" y="{y}" width="{width}" height="{WON_BAND_HEIGHT}" fill="var(--faint)"'
        ' opacity="0.25"/>'
        f'<text x="{width + 4}" y="{label_y}" font-size="11" fill="currentColor">'
        f"{_safe_html(side)} wins</text>"
    )


def _value_column(value: review_words.ValueHeight, x: float, width: float, hue: str) -> str:
    """Return a value as SVG: a column from the middle of the curve up or down.

    `x` is the left edge of the column, and `hue` names its colour in the theme.
    """
    _, height = REVIEW_CURVE_SIZE
    if value.won:
        length = height / 2
    else:
        # Only the columns of won games reach into the bands.
        length = abs(value.share) * (height / 2 - WON_BAND_HEIGHT)
    # Even the column of a value of 0 should be visible.
    length = max(1.0, length)
    top = height / 2
    if value.share > 0:
        top -= length
    return (
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{length:.1f}"'
        f' fill="var(--line-{hue})"/>'
    )


def _safe_html(text: str) -> str:
    """Escape a text for HTML, with its control characters made visible."""
    return escape(visible(text))


def _escaped_words(text: str) -> str:
    """Escape a text for Markdown, with its control characters made visible."""
    return escaped(visible(text))
