"""The shapes of further moves: which items are moves like the first, and which are written otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import NoReturn

from ..checks import shown
from .detecting import Key
from .frames import key_text
from .roles import Reading, form_of, readings_of
from .shapes import Token, canonical, key_of, literal_words, places_of
from .ways import Way
from .words import DISC

Placed = tuple[tuple[int, ...], Reading]  # which tokens are places, and what each is


class Shapes:
    """The shapes of the moves in a list. `refuse` ends the reading with what is wrong with an item."""

    def __init__(self, way: Way, refuse: Callable[[str], NoReturn]) -> None:
        self.way, self.refuse = way, refuse
        self.form = form_of(way.reading)
        self.known: dict[Key, tuple[tuple[int, ...], Reading, tuple[str, ...]]] = {}

    def of(self, tokens: tuple[Token, ...], core: str, names: Set[str], first: bool) -> Placed | None:
        """Return the places and the reading of an item, None if it is no move; `first`: no move stands before it."""
        key = key_of(tokens)
        known = self.known.get(key)
        if known and known[2] == literal_words(tokens, known[0]):
            return known[:2]
        shape = self._new(tokens, key, core, names, first)
        if shape:
            self.known[key] = (*shape, literal_words(tokens, shape[0]))
        return shape

    def _new(self, tokens: Sequence[Token], key: Key, core: str, names: Set[str], first: bool) -> Placed | None:
        way = self.way
        if key == way.key and set(literal_words(tokens, way.places)) <= way.words:
            return way.places, way.reading
        places = places_of([tokens])
        if not way.spoken:
            return self._plain(tokens, places, core)
        if core.rstrip().endswith((":", "?")) or not set(literal_words(tokens, places)) <= way.words:
            return None
        readings, spoken = readings_of(tokens, places)
        if not spoken:
            return None
        own = [reading for reading in readings if self._is_own(reading, core)]
        if len(own) == 1 and (not first or self._is_no_title(core, names)):
            return places, own[0]
        if readings and not first:
            self._refuse_form(readings[0], core)
        return None

    def _is_own(self, reading: Reading, core: str) -> bool:
        """Return whether a reading is that of the other moves; the keys of an object have no order."""
        if self.way.cut == "brackets" or core.startswith("{"):
            return sorted(reading) == sorted(self.way.reading)
        return reading == self.way.reading

    def _plain(self, tokens: Sequence[Token], places: tuple[int, ...], core: str) -> Placed | None:
        """Return the shape of values without words: they may differ in white space only."""
        own = canonical(tokens, places)
        if own == self.way.canonical and len(places) == len(self.way.places):
            return places, self.way.reading
        if [part.replace("@", "#") for part in own] == [part.replace("@", "#") for part in self.way.canonical]:
            self.refuse(f"names pegs otherwise than the moves before it: {shown(core)}")
        if self.way.cut == "brackets" and (readings := readings_of(tokens, places).readings):
            self._refuse_form(readings[0], core)
        return None

    def _is_no_title(self, core: str, names: Set[str]) -> bool:
        """Return whether an item before all others has words of theirs only."""
        words = self.way.first_alike
        return key_text(core, names) == words or set(key_text(core, names).split()) <= {*words.split(), "the", "top"}

    def _refuse_form(self, reading: Reading, core: str) -> NoReturn:
        names = DISC in reading
        if names != (DISC in self.form):
            says = "names a disc; those before do not" if names else "names no disc, though those before do"
            self.refuse(f"{says}: {shown(core)}")
        self.refuse(f"says {', '.join(reading)}, those before it say {', '.join(self.way.reading)}: {shown(core)}")
