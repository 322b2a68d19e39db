"""docs/grading.md is true: what it says that a wrong search is told, it is told; and it names
every known mistake.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.few import one_in
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.your_code.grading.dealing import TREE_KINDS
from visualizer.your_code.grading.mutants import KNOWN_MISTAKES

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"<!-- example: (\S+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))
SAID = re.findall(r"<!-- said: (\S+) -->\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("function", "text"), one_in(2, SAID))
def test_what_is_said_of_a_wrong_search(
    function: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The report begins with what the page quotes, and the status is 1."""
    monkeypatch.chdir(tmp_path)
    file = function.partition(":")[0]
    Path(file).write_text(EXAMPLES[file], encoding="utf-8")

    assert run_command(visualizer, ["grade", function]) == 1
    assert capsys.readouterr().out.startswith(text)


@pytest.mark.slow
def test_the_try_is_right_with_the_line_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line that the page names is the one that is wrong; and with the other rule both are to
    be strict.
    """
    monkeypatch.chdir(tmp_path)
    mended = EXAMPLES["try.py"].replace("if best > beta", "if best >= beta")
    Path("mended.py").write_text(mended, encoding="utf-8")

    assert run_command(visualizer, ["grade", "mended.py:alpha_beta"]) == 0
    strict = EXAMPLES["try.py"].replace("if best <= alpha", "if best < alpha")
    Path("strict.py").write_text(strict, encoding="utf-8")
    assert run_command(visualizer, ["grade", "strict.py:alpha_beta", "--cut", ">"]) == 0
    assert (
        capsys.readouterr().out
        == "Called with node, depth, alpha, beta, maximizing.\n60 of 60 trees right.\n" * 2
    )


def test_the_page_names_what_there_is() -> None:
    """Each known mistake and each kind of tree is on the page."""
    assert [each.name for each in KNOWN_MISTAKES if f"`{each.name}`" not in PAGE] == []
    listed = " ".join(PAGE.split())
    assert [kind.title for kind in TREE_KINDS if kind.title not in listed] == []
