"""What a club has, for the lines of a file that name it, and what a file would add to it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.sentences import or_list
from games.engine.terms import FormatKind
from games.evenings.models import Evening, Table
from games.matches.models import Event
from games.matches.services.matches import USUAL_GAMES, MatchTerms
from games.sheets.changes import SeasonPlace, season_places_of
from games.sheets.csv_format.export import club_mark
from games.sheets.csv_format.lines import shortened
from games.sheets.csv_format.sheets import Frame, Ref

Text = str | Promise
IDS_SHOWN_MOST = 5


class UnknownName(Exception):
    """A name or an id that says nothing, or too much; `text` says what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def normalised(name: str) -> str:
    """What tells names apart: neither upper and lower case, nor how they are spaced."""
    return " ".join(name.split()).casefold()


class Names:
    """Things by id and by name, however it is spaced, in upper or lower case."""

    def __init__(self, things: Iterable[tuple[int, str]], *, no_id: Text, no_name: Text) -> None:
        self._names: dict[int, str] = {}
        self._ids: dict[str, list[int]] = defaultdict(list)
        self._no_id, self._no_name = no_id, no_name
        for pk, name in things:
            self.add(pk, name)

    def add(self, pk: int, name: str) -> None:
        self._names[pk] = name
        self._ids[normalised(name)].append(pk)

    def id_of(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if ref.id is None:
            return self._by_name(ref.name)
        name = self._names.get(ref.id)
        if name is None:
            raise UnknownName(str(self._no_id) % {"id": ref.id})
        if ref.name and normalised(ref.name) != normalised(name):
            text = _(
                "The id %(id)s belongs to “%(name)s”, not to “%(other)s”. Correct one of the two."
            )
            raise UnknownName(text % {"id": ref.id, "name": name, "other": shortened(ref.name)})
        return ref.id

    def _by_name(self, name: str) -> int:
        pks = self._ids.get(normalised(name), [])
        if not pks:
            raise self.unknown(name)
        if len(pks) > 1:
            ids = ", ".join(str(pk) for pk in pks[:IDS_SHOWN_MOST])
            # Translators: %(ids)s is a list of numbers, such as “4, 17”.
            text = _("“%(name)s” is used more than once. Give the id too: one of %(ids)s.")
            raise UnknownName(text % {"name": shortened(name), "ids": ids})
        return pks[0]

    def unknown(self, name: str) -> UnknownName:
        return UnknownName(str(self._no_name) % {"name": shortened(name)})

    def ids_of(self, name: str) -> list[int]:
        return self._ids.get(normalised(name), [])

    def knows(self, ref: Ref) -> bool:
        return ref.id is not None or normalised(ref.name) in self._ids


@dataclass(slots=True)
class NewEvening:
    """Of an exported file; `pk` stands for the id that it will have."""

    pk: int
    day: str
    name: str
    public: bool
    signed_off: datetime | None
    tables: list[str] = field(default_factory=list)


@dataclass(slots=True)
class NewSeason:
    """Of an exported file; `pk` stands for the id that it will have. `first` and `last`: the days
    of its matches there."""

    pk: int
    name: str
    place: SeasonPlace
    public: bool
    terms: MatchTerms
    first: date | None = None
    last: date | None = None

    @property
    def title(self) -> str:
        return f"{self.name} ({self.place.division})" if self.place.division else self.name

    def include(self, day: date) -> None:
        self.first, self.last = min(self.first or day, day), max(self.last or day, day)


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


class ClubIndex:
    """One club's, as it is now. `add_players`: a name that nobody has is one of a new player, who
    is `imagined` by a number below 0 until entered; `new_players` are those of earlier steps.

    Players who left are in it too: old sheets name them.
    """

    def __init__(
        self, club: Club, *, by: Person, add: bool = False, new_players: Iterable[str] = ()
    ) -> None:
        self.club, self.mark = club, club_mark(club)
        self.adds_evenings = add and by.may(Act.RUN_EVENING)
        self.adds_seasons = add and by.may(Act.OPEN_SEASON)
        self.new_evenings: dict[tuple[str, str], NewEvening] = {}
        self.new_seasons: list[NewSeason] = []
        self.rules = club_rules.of_club(club)
        self.imagined: dict[int, str] = {}
        self._add_players = add
        self.players = Names(
            Player.objects.filter(club=club, merged_into=None, robot="").values_list("pk", "name"),
            no_id=gettext_lazy("No player of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No player is called “%(name)s”. Correct the name, add the player, or "
                "let the import add new players."
            ),
        )
        self.events = {event.pk: event for event in Event.objects.filter(club=club, drawn=False)}
        self.seasons = Names(
            ((event.pk, event.name) for event in self.events.values()),
            no_id=gettext_lazy("No season of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No season is called “%(name)s”. Correct the name, or open the season."
            ),
        )
        self._places = season_places_of(self.events.keys())
        evenings = list(Evening.objects.filter(club=club))
        self.evenings_by_id = {evening.pk: evening for evening in evenings}
        self.open_evenings = {evening.pk for evening in evenings if evening.is_open}
        self.evenings = Names(
            ((evening.pk, evening.held_on.isoformat()) for evening in evenings),
            no_id=gettext_lazy("No evening of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "There is no evening on “%(name)s”. Write the date like 2026-11-19, "
                "open the evening, or leave the cell empty."
            ),
        )
        self.tables = {
            (table.evening_id, table.name.casefold()): table
            for table in Table.objects.filter(evening__club=club)
        }
        for name in new_players:
            self._imagine(name)

    def player(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if self._add_players and not self.players.knows(ref):
            self._imagine(ref.name)
        return self.players.id_of(ref)

    @property
    def new_players(self) -> list[str]:
        return list(self.imagined.values())

    def _imagine(self, name: str) -> None:
        pk = -1 - len(self.imagined)
        self.imagined[pk] = name
        self.players.add(pk, name)

    def season(self, frame: Frame) -> int:
        """Of an exported file it is the season of that name and division, or a new one; else as
        the line says. Raises: UnknownName."""
        ref, place = frame.season, frame.season_place
        if not self.is_foreign(frame):
            return self.seasons.id_of(ref)
        there = self.seasons_like(ref.name, place)
        if len(there) == 1:
            return there[0]
        if there:
            return self.seasons.id_of(ref)
        pk, terms = -1 - len(self.new_seasons), terms_of_line(frame, self)
        new = NewSeason(pk, ref.name, place, frame.season_public is not False, terms)
        if not self.adds_seasons:
            raise self.seasons.unknown(new.title)
        self.new_seasons.append(new)
        self.seasons.add(pk, ref.name)
        self._places[pk] = place
        self.events[pk] = Event(name=ref.name, **terms.fields())
        return pk

    def seasons_like(self, name: str, place: SeasonPlace) -> list[int]:
        """The ids of those of this name, and of this division where the file names a league; of
        several, those of the league."""
        there = self.seasons.ids_of(name)
        if not place.league:
            return there
        places = {pk: self._places.get(pk, SeasonPlace()) for pk in there}
        alike = [
            pk for pk in there if normalised(places[pk].division) == normalised(place.division)
        ]
        league = normalised(place.league)
        return [pk for pk in alike if normalised(places[pk].league) == league] or alike

    def evening(self, frame: Frame) -> int:
        """Of an exported file it is the evening of that day and name, or a new one; else as the
        line says. Raises: Unknown."""
        if not self.is_foreign(frame):
            return self.evenings.id_of(frame.evening)
        day, name = frame.evening.name, frame.evening_name
        there = self.evenings_like(day, name)
        if len(there) == 1:
            return there[0]
        if there or not self.adds_evenings or not _is_day(day):
            return self.evenings.id_of(frame.evening)
        pk = -1 - len(self.new_evenings)
        new = NewEvening(pk, day, name, bool(frame.evening_public), frame.evening_signed_off)
        self.new_evenings[day, normalised(name)] = new
        self.evenings.add(pk, day)
        self.evenings_by_id[pk] = Evening(
            pk=pk, name=name, held_on=date.fromisoformat(day), signed_off_at=new.signed_off
        )
        return pk

    def evenings_like(self, day: str, name: str) -> list[int]:
        """The ids of those on this day that have this name, or none if it is empty."""
        return [
            pk
            for pk in self.evenings.ids_of(day)
            if normalised(self.evenings_by_id[pk].name) == normalised(name)
        ]

    def is_foreign(self, frame: Frame) -> bool:
        """Exported by another club, whose ids say nothing here."""
        return bool(frame.club) and frame.club.split()[-1] != self.mark.split()[-1]

    def table(self, evening_id: int, frame: Frame) -> Table:
        """Raises: Unknown."""
        name = frame.table
        if evening_id < 0:
            return self._new_table(evening_id, name)
        signed_off = self.evenings_by_id[evening_id].signed_off_at
        is_same = self.is_foreign(frame) and signed_off == frame.evening_signed_off
        if evening_id not in self.open_evenings and not is_same:
            raise UnknownName(
                _(
                    "This evening is signed off. Leave evening and evening_id empty, or "
                    "correct them."
                )
            )
        table = self.tables.get((evening_id, name.casefold()))
        if table is None:
            names = [table.name for (of, _name), table in self.tables.items() if of == evening_id]
            text = _("Must be a table of the evening: %(names)s.")
            raise UnknownName(text % {"names": or_list(names) or "–"})
        return table

    def _new_table(self, evening_id: int, name: str) -> Table:
        if not name:
            raise UnknownName(_("Say at which table of the evening it was played."))
        new = next(one for one in self.new_evenings.values() if one.pk == evening_id)
        if name.casefold() not in map(str.casefold, new.tables):
            new.tables.append(name)
        return Table(evening_id=evening_id, name=name)


def terms_of_line(frame: Frame, book: ClubIndex) -> MatchTerms:
    """A line without a code is played by the rules of the club."""
    kind = FormatKind(frame.format or FormatKind.RUBBER)
    usual = book.rules
    has_code = bool(frame.code)
    return MatchTerms(
        code=frame.code or usual.code,
        options=dict(frame.options) if has_code else dict(usual.options),
        rules=frame.rules if has_code else usual.name,
        format=kind.value,
        games=frame.games if frame.games is not None else USUAL_GAMES[kind],
        rubbers=frame.rubbers if frame.rubbers is not None else 1,
        game_values=bool(frame.game_values),
        rubber_bonus=frame.rubber_bonus or 0,
    )
