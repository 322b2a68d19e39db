"""The notations of Connect Four: positions, sizes and moves, what is read and what is refused."""

from hypothesis import given
from hypothesis import strategies as st

from games import AnyPosition
from games.connect_four import GAME, read, start
from games.connect_four.rules import read_size
from tests.games.reading import refused, settings_of
from visualizer.apps.tui.draft import Draft, check_draft
from visualizer.explaining.measures.summary import summary
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


def sized(words: str) -> AnyPosition:
    """Return the empty board of a size."""
    return GAME.start(settings_of(GAME, words))


def test_empty_position_goes_all_the_way() -> None:
    """An empty position text is the empty board, as is the default position, with or without
    moves and settings.
    """
    for moves, size in (
        ("", {}),
        ("4453", {}),
        ("44 53", {}),
        ("44", {"size": "4x4"}),
    ):
        _, position = resolve_position(PositionSpec("connect-four", "", moves, size))
        assert position.text() == " ".join([*size.values(), moves.replace(" ", "")])
    empty, sized = (
        summary(Run(Recipe(where, SearchSpec(depth=4))).finish())
        for where in (
            PositionSpec("connect-four", ""),
            PositionSpec("connect-four", settings={"size": "7x6"}),
        )
    )

    assert empty["position"] == sized["position"] == ""
    assert empty["nodes"] == sized["nodes"] == 173
    assert resolve_position(PositionSpec("connect-four"))[1].text() == ""
    assert check_draft(Draft("connect-four", "")).run is not None


def test_what_other_boards_write_reads_back() -> None:
    """In JSON, in a saved run and in a preset the position says its board, with the same counts."""
    for where in (
        PositionSpec("connect-four", "11", "2", {"size": "4x4"}),
        PositionSpec("connect-four", "small"),
    ):
        found = summary(Run(Recipe(where, SearchSpec(depth=4))).finish())
        again = summary(
            Run(
                Recipe(PositionSpec("connect-four", found["position"]), SearchSpec(depth=4))
            ).finish()
        )

        assert {**again, "seconds": 0} == {
            **found,
            "seconds": 0,
            "settings": {},
        }
    for preset in GAME.presets:
        assert read(preset.text, {}).text() == preset.text
        assert not preset.settings


def test_empty_position_is_saved() -> None:
    """A saved run of the empty board opens on the empty board again, and the command for it says
    so.
    """
    recipe = Recipe(PositionSpec("connect-four", ""), SearchSpec(depth=4))

    assert Recipe.loads(recipe.dumps({}), "a run")[0] == recipe
    assert recipe.command() == "visualizer open connect-four -p '' -d 4"


def test_moves_joined_or_apart() -> None:
    """Moves are taken apart digit by digit; what is no digit stays whole and is refused."""
    assert (
        GAME.split_moves("4453")
        == GAME.split_moves(" 4 4 5\n3 ")
        == GAME.split_moves("44 53")
        == list("4453")
    )
    assert GAME.split_moves("4x 5abc") == ["4", "x", "5", "abc"]
    assert GAME.split_moves("") == []


def test_every_length_of_lines() -> None:
    """On every size 2 and the longer side in a row are allowed, by size or by setting; one less
    and one more not.
    """
    for columns in range(1, 11):
        for rows in range(1, 11):
            for connect in (1, 2, max(columns, rows), max(columns, rows) + 1):
                fits = 2 <= connect <= max(columns, rows)
                for words in (
                    f"size={columns}x{rows}/{connect}",
                    f"size={columns}x{rows} connect={connect}",
                ):
                    assert (not refused(sized, words)) == fits


def test_offered_sizes_and_defaults() -> None:
    """All sizes that are offered are sizes, and the defaults of both settings are 7×6 and 4."""
    options = {option.name: option for option in GAME.options}

    assert [option.name for option in GAME.options] == ["size", "connect"]
    for size in GAME.sizes:
        assert sized(f"size={size}").moves()
    settings = {name: option.read(option.default) for name, option in options.items()}
    assert start(settings).size == start({}).size == (7, 6, 4)


@given(st.text(alphabet="0123456789x/×", max_size=8) | st.text(max_size=12))
def test_any_size_is_one_or_one_sentence(text: str) -> None:
    """Any text is a size or refused in a short printable sentence."""
    message = refused(read_size, text)

    assert message.isprintable()
    assert len(message) < 160
