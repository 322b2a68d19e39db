"""A search explored in a browser: by mouse, finger, keys and links, on a phone and on paper,
without a network.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Tab, chromium, needs_chromium
from tests.hostile import HOSTILE, recording
from visualizer import search
from visualizer.publish.explorer import explorer_page
from visualizer.searching.recipe import recorded_recipe
from visualizer.searching.run import Run

pytestmark = [pytest.mark.slow, *needs_chromium]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """Start a browser."""
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a textbook's tree."""
    file = tmp_path_factory.mktemp("page") / "book.html"
    file.write_bytes(explorer_page({"": search("tree")}))
    return file


@pytest.fixture(scope="module")
def tak(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a search of Tak."""
    file = tmp_path_factory.mktemp("page") / "tak.html"
    run = search(
        "tak",
        preset="ordering-helps",
        algorithm="ordered-alpha-beta",
        depth=3,
    )
    file.write_bytes(explorer_page({"": run}))
    return file


def opened(
    tab: Tab,
    file: Path,
    link: str = "",
    width: int = 1200,
    *,
    dark: bool = False,
) -> None:
    """Open a page at a link and wait until it is ready."""
    tab.look(width, 844, dark=dark)
    tab.ask("Page.navigate", url="about:blank")
    tab.ask("Page.navigate", url=file.as_uri() + link)
    for _ in range(400):
        if tab.value("document.documentElement?.dataset.ready") == "yes":
            break
        time.sleep(0.02)
    else:
        pytest.fail(f"the page is not ready: {tab.errors}")
    tab.requests.clear()
    tab.errors.clear()


def text(tab: Tab, selector: str) -> str:
    """Return the text of the first element that a selector finds, its white space as one space."""
    return " ".join(str(tab.value(f"document.querySelector({selector!r}).textContent")).split())


def about(tab: Tab) -> dict[str, str]:
    """Return what is said of a node, by its headings, with its moves."""
    said: dict[str, str] = (
        tab.value("""Object.fromEntries([...document.querySelectorAll(".about dt")].map(
        term => [term.textContent, term.nextElementSibling.textContent]))""")
    )
    return {"moves": text(tab, ".about h3"), **said}


def link_of(tab: Tab) -> str:
    """Return the link to what is seen, which is written once steps rest."""
    time.sleep(0.15)
    return str(tab.value("location.hash"))


def node(tab: Tab, name: str) -> str:
    """Return a selector of the row or box of the first node that is called so and seen."""
    found = tab.value(f"""[...document.querySelectorAll("[role=treeitem]")].find(
        it => it.getBoundingClientRect().width && it.ariaLabel.startsWith({name + ","!r}))?.id""")
    assert found is not None, name
    return f"#{found}"


def point(tab: Tab, selector: str) -> None:
    """Move the mouse over an element."""
    x, y = tab.value(f"""(box => [box.x + box.width / 2, box.y + box.height / 2])(
        document.querySelector({selector!r}).getBoundingClientRect())""")
    tab.ask(
        "Input.dispatchMouseEvent",
        type="mouseMoved",
        x=x,
        y=y,
    )


def test_a_node_under_the_mouse_tells_of_itself(tab: Tab, book: Path) -> None:
    """Its value with bound and for whom, windows on entry and now, the sentence; the step's node
    when it leaves.
    """
    opened(tab, book, "#s12")

    assert about(tab) == {
        "moves": "a2 c1 (leaf)",
        "state": "✓ finished, ▸ here",
        "value": "2 for MAX",
    }
    point(tab, f"{node(tab, 'a2')} .box")
    assert about(tab) == {
        "moves": "a2",
        "state": "✂ cut",
        "to move": "MIN",
        "value": "≤2 for MAX",
        "on entry": "α 3  β +∞",
        "now": "α 3  ≥  β 2",
    }
    point(tab, f"{node(tab, 'a1')} .box")
    assert (
        text(tab, ".about p")
        == "Step 9: B is worth 3, the first value for MAX: α rises from −∞ to 3."
    )
    point(tab, "#slider")
    assert about(tab)["moves"] == "a2 c1 (leaf)"
    assert tab.errors == []
    assert tab.requests == []


def test_a_finger_chooses_and_the_link_says_so(tab: Tab, book: Path) -> None:
    """On a phone, a tapped node stays while steps go on; nothing is wider than the screen."""
    opened(tab, book, "#s12", 390)
    tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    x, y = (
        tab.value(f"""(it => {{ it.scrollIntoView({{inline: "center"}}); const box = it.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
        }})(document.querySelector("{node(tab, "a1")} .box"))""")
    )
    tab.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    tab.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    tab.ask("Emulation.setTouchEmulationEnabled", enabled=False)

    assert link_of(tab) == "#s12/a1" and about(tab)["moves"] == "a1"
    tab.click("#next")
    assert link_of(tab) == "#s13/a1" and about(tab)["moves"] == "a1"
    tab.click("#follow")
    assert link_of(tab) == "#s13" and about(tab)["moves"] == "a2"
    assert tab.value("document.documentElement.scrollWidth") <= 390
    assert tab.value("document.querySelector('.stage').getBoundingClientRect().height") > 200


def test_keys_step_and_go_through_the_tree(tab: Tab, book: Path, tak: Path) -> None:
    """Outside the tree arrows step; within, they go to parents, children and siblings; x goes to
    the next cut.
    """
    opened(tab, book)
    tab.press("x")

    assert link_of(tab) == "#s12" and text(tab, ".said").startswith("Cut at C (a2): MIN's c1")
    tab.press("ArrowRight", "ArrowRight", "ArrowLeft", "X", "End")
    assert text(tab, "#where") == "step 22 of 22"
    tab.value(f"document.querySelector('{node(tab, 'root')}').focus()")
    for key, moves in (
        ("ArrowDown", "a1"),
        ("ArrowRight", "a2"),
        ("ArrowDown", "a2 c1 (leaf)"),
        ("ArrowUp", "a2"),
    ):
        tab.press(key)
        assert (
            about(tab)["moves"]
            == moves
            == tab.value("document.activeElement.ariaLabel").split(",")[0]
            or " " in moves
        )
    opened(tab, tak, "#s300")
    rows = tab.value("document.querySelectorAll('.row').length")
    tab.value("document.querySelector('.row[tabindex=\"0\"]').focus()")
    tab.press("ArrowLeft", "ArrowLeft")
    assert about(tab)["moves"] == "e3"
    assert tab.value("document.activeElement.ariaExpanded") == "false"
    assert tab.value("document.querySelectorAll('.row').length") < rows
    tab.press("ArrowRight")
    assert tab.value("document.querySelectorAll('.row').length") == rows
    tab.press("PageDown")
    assert link_of(tab) == "#s301/e3" and tab.errors == []


def test_screen_readers_have_a_tree(tab: Tab, tak: Path) -> None:
    """Items with levels, places and states, one of which takes the keys; the board in words; the
    sentence is live.
    """
    opened(tab, tak, "#s300")
    found: list[Any] = (
        tab.value("""[...document.querySelectorAll("[role=tree] > [role=treeitem]")].map(it =>
        [it.ariaLabel, it.ariaLevel, it.ariaPosInSet, it.ariaExpanded, it.tabIndex])""")
    )

    assert found[0] == [
        "root, White to move, ≥−1,000, open, on the best line",
        "1",
        "1",
        "true",
        0 * len(found) - 1,
    ]
    assert [row[4] for row in found].count(0) == 1
    assert found[1][:3] == ["d1, Black to move, −1,000, Black wins, on the best line", "2", "1"]
    board = tab.value("document.querySelector('.about svg').ariaLabel")
    assert board.startswith("board: a5 Black, c5 Black, d5 White")
    assert "b2 Black (placed)" in board
    assert tab.value("document.querySelector('.said').ariaLive") == "polite"
    tree = tab.ask("Accessibility.getFullAXTree")["nodes"]
    assert sum(each["role"]["value"] == "treeitem" for each in tree) == len(found)


def test_moves_a_move_and_a_value_are_found(tab: Tab, tak: Path) -> None:
    """Enter finds the next; what is folded is unfolded as far as needed."""
    opened(tab, tak, "#s758")
    tab.press("/")

    assert tab.value("document.activeElement.id") == "find"
    for words, moves, note in (
        ("e3 b5", "e3 b5", "1 of 1"),
        ("zz9", "e3 b5", "“zz9” is not there at this step."),
    ):
        tab.value("document.getElementById('find').value = ''")
        tab.press(*words, "Enter")

        assert about(tab)["moves"].startswith(moves) and text(tab, "#note") == note
    tab.value("document.getElementById('find').value = ''")
    tab.press(*"-1000", "Enter")
    first = about(tab)
    assert first["value"].startswith("−1,000") if "1 of" in text(tab, "#note") else True
    tab.press("Escape")
    assert link_of(tab) == "#s758"


def test_at_most_three_hundred_rows(tab: Tab, tak: Path) -> None:
    """The rest is one press away, and what is looked for is always among them."""
    opened(tab, tak, "#s758")
    for _ in range(300):
        if not tab.value("""(fold => fold && (fold.click(), true))(
                [...document.querySelectorAll(".row .fold")].find(fold => ["▸", "▿"].includes(fold.textContent)))"""):
            break

    assert tab.value("document.querySelectorAll('.row').length") == 300
    assert text(tab, ".stage > div > :last-child").endswith("rows below")
    tab.value("document.querySelector('.stage > div > :last-child').click()")
    assert text(tab, ".more").endswith("rows above")
    assert tab.value("document.querySelectorAll('.row').length") <= 300


def test_any_way_to_a_step_shows_the_same(tab: Tab, tak: Path) -> None:
    """Forwards, backwards, or by a link, across key states: the same rows in the same order,
    with the same words.
    """
    rows = """[...document.querySelectorAll(".row")].map(row => row.textContent + row.ariaLabel + row.tabIndex)"""
    opened(tab, tak, "#s500")
    for _ in range(20):
        tab.press("PageDown")
    forwards = {520: tab.value(rows)}
    for step in range(519, 495, -1):
        tab.press("PageUp")
        forwards[step] = tab.value(rows)
    for step in (520, 512, 511, 500, 496):
        opened(tab, tak, f"#s{step}")
        assert tab.value(rows) == forwards[step], step


@pytest.mark.parametrize("width", [1200, 390])
def test_searches_side_by_side_share_a_timeline(tab: Tab, tmp_path: Path, width: int) -> None:
    """Each says its own sentence; the shorter one stays at its end; a link chooses on both."""
    file = tmp_path / "both.html"
    file.write_bytes(
        explorer_page({name: search("tree", algorithm=name) for name in ("minimax", "alpha-beta")})
    )
    opened(tab, file, "#s26", width)
    said = "[...document.querySelectorAll('.said')].map(it => it.textContent.split(':')[0])"

    assert tab.value("[...document.querySelectorAll('h2')].map(it => it.textContent)") == [
        "minimax",
        "alpha-beta",
    ]
    assert tab.value(said) == ["Finished", "Finished"] and text(tab, "#where") == "step 26 of 26"
    opened(tab, file, "#s12/a1", width)
    assert tab.value("[...document.querySelectorAll('.about h3')].map(it => it.textContent)") == [
        "a1",
        "a1",
    ]
    assert tab.value(said)[1] == "Cut at C (a2)"
    assert tab.value("document.documentElement.scrollWidth") <= width


def test_a_link_opens_a_step_and_a_node(tab: Tab, tak: Path) -> None:
    """Its node is unfolded and chosen; a link that means nothing opens the beginning."""
    opened(tab, tak, "#s300/e3/b5")

    assert about(tab)["moves"] == "e3 b5" and text(tab, "#where") == "step 300 of 758"
    tab.value("location.hash = '#s12/d1'")
    time.sleep(0.1)
    assert text(tab, "#where") == "step 12 of 758" and about(tab)["moves"] == "d1"
    opened(tab, tak, "#%%/x")
    assert text(tab, "#where") == "step 0 of 758" and tab.errors == []


def test_a_link_into_a_tree_has_names_or_numbers(tab: Tab, tmp_path: Path) -> None:
    """The moves to a node are its letters, which the address then has, or its numbers, also
    below chance.
    """
    file = tmp_path / "tree.html"
    file.write_bytes(explorer_page({"": search("tree", "[[3,[2,4]],~[1/4: 6, 3/4: [5,7]]]")}))
    for link in ("A/C/c2", "1/2/2"):
        opened(tab, file, f"#s12/{link}")
        assert about(tab)["moves"] == "A C c2 (leaf)", link
    opened(tab, file, "#s12/2/2/1")

    assert about(tab)["moves"].startswith("B 3/4 D d1")


def test_light_dark_and_print(tab: Tab, book: Path, tmp_path: Path) -> None:
    """The page follows the system, t changes it; on paper it is light, without buttons."""
    opened(
        tab,
        book,
        "#s12",
        dark=True,
    )
    paper = "getComputedStyle(document.body).backgroundColor"

    assert tab.value(paper) == "rgb(13, 17, 23)"
    tab.press("t")
    assert tab.value(paper) == "rgb(255, 255, 255)"
    tab.press("t")
    tab.ask("Emulation.setEmulatedMedia", media="print")
    assert tab.value(paper) == "rgb(255, 255, 255)"
    assert tab.value("getComputedStyle(document.querySelector('#next')).display") == "none"
    assert all(
        tab.value(f"document.querySelector('{each}').getBoundingClientRect().height")
        for each in (".book", ".said", "#where")
    )
    tab.ask("Emulation.setEmulatedMedia", media="")


@pytest.mark.filterwarnings("ignore:.*is unknown in the header")
def test_hostile_names_are_words(tab: Tab, tmp_path: Path) -> None:
    """No name becomes an element, a script or a request; a path with such names is a link that
    finds its node.
    """
    told = recorded_recipe(recording(tmp_path))

    assert told is not None
    file = tmp_path / "hostile.html"
    file.write_bytes(
        explorer_page({"": Run(told[0]).finish()}, f"</script><script>alert(1)</script>{HOSTILE}")
    )
    opened(tab, file, "#s3")
    assert tab.value("document.querySelectorAll('img, script:not([id])').length") == 1
    tab.press("ArrowRight", "ArrowRight")
    tab.value("document.querySelector('.row[aria-level=\"2\"]').click()")
    link = link_of(tab)
    opened(tab, file, link)
    assert link_of(tab) == link
    assert about(tab)["moves"].startswith("0=")
    assert tab.errors == []
    assert tab.requests == []


def test_older_browsers_are_told(tab: Tab, book: Path, tmp_path: Path) -> None:
    """Without DecompressionStream the page says in one sentence what it needs."""
    file = tmp_path / "old.html"
    page = book.read_text(encoding="utf-8").replace(
        '"use strict";', 'delete window.DecompressionStream;"use strict";', 1
    )
    file.write_text(page, encoding="utf-8")
    tab.open(file)

    assert (
        text(tab, "#note") == "This page needs a browser of 2023 or later; a film as PDF does not."
    )
