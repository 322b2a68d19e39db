"""Two functions in turn, on a tree of objects with successors."""


class State:
    def __init__(self, name, value=None, children=()):
        self.name = name
        self.value = value
        self.children = children

    def __repr__(self):
        return self.name

    def is_terminal(self):
        return not self.children

    def successors(self):
        return self.children

    def utility(self):
        return self.value


def leaf(name, value):
    return State(name, value)


ROOT = State(
    "A",
    children=[
        State("B", children=[leaf("b1", 3), leaf("b2", 12), leaf("b3", 8)]),
        State("C", children=[leaf("c1", 2), leaf("c2", 4), leaf("c3", 6)]),
        State("D", children=[leaf("d1", 14), leaf("d2", 5), leaf("d3", 2)]),
    ],
)


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for s in state.successors():
        v = max(v, min_value(s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for s in state.successors():
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


print(max_value(ROOT, float("-inf"), float("inf")))
