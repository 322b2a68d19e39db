"""JSON: the explored tree as networkx's node-link data, for programs in any language."""

import json
from math import isfinite
from typing import Any

from exports.format import Format
from visualizer.picture.model import Picture


def write(graph: Any, picture: Picture) -> bytes:
    """Return the graph as a JSON file; an infinite bound is null, as JSON has no infinities."""
    from networkx import node_link_data  # slow to load, and needed for this format only

    data = node_link_data(graph, edges="edges")
    data["graph"] = {"title": picture.title, **dict(data["graph"])}
    return (json.dumps(finite(data), allow_nan=False, indent=1) + "\n").encode()


def finite(data: Any) -> Any:
    """Return data with null for every number that JSON does not have.

    >>> finite({"alpha": float("-inf"), "beta": 2.0})
    {'alpha': None, 'beta': 2.0}
    """
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, dict):
        return {str(name): finite(value) for name, value in data.items()}
    return [finite(value) for value in data] if isinstance(data, list | tuple) else data


FORMAT = Format("json", (".json",), "the explored tree as node-link data, for programs", write_graph=write)
