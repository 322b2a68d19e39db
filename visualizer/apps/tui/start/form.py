"""The form of the start screen without the screen: what is filled in, what may be chosen and what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from games import Option, Preset
from visualizer.apps.tui.draft import Checked, Draft, attempt, check, loaded
from visualizer.apps.tui.start import choices
from visualizer.apps.tui.start.choices import FILE, FILES, RECENT, Entry
from visualizer.explaining.measures.estimate import Estimate, estimate
from visualizer.searching.lookup import preset_of
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.plugins.discovery import Source, by_hand

LONG = 2_000
"""Characters that are read at every key; a longer text is read a little later."""
SLICE = 0.012
"""Seconds of search at a time for an estimate."""
THINKING = 1.0
"""Seconds of search for an estimate in all."""
WAIT = 6
"""How many times `think` is called without a key in between before what takes long is read."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a field shows: its text, a hint while it is empty, and whether the text is `chosen` or `unused`."""

    text: str
    hint: str = ""
    mark: str = ""


class Form:
    """A draft, what reading it came to, and the lists to choose from.

    `listed` is the game whose positions are listed, or RECENT; `drafts` holds the last draft of each of these,
    `typed_positions` the last position typed for each game; `missing` says how to install what a game needs, "" for
    nothing; `display` is how things may look, `looks` the word chosen for each. `known` is the estimate of the search
    so far.
    """

    def __init__(
        self, opened: Sequence[Recipe] = (), recipe: Recipe | None = None, looks: Mapping[str, str] | None = None
    ) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        self.recent = choices.opened(opened)
        self.missing = choices.games_on_offer()
        self.games = [*([RECENT] if self.recent else []), *self.missing]
        self.display = choices.display_options()
        self.looks = {name: option.default for name, option in self.display.items()} | dict(looks or {})
        self.drafts: dict[str, Draft] = {}
        self.typed_positions: dict[str, str] = {}
        given = None if recipe is None else attempt({}, "recipe", partial(Draft.of, recipe))
        simplest = (Draft.first(name) for name in self.missing if loaded(name) is not None)
        draft = given or (self.recent[0].draft if self.recent else next(simplest))
        self.listed = RECENT if self.recent and given is None else draft.game
        self.offer(draft.game)
        self.take(draft)

    # What may be chosen.

    def preset(self) -> Preset | None:
        """Return the preset that is chosen, if one is."""
        return None if self.checked.game is None else preset_of(self.checked.game, self.draft)

    def option(self, part: str, key: str) -> Option | None:
        """Return an option of how things look, or a setting of the game."""
        game = self.checked.game
        settings = {} if game is None else {option.name: option for option in game.options}
        return (self.display if part == "look" else settings).get(key)

    def entries(self) -> list[Entry]:
        """Return the positions to choose from."""
        if self.listed == RECENT:
            return self.recent
        game = loaded(self.listed)
        typed = self.typed_positions.get(self.listed, "")
        return [] if game is None else choices.positions(self.listed, game, self.draft, typed)

    def place(self) -> int:
        """Return the index of the entry chosen, else of one with its position, else of the last, the typed one."""
        entries = self.entries()
        alike = [place for place, entry in enumerate(entries) if entry.draft == self.draft]
        same = [place for place, entry in enumerate(entries) if entry.draft.position == self.draft.position]
        return (alike or same or [len(entries) - 1])[0]

    def offer(self, name: str) -> None:
        """Add a game, which may be a file, to the games."""
        if name not in self.games:
            self.games.append(name)

    def words(self, part: str, key: str) -> dict[str, str]:
        """Return the words that a field offers, each with a line about it; none where something else is typed."""
        game, option = self.checked.game, self.option(part, key)
        if part == "search":
            asked = self.draft.option(key)
            if key in FILES:
                return {**choices.on_list(key, game), FILE: ""}
            words = ("yes", "no") if asked.is_switch else asked.choices
            return dict.fromkeys((word for word in words if isinstance(asked.value(word), str | bool)), "")
        allowed = () if option is None else game.sizes if game is not None and key == "size" else option.choices
        return dict.fromkeys(("", *allowed) if allowed and part == "setting" else allowed, "")

    # Choosing.

    def take(self, draft: Draft, *, unread: bool = False) -> None:
        """Choose a draft, and read it unless it is to stay unread for now."""
        self.draft, self.unread = draft, WAIT * unread
        self.checked = Checked(loaded(draft.game)) if unread else check(draft)
        self.known: Estimate | None = None
        self._spent = 0.0

    def choose_game(self, name: str, draft: Draft | None = None) -> None:
        """List the positions of a game or RECENT, and choose a draft of it, else the one that it had last."""
        self.drafts[self.listed] = self.draft
        self.listed = name
        draft = draft or self.drafts.get(name) or (self.recent[0].draft if name == RECENT else None)
        self.take(draft or attempt({}, "game", partial(Draft.first, name)) or Draft(name))

    def choose_position(self, place: int) -> None:
        """Choose an entry by its index."""
        self.take(self.entries()[place].draft)

    def choose_look(self, key: str, text: str) -> bool:
        """Choose a word for a display option; return whether it is an allowed one and new."""
        changes = text in self.display[key].choices and text != self.looks[key]
        if changes:
            self.looks[key] = text
        return changes

    def open(self, name: str) -> bool:
        """Choose a game in a file, or what a saved run holds, and list its game; return whether it could be loaded."""
        wrong: dict[str, str] = {}
        draft = attempt(wrong, "file", partial(choices.draft_of_file, name))
        if draft is None:
            self.checked = replace(self.checked, run=None, wrong=wrong)
            return False
        self.offer(draft.game)
        self.choose_game(draft.game, draft)
        return True

    def enter(self, part: str, key: str, text: str) -> None:
        """Take what was typed: a `typed` position, `moves`, or a word for a key of the `search` or a `setting`.

        A file is `named` for a key of the search. Long texts and user-supplied functions, which take long to read,
        stay unread for now.
        """
        draft, unread = self.draft, len(text) > LONG or Source.of(text) is Source.FUNCTION
        if part == "setting":
            self._set(key, text.strip())
        elif part in ("search", "named"):
            if text.strip() != draft.word(key):
                by_hand(text.strip())
            wrong: dict[str, str] = {}
            changed = attempt(wrong, key, partial(draft.searching, key, text.strip()))
            if changed is None:  # a package is broken
                self.checked = replace(self.checked, run=None, wrong=wrong)
            else:
                self.take(changed, unread=unread)
        elif part == "moves":
            self.take(draft.at(moves=text), unread=unread)
        else:
            fresh = draft.position is None or self.preset() is not None
            self.typed_positions[draft.game] = text
            self.take(draft.at(position=text, moves="", settings={} if fresh else draft.settings), unread=unread)

    def _set(self, key: str, text: str) -> None:
        """Change a setting of the game; where it contradicts the preset, the settings make a new position."""
        draft, game, preset = self.draft, self.checked.game, self.preset()
        defaults = {option.name: option.default for option in game.options} if game is not None else {}
        settings = {name: value for name, value in {**draft.settings, key: text}.items() if value}
        if draft.position is not None:
            self.take(draft.at(settings=settings))
            if "position" not in self.checked.wrong or preset is None:
                return
        changes = {name: value for name, value in settings.items() if value != defaults.get(name)}
        first = next(iter(defaults.items()), (key, text))
        self.take(draft.at(position=None, moves="", settings=changes or dict([first])))

    # What the fields show.

    def shown(self, part: str, key: str) -> Shown:
        """Return what a field shows; setting fields show the choice, else the preset's or a new position's value."""
        draft, game, preset = self.draft, self.checked.game, self.preset()
        if part == "look":
            return Shown(self.looks[key])
        if part == "search":
            return Shown(draft.word(key), draft.option(key).example, "chosen" if key in draft.search else "")
        if part == "named":
            return Shown("" if draft.word(key) in self.words("search", key) else draft.word(key), "FILE.py:NAME")
        if part == "setting":
            option = self.option(part, key)
            usual = option.default if option is not None and draft.position is None else ""
            of_preset = preset.settings.get(key, "") if preset is not None else ""
            chosen = draft.settings.get(key, "")
            return Shown(chosen or of_preset or usual, "as given", "chosen" if chosen else "")
        if part == "moves":
            return Shown(draft.moves, "played from there")
        hint = game.notation if game is not None else ""
        if draft.position is not None and preset is None:
            return Shown(draft.position, hint)
        typed = self.typed_positions.get(draft.game, "")
        return Shown(typed, hint, "unused" if typed else "")

    # Starting.

    def think(self) -> bool:
        """Let the search that is chosen run for a moment to estimate its size; return whether it failed.

        What is unread is read instead, once nothing has been typed for some calls; then it is true, too.
        """
        if self.unread:
            self.unread -= 1
            if not self.unread:
                self.take(self.draft)
            return not self.unread
        run, known = self.checked.run, self.known
        if run is None or self._spent > THINKING or (known is not None and run.trace.finished):
            return False
        self._spent += SLICE
        wrong: dict[str, str] = {}
        part = next((key for key, text in self.draft.search.items() if Source.of(text) is Source.FUNCTION), "search")
        self.known = attempt(wrong, part, lambda: estimate(run, SLICE, known.whole if known else None))
        if wrong:
            self.checked = replace(self.checked, run=None, wrong=wrong)
        return bool(wrong)

    def ready(self) -> Run | None:
        """Return the run that is chosen if it can begin."""
        if self.checked.run is None:
            self.take(self.draft)
        self._spent = 0.0
        self.think()
        return self.checked.run
