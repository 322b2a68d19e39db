"""The program in headless Chromium: keys, clicks, sizes, a cutoff, and pages of others that get nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Served, is_gone, waits_until

aiohttp = pytest.importorskip("aiohttp", reason="textual-serve is not installed")
pytest.importorskip("textual_serve", reason="it is not installed")
pytest.importorskip("pyte", reason="it is not installed")

from aiohttp import web  # noqa: E402  only where it is installed

from tests.web.browser import CHROMIUM, Browser, browser  # noqa: E402  as above

if TYPE_CHECKING:
    from tests.web.browser import Tab

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
Serve = Callable[..., Served]
LEAD = "http://evil.example"
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


def browse(folder: Path, what: Callable[[Browser], Awaitable[None]], *flags: str) -> None:
    """Start a browser and do something with it."""

    async def both() -> None:
        async with browser(folder, *flags) as started:
            await what(started)

    asyncio.run(both())


def is_quiet(tab: Tab, served: Served) -> bool:
    """Say whether a tab loaded nothing from elsewhere, and its console complained of nothing."""
    return all(url.startswith((served.url, "data:")) for url in tab.requests) and not tab.said


def test_a_new_user_reaches_a_cutoff(serve: Serve, tmp_path: Path) -> None:
    """From the start screen by keys; then a click and a larger window change what is seen."""
    served = serve()

    async def use(started: Browser) -> None:
        tab = await started.open(served.url)
        await tab.sees("position", "search")
        await tab.press("Enter")
        await tab.sees("step 0 of")
        await tab.press("ArrowRight")
        await tab.sees("step 1 of")
        await tab.press("x")
        await tab.sees("✂ 1 of")
        await tab.click("? help")
        await tab.sees("keys (escape closes)")
        await tab.press("Escape")
        await tab.resize(1600, 1000)
        await tab.sees("whole search", "✂ 1 of")
        assert tab.screen.columns > 150
        await tab.press("e")
        await tab.sees("enter writes it")
        await tab.press("Enter")
        await tab.sees(f"wrote {tmp_path}")
        assert len([*tmp_path.glob("*.svg")]) == 1
        assert is_quiet(tab, served)
        await tab.picture(tmp_path / "cutoff.png")
        assert (tmp_path / "cutoff.png").stat().st_size > 20_000
        await tab.press("q")
        await tab.shows("getComputedStyle(document.getElementById('ended')).display !== 'none'")
        await tab.press("Enter")
        await tab.sees("position", "search")

    browse(tmp_path, use)


def test_a_closed_tab_ends_its_process(serve: Serve, tmp_path: Path) -> None:
    """The other tab goes on."""
    served = serve("open", "tree")

    async def use(started: Browser) -> None:
        first, second = await started.open(served.url), await started.open(served.url.replace("127.0.0.1", "localhost"))
        await first.sees("step 0 of")
        await second.sees("step 0 of")
        children = served.children()
        assert len(children) == 2
        await started.close(first)
        await asyncio.to_thread(waits_until, lambda: len(served.children()) == 1)
        await second.press("x")
        await second.sees("Cut at C")
        assert is_quiet(second, served) or second.requests[0].startswith("http://localhost")
        assert sum(map(is_gone, children)) == 1

    browse(tmp_path, use)


def test_a_page_of_somebodys_gets_nothing(serve: Serve, tmp_path: Path) -> None:
    """No socket, no page and no frame, under its own name and under one that leads to this machine."""
    served = serve("open", "tree")

    async def page(_: web.Request) -> web.Response:
        return web.Response(text=ATTACK.replace("TARGET", served.url), content_type="text/html")

    async def use(started: Browser) -> None:
        app = web.Application()
        app.router.add_get("/", page)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        try:
            for url in (f"http://127.0.0.1:{port}/", f"{LEAD}:{port}/"):
                tab = await started.open(url)
                await tab.shows("document.title.includes('frame')")
                assert await tab.value("document.title") == "refused, no page, no frame"
            port = int(served.url.rstrip("/").rpartition(":")[2])
            tab = await started.open(f"{LEAD}:{port}/")
            await tab.shows("document.body?.innerText.startsWith('refused')")
        finally:
            await runner.cleanup()
        assert served.children() == []

    browse(tmp_path, use, f"--host-resolver-rules=MAP {LEAD.removeprefix('http://')} 127.0.0.1")
