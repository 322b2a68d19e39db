"""Reads the block of a page as its script does, and the state at a step as key states and
changes give it.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from base64 import b64decode
from typing import Any


def block_of(page: bytes) -> bytes:
    """Return what is in a page's block, inflated."""
    (text,) = re.findall(
        r'<script type="text/plain" id="block">([A-Za-z0-9+/=]*)</script>', page.decode()
    )
    return zlib.decompress(b64decode(text))


def sides_of(page: bytes) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the head of a page's block, and its sides with their columns."""
    block = block_of(page)
    (length,) = struct.unpack_from("<I", block)
    head = json.loads(block[4 : 4 + length])
    place = 4 + length
    for side in head["sides"]:
        for name, (kind, size) in side["columns"].items():
            part = block[place : place + size]
            place += size
            if kind == "lines":
                side[name] = part.decode().split("\n")
            else:
                side[name] = struct.unpack(f"<{size // struct.calcsize(kind)}{kind}", part)
    assert place == len(block)
    return head, head["sides"]


def looks_at(head: dict[str, Any], side: dict[str, Any], step: int) -> dict[int, tuple[Any, ...]]:
    """Return what each node that is there shows at a step: its texts, and the step that has told
    of it.
    """
    width = len(head["fields"])
    key = step // head["key"]
    looks = [*side["final"]]

    def write(which: str, begin: int, end: int) -> None:
        columns = (side[f"{which}{name}"] for name in ("Nodes", "Fields", "Texts"))
        for node, field, text in [*zip(*columns, strict=True)][begin:end]:
            looks[node * width + field] = text

    write("key", *side["keyBegins"][key : key + 2])
    write("change", side["changeBegins"][key * head["key"] + 1], side["changeBegins"][step + 1])
    found = {}
    for node, first in enumerate(side["first"]):
        *texts, told = looks[node * width : (node + 1) * width]
        if first <= step:
            found[node] = *(side["texts"][text] for text in texts), told
    return found
