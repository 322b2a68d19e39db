"""Searches as courses have them written: agents of a game of several, arrays of leaves, boards
with a side to move.
"""

from __future__ import annotations

AGENTS = """
from game import Agent, Directions
from pacman import GameState
import random, util


def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), None
            found = [(value(state.generateSuccessor(agent, action), agent + 1, depth)[0], action)
                     for action in state.getLegalActions(agent)]
            return (max if agent == 0 else min)(found, key=lambda each: each[0])
        return value(gameState, 0, 0)[1]


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        best, chosen = float("-inf"), Directions.STOP
        for action in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if score > best:
                best, chosen = score, action
            alpha = max(alpha, best)
        return chosen

    def maxValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return state.getScore()
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, agentIndex, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            if agentIndex == state.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, depth + 1, alpha, beta))
            else:
                v = min(v, self.minValue(successor, agentIndex + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        scores = [self.expected(gameState.generateSuccessor(0, a), 1, self.depth) for a in actions]
        return actions[scores.index(max(scores))]

    def best(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max(self.expected(state.generateSuccessor(0, a), 1, depth) for a in state.getLegalActions(0))

    def expected(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        actions, total = state.getLegalActions(agent), 0.0
        for action in actions:
            successor = state.generateSuccessor(agent, action)
            if agent + 1 == state.getNumAgents():
                total += self.best(successor, depth - 1)
            else:
                total += self.expected(successor, agent + 1, depth)
        return total / len(actions)
"""
"""As in Berkeley's second project, of our own; `--cut ">"` is the rule there."""

ARRAYS = """
MAX, MIN = 1000, -1000

def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    if maximizingPlayer:
        best = MIN
        for i in range(0, 2):
            best = max(best, minimax(depth + 1, nodeIndex * 2 + i, False, values, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = MAX
    for i in range(0, 2):
        best = min(best, minimax(depth + 1, nodeIndex * 2 + i, True, values, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best

def target(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    found = [target(curDepth + 1, nodeIndex * 2 + i, not maxTurn, scores, targetDepth) for i in range(2)]
    return max(found) if maxTurn else min(found)

def three_below(depth, node, player, values):
    if depth == 0:
        return values[node]
    found = [three_below(depth - 1, node * 3 + i, -player, values) for i in range(3)]
    return max(found) if player == 1 else min(found)

def max_begins(depth, index, arr):
    if 2 ** depth == len(arr):
        return arr[index]
    return (min if depth % 2 else max)(max_begins(depth + 1, 2 * index, arr), max_begins(depth + 1, 2 * index + 1, arr))
"""

STYLES = {
    "minimax(n, turn)": ("X", "O", 'turn == "X"', '"O" if turn == "X" else "X"'),
    "minimax(board, side)": (
        "white",
        "black",
        'side == "white"',
        '"black" if side == "white" else "white"',
    ),
    "minimax(s, player)": ("max", "min", 'player == "max"', '"min" if player == "max" else "max"'),
    "minimax(board, color)": (1, -1, "color > 0", "-color"),
    "minimax(position, sign)": (1, -1, "sign * 2 == 2", "-sign"),
    "minimax(state, agentIndex)": (0, 1, "agentIndex == 0", "1 - agentIndex"),
    "minimax(state, agent)": (0, 1, "not agent", "(agent + 1) % 2"),
    "minimax(b, who)": (1, 2, "who == 1", "3 - who"),
    "minimax(x, who)": (2, 1, "who == 2", "3 - who"),
    "minimax(node, my_turn)": (True, False, "my_turn", "not my_turn"),
    "minimax(grid, isMaximizing)": (True, False, "isMaximizing", "not isMaximizing"),
    "minimax(node, minimizing)": (False, True, "not minimizing", "not minimizing"),
    "minimax(state, current_player)": (0, 1, "current_player == 0", "current_player ^ 1"),
    "minimax(board, computer)": (True, False, "computer is True", "computer is False"),
}
"""How a function is called that is minimax, what stands for MAX and MIN in it, its test of MAX,
and who is next.
"""


def styled(style: str) -> str:
    """Return the file of a function in one of these styles."""
    _, _, test, following = STYLES[style]
    node = style.partition("(")[2].partition(",")[0]
    return (
        f"def {style}:\n    if not {node}.children:\n        return {node}.value\n"
        f"    found = [minimax(child, {following}) for child in {node}.children]\n"
        f"    return max(found) if {test} else min(found)\n"
    )
