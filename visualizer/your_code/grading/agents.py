"""Agents as in Berkeley's Pacman projects: the game state and the modules that they need."""

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

    def __init__(self, search_task: SearchTask, *more: Any) -> None:
        """Make the state and all states below."""
        super().__init__(search_task, *more)
        self._agents = search_task.agents
        self._limit = search_task.depth

    def getNumAgents(self) -> int:  # noqa: N802  as Berkeley calls it, like those below
        """Return the number of agents."""
        return self._agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        """Return the legal actions in order; a finished state has none."""
        return [action_name(child) for child in self._below]

    def generateSuccessor(self, agentIndex: int, action: str) -> AgentState:  # noqa: N802, N803
        """Return the state after an action of an agent.

        ValueError if the action is illegal, or if another agent is to move: the values that such
        code reads would be from the wrong side.
        """
        mover = len(graded_node_path(self)) % self._agents
        if agentIndex != mover:
            raise ValueError(
                f"generateSuccessor({agentIndex!r:.40}, …) was called at {self.name}, where agent "
                f"{mover} is to move"
            )
        for child in self._below:
            if action_name(child) == action and isinstance(child, AgentState):
                return child
        actions = " ".join(self.getLegalActions()) or "none, because the state is finished"
        raise ValueError(
            f"{action!r:.40} is not an action at {self.name}; the actions are: {actions}"
        )

    def isWin(self) -> bool:  # noqa: N802
        """Return whether the state is finished with a result above 0; this is not a visit."""
        return not self._below and self._value > 0

    def isLose(self) -> bool:  # noqa: N802
        """Return whether the state is finished with a result of 0 or less; this is not a visit."""
        return not self._below and not self.isWin()

    def getScore(self) -> float:  # noqa: N802
        """Return the score of a state that is finished or at the depth limit.

        The call counts as a visit to a leaf. ValueError for any other state.
        """
        # Reading `self.value` counts as a visit. It is None in a state that must be expanded.
        value: float | None = self.value
        if value is not None:
            return value

        problem = "not finished"
        if self._limit:
            problem = f"neither finished nor at the limit of {self._limit} plies"
        raise ValueError(f"{self.name} is {problem}, so it has no score")


def instance_of(agent_type: Callable[[], Any], name: str) -> Any:
    """Return a new instance of a class; InputError if it cannot be made without arguments."""
    try:
        return agent_type()
    except BaseException as error:  # whatever it raises becomes one sentence
        raise InputError(
            f"{name:.200} cannot be created without arguments: {type(error).__name__}: {error}"
        ) from error


def agent_method(instance: object, name: str) -> Any:
    """Return the method `name` of an object; InputError if there is none."""
    method = getattr(instance, name, None)
    if callable(method):
        return method

    agent_type = type(instance)
    public = [key for key in dir(agent_type) if not key.startswith("_")]
    methods = " ".join(key for key in public if callable(getattr(agent_type, key)))
    raise InputError(
        f"the class {agent_type.__name__:.100} has no method {name!r:.100}; it has: "
        f"{methods[:300] or 'none'}"
    )


def play_agent(agent_type: Callable[[], Any], root: GradedNode, search_task: SearchTask) -> Any:
    """Create an agent, let it choose an action at the root, and return the action.

    `agent_type` is a class as in Berkeley's Pacman project. `search_task` gives the depth limit.
    """
    # Berkeley's `MultiAgentSearchAgent.__init__` sets these, but a subclass may not call it.
    agent = agent_type()
    agent.index = 0
    agent.evaluationFunction = AgentState.getScore
    agent.depth = UNLIMITED_DEPTH
    if search_task.depth is not None:
        # The depth of Berkeley's agents is in rounds of all agents.
        agent.depth = search_task.depth // search_task.agents
    return agent.getAction(root)


def raise_not_defined() -> None:
    """Raise NotImplementedError, as Berkeley's `util.raiseNotDefined`."""
    raise NotImplementedError("a method is still to be written")


class SuppliedAgent:
    """The base class of agents, like Berkeley's `game.Agent`."""

    def __init__(self, index: int = 0) -> None:
        """Store the number of the agent, from 0."""
        self.index = index


SUPPLIED_MODULES: dict[str, dict[str, object]] = {
    "util": {
        "lookup": lambda name, namespace: namespace[name],
        "raiseNotDefined": raise_not_defined,
        "manhattanDistance": lambda start, end: abs(start[0] - end[0]) + abs(start[1] - end[1]),
    },
    "game": {
        "Agent": SuppliedAgent,
        "Directions": SimpleNamespace(
            NORTH="North", SOUTH="South", EAST="East", WEST="West", STOP="Stop"
        ),
    },
    "pacman": {"GameState": AgentState},
}
"""The modules that a file of agents may import, and the contents of each."""


def supply_modules(file: Path) -> None:
    """Create the modules of Berkeley's project that a file may import, such as `util`.

    Modules that are installed, or in the file's folder, are not replaced.
    """
    for name, contents in SUPPLIED_MODULES.items():
        # A module of this name that a student has handed in must be imported instead.
        is_beside_file = (file.parent / f"{name}.py").is_file()
        if name in sys.modules or is_beside_file or find_spec(name) is not None:
            continue
        module = ModuleType(name)
        vars(module).update(contents)
        sys.modules[name] = module
