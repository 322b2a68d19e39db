"""Writes trees in a notation that reads back, without recursion, so a tree may be deep."""

from games.tree.node import Node


def write(root: Node, *, maximizing: bool) -> str:
    """Return a tree in a notation that `parse` reads, with `min` in front if MIN moves at the root.

    Who moves below, and what is probable, is written where it does not follow.

    >>> from games.tree.notation import parse
    >>> write(parse("A(B(3,12),2)")[0], maximizing=True)
    'A(B(3,12), 2)'
    >>> write(parse("max[max[2,9],min ~[50%:1,0.5:2],~[1/3:1,2/3:B(5)]]")[0], maximizing=True)
    '[max[2,9], ~[1,2], ~[1/3: 1, 2/3: B(5)]]'
    """
    parts: list[str] = [] if maximizing else ["min "]
    todo: list[tuple[Node, bool] | str] = [(root, maximizing)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, turn = item
        if not node.children:
            parts.append(f"{node.name}={node.value!r}" if node.name else repr(node.value))
            continue
        opening, closing = ("(", ")") if node.name else ("[", "]")
        parts.append(f"{'~' if node.chance else ''}{node.name}{opening}")
        todo.append(closing)
        comma = ", " if node.probabilities or any(_is_long(node, child, turn) for child in node.children) else ","
        for place, child in reversed([*enumerate(node.children)]):
            todo.append((child, node.next_turn(child, maximizing=turn)))
            todo.append(_said_before(node, child, turn))
            if node.probabilities:
                todo.append(f"{node.probabilities[place]}: ")
            if place:
                todo.append(comma)
    return "".join(parts)


def _said_before(node: Node, child: Node, turn: bool) -> str:
    """Return who moves at a child as it is written, "" where it follows; `turn` is whether MAX moves at the node."""
    if not child.children or child.maximizing in (None, turn is node.chance):
        return ""
    return ("max" if child.maximizing else "min") + " " * (child.chance or bool(child.name))


def _is_long(node: Node, child: Node, turn: bool) -> bool:
    """Return whether a comma before a child is followed by a space."""
    return bool(child.children and (child.name or _said_before(node, child, turn) or child.probabilities))
