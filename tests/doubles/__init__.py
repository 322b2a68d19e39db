"""Four searches that come back to nodes, and second opinions on what the program makes of what they tell."""

from tests.doubles import deepening, mtdf, pvs, uct

DOUBLES = {module.ALGORITHM.name: module.ALGORITHM for module in (pvs, mtdf, deepening, uct)}
"""By name, until searches of these kinds are built in."""
