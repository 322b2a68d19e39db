"""What a move gave away, in words: a flat, from a win to a loss, a win that was missed."""

from dataclasses import dataclass

from games import Standing
from visualizer.explanation.standings import NOUNS
from visualizer.look.numbers import brief, decimal, show, with_sign
from visualizer.playing.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Loss:
    """Words for what is given away: `now` and `then` are the verb, which a list leaves out if it is `plain`."""

    now: str
    then: str
    what: str
    plain: bool = True

    @property
    def listed(self) -> str:
        """Return it as a list has it: `a flat`, `from a win to a loss`, `misses a win (2 flats ahead is left)`."""
        return self.what if self.plain else f"{self.now} {self.what}"


def loss(verdict: Verdict) -> Loss:
    """Say what a move gives away whose value is known and less than that of the best."""
    best, move = verdict.best.standing, verdict.move.standing
    if best is None or move is None or not (best.won or move.won):
        return Loss("gives away", "gave away", amount(verdict))
    mine = 1 if verdict.maximizing else -1
    if best.won and best.side == mine and not move.won:
        return Loss("misses", "missed", f"a win{sized(best)} ({left(verdict, move)} is left)", plain=False)
    begin, end = result(verdict, best), result(verdict, move)
    same = best.won and move.won and best.side == move.side
    return Loss("leads", "led", f"from {begin} to {f'one{sized(move)}' if same else end}")


def amount(verdict: Verdict) -> str:
    """Return what a move of a game that goes on gives away: `2 flats`, `0.12 a game` of means, `3`."""
    return sized_difference(verdict, verdict.lost or 0)


def sized_difference(verdict: Verdict, lost: float) -> str:
    """Return a difference of two values."""
    if verdict.best.sampled:
        return f"{decimal(lost)} a game"
    if verdict.stakes is not None and verdict.best.standing is not None:
        return verdict.stakes.difference(lost)
    return show(lost) if lost == int(lost) else decimal(lost)


def result(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has as a noun: `a win`, `a loss by 3 discs`, `a draw`, `2 flats ahead`."""
    mine = 1 if verdict.maximizing else -1
    if standing.won:
        return f"a {'win' if standing.side == mine else 'loss'}{sized(standing)}"
    return left(verdict, standing)


def left(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has in a game that goes on: `2 flats ahead`, `a flat behind`, `a level game`."""
    if not standing.side:
        return NOUNS.get(standing.words, standing.words)
    if (standing.side > 0) == verdict.maximizing:
        return standing.words
    value = verdict.move.value if standing is verdict.move.standing else verdict.best.value
    assert verdict.stakes is not None
    assert value is not None
    return f"{verdict.stakes.difference(abs(value))} behind"


def sized(standing: Standing) -> str:
    """Return by how much a game is won, with a space in front; "" where wins do not differ."""
    return f" {standing.words}" if standing.words else ""


def in_brief(verdict: Verdict) -> str:
    """Return what a move gave away in a dozen letters: `win → loss`, `2 flats`; "" for nothing, `–` if not known.

    Of an outcome of chance it is the luck of MAX, with its sign.
    """
    if verdict.luck is not None:
        return with_sign(verdict.luck)
    if not verdict.lost:
        return "–" if verdict.lost is None else ""
    ends = [standing_in_brief(verdict, each.standing) for each in (verdict.best, verdict.move)]
    best, move = verdict.best.standing, verdict.move.standing
    if best is not None and move is not None and (best.won or move.won) and ends[0] != ends[1]:
        return " → ".join(ends)
    return brief(amount(verdict))


def standing_in_brief(verdict: Verdict, standing: Standing | None) -> str:
    """Return what its player has in a word: `win`, `loss`, `draw`, `level`, `ahead`, `behind`."""
    if standing is None:
        return ""
    mine = (standing.side > 0) == verdict.maximizing
    if standing.won:
        return "win" if mine else "loss"
    if not standing.side:
        return {"a draw": "draw", "nothing decided": "open"}.get(standing.words, standing.words)
    return "ahead" if mine else "behind"
