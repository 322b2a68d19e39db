"""What can be chosen on the start screen: games, positions, and the words of a search."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import games
from games import Game
from visualizer.apps.tui.draft import Draft, game_or_none, result_or_none
from visualizer.searching.lookup import load_game, preset_of, title_before_position
from visualizer.searching.recipe import Recipe, recorded_recipe
from visualizer.support.plugins.discovery import trust_named_by_hand

SELF_EXPLANATORY_OPTIONS = ("algorithm", "ordering", "evaluation")
"""Options of a search whose value is understood without their name."""
RECENT_GAMES = ""
"""Stands among the names of games for what was opened last."""
MAX_TYPED_LETTERS = 24
"""Letters of a typed position, or of moves, that stand for it in a list."""


# Games.


def games_on_offer() -> dict[str, str]:
    """Return the games, each with how to install what it needs, "" if that is there; fewest first moves come first."""

    def simplicity(name: str) -> tuple[float, str, str]:
        try:
            game = load_game(name)
            return len(game.read(game.presets[0].text, {}).moves()), name, ""
        except games.NotInstalled as error:
            return float("inf"), name, str(error)
        except (Exception, SystemExit):  # noqa: BLE001  whatever else is wrong is said when the game is chosen
            return float("inf"), name, ""

    return {name: how for _, name, how in sorted(map(simplicity, games.game_names()))}


def title_of_game(name: str) -> str:
    """Return a game's title, its name if it cannot be loaded."""
    game = game_or_none(name)
    return name if game is None else game.title


# Positions.


@dataclass(frozen=True, slots=True)
class PositionEntry:
    """A line in the list of positions; `draft` is what it chooses."""

    title: str
    about: str
    draft: Draft


def position_entries(name: str, game: Game, draft: Draft, typed: str) -> list[PositionEntry]:
    """Return the positions of a game with the search of a draft of the same game; the typed one comes last."""
    if draft.game == name:
        own = draft
    else:
        own = Draft(name)

    def there(position: str | None, settings: dict[str, str] | None = None) -> Draft:
        return own.at(position=position, moves="", settings=settings or {})

    entries = [
        PositionEntry(preset.title, preset.about, there(preset.name)) for preset in game.presets
    ]
    if game.options:
        first = game.options[0]
        words = ", ".join(option.title for option in game.options)
        made = there(None, {first.name: first.default})
        entries.append(
            PositionEntry(
                "A new one, by settings", f"A first position; under more, choose {words}.", made
            )
        )
    return [*entries, PositionEntry("Your own", f"Type it below. {game.notation}", there(typed))]


def recent_entries(recent: Sequence[Recipe]) -> list[PositionEntry]:
    """Return what was opened last, without what can no longer be opened."""
    drafts = [result_or_none(Draft.of, recipe) for recipe in recent]
    return [PositionEntry(draft_title(draft), "", draft) for draft in drafts if draft is not None]


def draft_title(draft: Draft) -> str:
    """Return a draft in a few plain words: game, position, moves, and what is not default in the search.

    >>> draft_title(Draft("tree", "aima-5.2", search={"algorithm": "minimax", "depth": "1"}))
    'AIMA figure 5.2, minimax, depth 1'
    >>> draft_title(Draft("tree", "[[3,12],[2,4]]")), draft_title(Draft("connect-four", "whole-game", "2"))
    ('your tree [[3,12],[2,4]]', 'Connect Four: Whole game, after 2')
    """
    game = game_or_none(draft.game)
    if game is None:
        preset = None
    else:
        preset = preset_of(game, draft)
    made = " ".join(f"{key.replace('_', ' ')} {value}" for key, value in draft.settings.items())
    word = "position" if game is None else game.position_word
    own = f"your {word} {(draft.position or '')[:MAX_TYPED_LETTERS]}"
    if preset is not None:
        position = preset.title
    elif draft.position:
        position = own
    else:
        position = made
    moves = f"after {draft.moves[:MAX_TYPED_LETTERS]}" if draft.moves else ""
    search = [
        text if key in SELF_EXPLANATORY_OPTIONS else f"{key.replace('_', ' ')} {text}"
        for key, text in draft.search.items()
    ]
    if game is None:
        title = draft.game
    else:
        title = title_before_position(game, draft)
    words = (": ".join(filter(None, (title, position))), moves, *search)
    return ", ".join(filter(None, words))


def draft_of_file(name: str) -> Draft:
    """Return the first position of a game in a file, or what a saved run or a file of events holds.

    InputError says what is wrong.
    """
    name = os.path.expanduser(name)  # noqa: PTH111  a path would lose the dot of ./
    if (told := recorded_recipe(name)) is not None:
        return Draft.of(told[0])
    trust_named_by_hand(name)
    return Draft.first(name)
