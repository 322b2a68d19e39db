"""What books call the nodes and edges of their trees, for people: `labels.toml`."""

import tomllib
from pathlib import Path

from games.tree.notation import Node

LABELS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("labels.toml").read_text(encoding="utf-8"))
"""By the tree's text without spaces: `edges` and the inner `nodes`, each in reading order."""
LONGEST = 2 * max(map(len, LABELS))
"""More characters than any of these trees is written with."""


def add_labels(root: Node, text: str) -> None:
    """Name the nodes and edges of a tree that a book has drawn, read from this text; leave any other as it is."""
    found = LABELS.get("".join(text.split())) if len(text) <= LONGEST else None
    if found is None:
        return
    edges, nodes, todo = iter(found["edges"].split()), iter(found.get("nodes", "").split()), [root]
    while todo:
        node = todo.pop()
        node.edge = "" if node is root else next(edges)
        node.label = (next(nodes, "") if node.children else "") or node.edge
        todo += reversed(node.children)
