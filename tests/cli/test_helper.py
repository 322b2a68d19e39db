"""The files that bots take along: printed, short, and told by each the same search is the same."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call

LANGUAGES = {
    "python": "tell.py",
    "cpp": "tell.hpp",
    "javascript": "tell.js",
}
BOTS = {
    "python": (
        "bot.py",
        """
import sys
from tell import Tell
tell = Tell(sys.stdout, search="bot")
def search(node, move, white, a, b):
    tell.enter(move, max=white, alpha=a, beta=b)
    if isinstance(node, int):
        tell.leave(node)
        return node
    best, tried = float("-inf"), 0
    while tried < len(node) and a < b:
        best = max(best, -search(node[tried], str(tried + 1), not white, -b, -a))
        a, tried = max(a, best), tried + 1
    tell.leave(best, cut=tried < len(node))
    return best
search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], None, True, float("-inf"), float("inf"))
tell.result(3)
""",
    ),
    "javascript": (
        "bot.js",
        """
const { Tell } = require("./tell.js");
const tell = new Tell({ search: "bot" });
function search(node, move, white, a, b) {
  tell.enter(move, white, { alpha: a, beta: b });
  if (typeof node === "number") { tell.leave(node); return node; }
  let best = -Infinity, tried = 0;
  while (tried < node.length && a < b) {
    best = Math.max(best, -search(node[tried], String(++tried), !white, -b, -a));
    a = Math.max(a, best);
  }
  tell.leave(best, tried < node.length ? { cut: true } : {});
  return best;
}
search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], null, true, -Infinity, Infinity);
tell.result(3);
""",
    ),
    "cpp": (
        "bot.cpp",
        """
#include "tell.hpp"
#include <algorithm>
static const int tree[3][3] = {{3, 12, 8}, {2, 4, 6}, {14, 5, 2}};
static Tell tell(stdout, R"("search": "bot")");
static double search(int depth, int node, const char* move, bool white, double a, double b) {
  tell.enter(move, white, a, b);
  if (depth == 2) { tell.leave(tree[node / 3][node % 3]); return tree[node / 3][node % 3]; }
  double best = -INFINITY;
  int tried = 0;
  for (; tried < 3 && a < b; tried++) {
    std::string name = std::to_string(tried + 1);
    best = std::max(best, -search(depth + 1, depth ? node * 3 + tried : tried, name.c_str(), !white, -b, -a));
    a = std::max(a, best);
  }
  tell.leave(best, tried < 3);
  return best;
}
int main() {
  search(0, 0, nullptr, true, -INFINITY, INFINITY);
  tell.say("\\"result\\": 3");
}
""",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_helper_is_free_to_copy(language: str, call: Call) -> None:
    """It is printed, and says so."""
    assert "Free to copy" in call(f"helper {language}").out


def run_bot(
    language: str,
    folder: Path,
    helper: str,
    *flags: str,
    text: str = "",
) -> str:
    """Return what a bot prints, of that `text` if one is given; skipped where the language is
    not installed.
    """
    (folder / LANGUAGES[language]).write_text(helper, encoding="utf-8")
    name, usual = BOTS[language]
    (folder / name).write_text(text or usual, encoding="utf-8")
    if language == "cpp":
        if shutil.which("g++") is None:
            pytest.skip("g++ is not installed")
        build = ["g++", "-std=c++17", "-Wall", "-Werror", *flags, name, "-o", "bot"]
        subprocess.run(
            build,
            cwd=folder,
            check=True,
            timeout=120,
        )
        command = [str(folder / "bot")]
    elif language == "javascript":
        if shutil.which("node") is None:
            pytest.skip("node is not installed")
        command = ["node", name]
    else:
        command = [sys.executable, name]
    return subprocess.run(
        command, cwd=folder, check=True, timeout=60, capture_output=True, text=True
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_tells_by_its_helper(language: str, tmp_path: Path, call: Call) -> None:
    """The tree of AIMA's figure 5.2, searched by negamax: 11 nodes, 7 leaves, 2 of them pruned,
    and worth 3.
    """
    printed = run_bot(language, tmp_path, call(f"helper {language}").out)
    events = [json.loads(line) for line in printed.splitlines()]

    assert sum("leaf" in event for event in events) == 7, "an entry that is left at once is a leaf"
    file = tmp_path / "bot.jsonl"
    file.write_text(printed, encoding="utf-8")
    found = call(f"search {file} --json").json
    assert found["nodes"] == 11
    assert found["leaves"] == 7
    assert found["cutoffs"] == 1
    assert found["value"] == 3
    assert found["result"] == 3


ALL = ["python", *(pytest.param(each, marks=pytest.mark.slow) for each in ("javascript", "cpp"))]
LIMITED = {
    "python": """
