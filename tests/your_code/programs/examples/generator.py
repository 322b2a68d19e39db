"""Dominoes on a small board: a generator of moves, and an early return instead of a break."""

SIZE = 3


def legal(board, vertical):
    for r in range(SIZE):
        for c in range(SIZE):
            other = (r + 1, c) if vertical else (r, c + 1)
            if max(other) < SIZE and (r, c) not in board and other not in board:
                yield (r, c), other


def search(board, lower, upper, vertical):
    best = None
    for squares in legal(board, vertical):
        value = search(board | set(squares), lower, upper, not vertical)
        if vertical:
            best = value if best is None else max(best, value)
            lower = max(lower, best)
        else:
            best = value if best is None else min(best, value)
            upper = min(upper, best)
        if lower >= upper:
            return best
    if best is None:
        return -1 if vertical else 1
    return best


if __name__ == "__main__":
    print(search(frozenset(), -2, 2, True))
