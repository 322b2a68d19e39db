"""Settings of all tests: hypothesis always tries the same examples, so that a test fails everywhere
or nowhere.

A test's `max_examples` are those of `make test-all`; where slow tests are left out, a sixth of them
is tried, within the limits of `USUALLY`.
"""

import asyncio
import gc
import inspect
import signal
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import games
from tests.rooms import room_of

settings.register_profile(
    "steady",
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ],
)
settings.load_profile("steady")
gc.set_threshold(200_000, 50, 50)
for name in (
    "SIGINT",
    "SIGHUP",
    "SIGQUIT",
):  # which a program begun by nohup ignores, and all that it starts
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
USUALLY = range(3, 6)
"""How many examples of a property are tried where slow tests are left out."""


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test the marker of its room; limit the number of examples where slow tests are
    left out.
    """
    for item in items:
        item.add_marker(room_of(item.path))
    for item in items if "not slow" in config.option.markexpr else ():
        test = getattr(item, "obj", None)
        asked = getattr(test, "_hypothesis_internal_use_settings", None)
        if isinstance(asked, settings):
            fewer = min(
                asked.max_examples, max(USUALLY.start, min(asked.max_examples // 6, USUALLY.stop))
            )
            test._hypothesis_internal_use_settings = settings(asked, max_examples=fewer)  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def usually(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """Return how many of some steps or sizes are tried: a sixth where slow tests are left out,
    else all.
    """
    if "not slow" in request.config.option.markexpr:
        part = 6
    else:
        part = 1
    return lambda count: max(1, count // part)


@pytest.fixture(autouse=True)
def own_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Take back what a command sets for its whole process, as `--no-color` does; what is kept is in
    folders of ours.

    What is searched aside for a sentence is searched to its end, however slow the machine.
    """
    monkeypatch.setattr("visualizer.explaining.explanation.facts.what_if.WHAT_IF_SECONDS", inf)
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path_factory.getbasetemp() / "state"))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path_factory.getbasetemp() / "settings"))
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.delenv("NO_COLOR")


@pytest.fixture
def user_file(tmp_path: Path) -> Callable[[str], Path]:
    """Write a user-supplied Python file, and trust it as if a person had typed its name."""

    def write(text: str, name: str = "mine.py") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        games.trust_files([file])
        return file

    return write


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(pyfuncitem.obj(**given))
    return True


def pytest_collection_finish() -> None:
    """Exclude what exists before the first test from garbage collection."""
    gc.collect()
    gc.freeze()
