"""An evening as plain data, for programs."""

from collections.abc import Mapping

from django.db.models import Sum

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from games.evenings.live_state import Guest, Place, evening_now, let_in
from games.evenings.models import Evening, Table
from games.evenings.results.selectors import leads
from games.evenings.selectors import sees_names
from games.matches.changes import RunningGame, running_games
from games.matches.selectors.reading import Plain, match_plain


def line_plain(evening: Evening) -> Plain:
    """Of a list whose query counted who came and what was played."""
    return {
        **_frame(evening),
        "came": getattr(evening, "came", 0),
        "matches": getattr(evening, "played", 0),
    }


def _frame(evening: Evening) -> Plain:
    return {
        "id": evening.pk,
        "club": evening.club.slug,
        "name": evening.name,
        "held_on": evening.held_on,
        "public": evening.public,
        "signed_off_at": evening.signed_off_at,
        "version": evening.version,
    }


def evening_plain(evening: Evening, person: Person) -> Plain:
    """`person`: who will read it, and so which names it has, and whether the codes."""
    now = evening_now(evening, veiled=not sees_names(evening, person))
    return {
        **_frame(evening),
        "opened_at": evening.opened_at,
        "codes_until": evening.codes_until,
        "guests": [_guest(guest) for guest in now.guests],
        "tables": [_table(place, person) for place in now.places],
    }


def named(player: Player) -> Plain:
    return {"id": player.pk, "name": player.name}


def _guest(guest: Guest) -> Plain:
    return {
        "player": named(guest.player),
        "came_at": guest.attendance.came_at,
        "left_at": guest.attendance.left_at,
        "match": guest.playing.pk if guest.playing else None,
    }


def _table(place: Place, person: Person) -> Plain:
    matches = (*place.playing, *place.over)
    return {
        "id": place.table.pk,
        "name": place.table.name,
        "code": place.table.code if person.may(Act.RUN_EVENING) else None,
        "matches": [
            match_plain(match) if leads(match, person) else {**match_plain(match), "event": None}
            for match in matches
        ],
    }


def table_plain(table: Table, person: Person) -> Plain:
    """One of them, with its evening."""
    whole = evening_plain(table.evening, person)
    (found,) = (one for one in whole["tables"] if one["id"] == table.pk)
    return {"evening": table.evening_id, **found}


def names_version(evening: Evening) -> int:
    """Moves when something that is shown of who came changes."""
    found = Player.objects.filter(attendances__evening=evening).order_by()
    return found.aggregate(sum=Sum("version"))["sum"] or 0


def renewal_plain(table: Table) -> Plain:
    phones = let_in(table)
    return {
        "table": {"id": table.pk, "name": table.name},
        "code_number": table.code_number,
        "phones": len(phones),
        "players": [named(phone.player) for phone in phones if phone.player],
    }


def _running(one: RunningGame, tables: Mapping[int, Table]) -> Plain:
    table = tables[one.table_id]
    return {"id": one.id, "title": one.title, "table": {"id": table.pk, "name": table.name}}


def sign_off_plain(evening: Evening) -> Plain:
    now = evening_now(evening, to_settle=True)
    tables = {place.table.pk: place.table for place in now.places}
    return {
        "evening": evening.pk,
        "version": evening.version,
        "signed_off_at": evening.signed_off_at,
        "contests": [_running(one, tables) for one in running_games(evening)],
        "unfinished": [match_plain(match) for match in now.unfinished],
        "unconfirmed": [{"match": one.match.pk, "game": one.game} for one in now.unconfirmed],
        "flags": [
            {"id": flag.pk, "match": flag.match_id, "text": flag.text, "at": flag.at}
            for flag in now.flags
        ],
    }
