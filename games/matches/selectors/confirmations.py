"""Which games were confirmed as they stand now: a later entry in a game undoes it."""

from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Confirmation, Entry, Match

from .log import Log


def game_of(log: Log, entry: Entry) -> int:
    """0 for a match by its games won. What was taken back is of the game that it was in."""
    there = (one.data for one in log.entries if one.place == entry.place and one.data)
    found: dict[str, Any] = next(there, {})
    return int(found.get("game", 0))


def latest_entries(log: Log) -> dict[int, Entry]:
    """The entry that each game was last changed by, by the game's number. What annulled the match
    for a while has changed none."""
    return {game_of(log, entry): entry for entry in log.played().entries}


def lock_confirmations(match: Match) -> None:
    """Who says yes to a game and who takes something of it back wait for each other, from before
    either looks until his transaction ends. A club that asks for no confirmation waits for nothing.
    """
    if match.club.confirms:
        Match.objects.select_for_update(no_key=True).values_list("pk").get(pk=match.pk)


def confirmations(match: Match) -> int:
    """How many there were: moves whenever one is added. None where the club does not ask."""
    return Confirmation.objects.filter(match=match).count() if match.club.confirms else 0


def confirmed_games(match: Match, log: Log) -> frozenset[int]:
    """Empty, and nothing asked of the database, where the club asks for no confirmation."""
    if not match.club.confirms:
        return frozenset()
    latest = {game: entry.number for game, entry in latest_entries(log).items()}
    given = Confirmation.objects.filter(match=match).values_list("game", "number")
    return frozenset(game for game, number in given if latest.get(game) == number)


def refuse_confirmed(by: Person, match: Match, log: Log, entry: Entry) -> None:
    """Raises: Invalid when `entry` is of a confirmed game, for who may not correct."""
    if by.may(Act.CORRECT):
        return
    lock_confirmations(match)
    if game_of(log, entry) not in confirmed_games(match, log):
        return
    text = _(
        "This game is confirmed. Only a director or the committee can still "
        "correct it, with a reason. Flag it so that they see it first."
    )
    raise Invalid("game_confirmed", text, errors={"number": text})