import sys
from tell import Tell
tell = Tell(sys.stdout, search="bot", depth=1)
tell.begin_pass("nothing is told of it")
tell.begin_pass("depth 2")
tell.enter(None, max=True, alpha=-9, beta=9)
tell.enter("a", max=False, alpha=-9, beta=9, children=2)
tell.stand(3)
tell.enter("b", max=True, alpha=-9, beta=-3)
tell.stand(-7)
tell.leave(-5)
tell.leave(5, best="b")
tell.enter(None, max=False, alpha=-9, beta=9, probe="null move")
tell.leave(1)
tell.enter("c", max=False, alpha=-9, beta=5)
tell.first = 0
tell.leave(0)
tell.leave(0)
tell.result(0)
""",
    "javascript": """
const { Tell } = require("./tell.js");
const tell = new Tell({ search: "bot" }, { depth: 1 });
tell.beginPass("nothing is told of it");
tell.beginPass("depth 2");
tell.enter(null, true, { alpha: -9, beta: 9 });
tell.enter("a", false, { alpha: -9, beta: 9, children: 2 });
tell.stand(3);
tell.enter("b", true, { alpha: -9, beta: -3 });
tell.stand(-7);
tell.leave(-5);
tell.leave(5, { best: "b" });
tell.enter(null, false, { alpha: -9, beta: 9, probe: "null move" });
tell.leave(1);
tell.enter("c", false, { alpha: -9, beta: 5 });
tell.first = 0;
tell.leave(0);
tell.leave(0);
tell.result(0);
""",
    "cpp": """
#include "tell.hpp"
int main() {
  Tell tell(stdout, R"("search": "bot")");
  tell.depth = 1;
  tell.say("\\"pass\\": \\"nothing is told of it\\"");
  tell.say("\\"pass\\": \\"depth 2\\"");
  tell.enter(nullptr, true, -9, 9);
  tell.enter("a", false, -9, 9, R"("children": 2)");
  tell.stand(3);
  tell.enter("b", true, -9, -3);
  tell.stand(-7);
  tell.leave(-5);
  tell.leave(5, false, R"("best": "b")");
  tell.enter(nullptr, false, -9, 9, R"("probe": "null move")");
  tell.leave(1);
  tell.enter("c", false, -9, 5);
  tell.first = 0;
  tell.leave(0);
  tell.leave(0);
  tell.say("\\"result\\": 0");
}
""",
}


@pytest.mark.parametrize("language", ALL)
def test_nothing_is_told_of_what_is_hidden(language: str, tmp_path: Path, call: Call) -> None:
    """At the limit of plies neither standing pat nor the best move is told, behind the limit of
    events nothing.

    So there is nothing to doubt, and nothing unknown; a null move, and a pass without a visit, are
    read.
    """
    printed = run_bot(
        language,
        tmp_path,
        call(f"helper {language}").out,
        text=LIMITED[language],
    )
    events = [json.loads(line) for line in printed.splitlines()]
    told = [
        {key: each[key] for key in ("pass", "enter", "leaf", "value", "leave") if key in each}
        for each in events
    ]

    assert told[1:] == [
        {"pass": "nothing is told of it"},
        {"pass": "depth 2"},
        {"enter": None},
        {"leaf": "a", "value": 5},
        {"leaf": None, "value": 1},
    ]
    file = tmp_path / "bot.jsonl"
    file.write_text(printed, encoding="utf-8")
    found = call(f"search {file} --json")
    doubts = call(f"lint {file} --json")
    assert found.json["nodes"] == 2
    assert found.json["probe_nodes"] == 1
    assert found.json["passes"] == 1
    assert "unknown" not in found.err
    assert doubts.json == []


BELOW = {
    "python": """
import sys
from tell import Tell
tell = Tell(sys.stdout, search="bot", game="tictactoe", below=["b2"])
for depth in 1, 2:
    tell.begin_pass(f"depth {depth}")
    tell.enter(None, max=True, alpha=-9, beta=9)
    if depth == 2:
        tell.enter("b2", max=False, alpha=-9, beta=9)
        tell.leaf("c3", 1)
        tell.leave(1)
    tell.leave(-1)
tell.result(1, best="b2")
""",
    "javascript": """
const { Tell } = require("./tell.js");
const tell = new Tell({ search: "bot", game: "tictactoe" }, { below: ["b2"] });
for (const depth of [1, 2]) {
  tell.beginPass("depth " + depth);
  tell.enter(null, true, { alpha: -9, beta: 9 });
  if (depth === 2) {
    tell.enter("b2", false, { alpha: -9, beta: 9 });
    tell.leaf("c3", 1);
    tell.leave(1);
  }
  tell.leave(-1);
}
tell.result(1, { best: "b2" });
""",
    "cpp": """
