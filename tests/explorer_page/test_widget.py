"""The widget of a notebook in a browser: its module, a model as notebooks have it, the kernel's
side behind that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Tab, chromium, needs_chromium
from tests.hostile import recording
from visualizer import search, start
from visualizer.apps.api import WatchedRun

pytest.importorskip("anywidget", reason="it is not installed")
pytestmark = [pytest.mark.slow, *needs_chromium]

MODEL = """
const state = {}, heard = new Set(), sent = [], undone = [], behind = [];
const model = {
  get: name => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => sent.push(state._page_request),
  on: (name, act) => heard.add(act),
  off: (name, act) => heard.delete(act),
};
const update = changes => { Object.assign(state, changes); for (const act of heard) act(); };
const mount = async (code, changes, words) => {
  Object.assign(state, changes);
  const style = document.createElement("style");
  style.textContent = state._css;
  document.head.append(style);
  document.body.style.color = words;
  document.addEventListener("keydown", event => behind.push(event.key));
  const module = await import(URL.createObjectURL(new Blob([code], {type: "text/javascript"})));
  undone.push(module.default.render({model, el: document.body}));
};
"""
TRAITS = ("_page_content", "step", "node", "view")


class NotebookTab:
    """A page with a widget, which stands for the notebook: messages are carried when it is said."""

    def __init__(
        self,
        tab: Tab,
        widget: Any,
        folder: Path,
        words: str = "black",
    ) -> None:
        """Show a widget below words of a colour."""
        self.tab = tab
        self.widget = widget
        file = folder / "cell.html"
        file.write_text(
            f"<!DOCTYPE html><meta charset=utf-8><body><script>{MODEL}</script>", encoding="utf-8"
        )
        tab.look(1000, 900)
        tab.open(file)
        tab.errors.clear()
        state = {name: getattr(widget, name) for name in (*TRAITS, "_css", "_theme", "_actions")}
        tab.value(f"mount({json.dumps(widget._esm)}, {json.dumps(state)}, {words!r})")

    def carry(self) -> int:
        """Carry wishes to the kernel and what is shown back until none is left; return how many
        there were.
        """
        count = 0
        while wishes := self.tab.value("sent.splice(0)"):
            for wish in wishes:
                self.widget.set_state({"_page_request": wish})
                self.tab.value(
                    f"update({json.dumps({name: getattr(self.widget, name) for name in TRAITS})})"
                )
                count += 1
        return count

    def press(self, *keys: str) -> int:
        """Press keys, each granted before the next; return the step."""
        for key in keys:
            self.tab.press(key)
            self.carry()
        return int(self.tab.value("Number(document.querySelector('input').value)"))

    def text(self, selector: str) -> str:
        """Return the text of the first element that a selector finds."""
        return str(self.tab.value(f"document.querySelector({selector!r}).textContent"))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """Start a browser."""
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


def test_keys_and_clicks(tab: Tab, tmp_path: Path) -> None:
    """Keys are the explorer's and stay in the widget; a click selects, buttons and slider step;
    nothing is loaded.
    """
    widget: Any = search("tree").widget()
    book = NotebookTab(tab, widget, tmp_path)
    tab.requests.clear()

    assert book.press("x") == 0  # it has no focus yet
    tab.click(".said")
    assert book.press("x") == 12
    assert book.text(".said").startswith("Cut at C (a2): MIN's c1")
    assert book.press("ArrowRight", "ArrowRight", "PageUp") == 13
    assert book.press("End") == 22
    assert book.press("x") == 22
    assert book.text(".note") == "there is no further cutoff"
    tab.click("[data-node='p1.1']")
    book.carry()
    assert widget.node == "a2 c2"
    assert book.text(".about b") == "c2"
    assert "was pruned" in book.text(".about p")
    assert tab.value("document.querySelector('.chosen').dataset.node") == "p1.1"
    assert book.press("2") == 22
    assert tab.value("document.querySelectorAll('.column').length") == 2
    tab.click(".row[data-node='p1.0']")
    book.carry()
    assert widget.node == "a2 c1"
    assert book.press("Escape", "3") == 22
    assert widget.node is None
    assert widget.view == "overview"
    tile = dict(widget._tiles())[1, 0]
    tab.value(f"""(() => {{
        const svg = document.querySelector(".stage svg");
        const {{x, y}} = new DOMPoint({tile.x + 2}, {tile.y + 2}).matrixTransform(svg.getScreenCTM());
        const click = new MouseEvent("click", {{clientX: x, clientY: y, bubbles: true}});
        document.elementFromPoint(x, y).dispatchEvent(click);
    }})()""")
    book.carry()
    assert widget.path == (1, 0)
    assert tab.value("document.querySelectorAll('rect.chosen').length") == 1
    tab.click("button[title^='to the beginning']")
    book.carry()
    assert widget.step == 0
    assert book.press("v") == 0
    assert widget.view == "tree"
    tab.value("document.querySelector('input').focus()")
    assert book.press("ArrowRight", "ArrowRight") == widget.step == 2
    assert book.press("q") == 2
    assert tab.value("behind.filter(key => key !== 'x').length") == 0
    assert tab.errors == []
    assert [each for each in tab.requests if not each.startswith("blob:")] == []


def test_a_dragged_slider_draws_the_last_step(tab: Tab, tmp_path: Path) -> None:
    """While one wish is with the kernel, the last one waits; steps forward add up."""
    widget: Any = search("tictactoe", algorithm="minimax", max_nodes=5000).widget()
    book = NotebookTab(tab, widget, tmp_path)
    tab.value("""for (let step = 1; step <= 900; step++) {
        const slider = document.querySelector("input");
        slider.value = step; slider.dispatchEvent(new Event("input")); }""")

    assert book.carry() == 2
    assert widget.step == 900
    tab.value("document.querySelector('.search-tree').focus()")
    tab.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight")
    assert book.carry() == 2
    assert widget.step == 903


def test_playing_asks_for_each_step_in_its_time(tab: Tab, tmp_path: Path) -> None:
    """It goes on until it is stopped, also by leaving the page."""
    widget: Any = search("tree").widget()
    book = NotebookTab(tab, widget, tmp_path)
    tab.value("document.querySelector('.search-tree').focus()")

    assert book.press(" ") == 1
    assert "stop" in book.text("button[aria-pressed], button:nth-of-type(3)")
    tab.value("new Promise(done => setTimeout(done, 700))")
    assert book.carry() == 1
    assert widget.step == 2
    assert book.press("ArrowRight") == 3
    tab.value("new Promise(done => setTimeout(done, 700))")
    assert book.carry() == 0
    assert book.press(" ") == 4
    tab.value("undone.forEach(undo => undo())")
    tab.value("new Promise(done => setTimeout(done, 700))")
    assert tab.value("sent.length + heard.size") == 0


@pytest.mark.parametrize(
    ("words", "theme", "shown"),
    [
        ("rgb(20 20 20)", "", "light"),
        ("oklch(0.9 0.02 240)", "", "dark"),
        ("white", "light", "light"),
    ],
)
def test_it_is_as_dark_as_the_notebook(
    tab: Tab, tmp_path: Path, words: str, theme: str, shown: str
) -> None:
    """Light words stand on something dark, unless a theme was asked for; and it follows when the
    notebook changes.
    """
    widget: Any = search("tree").widget(theme=theme)
    NotebookTab(tab, widget, tmp_path, words)
    theme_now = "document.querySelector('.search-tree').dataset.theme"

    assert tab.value(theme_now) == shown
    tab.value("document.body.style.color = 'white'; new Promise(done => setTimeout(done, 50))")
    assert tab.value(theme_now) == (theme or "dark")


@pytest.mark.filterwarnings("ignore:.*is unknown in the header")
def test_hostile_names_are_words(tab: Tab, tmp_path: Path) -> None:
    """No name becomes an element, a script or a request, in any view."""
    run = start(recording(tmp_path)).finish()

    assert isinstance(run, WatchedRun)
    book = NotebookTab(tab, run.widget(step=5), tmp_path)
    tab.requests.clear()
    tab.value("document.querySelector('.search-tree').focus()")
    for key in "123":
        book.press(key, "ArrowRight", "Enter")

        assert "<img" in book.text(".about")
        assert (
            tab.value(
                "document.querySelectorAll('img, .search-tree script, .search-tree a').length"
            )
            == 0
        )
    assert tab.errors == []
    assert tab.requests == []
