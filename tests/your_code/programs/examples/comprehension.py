"""Minimax in two lines, on nested lists."""

TREE = [[[3, 5], [6, 9]], [[1, 2], [0, -1]], [4, [7, 8]]]


def minimax(node, is_max):
    if isinstance(node, int):
        return node
    choose = max if is_max else min
    return choose(minimax(child, not is_max) for child in node)


print(minimax(TREE, True))
