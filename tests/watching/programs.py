"""Searches in whatever Python lets people write, one file of them; each is called `search_NAME`."""

PROGRAMS = """
import contextlib
from math import inf

import numpy as np

calls = 0
seen = []
value = "never named"
LIMIT = 3


def search_generator(node, alpha=-inf, beta=inf):
    return list(values_below(node))[-1]


def values_below(node, sign=1):
    best = None
    for child in node.children:
        for found in values_below(child, -sign):
            pass
        if best is None or sign * found > sign * best:
            best = found
            yield best
    if not node.children:
        yield node.value


def search_yield_from(node):
    def leaves(node):
        if not node.children:
            yield node.value
        for child in node.children:
            yield from leaves(child)
    first, *others = leaves(node)
    gen = leaves(node)
    next(gen)
    gen.close()
    half = leaves(node)
    next(half)
    del half
    return first


def search_comprehension(node, maximizing):
    calls_before = [calls for _ in range(2)]
    values = [
        search_comprehension(child, not maximizing)
        for child in node.children
        if child is not None
    ]
    names = {child.name: place for place, child in enumerate(node.children)}
    kinds = {len(child.children) for child in node.children}
    return (max if maximizing else min)(values) if values else node.value


def search_inside(node):
    return node.value if not node.children else max(
        -search_inside(child)
        for child in node.children
    )


def search_lambda(node):
    worth = lambda node, sign: sign * node.value if not node.children else max(
        (-worth(child, -sign) for child in node.children))
    ordered = sorted(node.children, key=lambda child: len(child.children))
    return worth(node, 1 if node.maximizing else -1)


def search_nonlocal(node):
    count, best = 0, -inf

    def visit(node):
        nonlocal count, best
        count += 1
        if not node.children:
            best = max(best, node.value)
        for child in node.children:
            visit(child)

    visit(node)
    del count
    return best


def search_globals(node):
    global calls
    calls += 1
    seen.append(calls)
    if not node.children:
        return node.value
    return max([search_globals(child) for child in node.children][:LIMIT])


class Searcher:
    def __init__(self):
        self.alpha, self.beta, self.count, self.table = -inf, inf, 0, {}
        self.function = len

    def search(self, node, depth):
        self.count += 1
        if not node.children:
            return node.value
        saved = self.alpha
        for child in node.children:
            self.alpha = max(self.alpha, self.search(child, depth - 1))
            self.table[child.name] = self.alpha
        found, self.alpha = self.alpha, saved
        return found


def search_self(node):
    return Searcher().search(node, 3)


def search_numpy(node, alpha, beta):
    alpha, beta = np.float64(alpha), np.int64(7)
    if not node.children:
        return np.int64(node.value)
    values = np.array([search_numpy(child, -beta, -alpha) for child in node.children])
    flags, large, square = values > 2, np.zeros(11), np.zeros((2, 2))
    scores = np.append(values, [1.5])
    truth = np.bool_(True)
    return np.max(values)


def search_lists(node):
    short, long, pairs = list(range(10)), list(range(11)), [(1, [2, [3]])] * 2
    words, longest, huge = "word", "x" * 81, 10**20
    nothing, ends = None, (inf, -inf, float("nan"))
    table = {(1, 2): [node], "a": {"b": {"c": 1}}, 3: {4, 5}}
    short.append(10)
    short.pop()
    short[0] = -1
    large = {number: number for number in range(11)}
    same = short
    same = 1
    same = True
    same = 1.0
    same = [1]
    same = [True]
    del same
    return node.children[0].children[0].value


def search_caught(node):
    def fails(number):
        try:
            if number:
                fails(number - 1)
            raise ValueError("down here")
        finally:
            number = -1

    def falls(number):
        with contextlib.suppress(KeyError):
            raise KeyError(number)

    def passes_on():
        try:
            fails(0)
        except ValueError:
            raise

    def through():
        with contextlib.nullcontext():
            fails(0)

    def changed():
        try:
            fails(0)
        except ValueError as error:
            raise TypeError("another") from error

    def through_c():
        return max(map(fails, [0]))

    for each in (passes_on, through, changed, through_c):
        try:
            each()
        except (ValueError, TypeError):
            found = each
    falls(1)
    for number in Counting(): pass
    empty = ends_by_stop()
    return node.children[0].children[0].value


class Counting:
    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        if self.at > 1:
            raise StopIteration
        self.at += 1
        return self.at


def ends_by_stop():
    for number in Counting(): pass


def search_uncaught(node):
    deepest = node
    while deepest.children:
        deepest = deepest.children[0]
    first = deepest.value
    return below(node, first)


def below(node, first):
    try:
        return first // 0
    finally:
        first = 1
"""
"""Modules of their own for what a test runs alone."""

NAMES = (
    "generator",
    "yield_from",
    "comprehension",
    "inside",
    "lambda",
    "nonlocal",
    "globals",
    "self",
    "numpy",
    "lists",
    "caught",
    "uncaught",
)
