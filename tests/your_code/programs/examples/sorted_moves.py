"""Alpha-beta on a game of numbers, with the moves sorted by a guess."""

from math import inf


def moves(n):
    return [m for m in (1, 2, 3, 5) if m <= n]


def guess(n, m):
    return (n - m) % 4


def alphabeta(n, depth, a, b, maximizing):
    if n == 0:
        return -depth - 1 if maximizing else depth + 1
    if depth == 0:
        return n % 7 - 3
    if maximizing:
        value = -inf
        for m in sorted(moves(n), key=lambda m: guess(n, m)):
            value = max(value, alphabeta(n - m, depth - 1, a, b, False))
            if value >= b:
                break
            a = max(a, value)
        return value
    value = inf
    for m in sorted(moves(n), key=lambda m: -guess(n, m)):
        value = min(value, alphabeta(n - m, depth - 1, a, b, True))
        if value <= a:
            break
        b = min(b, value)
    return value


if __name__ == "__main__":
    print(alphabeta(11, 5, -inf, inf, True))
