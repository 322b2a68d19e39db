"""The choices of the start screen: games, positions, and recent drafts."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import games
from games import Game
from visualizer.apps.tui.draft import Draft, game_or_none, result_or_none
from visualizer.searching.lookup import load_game, preset_of, title_before_position
from visualizer.searching.recipe import Recipe, recorded_recipe
from visualizer.support.plugins.discovery import trust_typed_names

SELF_EXPLANATORY_OPTIONS = ("algorithm", "ordering", "evaluation")
"""Options of a search whose values are clear without the option's name."""
RECENT_GAMES = ""
"""The name of the entry for recent drafts in the list of games."""
MAX_TYPED_LETTERS = 24
"""A title has at most so many letters of a typed position, or of moves."""


def games_on_offer() -> dict[str, str]:
    """Return for each game how to install the libraries that it lacks, "" if it lacks none.

    The simplest games come first: those with the fewest moves in their first preset.
    """
    simplest_first = sorted(game_sort_key(name) for name in games.game_names())
    return {name: install_hint for _, name, install_hint in simplest_first}


def game_sort_key(name: str) -> tuple[float, str, str]:
    """Return a key that sorts simple games first, and games that cannot be loaded last.

    The key is the number of moves in the game's first preset (infinity if it cannot be loaded), the
    game's name, and a hint how to install a library that it lacks ("" if it lacks none).
    """
    try:
        game = load_game(name)
        position = game.read(game.presets[0].text, {})
        return len(position.moves()), name, ""
    except games.NotInstalled as error:
        return float("inf"), name, str(error)
    # Any other error is shown once the game is chosen.
    except (Exception, SystemExit):  # noqa: BLE001  user-supplied games may raise anything
        return float("inf"), name, ""


def title_of_game(name: str) -> str:
    """Return a game's title, or its name if it cannot be loaded."""
    game = game_or_none(name)
    return name if game is None else game.title


@dataclass(frozen=True, slots=True)
class PositionEntry:
    """A line in the list of positions, and the draft that it chooses."""

    title: str
    about: str
    draft: Draft


def position_entries(name: str, game: Game, draft: Draft, typed: str) -> list[PositionEntry]:
    """Return the positions of a game to choose from, each with the draft that searches it.

    First come the presets. If the game has settings, a new position follows. The last is `typed`,
    the position that the user has typed, if any. If `draft` is of the same game, its options of the
    search are kept.
    """
    base = draft if draft.game == name else Draft(name)
    entries = []
    for preset in game.presets:
        preset_draft = base.with_changes(position=preset.name, moves="", settings={})
        entries.append(PositionEntry(preset.title, preset.about, preset_draft))
    if game.options:
        entries.append(new_position_entry(game, base))
    about = f"Type it below. {game.notation}"
    typed_draft = base.with_changes(position=typed, moves="", settings={})
    return [*entries, PositionEntry("Your own", about, typed_draft)]


def new_position_entry(game: Game, base: Draft) -> PositionEntry:
    """Return the entry of a first position that is made by the game's settings."""
    # One setting at its default distinguishes the new position from the first preset.
    first = game.options[0]
    new = base.with_changes(position=None, moves="", settings={first.name: first.default})
    titles = ", ".join(option.title for option in game.options)
    about = f"A first position; under more, choose {titles}."
    return PositionEntry("A new one, by settings", about, new)


def recent_entries(recent: Sequence[Recipe]) -> list[PositionEntry]:
    """Return the recently opened drafts, without those that can no longer be opened."""
    drafts = [result_or_none(Draft.of, recipe) for recipe in recent]
    return [PositionEntry(draft_title(draft), "", draft) for draft in drafts if draft is not None]


def draft_title(draft: Draft) -> str:
    """Return a draft in a few words: game, position, moves, and options other than defaults.

    >>> draft_title(Draft("tree", "aima-5.2", search={"algorithm": "minimax", "depth": "1"}))
    'AIMA figure 5.2, minimax, depth 1'
    >>> draft_title(Draft("tree", "[[3,12],[2,4]]"))
    'your tree [[3,12],[2,4]]'
    >>> draft_title(Draft("connect-four", "whole-game", "2"))
    'Connect Four: Whole game, after 2'
    """
    game = game_or_none(draft.game)
    title = draft.game if game is None else title_before_position(game, draft)
    position = draft_position_title(game, draft)
    parts = [": ".join(filter(None, (title, position)))]
    if draft.moves:
        parts.append(f"after {draft.moves[:MAX_TYPED_LETTERS]}")
    for key, text in draft.search.items():
        if key in SELF_EXPLANATORY_OPTIONS:
            parts.append(text)
        else:
            parts.append(f"{key.replace('_', ' ')} {text}")
    return ", ".join(filter(None, parts))


def draft_position_title(game: Game | None, draft: Draft) -> str:
    """Return the name of a draft's position: a preset's title, the typed text, or settings.

    `game` is the draft's game, or None if it cannot be loaded.
    """
    preset = None if game is None else preset_of(game, draft)
    if preset is not None:
        return preset.title
    if draft.position:
        word = "position" if game is None else game.position_word
        return f"your {word} {draft.position[:MAX_TYPED_LETTERS]}"
    settings = [f"{key.replace('_', ' ')} {value}" for key, value in draft.settings.items()]
    return " ".join(settings)


def draft_of_file(name: str) -> Draft:
    """Return the draft for a file.

    The file has a run that was saved or recorded, or else a game, whose first position is taken.
    InputError for a file that cannot be opened.
    """
    name = os.path.expanduser(name)  # noqa: PTH111  a path would lose the dot of ./
    recorded = recorded_recipe(name)
    if recorded is not None:
        return Draft.of(recorded[0])
    trust_typed_names(name)
    return Draft.first(name)
