"""One act at a time: the season is moved on first, and read after."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from scoring.leagues.models import Fixture, Season
from scoring.leagues.services.standings import season_moved

REASON_MOST = 200


def season_held(by: Person, season: Season, version: int, act: Act = Act.RUN_SEASON) -> Season:
    """At its next version. Raises: Denied; Absent; Stale for a `version` that is not the newest."""
    require(by, act)
    moved = season_moved(season.pk)
    if moved is None or moved.league.club_id != by.club_id:
        raise Absent
    if moved.version - 1 != version:
        raise Stale(sent=version, current=moved.version - 1)
    return moved


def fixture_held(by: Person, fixture: Fixture, version: int) -> tuple[Season, Fixture]:
    """It, and its season at the next version. Raises: Denied; Absent; Stale, of the fixture."""
    require(by, Act.RUN_SEASON)
    season = season_moved(fixture.event_id)
    if season is None or season.league.club_id != by.club_id:
        raise Absent
    found = Fixture.objects.select_related("round", "match").filter(pk=fixture.pk).first()
    if found is None:
        raise Absent
    if found.version != version:
        raise Stale(sent=version, current=found.version)
    found.version += 1
    return season, found


def names_of(ids: Iterable[int]) -> Mapping[int, str]:
    return dict(Player.objects.filter(pk__in=set(ids)).values_list("pk", "name"))


def players_held(club_id: int, ids: Iterable[int], *, field: str) -> Mapping[int, str]:
    """Their names; nobody of them can be merged away meanwhile. Raises: as known_names."""
    rows = playing(club_id).select_for_update(no_key=True)
    return _all_known(rows, ids, field)


def known_names(club_id: int, ids: Iterable[int], field: str = "entrants") -> Mapping[int, str]:
    """Raises: Invalid, naming the field, for who is no player of the club now."""
    return _all_known(playing(club_id), ids, field)


def playing(club_id: int) -> QuerySet[Player]:
    found = Player.objects.filter(club_id=club_id, merged_into=None, anonymised_at=None)
    return found.filter(left_on=None).order_by("pk")


def _all_known(rows: QuerySet[Player], ids: Iterable[int], field: str) -> Mapping[int, str]:
    wanted = set(ids)
    found = dict(rows.filter(pk__in=wanted).values_list("pk", "name"))
    if found.keys() != wanted:
        text = _("Must be players of this club.")
        raise Invalid("unknown_player", text, errors={field: text})
    return found


def reason_of(text: str) -> str:
    """Raises: Invalid where there is none, or too much of it."""
    told = " ".join(text.replace("\x00", "").split())
    if not told:
        wrong = _("Give a reason: everybody can read it.")
        raise Invalid("reason_needed", wrong, errors={"reason": wrong})
    if len(told) > REASON_MOST:
        wrong = _("Must be %(most)s characters at most.") % {"most": REASON_MOST}
        raise Invalid("reason_long", wrong, errors={"reason": wrong})
    return told
