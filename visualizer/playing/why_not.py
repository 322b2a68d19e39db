"""Why not mine? Two moves of a position compared, with the line that refutes one."""

from games import AnyPosition
from visualizer.look.numbers import show
from visualizer.playing.movers import Mover
from visualizer.playing.opinions import MoveSearch, Opinion
from visualizer.playing.reply import Reply, run_of
from visualizer.recipe import Where


class WhyNot:
    """Compares a move with the one that a search plays, each searched by itself; `text` says how they differ."""

    def __init__(self, where: Where, position: AnyPosition, mover: Mover, mine: str, best: str = "") -> None:
        """Prepare; without `best` it is searched first. InputError says what is wrong with the search."""
        self.asked = run_of(where, position, mover)
        self.position, self.mine = position, mine
        self._reply = None if best else Reply(where, position, mover)
        self._searches = self._of(mine, best) if best else []

    def _of(self, *names: str) -> list[MoveSearch]:
        moves = {self.position.name(move): move for move in self.position.moves()}
        return [MoveSearch(self.asked, moves[name]) for name in dict.fromkeys(names)]

    def advance(self, seconds: float | None = None) -> bool:
        """Let the searches go on; return whether they have ended. InputError for an error in user-supplied code."""
        if not self._searches and self._reply is not None:
            if self._reply.advance(seconds):
                self._searches = self._of(self.mine, self._reply.thought().move)
            return False
        return all(each.advance(seconds) for each in self._searches)

    def text(self) -> str:
        """Say what both moves are worth once the searches have ended, and how the worse one is answered."""
        mine, *others = [each.opinion() for each in self._searches]
        if not others:
            return f"{mine.move} is what the search plays too. {worth(mine)}"
        best = others[0]
        lost = (best.value - mine.value) * (1 if self.position.maximizing else -1)
        if lost <= 0:
            verdict = f"To this search {mine.move} is {'as good' if lost == 0 else 'better'}."
        elif len(mine.line) > 1:
            verdict = f"{mine.move} gives away {show(round(lost, 2))}: {self._next()} {mine.line[1]}."
        else:
            verdict = f"{mine.move} gives away {show(round(lost, 2))}."
        return "\n\n".join((verdict, worth(mine), worth(best)))

    def _next(self) -> str:
        """Say who moves after the move asked about: the other side answers, or the same one moves again."""
        position = self.position
        move = next(move for move in position.moves() if position.name(move) == self.mine)
        mover = position.play(move).maximizing
        side = self.asked.game.side(maximizing=mover)
        return f"{side} then plays" if mover == position.maximizing else f"{side} answers"


def worth(opinion: Opinion) -> str:
    """Say what a move is worth and what is expected to follow."""
    then = f" Expected: {' '.join(opinion.line)}." if len(opinion.line) > 1 else ""
    return f"{opinion.move} ({opinion.label()}): {opinion.words}.{then}"
