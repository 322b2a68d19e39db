"""Discovery: a game is a file in `games/`, a plug-in, or a user-supplied file; a broken one is a
sentence.
"""

import importlib.metadata
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import games
from games import Game, GameNotFound, _discovery
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.support.plugins.discovery import PlugInRegistry

Install = Callable[[str, str], None]
"""Installs a plug-in: its name and the text of its module."""

USER_GAME = '''
"""A game in which MAX takes one or two of three matches."""
from dataclasses import dataclass
from games import Board, Game, Preset

@dataclass(frozen=True)
class Matches:
    left: int = 3
    maximizing: bool = True
    def moves(self): return range(1, min(2, self.left) + 1)
    def play(self, move): return Matches(self.left - move, not self.maximizing)
    def outcome(self): return None if self.left else (-1 if self.maximizing else 1)
    def key(self): return (self.left, self.maximizing)
    def text(self): return str(self.left)
    def name(self, move): return str(move)
    def board(self): return Board("Matches", ((),))

GAME = Game(name="matches", title="Matches", about="take one or two", sides=("first", "second"), notation="a number",
    start=lambda settings: Matches(), read=lambda text, settings: Matches(int(text)),
    evaluations={"result": lambda position, outcome: outcome or 0}, presets=(Preset("three", "3", "three matches"),))
'''


@pytest.fixture
def fresh() -> Iterator[None]:
    """Forget what was found, before and after."""

    def forget() -> None:
        _discovery._plugins.cache_clear()
        _discovery.load_game.cache_clear()

    forget()
    yield
    forget()


