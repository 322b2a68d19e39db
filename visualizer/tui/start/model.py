"""What is chosen on the start screen, and what there is to choose from; it knows no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games import Game, Preset
from visualizer.lookup import load_game
from visualizer.plugins.discovery import is_user_function
from visualizer.recipe import Recipe
from visualizer.tui.start import catalog, field_values, messages
from visualizer.tui.start.catalog import RECENT, Entry
from visualizer.tui.start.draft import Checked, Draft, attempt, check, loaded, preset_of

LONG = 2_000
"""Characters that are read at every key."""


class Model:
    """A draft, what has come of reading it, and the lists beside it.

    `listed` is the game whose positions are listed, or RECENT; `drafts` are what was chosen of each of these that was
    looked at, `typed_positions` what was typed as a position, by game; `missing` says how to get what a game
    needs that is not installed. A draft that is `unread` is read later.
    """

    def __init__(self, opened: Sequence[Recipe], recipe: Recipe | None = None) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        self.recent = catalog.opened(opened)
        self.games = [*([RECENT] if self.recent else []), *catalog.in_order()]
        self.missing = {name: how for name in self.games if name != RECENT and (how := catalog.missing(name))}
        given = None if recipe is None else attempt({}, "recipe", partial(Draft.of, recipe))
        self.draft = given or (self.recent[0].draft if self.recent else catalog.simplest(self.games))
        self.checked = Checked()
        self.unread = False
        self._tried = Checked()
        self.listed = RECENT if self.recent and given is None else self.draft.game
        self.drafts: dict[str, Draft] = {}
        self.typed_positions: dict[str, str] = {}
        self.offer(self.draft.game)

    # What there is.

    def game(self) -> Game | None:
        """Return the game of the draft, if it can be loaded."""
        return loaded(self.draft.game)

    def preset(self) -> Preset | None:
        """Return the preset that is chosen, if one is."""
        return preset_of(self.draft, self.game())

    def entries(self) -> list[Entry]:
        """Return the positions to choose from."""
        if self.listed == RECENT:
            return self.recent
        game = loaded(self.listed)
        typed = self.typed_positions.get(self.listed, "")
        return [] if game is None else catalog.positions(self.listed, game, self.draft, typed)

    def place(self) -> int:
        """Return which of the entries is chosen."""
        return catalog.place_of(self.entries(), self.draft)

    def offer(self, name: str) -> None:
        """Put a game, which may be a file, among the games."""
        if name not in self.games:
            self.games.append(name)

    # Choosing.

    def take(self, draft: Draft, *, unread: bool = False) -> None:
        """Make a draft the chosen one, and read it unless it is to stay unread for now."""
        self.draft, self.unread = draft, unread
        tried, self._tried = self._tried, Checked()
        if unread:
            self.checked = Checked(game=self.game())
        else:
            self.checked = tried if tried.draft == draft else check(draft)

    def blame(self, wrong: dict[str, str]) -> None:
        """Note what is wrong with the draft beyond what reading it has shown."""
        self.checked = replace(self.checked, run=None, wrong=wrong)

    def turn_to(self, name: str) -> None:
        """List the positions of a game, and take what was chosen of it last."""
        self.drafts[self.listed] = self.draft
        self.listed = name
        draft = self.drafts.get(name) or (self.recent[0].draft if name == RECENT else None)
        self.take(draft or attempt({}, "game", lambda: Draft.first(load_game(name)).at(game=name)) or Draft(name))

    def open(self, name: str) -> bool:
        """Take a game in a file, or what a saved run holds, and list its game; say whether that could be done."""
        wrong: dict[str, str] = {}
        draft = attempt(wrong, "file", partial(catalog.draft_of_file, name))
        if draft is None:
            self.blame(wrong)
            return False
        self.offer(draft.game)
        self.drafts[self.listed] = self.draft
        self.listed = draft.game
        self.take(draft)
        return True

    def enter(self, part: str, key: str, text: str) -> None:
        """Take what was typed for a part of the draft; what takes long to read stays unread for now."""
        self.take(self.typed(part, key, text), unread=len(text) > LONG or is_user_function(text))

    def typed(self, part: str, key: str, text: str) -> Draft:
        """Return the draft with what was typed for a part of it."""
        draft = self.draft
        if part == "moves":
            return draft.at(moves=text)
        if part == "search":
            return draft.searching(key, text.strip())
        if part == "setting":
            return self.with_setting(key, text.strip())
        fresh = draft.position is None or self.preset() is not None
        self.typed_positions[draft.game] = text
        return draft.at(position=text, moves="", settings={} if fresh else draft.settings)

    def with_setting(self, key: str, text: str) -> Draft:
        """Return the draft with a setting; where that contradicts the position, a new one is made by the settings."""
        draft, game = self.draft, self.game()
        defaults = {option.name: option.default for option in game.options} if game is not None else {}
        settings = {name: value for name, value in {**draft.settings, key: text}.items() if value}
        changed = draft.at(settings=settings)
        if draft.position is not None:
            self._tried = check(changed)
            if "position" not in self._tried.wrong or self.preset() is None:
                return changed
        changes = {name: value for name, value in settings.items() if value != defaults.get(name)}
        first = next(iter(defaults.items()), (key, text))
        return draft.at(position=None, moves="", settings=changes or dict([first]))

    def step(self, key: str, value: str, by: int) -> str:
        """Return the word of the search that is so many steps beside a value."""
        game = self.game()
        return value if game is None else field_values.search_step(key, self.draft, game)(value, by)

    # What the fields show.

    def typed_position(self) -> tuple[str, bool]:
        """Return what was typed as a position, and whether it is the one chosen."""
        unused = self.draft.position is None or self.preset() is not None
        return (self.typed_positions.get(self.draft.game, "") if unused else self.draft.position or ""), not unused

    def setting(self, key: str) -> str:
        """Return a setting: as chosen, as the preset says, or the default of a new position."""
        preset, option = self.preset(), messages.option_of(self.game(), key)
        of_preset = preset.settings.get(key, "") if preset is not None else ""
        usual = option.default if option is not None and self.draft.position is None else ""
        return self.draft.settings.get(key, "") or of_preset or usual

    def about(self) -> str:
        """Return a sentence about the position that is chosen; once moves are played it is another one."""
        if self.draft.moves.strip():
            return messages.turn(self.checked)
        preset, entries, place = self.preset(), self.entries(), self.place()
        about = preset.about if preset is not None else entries[place].about if 0 <= place < len(entries) else ""
        return messages.sentence(about)
