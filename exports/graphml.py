"""GraphML: the explored tree with typed attributes, for yEd, Gephi, Cytoscape and networkx."""

from collections.abc import Iterable, Mapping
from typing import Any

from exports.format import Format
from visualizer.picture.model import Picture
from visualizer.visible import visible


def write(graph: Any, picture: Picture) -> bytes:
    """Return the graph as a GraphML file, without attributes that are None, such as the value of a pruned node."""
    from networkx import DiGraph
    from networkx.readwrite.graphml import GraphMLWriter  # slow to load, and needed for this format only

    copy: Any = DiGraph(**unified([{"title": picture.title, **graph.graph}])[0])
    nodes, edges = [*graph.nodes(data=True)], [*graph.edges(data=True)]
    copy.add_nodes_from(zip([node for node, _ in nodes], unified(data for _, data in nodes), strict=True))
    rows = unified(data for _, _, data in edges)
    copy.add_edges_from((source, target, row) for (source, target, _), row in zip(edges, rows, strict=True))
    writer = GraphMLWriter(graph=copy, encoding="utf-8", prettyprint=True)
    _spell_infinities(writer)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{writer}\n'.encode()


def clean(value: Any) -> Any:
    r"""Return a text without control characters and lone surrogates, anything else as it is.

    >>> clean("a\x00"), clean(3)
    ('a�', 3)
    """
    return visible(value) if isinstance(value, str) and not value.isprintable() else value


def unified(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of attributes in which None is left out and all values of one name are of one type.

    >>> unified([{"value": 3}, {"value": 2.5, "move": None}])
    [{'value': 3.0}, {'value': 2.5}]
    """
    cleaned = [{name: clean(value) for name, value in row.items() if value is not None} for row in rows]
    types: dict[str, set[type]] = {}
    for row in cleaned:
        for name, value in row.items():
            types.setdefault(name, set()).add(type(value))
    casts = {name: float if kinds == {int, float} else str for name, kinds in types.items() if len(kinds) > 1}
    return [{name: casts[name](value) if name in casts else value for name, value in row.items()} for row in cleaned]


SPELLING = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
"""How Java, and so GraphML, writes infinities and NaN; Python reads it too."""


def _spell_infinities(writer: Any) -> None:
    """Write infinities in the way that every reader of GraphML knows."""
    numbers = {key for (_, kind, _), key in writer.keys.items() if kind == "double"}
    for data in writer.xml.iter("data"):
        if data.get("key") in numbers and data.text in SPELLING:
            data.text = SPELLING[data.text]


FORMAT = Format("graphml", (".graphml",), "the explored tree for yEd, Gephi, Cytoscape and networkx", write_graph=write)
