"""The program in headless Chromium: keys, clicks, sizes, a cutoff, and pages of others that get
nothing.
"""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chromium import needs_chromium, started
from tests.processes import is_gone, waits_until
from tests.web.conftest import Served

pytest.importorskip("textual_serve", reason="it is not installed")
pytest.importorskip("pyte", reason="it is not installed")

from tests.web.browser import TerminalTab

pytestmark = [pytest.mark.slow, *needs_chromium]
Serve = Callable[..., Served]
LEAD = "evil.example"
"""A name that leads to this machine, as somebody's name server may say."""
ATTACK = """
<!DOCTYPE html><title>a page of somebody's</title><body><script>
const told = [];
const url = "TARGET";
async function attack() {
  await new Promise(done => {
    const socket = new WebSocket(url.replace("http", "ws") + "ws?width=80&height=24");
    socket.onopen = () => { told.push("opened"); socket.send('["stdin", "q"]'); };
    socket.onmessage = () => told.push("drawn");
    socket.onerror = () => told.push("refused");
    socket.onclose = done;
  });
  await fetch(url).then(answer => answer.text()).then(text => told.push(text), () => told.push("no page"));
  const frame = document.body.appendChild(document.createElement("iframe"));
  await new Promise(done => { frame.onload = done; frame.src = url; });
  try { told.push(frame.contentDocument === null ? "no frame" : frame.contentDocument.body.innerHTML) }
  catch (error) { told.push("no frame") }
  document.title = told.join(", ");
}
attack();
</script>
"""


@contextmanager
def browser(folder: Path, *flags: str) -> Iterator[TerminalTab]:
    """Start a browser with a tab."""
    with started(folder, *flags) as files:
        yield TerminalTab(*files)


def is_quiet(tab: TerminalTab, served: Served) -> bool:
    """Say whether a tab loaded nothing from elsewhere, and its console complained of nothing."""
    own = (served.url, "data:", "about:blank")
    return (
        len(tab.requests) > 3
        and all(url.startswith(own) for url in tab.requests)
        and not tab.errors
    )


def test_a_new_user_reaches_a_cutoff(serve: Serve, tmp_path: Path) -> None:
    """From the start screen by keys; then a click, a larger window and an export; at the end it
    begins again.
    """
    served = serve()
    with browser(tmp_path) as tab:
        tab.visit(served.url)
        tab.sees("l  learn")
        tab.press("c")
        tab.sees("algorithm")
        tab.press("Enter")
        tab.sees("step 0 of")
        tab.press("ArrowRight")
        tab.sees("step 1 of")
        tab.press("x")
        tab.sees("✂ 1 of")
        tab.click_on("? help")
        tab.sees("keys (escape closes)")
        tab.press("Escape")
        tab.look(1600, 1000)
        tab.sees("whole search", "✂ 1 of")

        assert tab.screen.columns > 150
        tab.press("e")
        tab.sees("enter writes it")
        tab.press("Enter")
        tab.sees(f"wrote {tmp_path}")
        assert len([*tmp_path.glob("*.svg")]) == 1
        assert is_quiet(tab, served)
        tab.press("q")
        tab.waits_until(
            lambda: (
                tab.value("getComputedStyle(document.getElementById('ended')).display") == "block"
            )
        )
        tab.press("Enter")
        tab.sees("l  learn")


def test_practice_to_its_end(serve: Serve, tmp_path: Path) -> None:
    """A wrong answer is told why, a click goes to its field, and at the end all are right."""
    served = serve("practice", "-p", "[[3,12,8],[2,4,6],[14,5,2]]", "--level", "values")
    with browser(tmp_path) as tab:
        tab.visit(served.url)
        tab.sees("Begin at the leaves")
        tab.press("3", "Tab", "5", "Tab", "2", "Tab", "3", "Enter")
        tab.sees("▸5   ◂!", "! You wrote 5 for the value at C. MIN takes the least")
        tab.click_on("[2   ]")
        tab.sees("▸2   ◂")
        tab.click_on("[5   ]")
        tab.sees("▸5   ◂")
        tab.press("Backspace", "2", "Enter")
        tab.sees("All 4 are right. That was the last tree.")
        tab.look(1200, 700)
        tab.waits_until(lambda: tab.screen.columns > 120)
        tab.sees("All 4 are right")

        assert is_quiet(tab, served)
        tab.picture(tmp_path / "practice.png")


def test_a_closed_tab_ends_its_process(serve: Serve, tmp_path: Path) -> None:
    """The other one goes on, with its larger text."""
    served = serve("open", "tree")
    with browser(tmp_path / "a") as first, browser(tmp_path / "b") as second:
        first.visit(served.url)
        second.visit(f"{served.url.replace('127.0.0.1', 'localhost')}?fontsize=18")
        first.sees("step 0 of")
        second.sees("step 0 of")
        children = served.children()

        assert len(children) == 2
        assert 60 <= second.screen.columns < first.screen.columns
        first.visit("about:blank")
        waits_until(lambda: len(served.children()) == 1)
        second.press("x")
        second.sees("Cut at C")
        assert sum(map(is_gone, children)) == 1


@contextmanager
def page_of_somebodys(text: str) -> Iterator[int]:
    """Serve a page; yield the port."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_page_of_somebodys_gets_nothing(serve: Serve, tmp_path: Path) -> None:
    """No socket, no page and no frame, under its own name and under one that leads to this
    machine.
    """
    served = serve("open", "tree")
    with (
        page_of_somebodys(ATTACK.replace("TARGET", served.url)) as port,
        browser(tmp_path, f"--host-resolver-rules=MAP {LEAD} 127.0.0.1") as tab,
    ):
        for name in ("127.0.0.1", LEAD):
            tab.visit(f"http://{name}:{port}/")
            tab.waits_until(lambda: "frame" in tab.value("document.title"))

            assert tab.value("document.title") == "refused, no page, no frame"
            tab.visit("about:blank")
        tab.visit(served.url.replace("127.0.0.1", LEAD))
        tab.waits_until(lambda: tab.value("document.body?.innerText ?? ''").startswith("refused: "))

        assert served.children() == []
