"""What is said while one plays: whose turn it is, what is thought, what happened, what can be done."""

from visualizer.explanation.naming import capital
from visualizer.playing.said import reason, who
from visualizer.tui.playing.played import Played
from visualizer.tui.styled_lines import Line, width_of, wrapped


def state(screen: Played) -> str:
    """Say what is waited for."""
    match, table = screen.match, screen.table
    if not table.is_live:
        return f"after move {table.shown} of {len(match.turns)}"
    if match.is_over():
        return "the game is over"
    side = match.side(maximizing=match.position.maximizing)
    if not match.mover.is_person:
        doing = "paused" if screen.thinking.paused else f"{side} is thinking"
    else:
        doing = "your turn" if sum(mover.is_person for mover in match.movers) == 1 else f"{side} to move"
    return f"move {len(match.turns) + 1} · {doing}"


def title(screen: Played) -> str:
    """Return what the sentence below is about."""
    thinking, match, table = screen.thinking, screen.match, screen.table
    if thinking.question is not None:
        return thinking.question.about
    if table.is_live and match.is_over():
        return "the game is over"
    if table.is_live and thinking.is_searchs_turn:
        return f"{match.side(maximizing=match.position.maximizing)} {'pauses' if thinking.paused else 'is thinking'}"
    if not table.shown:
        return "the game begins"
    return f"{match.played_by(table.shown - 1)} played {match.turns[table.shown - 1].move}"


def said(screen: Played) -> str:
    """Say what is thought, or what the last move did and why a search played it."""
    thinking, match, table, shown = screen.thinking, screen.match, screen.table, screen.table.shown
    text = table.happened(shown) if shown else f"{who(match)} "
    if thinking.question is not None:
        return "Searching. Escape stops it."
    if table.is_live and match.is_over():
        return f"{capital(match.end())}. {text}"
    if table.is_live and thinking.is_searchs_turn and thinking.reply is not None:
        return f"{text}{thinking.line()} space: answer now"
    if shown and match.turns[shown - 1].thought is not None:
        return f"{text}{reason(match, match.turns[shown - 1])} tab, enter: its search"
    if shown and table.viewed is not None and match.movers[not match.before(shown - 1).maximizing].is_person:
        return f"{text}A person's move: no search chose it. enter: what a search thinks of the position before it"
    return text


def may(screen: Played) -> str:
    """Say what can be done now."""
    if screen.table.viewed is not None:
        return "↑ ↓ another move, enter opens its search, N why not mine, tab goes back"
    if screen.match.is_over():
        return "v reviews it, u takes back, tab goes through the moves"
    if not screen.can_move:
        return "space: answer now, p: pause, u: take back"
    ranked = screen.thinking.ranking(3) if screen.thinking.wants_values else ""
    return f"{screen.table.may()} {ranked}".strip()


def fitted(text: str, width: int, height: int, style: str = "text") -> list[Line]:
    """Break a text into lines; where it is too long the last line ends in an ellipsis."""
    lines = wrapped(text, width, style)
    if len(lines) <= height or not height:
        return lines[:height]
    last: Line = lines[height - 1]
    room = width - 2
    words = last[0][0]
    if width_of(last) > room:
        words = words[:room].rpartition(" ")[0] or words[:room]
    return [*lines[: height - 1], [(f"{words} …", style)]]
