"""What a file may speak of: the club's players, seasons, and evenings with their tables."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.selectors import club_rules
from games.evenings.models import Evening, Table
from games.matches.models import Event
from games.sheets.csv_format.cells import shown
from games.sheets.csv_format.frames import Ref

Text = str | Promise
IDS_SHOWN_MOST = 5


class Unknown(Exception):
    """A name or an id that says nothing, or too much; `text` says what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def _said(name: str) -> str:
    """What tells names apart: neither upper and lower case, nor how they are spaced."""
    return " ".join(name.split()).casefold()


class Named:
    """Things by id and by name, however it is spaced, in upper or lower case."""

    def __init__(self, things: Iterable[tuple[int, str]], *, no_id: Text, no_name: Text) -> None:
        self._names: dict[int, str] = {}
        self._ids: dict[str, list[int]] = defaultdict(list)
        self._no_id, self._no_name = no_id, no_name
        for pk, name in things:
            self.add(pk, name)

    def add(self, pk: int, name: str) -> None:
        self._names[pk] = name
        self._ids[_said(name)].append(pk)

    def id_of(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if ref.id is None:
            return self._by_name(ref.name)
        name = self._names.get(ref.id)
        if name is None:
            raise Unknown(str(self._no_id) % {"id": ref.id})
        if ref.name and _said(ref.name) != _said(name):
            text = _(
                "The id %(id)s belongs to “%(name)s”, not to “%(other)s”. Correct one of the two."
            )
            raise Unknown(text % {"id": ref.id, "name": name, "other": shown(ref.name)})
        return ref.id

    def _by_name(self, name: str) -> int:
        found = self._ids.get(_said(name), [])
        if not found:
            raise Unknown(str(self._no_name) % {"name": shown(name)})
        if len(found) > 1:
            ids = ", ".join(str(pk) for pk in found[:IDS_SHOWN_MOST])
            text = _("“%(name)s” is used more than once. Give the id too: one of %(ids)s.")
            raise Unknown(text % {"name": shown(name), "ids": ids})
        return found[0]

    def knows(self, ref: Ref) -> bool:
        return ref.id is not None or _said(ref.name) in self._ids


class Book:
    """One club's, as it is now. `add` makes a player of a name that nobody has, if that is wished.

    Whoever left is still known: old sheets speak of him.
    """

    def __init__(self, club: Club, add: Callable[[str], int] | None = None) -> None:
        self.club = club
        self.rules = club_rules.of_club(club)
        self._add = add
        self.new_players: list[str] = []
        self.players = Named(
            Player.objects.filter(club=club, merged_into=None).values_list("pk", "name"),
            no_id=gettext_lazy("No player of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No player is called “%(name)s”. Correct the name, add the player, or "
                "let the import add new players."
            ),
        )
        self.events = {event.pk: event for event in Event.objects.filter(club=club, drawn=False)}
        self.seasons = Named(
            ((event.pk, event.name) for event in self.events.values()),
            no_id=gettext_lazy("No season of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No season is called “%(name)s”. Correct the name, or open the season."
            ),
        )
        evenings = Evening.objects.filter(club=club)
        self.open_evenings = {evening.pk for evening in evenings if evening.is_open}
        self.evenings = Named(
            ((evening.pk, evening.held_on.isoformat()) for evening in evenings),
            no_id=gettext_lazy("No evening of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "There is no evening on “%(name)s”. Write the date like 2026-11-19, "
                "open the evening, or leave the cell empty."
            ),
        )
        self.tables = {
            (table.evening_id, table.name.casefold()): table
            for table in Table.objects.filter(evening__in=self.open_evenings)
        }

    def player(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if self._add is not None and not self.players.knows(ref):
            self.new_players.append(ref.name)
            self.players.add(self._add(ref.name), ref.name)
        return self.players.id_of(ref)

    def table(self, evening_id: int, name: str) -> Table:
        """Raises: Unknown."""
        if evening_id not in self.open_evenings:
            raise Unknown(
                _(
                    "This evening is signed off. Leave evening and evening_id empty, or "
                    "correct them."
                )
            )
        found = self.tables.get((evening_id, name.casefold()))
        if found is None:
            names = [table.name for (of, _name), table in self.tables.items() if of == evening_id]
            text = _("Must be a table of the evening: %(names)s.")
            raise Unknown(text % {"names": ", ".join(names) or "–"})
        return found