@pytest.fixture
def install(fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install plug-ins for a test: modules by name, each with its text."""
    points: list[EntryPoint] = []
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)

    def add(name: str, text: str) -> None:
        module = f"plugin_{name.replace('-', '_')}"
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        points.append(EntryPoint(name, module, _discovery.GAMES_ENTRY_POINT))

    yield add
    for point in points:
        sys.modules.pop(point.value, None)


def reason(name: str) -> str:
    """Return why a game cannot be loaded: one line that can be printed."""
    with pytest.raises(GameNotFound) as caught:
        games.load_game(name)
    message = str(caught.value)
    assert message.isprintable()
    return message


def test_games_of_this_program_are_found() -> None:
    """Tak, tic-tac-toe and trees are there, sorted, and the files that begin with an underscore
    are not games.
    """
    assert {"tak", "tictactoe", "tree", "chess", "openspiel"} <= set(games.game_names())
    assert games.game_names() == sorted(games.game_names())
    assert not [name for name in games.game_names() if name.startswith("_")]


@pytest.mark.parametrize("name", _discovery._built_in_games())
def test_every_game_loads(name: str) -> None:
    """Every game in the folder loads, under its own name, and nothing is broken."""
    game = games.load_game(name)

    assert isinstance(game, Game)
    assert game.name == name
    assert name not in games.broken_games()


@pytest.mark.parametrize("name", _discovery._built_in_games())
def test_every_game_offers_what_it_says(name: str) -> None:
    """Each game has evaluations, presets with different names that read and read back, and
    defaults that read.
    """
    game = games.load_game(name)

    assert game.evaluations
    assert len(game.sides) == 2
    names = [preset.name for preset in game.presets]
    assert len(names) == len(set(names)) > 0
    for option in game.options:
        option.read(option.default)
    options = {option.name: option for option in game.options}
    for preset in game.presets:
        settings = {key: options[key].read(text) for key, text in preset.settings.items()}
        try:
            position = game.read(preset.text, settings)
        except games.NotInstalled as error:
            pytest.skip(str(error))

        assert game.read(position.text(), settings).key() == position.key()
        for evaluate in game.evaluations.values():
            assert isinstance(float(evaluate(position, position.outcome())), float)
        for judge in game.orderings.values():
            moves = position.moves()
            assert all(len(row) == len(judge.names) for row in judge.components(position, moves))


def test_names_import_no_game() -> None:
    """To list the games, none of them is imported; nor are networkx and textual."""
    program = """
import sys, games
names = games.game_names()
games_in = [f"games.{name}" for name in names]
elsewhere = {"networkx", "textual", "takpy", "graphviz", "chess", "pyspiel"}
print(sorted(set(sys.modules) & {*games_in, *elsewhere}))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


def test_unknown_game_is_refused() -> None:
    """An unknown name is refused with what there is, and with the nearest name if one is near."""
    assert "did you mean tictactoe?" in reason("tic-tac-toe")
    assert "the games are: " in reason("go")
    assert "did you mean" not in reason("xyzzy")


@pytest.mark.parametrize(
    "name", ["", "_game", "../tree", "tree.notation", "\x00", "[b]", "tak ", "Tak", "\ud800"]
)
def test_odd_names_are_refused(name: str) -> None:
    """A name that is no game's is refused, whatever is in it, and shown escaped."""
    assert f"there is no game called {name!r}" in reason(name)


def test_user_supplied_file(fresh: None, tmp_path: Path) -> None:
    """A Python file with a constant GAME is a game where it is trusted, and need not be imported
    from anywhere.
    """
    path = tmp_path / "matches.py"
    path.write_text(USER_GAME, encoding="utf-8")

    with pytest.raises(games.NotTrusted, match="runs only if you trust it"):
        games.load_game(str(path))
    games.trust_files([path])
    game = games.load_game(str(path))
    assert game.name == "matches"
    assert [game.start({}).name(move) for move in game.start({}).moves()] == ["1", "2"]


def test_own_file_in_the_current_folder(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`./mine.py` is read from the current folder, and may have the name of a game or of a
    module.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("tree.py", "json.py"):
        Path(name).write_text(USER_GAME, encoding="utf-8")
        games.trust_files([name])

        assert games.load_game(f"./{name}").name == "matches"

    assert games.load_game("tree").name == "tree"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no constant GAME of the type games.Game"),
        ("GAME = 3", "has no constant GAME of the type games.Game"),
        ("GAME = (", "SyntaxError"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise RuntimeError('too bad')", "RuntimeError: too bad"),
        ("1 / 0", "ZeroDivisionError"),
        ("from games import Game\nGAME = Game()", "TypeError"),
        ("def f(): return f()\nf()", "RecursionError"),
        ("\x00", "cannot contain null bytes"),
    ],
)
def test_broken_file_is_one_sentence(
    fresh: None,
    tmp_path: Path,
    text: str,
    says: str,
) -> None:
    """Whatever is wrong with a file, the error is one line with the file's name and the reason."""
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    games.trust_files([path])
    message = reason(str(path))

    assert says in message
    assert "mine.py" in message


def test_file_that_is_not_there(fresh: None, tmp_path: Path) -> None:
    """A missing file, or a folder, is said to be missing."""
    (tmp_path / "folder.py").mkdir()

    assert "there is no file" in reason(str(tmp_path / "none.py"))
    assert "there is no file" in reason(str(tmp_path / "folder.py"))


def test_installed_plugin(install: Install) -> None:
    """A plug-in is listed and loaded by the name under which it is installed."""
    install("matches", USER_GAME)

    assert "matches" in games.game_names()
    assert games.load_game("matches").title == "Matches"
    assert "matches" not in games.broken_games()


FAMILY = """
def game(name):
    if not name.endswith(":3"):
        raise GameNotFound(f"{name} is not 3")
    return dataclasses.replace(GAME, name=name, title=name.upper())
"""


LOUD = r"""
import sys
print("\x1b[31mred\x1b]0;title\x07", "\u202e")
print("\x1b[31mred", file=sys.stderr)
sys.stdout.writelines(["\x1b[31mred\n"])
"""
"""Prints what steers a terminal."""


def test_what_a_package_prints_while_it_is_loaded_is_no_result(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It goes to standard error, where it steers no terminal: of a game, of its family, of a
    file, of an ordering.
    """
    begin = "def game(name):\n"
    loud_family = FAMILY.replace(begin, f"{begin}    print('\\x1b[31mred')\n")
    install("loud", f"import dataclasses\n{LOUD}{USER_GAME}{loud_family}")
    (tmp_path / "mine.py").write_text(LOUD + USER_GAME, encoding="utf-8")
    (tmp_path / "loud_ordering.py").write_text(LOUD + USER_GAME, encoding="utf-8")
    games.trust_files([tmp_path / "mine.py"])

    assert (
        games.load_game("loud").title
        == games.load_game(str(tmp_path / "mine.py")).title
        == "Matches"
    )
    assert games.load_game("loud:3").title == "LOUD:3"
    orderings = PlugInRegistry("ordering", dict[str, object](), bool)
    orderings.all_points = [EntryPoint("loud", "loud_ordering:GAME", "visualizer.orderings")]
    assert orderings.get("loud")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert all(line.isprintable() for line in shown.err.splitlines())
    assert shown.err.count("�[31mred") == 3 * len(LOUD.splitlines()[2:]) + 1


def test_families_of_games(install: Install) -> None:
    """`FAMILY:NAME` is a game that the family's function `game` makes or refuses; it is not
    listed.
    """
    install("matches", f"import dataclasses\nfrom games import GameNotFound\n{USER_GAME}{FAMILY}")

    assert games.load_game("matches").title == "Matches"
    assert games.load_game("matches:3").name == "matches:3"
    assert games.load_game("matches:3").title == "MATCHES:3"
    assert "matches:3" not in games.game_names()
    assert reason("matches:4") == "matches:4 is not 3"
    assert (
        reason("tictactoe:3")
        == "there is no family of games called 'tictactoe', so there is no game 'tictactoe:3'"
    )
    assert (
        reason("nobody:3")
        == "there is no family of games called 'nobody', so there is no game 'nobody:3'"
    )


def test_a_broken_family_is_one_sentence(install: Install) -> None:
    """Whatever its function raises or returns."""
    install("raises", "def game(name): raise KeyError('no')")
    install("nothing", "def game(name): return None")

    assert "KeyError" in reason("raises:x")
    assert "raises:x" in reason("raises:x")
    assert "nothing:x" in reason("nothing:x")


def test_broken_plugins_harm_nothing(install: Install) -> None:
    """Broken plug-ins are named, each with a reason in one line, and every other game works."""
    install("matches", USER_GAME)
    install("crash", "raise OSError('no disk')")
    install("empty", "")
    broken = games.broken_games()

    assert set(broken) == {"crash", "empty"}
    assert "OSError: no disk" in broken["crash"]
    assert "no constant GAME" in broken["empty"]
    assert all(message.isprintable() for message in broken.values())
    assert games.load_game("matches").name == "matches"
    assert games.load_game("tree").name == "tree"


def test_plugin_cannot_take_a_games_name(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plug-in with the name of a game of this program, or of an earlier one, is left out, and
    listed.
    """
    install("tree", USER_GAME)
    install("matches", USER_GAME)
    install("matches", USER_GAME)

    assert games.load_game("tree").title == "Tree"
    assert games.game_names().count("tree") == 1
    _, first, _ = importlib.metadata.entry_points(group=_discovery.GAMES_ENTRY_POINT)
    assert _discovery._plugins()["matches"] is first
    assert run_command(visualizer, ["list", "games"]) == 0
    built_in, other = capsys.readouterr().err.splitlines()
    assert (
        built_in
        == "visualizer: the game tree of the package plugin_tree is not used: that name is built in"
    )
    assert (
        "game matches of the package plugin_matches is not used: the package plugin_matches "
        "has one, too"
    ) in other


def test_stakes_of_a_misspelt_evaluation_are_refused(fresh: None, tmp_path: Path) -> None:
    """A slip in a name of `stakes` is said with the name that is meant; stakes of a game that
    was changed may stay.
    """
    slip = tmp_path / "slip.py"
    made = tmp_path / "made.py"
    games.trust_files([slip, made])
    stakes = 'GAME = replace(GAME, stakes={"resutl": games.WIN_OR_DRAW})'
    slip.write_text(
        f"import games\nfrom dataclasses import replace\n{USER_GAME.strip()}\n{stakes}\n"
    )

    with pytest.raises(
        GameNotFound, match=r"slip.py has stakes for 'resutl', .* \(did you mean result\?\)$"
    ):
        games.load_game(str(slip))
    made.write_text(
        "import games\nfrom dataclasses import replace\n"
        'GAME = replace(games.load_game("hex"), evaluations={"mine": lambda position, '
        "outcome: 0})\n"
    )
    assert [*games.load_game(str(made)).evaluations] == ["mine"]


def test_a_name_of_two_moves_is_not_guessed(fresh: None, tmp_path: Path) -> None:
    """Where a game from outside gives two moves one name, neither is taken for it."""
    file = tmp_path / "twins.py"
    file.write_text(USER_GAME.replace("return str(move)", 'return "take"'), encoding="utf-8")
    games.trust_files([file])
    game = games.load_game(str(file))

    with pytest.raises(
        ValueError, match="'take' names 2 legal moves here; each legal move must have its own name"
    ):
        game.find_move(game.start({}), "take")
