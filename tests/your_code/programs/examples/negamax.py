"""Nim as a negamax with a window: who takes the last stone wins."""

INFINITY = 1000


def negamax(heaps, alpha, beta):
    if not any(heaps):
        return -1
    best = -INFINITY
    for i, heap in enumerate(heaps):
        for take in range(1, heap + 1):
            after = heaps[:i] + (heap - take,) + heaps[i + 1 :]
            score = -negamax(after, -beta, -alpha)
            if score > best:
                best = score
            if best > alpha:
                alpha = best
            if alpha >= beta:
                return best
    return best


def main():
    print("first player:", negamax((1, 2, 2), -INFINITY, INFINITY))


if __name__ == "__main__":
    main()
