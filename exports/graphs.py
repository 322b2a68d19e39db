"""The explored tree as data: GraphML, and networkx's node-link data in JSON."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from exports.format import Format
from visualizer.draw.picture.model import Picture
from visualizer.support.errors import visible

GRAPHML_NUMBERS = {
    "inf": "Infinity",
    "-inf": "-Infinity",
    "nan": "NaN",
}
"""The spelling of infinities and NaN in Java and in GraphML; Python reads this spelling, too."""


def write_graphml(graph: Any, picture: Picture) -> bytes:
    """Return the graph as a GraphML file, without attributes that are None.

    All values of an attribute get the same type. Infinities are written as `Infinity`, which all
    programs can read.
    """
    # networkx is slow to load, and only the formats of this file need it.
    from networkx import DiGraph
    from networkx.readwrite.graphml import GraphMLWriter

    copy: Any = DiGraph(**known_attributes({"title": picture.title, **graph.graph}))
    copy.add_nodes_from((node, known_attributes(data)) for node, data in graph.nodes(data=True))
    copy.add_edges_from(graph.edges)
    writer: Any = GraphMLWriter(
        graph=copy, encoding="utf-8", prettyprint=True, infer_numeric_types=True
    )
    number_keys = {key for (_, kind, _), key in writer.keys.items() if kind == "double"}
    for data in writer.xml.iter("data"):
        if data.get("key") in number_keys:
            data.text = GRAPHML_NUMBERS.get(data.text, data.text)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{writer}\n'.encode()


def known_attributes(attributes: Mapping[str, Any]) -> dict[str, Any]:
    r"""Return the attributes that are not None, with `�` for control characters in strings.

    >>> known_attributes({"move": "a\x00", "value": 3, "score": None})
    {'move': 'a�', 'value': 3}
    """
    return {
        name: visible(value) if isinstance(value, str) else value
        for name, value in attributes.items()
        if value is not None
    }


def write_node_link(graph: Any, picture: Picture) -> bytes:
    """Return the graph as a JSON file in networkx's node-link format; infinities become null."""
    from networkx import node_link_data  # slow to load, and needed for this format only

    data = node_link_data(graph, edges="edges")
    data["graph"] = {"title": picture.title, **dict(data["graph"])}
    # JSON has no infinities, and strict readers refuse a file with them.
    text = json.dumps(without_infinities(data), allow_nan=False, indent=1)
    return f"{text}\n".encode()


def without_infinities(data: Any) -> Any:
    """Return a copy of nested data with None for infinities and NaN, which JSON cannot express.

    >>> without_infinities({"alpha": float("-inf"), "beta": 2.0})
    {'alpha': None, 'beta': 2.0}
    """
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, dict):
        return {str(name): without_infinities(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [without_infinities(value) for value in data]
    return data


GRAPHML_ABOUT = "the explored tree for yEd, Gephi, Cytoscape and networkx"
JSON_ABOUT = "the explored tree as node-link data, for programs"
FORMAT = (
    Format(
        "graphml",
        (".graphml",),
        GRAPHML_ABOUT,
        write_graph=write_graphml,
    ),
    Format(
        "json",
        (".json",),
        JSON_ABOUT,
        write_graph=write_node_link,
    ),
)
