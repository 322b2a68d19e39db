"""The board of one size: its squares as bits, their names, kinds and weights."""

from functools import cache

from games._squares import SquareGrid

SIZES = range(4, 17, 2)
DEFAULT_SIZE = 8

PASS = 0
"""The move that passes; any other move is the bit of its square."""

WEIGHTS = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
"""The usual weights of squares on 8×8, by the distances from the nearest edges; 3 stands for 3 and more."""

CORNER, EDGE, MIDDLE, NEXT_TO_EDGE, NEXT_TO_CORNER = 4, 3, 2, 1, 0
"""Classes of squares; a higher class is better."""


class Grid(SquareGrid):
    """The constants of a board of one size.

    `steps` are the four shifts to the neighbours with a higher number (right and down); shifting back gives the other
    four. `weights` and `classes` are by bit.

    >>> board = grid(4)
    >>> [board.names[bit] for bit in board.bits[:5]]
    ['a1', 'b1', 'c1', 'd1', 'a2']
    """

    other, cell, example = "pass", "square", "a square such as d3, or pass"

    def __init__(self, size: int) -> None:
        """Lay out a board of that size."""
        super().__init__(size)
        nearest = [min(line, size - 1 - line) for line in range(size)]
        distances = {bit: [nearest[line] for line in self.place(bit)] for bit in self.bits}
        self.steps = (1, self.stride - 1, self.stride, self.stride + 1)
        self.weights = {bit: weight(*from_edges) for bit, from_edges in distances.items()}
        self.classes = {bit: square_class(*from_edges) for bit, from_edges in distances.items()}


grid = cache(Grid)
"""From a size to its board: always the same object, so grids are compared by identity."""


def weight(down: int, across: int) -> int:
    """Return the weight of a square by its distances from the nearest edges.

    >>> weight(0, 0), weight(7, 5)
    (120, 3)
    """
    return WEIGHTS[min(down, 3)][min(across, 3)]


def square_class(down: int, across: int) -> int:
    """Return the class of a square by its distances from the nearest edges; squares beside a corner have their own.

    >>> square_class(0, 0), square_class(0, 1), square_class(0, 2), square_class(1, 2), square_class(2, 2)
    (4, 0, 3, 1, 2)
    """
    near, far = sorted((down, across))
    if far <= 1:
        return NEXT_TO_CORNER if far else CORNER
    return (EDGE, NEXT_TO_EDGE, MIDDLE)[min(near, 2)]
