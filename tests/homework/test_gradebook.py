"""A package is played in a browser by a run-time of SCORM 1.2 that others wrote: what it is
told, and what it keeps.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest

from tests.chromium import Tab, needs_chromium
from tests.processes import waits_until
from tests.rights import right_of
from visualizer.publish.homework import make_homework
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.sheet import FillIn

NPM = shutil.which("npm")
RUN_TIME = "scorm-again@3"
needs_npm = pytest.mark.skipif(
    NPM is None, reason="npm, which brings the run-time, is not installed"
)
pytestmark = [pytest.mark.slow, *needs_chromium, needs_npm]
TREES = ("[[3,12,8],[2,4,6],[14,5,2]]", "[[1,2],[0,7]]")
PLAYER = """<!DOCTYPE html><title>a course</title><script src="/run-time.js"></script>
<script>window.API = new Scorm12API({lmsCommitUrl: "/commit"}); API.loadFromJSON(STATE)</script>
<iframe src="/package/index.html" style="width:1150px;height:850px"></iframe>"""
PAGE = "document.querySelector('iframe')?.contentDocument"


class Course:
    """A server with a package and its player: a student's attempt is what the run-time has
    handed over.
    """

    def __init__(
        self,
        package: bytes,
        run_time: Path,
        folder: Path,
    ) -> None:
        """Unpack the package, and find the page that its manifest names."""
        (folder / "package.zip").write_bytes(package)
        with ZipFile(folder / "package.zip") as archive:
            self.files = {f"/package/{name}": archive.read(name) for name in archive.namelist()}
        assert re.search(
            r'adlcp:scormtype="sco" href="index.html"',
            self.files["/package/imsmanifest.xml"].decode(),
        )
        self.files["/run-time.js"] = run_time.read_bytes()
        self.attempt: dict[str, Any] = {}
        self.commits: list[Any] = []

    def begin(self, **core: str) -> None:
        """Begin another attempt, in which a student is known and nothing else."""
        self.attempt = {
            "core": {
                "student_name": "Ada",
                "lesson_status": "not attempted",
                "entry": "ab-initio",
                **core,
            }
        }
        self.commits.clear()

    def answer(self, path: str) -> bytes:
        """Return a file; the player has the state of the attempt in it."""
        return self.files.get(path) or PLAYER.replace("STATE", json.dumps(self.attempt)).encode()

    def take(self, handed: Any) -> None:
        """Take what the run-time hands over: what it has for the next time."""
        core = handed["core"]
        self.commits.append(handed)
        if core.get("exit") == "suspend":
            entry = "resume"
        else:
            entry = ""
        kept = {
            name: core[name] for name in ("lesson_status", "score", "total_time") if name in core
        }
        self.attempt = {
            "core": {
                "student_name": "Ada",
                **kept,
                "entry": entry,
            },
            "suspend_data": handed["suspend_data"],
        }

    @property
    def core(self) -> Any:
        """Return what was handed over last."""
        return self.commits[-1]["core"]


@contextmanager
def served(course: Course) -> Iterator[str]:
    """Serve a course at a free port of this machine; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send(
                course.answer(self.path),
                "text/javascript" if self.path.endswith(".js") else "text/html",
            )

        def do_POST(self) -> None:
            course.take(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["cmi"])
            self.send(b'{"result": true, "errorCode": 0}', "application/json")

        def send(self, data: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name of the class above
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def run_time(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the run-time in a folder of its own."""
    folder = tmp_path_factory.mktemp("npm")
    words = [
        str(NPM),
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        str(folder),
        RUN_TIME,
    ]
    if subprocess.run(
        words,
        capture_output=True,
        timeout=120,
        check=False,
    ).returncode:
        pytest.skip(f"npm cannot install {RUN_TIME} here")
    return folder / "node_modules" / "scorm-again" / "dist" / "scorm12.min.js"


def package(*, scored: bool = True) -> bytes:
    """Return a package of two trees."""
    trees = [
        (f"line {number}", FillIn(PositionSpec("tree", tree)))
        for number, tree in enumerate(TREES, 1)
    ]
    return make_homework(trees, "Week 3").package(scored=scored)


def play(tab: Tab, url: str) -> None:
    """Open the player, and wait until the page in it is there."""
    tab.ask("Page.navigate", url=url)
    there = f"{PAGE}?.readyState === 'complete' && {PAGE}.getElementById('line')?.value"
    while not tab.value(f"location.href === '{url}' && {there}"):
        pass


def leave(tab: Tab, course: Course) -> None:
    """Go to an empty page, and wait for what is handed over in the end."""
    go_away(tab)
    waits_until(lambda: "total_time" in course.core, lambda: str(course.core))


def go_away(tab: Tab) -> None:
    """Go to an empty page."""
    tab.ask("Page.navigate", url="about:blank")
    while (
        tab.value("location.href") != "about:blank"
        or tab.value("document.readyState") != "complete"
    ):
        pass


def fill_in(tab: Tab, place: int, wrong: str = "") -> None:
    """Fill a tree in by typing, one field as it is not, and check it."""
    exercise = FillIn(PositionSpec("tree", TREES[place - 1]))
    for asked in exercise.asked:
        field = f"tree-{place}-{asked.node.replace('.', '-') or 'root'}-{asked.kind}"
        tab.value(f"{PAGE}.getElementById('{field}').focus()")
        right = right_of(exercise, asked)
        if right is True:
            tab.press(" ")
        elif right is not False:
            tab.value(f"{PAGE}.activeElement.select()")
            tab.press(*("-77" if asked.kind == wrong else f"{right:g}"))
    tab.value(f"{PAGE}.querySelectorAll('form')[{place - 1}].requestSubmit()")


def errors(tab: Tab) -> list[str]:
    """Return the errors of the page and its player, not those of a network whose server has
    ended.
    """
    return [error for error in tab.errors if "net::ERR_" not in error]


def reported(tab: Tab) -> str:
    """Return what the page says of the gradebook."""
    return str(tab.value(f"{PAGE}.getElementById('reported').textContent"))


def test_a_score_is_reported_to_a_run_time_of_others(
    tab: Tab, run_time: Path, tmp_path: Path
) -> None:
    """From not attempted over incomplete to passed, with the share of answers right at first,
    and the time it took.
    """
    course = Course(package(), run_time, tmp_path)
    course.begin()
    with served(course) as url:
        play(tab, url)

        assert course.core["lesson_status"] == "incomplete"
        assert not course.core["score"].get("raw")
        fill_in(tab, 1)
        assert course.core["lesson_status"] == "incomplete"
        assert 50 < float(course.core["score"]["raw"]) < 80
        assert (
            reported(tab)
            == f"Reported to the gradebook: {course.core['score']['raw']} of 100, incomplete."
        )
        assert course.core["exit"] == "suspend"
        fill_in(tab, 2)
        assert course.core["lesson_status"] == "passed"
        assert float(course.core["score"]["raw"]) == 100
        assert [float(course.core["score"][end]) for end in ("min", "max")] == [
            0,
            100,
        ]
        assert course.core["exit"] == ""
        hours, minutes, seconds = map(float, course.core["session_time"].split(":"))
        assert hours == minutes == 0 < seconds
        assert tab.value(
            f"{PAGE}.getElementById('by-hand').hidden && {PAGE}.getElementById('clear').hidden"
        )
        leave(tab, course)
        assert float(course.core["total_time"].split(":")[2]) >= seconds
        assert not errors(tab)


def test_answers_come_back_when_the_page_was_ended_in_the_middle(
    tab: Tab, run_time: Path, tmp_path: Path
) -> None:
    """Also what was typed and not checked; what was wrong at first stays so, and another attempt
    begins anew.
    """
    course = Course(package(), run_time, tmp_path)
    course.begin()
    with served(course) as url:
        play(tab, url)
        fill_in(tab, 1, wrong="value")
        before = float(course.core["score"]["raw"])
        tab.value(f"{PAGE}.getElementById('tree-2-root-alpha').focus()")
        tab.press(*"-inf")
        leave(tab, course)

        assert course.attempt["core"]["entry"] == "resume"
        assert course.core["lesson_status"] == "incomplete"
        play(tab, url)
        fields = ("tree-1-root-alpha", "tree-1-root-value", "tree-2-root-alpha", "tree-2-root-beta")
        found = [tab.value(f"{PAGE}.getElementById('{field}').value") for field in fields]
        assert found == ["-inf", "-77", "-inf", ""]
        assert tab.value(f"{PAGE}.getElementById('tree-1-root-value').ariaInvalid") == "true"
        assert tab.value(f"{PAGE}.getElementById('tree-1-2-2-pruned').checked")
        for struck in ("tree-1-2-2-pruned", "tree-1-2-3-pruned"):
            tab.value(f"{PAGE}.getElementById('{struck}').click()")  # filling in strikes them again
        fill_in(tab, 1)
        assert float(course.core["score"]["raw"]) == before
        fill_in(tab, 2)
        assert course.core["lesson_status"] == "passed"
        assert before < float(course.core["score"]["raw"]) < 100
        score = course.core["score"]["raw"]
        tab.value(f"{PAGE}.getElementById('tree-1-root-value').select()")
        tab.press("5")
        leave(tab, course)
        assert course.core["lesson_status"] == "passed"
        assert course.core["score"]["raw"] == score
        course.begin()
        play(tab, url)
        assert tab.value(f"{PAGE}.getElementById('tree-1-root-alpha').value") == ""
        assert course.core["lesson_status"] == "incomplete"
        assert not errors(tab)


def test_a_killed_page_loses_seconds_only(tab: Tab, run_time: Path, tmp_path: Path) -> None:
    """What was typed is handed over after a while by itself, so nothing need be said when a page
    ends.
    """
    course = Course(package(), run_time, tmp_path)
    course.begin()
    with served(course) as url:
        play(tab, url)
        tab.value(f"{PAGE}.getElementById('tree-1-root-alpha').focus()")
        count = len(course.commits)
        tab.press(*"-inf")

        assert len(course.commits) == count
        tab.value("new Promise(done => setTimeout(done, 6000))")
        assert len(course.commits) == count + 1
        course.attempt = {
            "core": {"student_name": "Ada", "lesson_status": "incomplete"},
            "suspend_data": course.commits[-1]["suspend_data"],
        }
        tab.value("API.LMSCommit = () => 'false'")
        tab.value("API.LMSFinish = () => 'false'")
        go_away(tab)
        play(tab, url)
        assert tab.value(f"{PAGE}.getElementById('tree-1-root-alpha').value") == "-inf"
        assert not errors(tab)


def test_without_a_score_it_is_completed(tab: Tab, run_time: Path, tmp_path: Path) -> None:
    """The status says that all is right, and nothing says how much was so at first."""
    course = Course(package(scored=False), run_time, tmp_path)
    course.begin()
    with served(course) as url:
        play(tab, url)
        fill_in(tab, 1, wrong="value")

        assert reported(tab) == "Reported to the gradebook: incomplete."
        for struck in ("tree-1-2-2-pruned", "tree-1-2-3-pruned"):
            tab.value(f"{PAGE}.getElementById('{struck}').click()")
        fill_in(tab, 1)
        fill_in(tab, 2)
        assert course.core["lesson_status"] == "completed"
        assert not course.core["score"].get("raw")
        assert not errors(tab)


def test_a_search_by_hand_is_reported_and_gone_on_with(
    tab: Tab, run_time: Path, tmp_path: Path
) -> None:
    """What was done without a slip counts; steps and slips come back, and cannot be begun again
    in the same attempt.
    """
    hand = ByHand(PositionSpec("tree", TREES[0]))
    steps = hand.remaining_steps(hand.beginning)
    course = Course(make_homework([("line 1", hand)], "Week 4").package(), run_time, tmp_path)
    course.begin()
    state = f"{PAGE}.querySelector('.state').textContent"
    with served(course) as url:
        play(tab, url)

        assert course.core["lesson_status"] == "incomplete"
        tab.value(f"{PAGE}.getElementById('tree-1-number').focus()")
        tab.press("ArrowDown", "x", "x", "ArrowDown", "s")
        before = tab.value(state)
        assert before == "step 3 · 2 slips"
        leave(tab, course)
        assert float(course.core["score"]["raw"]) == 100 // steps
        play(tab, url)
        assert tab.value(state) == before
        assert tab.value(
            f"[...{PAGE}.querySelectorAll('button')].find(it => it.textContent === 'Begin "
            "again').hidden"
        )
        tab.value(f"{PAGE}.getElementById('tree-1-number').focus()")
        tab.press(*"s" * (steps - 3))
        assert tab.value(state) == "✓ done"
        assert course.core["lesson_status"] == "passed"
        assert float(course.core["score"]["raw"]) == 100 // steps
        leave(tab, course)
        assert not errors(tab)


def test_what_a_gradebook_refuses_is_said(tab: Tab, run_time: Path, tmp_path: Path) -> None:
    """Not that it does not know the ends of a score, which it need not, but that it takes no
    score, or no answers.
    """
    course = Course(package(), run_time, tmp_path)
    course.begin()
    refuse = (
        "(names => { API.LMSSetValue = (name, value) => names.test(name) ? 'false' : "
        "API.lmsSetValue(name, value) })"
    )
    with served(course) as url:
        play(tab, url)
        tab.value(f"{refuse}(/min|max/)")
        fill_in(tab, 2)

        assert reported(tab).startswith("Reported to the gradebook: ")
        assert float(course.core["score"]["raw"]) > 0
        tab.value(f"{refuse}(/suspend/)")
        tab.value(f"{PAGE}.querySelectorAll('form')[0].requestSubmit()")
        assert reported(tab).startswith("The gradebook does not take this (cmi.suspend_data: ")
        assert not errors(tab)
        go_away(tab)


def test_a_look_back_changes_nothing(tab: Tab, run_time: Path, tmp_path: Path) -> None:
    """In review nothing is reported, and that is said; without a gradebook the page works, and
    says so, too.
    """
    course = Course(package(), run_time, tmp_path)
    course.begin(lesson_mode="review", lesson_status="passed")
    with served(course) as url:
        play(tab, url)
        fill_in(tab, 1)

        assert reported(tab) == "This is a look back: nothing is reported."
        assert not [commit for commit in course.commits if commit.get("suspend_data")]
        go_away(tab)
        tab.ask("Page.navigate", url=f"{url}package/index.html")
        while not tab.value(
            "document.readyState === 'complete' && document.getElementById('reported')?.textContent"
        ):
            pass
        said = tab.value("document.getElementById('reported').textContent")
        assert said == "There is no gradebook around this page: nothing is reported."
        assert not tab.value("document.getElementById('by-hand').hidden")
        assert not errors(tab)
