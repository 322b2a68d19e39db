"""Iterative deepening in a method that calls the search for each depth."""

import time


class Searcher:
    def __init__(self, pile):
        self.pile = pile

    def search(self, pile, depth, alpha, beta, color):
        if pile == 0:
            return -color * 10
        if depth == 0:
            return pile % 3 - 1
        best = None
        for take in range(1, min(3, pile) + 1):
            value = self.search(pile - take, depth - 1, alpha, beta, -color)
            if best is None or (value - best) * color > 0:
                best = value
            if color == 1:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def run(self, limit):
        start = time.time()
        value = None
        for depth in range(1, limit + 1):
            value = self.search(self.pile, depth, -100, 100, 1)
            if time.time() - start > 60:
                break
        return value


if __name__ == "__main__":
    print(Searcher(9).run(5))
