"""`visualizer exercise --homework`: a page of trees; a teacher's own trees, on it and on sheets."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.trees import AIMA, Tree

OWN = "[[3,12,8],[2,4,6],[14,5,2]]\n\n A(B(3,12), C(2,4)) \nmin [1,[2]]\n"
PAGE = "exercise --homework -O a.html"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder of one's own, with a teacher's trees."""
    monkeypatch.chdir(tmp_path)
    Path("own.txt").write_text(OWN, encoding="utf-8")
    return tmp_path


def data_of(name: str = "a.html") -> Any:
    """Return what the script of a page in a file is given."""
    return data_in(Path(name).read_text("utf-8"))


def data_in(page: str) -> Any:
    """Return what a page's script is given."""
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    return json.loads(data)


def nested(node: Any) -> Tree:
    """Return a tree of a page as nested lists."""
    return [*map(nested, node["children"])] or int(node["text"])


def test_a_page_has_the_trees_of_the_seeds_and_no_answer(done: Call) -> None:
    """Seed 3 is the same tree as in practice; what is right is coded, and hints fit any tree."""
    settings = ("--set", "branching=2", "--set", "shape=irregular")
    for shape, named in (((), ""), (settings, " (branching=2, shape=irregular)")):
        assert done(f"{PAGE} -n 3 --seed 2 --force", *shape).out == "a.html\n"
        data = data_of()
        assert [task["source"] for task in data["tasks"]] == [
            f"tree no. {seed}{named}" for seed in (2, 3, 4)
        ]
        for seed, task in enumerate(data["tasks"], 2):
            practised = done(f"practice --task --seed {seed}", *shape).json["tree"]

            assert nested(task["tree"]) == json.loads(practised)
            assert task.keys() == {
                "source",
                "tree",
                "words",
            }
        assert re.fullmatch("[A-Za-z0-9+/]+=*", data["facts"])
        assert "on entry" in b64decode(data["facts"]).decode()
        assert not re.search(
            r"\d", json.dumps([kind["hint"] for kind in data["kinds"]], ensure_ascii=False)
        )


def test_a_page_may_have_only_trees_with_a_feature(done: Call) -> None:
    """Those of practice: each the next one that has it."""
    done(f"{PAGE} -n 3 --with no-cut")
    assert [task["source"] for task in data_of()["tasks"]] == [
        "tree no. 15",
        "tree no. 22",
        "tree no. 28",
    ]


def test_a_page_loads_nothing_and_words_stay_words(done: Call) -> None:
    """Nothing is fetched, a title or a name cannot become code, and the rules are those asked
    for.
    """
    title = "</script><img src=x onerror=alert(1)>"
    done(f"{PAGE} -n 1 --level cuts --cut > --title", title)
    page = Path("a.html").read_text("utf-8")
    data = data_of()

    assert data["title"] == title
    assert data["settings"] == "level cuts, cut >, fail-soft"
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 6
    assert "default-src 'none'" in page
    names_only = page.replace(
        "http://www.w3.org/2000/svg", ""
    )  # the name of SVG's elements, which nobody fetches
    assert not re.search(r"https?:|url\(|@import|fetch\(|<link|\bsrc=(?!x)", names_only)


def test_trees_of_ones_own_are_taken_line_by_line(done: Call) -> None:
    """All of them, or -n from the line --seed on; empty lines count, labels of books and names
    are kept.
    """
    done(f"{PAGE} --tasks own.txt")
    first, second, third = data_of()["tasks"]

    assert [task["source"] for task in (first, second, third)] == ["line 1", "line 3", "line 4"]
    assert nested(first["tree"]) == AIMA
    assert first["tree"]["children"][1]["name"] == "C"
    assert [child["edge"] for child in second["tree"]["children"]] == ["B", "C"]
    assert nested(third["tree"]) == [1, [2]]
    assert third["tree"]["turn"] == "min"
    done(f"{PAGE} --tasks own.txt --seed 2 -n 1 --force")
    assert [task["source"] for task in data_of()["tasks"]] == ["line 3"]


def test_sheets_have_ones_own_trees_too(done: Call) -> None:
    """In the order of the file, also one without a cut, and behind them their solutions."""
    assert done("exercise --tasks own.txt -O a.svg").out == "a\n"
    words = [file.read_text("utf-8") for file in sorted(Path("a").iterdir())]
    assert len(words) == 6
    assert ">14<" in words[0]
    assert "Cut at C" in words[3]
    assert "Cut" not in words[5]


def test_a_page_that_is_there_stays(call: Call) -> None:
    """Unless --force says otherwise."""
    Path("a.html").write_text("mine")
    is_refused(call(f"{PAGE} -n 1"), "'a.html' already exists")

    assert Path("a.html").read_text() == "mine"
    assert call(f"{PAGE} -n 1 --force").status == 0
    assert "Homework" in Path("a.html").read_text("utf-8")
