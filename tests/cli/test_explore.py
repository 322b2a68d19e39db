"""`export --explore` and `compare --explore` write a page, once, whole, and refuse what it has
no use for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.explorer_page.block import sides_of
from visualizer import search
from visualizer.support.errors import InputError

pytestmark = pytest.mark.usefixtures("folder")
OWN = "def best(node):\n    return max(map(best, node.children)) if node.children else node.value\n"


def test_export_writes_a_page(done: Call, folder: Path) -> None:
    """The same as from Python, with the title asked for; a function of one's own is explored
    like any search.
    """
    assert done("export tree --explore -O page.html -O PAGE.HTM --title 'A lecture'").out == (
        "page.html\nPAGE.HTM\n"
    )
    page = (folder / "page.html").read_bytes()
    assert (
        page
        == (folder / "PAGE.HTM").read_bytes()
        == search("tree").explorer("A lecture").html().encode()
    )
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    done("export own.py:best --explore -O own.html")
    _, (side,) = sides_of((folder / "own.html").read_bytes())
    assert side["last"] == 26
    assert side["picture"]


def test_compare_writes_searches_side_by_side(call: Call, folder: Path) -> None:
    """Each has its name and its own last step."""
    result = call("compare tree -s minimax -s alpha-beta --explore -O both.html")

    assert result.status == 0
    assert result.err == "visualizer: wrote both.html\n"
    _, sides = sides_of((folder / "both.html").read_bytes())
    assert [(side["name"], side["last"]) for side in sides] == [("minimax", 26), ("alpha-beta", 22)]


def test_a_notebook_shows_and_saves_a_page(folder: Path) -> None:
    """In a frame of its own; a file that is there stays without force."""
    page = search("tree").explorer()

    assert page._repr_html_().startswith('<iframe title="a search to explore"')
    assert "<script" not in page._repr_html_()
    page.save("page.html")
    with pytest.raises(InputError, match="already exists"):
        page.save("page.html")
    page.save(folder / "page.html", force=True)
    with pytest.raises(InputError, match=r"saved as \.html"):
        page.save("page.svg")
