"""Agents as in Berkeley's Pacman projects: a tree as a game state, and the modules that their files import."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.grading.node import GradedNode, action_name, graded_node_path
from visualizer.your_code.grading.signatures import UNLIMITED_DEPTH
from visualizer.your_code.grading.trees import SearchTask

GAME_STATE_METHODS = (
    "getLegalActions",
    "getNumAgents",
    "generateSuccessor",
    "isWin",
    "isLose",
    "getScore",
)


class AgentState(GradedNode):
    """A node as a `GameState`: agent 0 is MAX, all others are MIN or move at random."""

    offered = GAME_STATE_METHODS

    def __init__(self, asked: SearchTask, *more: Any) -> None:
        """Make the state, and all below it."""
        super().__init__(asked, *more)
        self._agents = asked.agents
        self._limit = asked.depth

    def getNumAgents(self) -> int:  # noqa: N802  as Berkeley calls it, like those below
        """Return how many agents there are."""
        return self._agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        """Return the actions of who is to move, in their order; none in a finished state."""
        return [action_name(child) for child in self._below]

    def generateSuccessor(self, agentIndex: int, action: str) -> AgentState:  # noqa: N802, N803
        """Return the state after an action; ValueError if another agent is to move, or there is no such action."""
        mover = len(graded_node_path(self)) % self._agents
        if agentIndex != mover:
            raise ValueError(
                f"generateSuccessor({agentIndex!r:.40}, …) was called at {self.name}, where agent {mover} is to move"
            )
        for child in self._below:
            if action_name(child) == action and isinstance(child, AgentState):
                return child
        has = " ".join(self.getLegalActions()) or "none, because the state is finished"
        raise ValueError(f"{action!r:.40} is not an action at {self.name}; the actions are: {has}")

    def isWin(self) -> bool:  # noqa: N802
        """Return whether the state is finished, with a result above 0; this is no visit."""
        return not self._below and self._value > 0

    def isLose(self) -> bool:  # noqa: N802
        """Return whether the state is finished, with another result; this is no visit."""
        return not self._below and not self.isWin()

    def getScore(self) -> float:  # noqa: N802
        """Return the result, or 0 at the limit of depth: this is a visit; ValueError anywhere else."""
        value: float | None = self.value
        if value is None:
            lacks = (
                f"neither finished nor at the limit of {self._limit} plies"
                if self._limit
                else "not finished"
            )
            raise ValueError(f"{self.name} is {lacks}, so it has no score")
        return value


def instance_of(kind: Callable[[], Any], what: str) -> Any:
    """Return an instance of a class that is made without arguments; InputError says why there is none."""
    try:
        return kind()
    except BaseException as error:  # whatever it raises becomes one sentence
        raise InputError(
            f"{what:.200} cannot be created without arguments: {type(error).__name__}: {error}"
        ) from error


def agent_method(instance: object, name: str) -> Any:
    """Return a method of an instance; InputError lists those that there are."""
    kind = type(instance)
    if not callable(found := getattr(instance, name, None)):
        has = " ".join(
            key for key in dir(kind) if callable(getattr(kind, key)) and not key.startswith("_")
        )
        raise InputError(
            f"the class {kind.__name__:.100} has no method {name!r:.100}; it has: {has[:300] or 'none'}"
        )
    return found


def play_agent(kind: Callable[[], Any], root: GradedNode, asked: SearchTask) -> Any:
    """Let an agent of a class choose at the root, and return its action."""
    agent = kind()
    agent.index = 0
    agent.evaluationFunction = AgentState.getScore
    if asked.depth is None:
        agent.depth = UNLIMITED_DEPTH
    else:
        agent.depth = asked.depth // asked.agents
    return agent.getAction(root)


def raise_not_defined() -> None:
    """Raise NotImplementedError, where code has still to be written."""
    raise NotImplementedError("a method is still to be written")


class SuppliedAgent:
    """What agents are a kind of, as Berkeley's `game.Agent`."""

    def __init__(self, index: int = 0) -> None:
        """Take its number."""
        self.index = index


SUPPLIED_MODULES: dict[str, dict[str, object]] = {
    "util": {
        "lookup": lambda name, namespace: namespace[name],
        "raiseNotDefined": raise_not_defined,
        "manhattanDistance": lambda one, other: abs(one[0] - other[0]) + abs(one[1] - other[1]),
    },
    "game": {
        "Agent": SuppliedAgent,
        "Directions": SimpleNamespace(
            NORTH="North", SOUTH="South", EAST="East", WEST="West", STOP="Stop"
        ),
    },
    "pacman": {"GameState": AgentState},
}
"""What a file of agents imports, for where it does not lie beside it."""


def supply_modules(file: Path) -> None:
    """Let a file import these modules, where they are nowhere else."""
    for name, held in SUPPLIED_MODULES.items():
        if (
            name not in sys.modules
            and not (file.parent / f"{name}.py").is_file()
            and find_spec(name) is None
        ):
            module = ModuleType(name)
            vars(module).update(held)
            sys.modules[name] = module
