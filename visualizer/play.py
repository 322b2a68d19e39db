"""Playing a game against a search, in lines of words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games import AnyPosition, Game
from visualizer.boards.text import draw, side_of
from visualizer.errors import InputError
from visualizer.explanation.naming import ending, nobody_plays
from visualizer.look.lines import print_lines
from visualizer.look.numbers import show
from visualizer.lookup import resolve, resolve_evaluation
from visualizer.measures.summary import counts
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

HELP = "A move as the game writes it; m lists the moves, u takes back, s lets the search move for you, q leaves."


@dataclass
class Match:
    """A game between a person and a search; `say` prints. The person is MAX, unless `second`."""

    where: Where
    search: Search
    second: bool = False
    say: Callable[[str], None] = print_lines
    positions: list[AnyPosition] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set up the board; InputError says what is wrong."""
        self.game: Game
        self.game, position = resolve(self.where)
        self.positions = [position]

    @property
    def position(self) -> AnyPosition:
        """Return the position on the board."""
        return self.positions[-1]

    def play(self, lines: Iterable[str]) -> None:
        """Play on, a line of the person's at a time, until the game is over, `q`, or the end of the lines."""
        self.say(HELP)
        self.show()
        self.reply()
        for line in lines:
            word = line.strip()
            if word == "q" or self.position.outcome() is not None:
                return
            try:
                self.obey(word)
            except InputError as error:
                self.say(f"! {error}")
            if self.position.outcome() is not None:
                return

    def obey(self, word: str) -> None:
        """Do what a line says; InputError says why it cannot be done."""
        position = self.position
        match word:
            case "" | "?":
                self.say(HELP)
            case "m":
                self.say(" ".join(position.name(move) for move in position.moves()))
            case "u":
                self.take_back()
            case "s":
                self.move_by_search()
                self.reply()
            case _:
                try:
                    move = self.game.find_move(position, word)
                except ValueError as error:
                    raise InputError(str(error)) from error
                self.put(position.play(move))
                self.reply()

    def put(self, position: AnyPosition) -> None:
        """Continue with a position and show it."""
        self.positions.append(position)
        self.show()

    def take_back(self) -> None:
        """Take back the person's last move and the reply to it; InputError if there is none."""
        if len(self.positions) < 2:
            raise InputError("there is no move to take back")
        self.positions.pop()
        while len(self.positions) > 1 and self.position.maximizing == self.second:
            self.positions.pop()
        self.show()
        self.reply()

    def reply(self) -> None:
        """Let the search move while it is its turn."""
        while self.position.outcome() is None and self.position.maximizing == self.second:
            self.move_by_search()

    def move_by_search(self) -> None:
        """Search the position and play the best move found."""
        position = self.position
        where = Where(self.where.game, position.text(), "", self.where.settings_beside_size())
        run = Run(Recipe(where, self.search), root=position).finish()
        end = TreeAtStep(run.trace)
        line = end.result().line
        best = line[0] if line else (end.best(0) or (0, None))[1]  # there is no line after a fail low
        number = 0 if best is None else run.trace.move(best)
        move = position.moves()[number]
        label = value_label(end, 0)
        worth = f", worth {label}" if label else ""
        self.say(f"{run.algorithm.title}: {position.name(move)}{worth} ({counts(end).words()})")
        self.put(position.play(move))

    def show(self) -> None:
        """Draw the board and say whose turn it is, or how the game ended."""
        position, outcome = self.position, self.position.outcome()
        board = position.board()
        if outcome is None:
            turn = f"{side_of(self.game, board, first=position.maximizing)} to move"
        else:
            _, evaluate = resolve_evaluation(self.game, None)
            value = show(evaluate(position, outcome))
            turn = f"The end: this leaf is worth {value}."
            if not nobody_plays(self.game):
                turn = f"The game is over: {ending(self.game, position, outcome)} ({value})."
        self.say("\n".join(["", *draw(board), turn]))
