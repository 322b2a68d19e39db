"""`make bench` needs no package that `make setup` does not install."""

import sys

import pytest

from tests.benchmarks import core, films


@pytest.mark.parametrize(
    ("section", "package", "missing"),
    [(films.small_films, "pptx", "python-pptx"), (core.games, "takpy", "takpy")],
    ids=["slides", "takpy"],
)
def test_what_is_not_installed_is_left_out_with_a_sentence(
    section: films.Section,
    package: str,
    missing: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without an optional package its lines are left out, one sentence says so, and all others
    are measured.
    """
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(films, "median_of", lambda work: float(bool(work())))
    written = films.written
    monkeypatch.setattr(films, "written", lambda run, name, frames: written(run, name, 2))
    lines = [*section()]

    assert not any(package in line[0] for line in lines)
    assert len(lines) == {"pptx": 4, "takpy": 0}[package]
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert f"{missing}, which is not installed" in said or f"{missing} is not installed" in said
