"""A search that comes back to nodes, and second opinions on what the program makes of what such searches tell."""

from tests.doubles import uct

DOUBLES = {uct.ALGORITHM.name: uct.ALGORITHM}
"""By name, until searches of this kind are built in."""
COMING_BACK = ("pvs", "mtdf", "iterative-deepening", *DOUBLES)
"""The searches that come back to nodes: by second looks, and by passes that narrow, replace or add up."""
