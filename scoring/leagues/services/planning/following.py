"""Fixtures follow the matches: whoever begins a match of his season plays his next fixture."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.changes import EnteredMatch
from games.matches.models import Match
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors.due import to_play
from scoring.leagues.services.standings import season_moved

from .places import table_on


def fixture_follow(*, match: Match, **_signal: Any) -> None:
    """The earliest of the two that is open; a match beyond their fixtures is of none."""
    if match.event_id is not None:
        _link(match.event_id, match.pk, match.player_ids)


def fixtures_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """In the order in which they were entered."""
    rows = to_play().filter(event__in={one.event_id for one in entered})
    for event, match, pair in linkable(entered, rows.values_list("event", "home", "away")):
        _link(event, match, pair)


def linkable(
    entered: Sequence[EnteredMatch], open_: Iterable[Sequence[int | None]]
) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Event, match and the two, of those who have something open. `open_`: event and the two of
    each, read once, as an import may bring thousands of matches that nobody has planned."""
    pairs = {(event, frozenset(pair)) for event, *pair in open_}
    for one in sorted(entered, key=lambda one: (one.event_id or 0, one.match_id)):
        if one.event_id is not None and (one.event_id, frozenset(one.player_ids)) in pairs:
            yield one.event_id, one.match_id, one.player_ids


def _link(event_id: int, match_id: int, pair: tuple[int, int]) -> None:
    if not _open(event_id, pair).exists():
        return
    # Two matches of the same two may begin at once: each has its fixture, one after the other.
    season_moved(event_id)
    found = _open(event_id, pair).order_by("round__number", "number").first()
    if found is not None:
        _set(found, match_id)


def fixture_let_go(season: Season, match: Match) -> None:
    """Of a match that is annulled, within the season's lock: to be played again, at another table
    where another has its own since.

    Raises: Invalid where one of the two has left, and nobody could play it.
    """
    found = Fixture.objects.select_related("event").filter(match=match.pk).first()
    if found is None:
        return
    check_both_play(found, "version")
    found.match, found.version = None, found.version + 1
    found.table = found.table and table_on(season, found, found.day)
    found.save(update_fields=["match", "table", "version"])


def fixture_again(match: Match) -> None:
    """Of a match that counts again. Raises: Invalid where nothing of the two is open."""
    fixture_follow(match=match)
    a, b = match.player_ids
    met = Fixture.objects.filter(Q(home=a, away=b) | Q(home=b, away=a), event=match.event_id)
    check_again(met, match)


def check_again(planned: QuerySet[Any], match: Match) -> None:
    """`planned`: all that the two were to meet in. Raises: Invalid where none of it is his."""
    if planned.exists() and not planned.filter(match=match.pk).exists():
        text = _(
            "The fixture, board or tournament match that it was played for has "
            "since been started or decided."
        )
        raise Invalid("decided_since", text, errors={"version": text})


def check_both_play(fixture: Fixture, field: str) -> None:
    """What is not played since somebody left would never be."""
    pair = (fixture.home_id, fixture.away_id)
    entrants = fixture.event.entrants.filter(player__in=pair, left_round__isnull=False)
    if entrants.exists():
        text = _("One of the two has withdrawn from the season. Undo that withdrawal first.")
        raise Invalid("entrant_left", text, errors={field: text})


def _open(event_id: int, pair: tuple[int, int]) -> Any:
    a, b = pair
    met = Q(home=a, away=b) | Q(home=b, away=a)
    return to_play().filter(met, event=event_id)


def fixture_link(fixture: Fixture, match: Match) -> None:
    """This one and no other of the two; what it has been following by itself is open again."""
    if Fixture.objects.filter(pk=fixture.pk, match=match).exists():
        return
    season_moved(fixture.event_id)
    others = Fixture.objects.filter(match=match).exclude(pk=fixture.pk)
    others.update(match=None, version=F("version") + 1)
    _set(fixture, match.pk)


def _set(fixture: Fixture, match_id: int) -> None:
    Fixture.objects.filter(pk=fixture.pk, match=None, award="").update(
        match=match_id, version=F("version") + 1
    )
