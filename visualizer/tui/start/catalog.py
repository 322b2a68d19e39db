"""What the start screen offers to pick from: games, their positions, and what was opened last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import games
from games import Game
from visualizer.errors import InputError
from visualizer.lookup import load_game
from visualizer.recipe import Recipe
from visualizer.tui.start.draft import Draft, attempt, loaded, preset_of

PLAIN = ("algorithm", "ordering", "evaluation")
"""Words of a search that are understood without their key."""
RECENT = ""
"""Stands among the games for what was opened last."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in the list of positions; `draft` is what it chooses."""

    title: str
    about: str
    draft: Draft


def in_order() -> list[str]:
    """Return the games, the ones with the fewest moves to begin with first."""

    def moves(name: str) -> tuple[float, str]:
        first = attempt({}, "game", partial(_first_moves, name))
        return (float("inf") if first is None else first, name)

    return sorted(games.names(), key=moves)


def _first_moves(name: str) -> int:
    game = load_game(name)
    return len(game.read(game.presets[0].text, {}).moves())


def simplest(names: Sequence[str]) -> Draft:
    """Return the first position of the first game that can be loaded."""
    return next(Draft.first(game) for name in names if name != RECENT and (game := loaded(name)) is not None)


def missing(name: str) -> str:
    """Return how to get what a game needs and is not installed, else nothing."""
    try:
        _first_moves(name)
    except games.NotInstalled as error:
        return str(error)
    except (Exception, SystemExit):  # noqa: BLE001  whatever else is wrong is said when the game is chosen
        return ""
    return ""


def title_of_game(name: str) -> str:
    """Return a game's title, else its name."""
    game = loaded(name)
    return name if game is None else game.title


def about_game(name: str) -> str:
    """Return the line about a game, or why it cannot be loaded."""
    try:
        return load_game(name).about
    except InputError as error:
        return str(error)


def positions(name: str, game: Game, draft: Draft, typed: str) -> list[Entry]:
    """Return the positions of a game, searched as in a draft of the same game; the typed one comes last."""
    search = draft.search if draft.game == name else {}

    def there(position: str | None, settings: dict[str, str] | None = None) -> Draft:
        return Draft(name, position, "", settings or {}, search)

    entries = [Entry(preset.title, preset.about, there(preset.name)) for preset in game.presets]
    if game.options:
        first, words = game.options[0], ", ".join(option.title for option in game.options)
        made = there(None, {first.name: first.default})
        entries.append(Entry("A new one, by settings", f"A first position; under more, choose {words}.", made))
    return [*entries, Entry("Your own", f"Type it below. {game.notation}", there(typed))]


def opened(recent: Sequence[Recipe]) -> list[Entry]:
    """Return what was opened last and can still be."""
    drafts = [attempt({}, "recent", partial(Draft.of, recipe)) for recipe in recent]
    return [Entry(titled(draft), "", draft) for draft in drafts if draft is not None]


def titled(draft: Draft) -> str:
    """Return a draft in one line: the game, the position, the moves, and what is not usual in the search.

    >>> titled(Draft("tree", "aima-5.2", search={"algorithm": "minimax", "depth": "1"}))
    'Tree: AIMA figure 5.2, minimax, depth 1'
    """
    preset = preset_of(draft, loaded(draft.game))
    position = draft.position or " ".join(f"{key}={value}" for key, value in draft.settings.items())
    moves = f"after {draft.moves[:16]}" if draft.moves else ""
    search = [text if key in PLAIN else f"{key.replace('_', ' ')} {text}" for key, text in draft.search.items()]
    words = (position[:24] if preset is None else preset.title, moves, *search)
    return f"{title_of_game(draft.game)}: {', '.join(filter(None, words))}"


def place_of(entries: Sequence[Entry], draft: Draft) -> int:
    """Return which of the entries a draft is: the same, else of the same position, else the last, the typed one."""
    alike = [place for place, entry in enumerate(entries) if entry.draft == draft]
    same = [place for place, entry in enumerate(entries) if entry.draft.position == draft.position]
    return (alike or same or [len(entries) - 1])[0]


def draft_of_file(name: str) -> Draft:
    """Return the first position of a game in a file, or what a saved run holds; InputError says what is wrong."""
    if not name.endswith(".run"):
        return Draft.first(load_game(name)).at(game=name)
    try:
        text = Path(name).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the saved run {name!r} cannot be read") from error
    return Draft.of(Recipe.loads(text, name)[0])