#include "tell.hpp"
int main() {
  Tell tell(stdout, R"("search": "bot", "game": "tictactoe")");
  tell.below = {"b2"};
  for (int depth = 1; depth <= 2; depth++) {
    tell.say("\\"pass\\": \\"depth " + std::to_string(depth) + "\\"");
    tell.enter(nullptr, true, -9, 9);
    if (depth == 2) {
      tell.enter("b2", false, -9, 9);
      tell.leaf("c3", 1);
      tell.leave(1);
    }
    tell.leave(-1);
  }
  tell.say("\\"result\\": 1, \\"best\\": \\"b2\\"");
}
""",
}


@pytest.mark.parametrize("language", ALL)
def test_what_is_below_a_move_of_a_game(language: str, tmp_path: Path, call: Call) -> None:
    """It is a tree of its own, of the position behind that move; passes that do not come there
    say nothing.
    """
    file = tmp_path / "bot.jsonl"
    file.write_text(
        run_bot(
            language,
            tmp_path,
            call(f"helper {language}").out,
            text=BELOW[language],
        ),
        encoding="utf-8",
    )
    found = call(f"search {file} --json")

    assert found.json["position"] == "----X----"
    assert found.json["nodes"] == 2
    assert found.json["passes"] == 1
    assert found.json["value"] == -1
    assert found.json["best_move"] == "c3"
    assert found.err == ""
    other = tmp_path / "other.jsonl"
    other.write_text(file.read_text(encoding="utf-8").replace('"b2"', '"a1"'), encoding="utf-8")
    assert "is about a different game or position" in call(f"compare {file} {other}").err


MANY = {
    "python": (
        "many.py",
        """
import sys
from tell import Tell
print("info", flush=True)
tell = Tell(sys.stdout, search="bot")
for number in range(20000):
    tell.begin_pass(str(number))
    tell.leaf(None, 1)
tell.result(1)
""",
    ),
    "javascript": (
        "many.js",
        """
const { Tell } = require("./tell.js");
console.log("info");
const tell = new Tell({ search: "bot" });
for (let number = 0; number < 20000; number++) { tell.beginPass(String(number)); tell.leaf(null, 1); }
tell.result(1);
""",
    ),
}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="pipes differ there")
@pytest.mark.parametrize("language", MANY)
@pytest.mark.parametrize("reads_on", [True, False])
def test_a_bot_waits_for_a_slow_reader_and_ends_without_one(
    language: str, reads_on: bool, tmp_path: Path, call: Call
) -> None:
    """A full pipe loses no event, also where the bot has printed by itself before; where nobody
    reads, it ends.
    """
    if language == "javascript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    (tmp_path / LANGUAGES[language]).write_text(call(f"helper {language}").out, encoding="utf-8")
    name, text = MANY[language]
    (tmp_path / name).write_text(text, encoding="utf-8")
    if language == "javascript":
        command = ["node", name]
    else:
        command = [sys.executable, name]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bot:
        assert bot.stdout is not None
        assert bot.stderr is not None
        time.sleep(0.5)
        lines = [bot.stdout.readline()]
        if reads_on:
            lines += bot.stdout.readlines()
            assert len(lines) == 40_003
            assert json.loads(lines[-1]) == {"result": 1}
        bot.stdout.close()
        assert bot.stderr.read() == b""
        assert bot.wait(timeout=60) == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes differ there")
def test_a_bot_ends_where_nobody_has_ever_read(tmp_path: Path, call: Call) -> None:
    """The first line is written like the others: without a reader the bot ends, and says
    nothing.
    """
    (tmp_path / "tell.py").write_text(call("helper python").out, encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    bot = [sys.executable, "-c", "import sys, tell; tell.Tell(sys.stdout, search='bot')"]
    ended = subprocess.run(
        bot, cwd=tmp_path, check=False, stdout=writer, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writer)

    assert ended.returncode == 0
    assert ended.stderr == b""


def test_a_loop_at_the_root_needs_the_root(tmp_path: Path, call: Call) -> None:
    """Who tells the root's moves and not the root is told so."""
    module: dict[str, Any] = {}
    exec(call("helper python").out, module)
    out = io.StringIO()
    tell = module["Tell"](out, search="bot")
    for move in ("a", "b"):
        tell.enter(move, max=False)
        tell.leave(1)
    file = tmp_path / "bot.jsonl"
    file.write_text(out.getvalue(), encoding="utf-8")

    assert (
        "so this must be a root, and its move must be null, not 'a'; if the root has its own "
        "loop over moves"
    ) in call(f"search {file}").err


@pytest.mark.slow
def test_a_helper_is_off_at_no_cost(tmp_path: Path, call: Call) -> None:
    """With TELL_OFF nothing is left of it, and nothing is printed."""
    assert run_bot("cpp", tmp_path, call("helper cpp").out, "-DTELL_OFF") == ""
