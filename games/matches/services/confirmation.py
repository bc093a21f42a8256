"""The opponent's yes to a game. What is not confirmed counts all the same."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.live import announce
from games.evenings.services.evenings import evening_moved
from games.matches.models import Confirmation, Entry, Match
from games.matches.selectors import matches
from games.matches.selectors.confirmations import (
    confirmations,
    latest_entries,
    lock_confirmations,
)
from games.matches.selectors.log import Log, log_of, refuse_annulled, state_of


@transaction.atomic(savepoint=False)
def game_confirm(*, by: Person, match: Match, game: int, number: int) -> Confirmation:
    """`number`: the latest entry of the game that he saw. Confirmed twice is confirmed once.

    Raises: Absent, Stale, Denied; Invalid for a game that is not over, and to who entered it.
    """
    own = matches.is_own(match, by)
    require_own_or_any(by, Act.CONFIRM_OWN, Act.CONFIRM_ANY, is_own=own)
    lock_confirmations(match)
    log = log_of(match)
    refuse_annulled(log)
    entry = latest_entries(log).get(game)
    if entry is None:
        raise Absent
    if entry.number != number:
        raise Stale(sent=number, current=entry.number)
    refused = confirm_refusal(by, match, log, game)
    if refused is not None:
        raise refused
    found, new = Confirmation.objects.get_or_create(
        match=match,
        game=game,
        number=number,
        defaults={"by_id": by.user_id, "phone_id": by.phone_id, "at": timezone.now()},
    )
    if new:
        if match.evening_table:
            evening_moved(match.evening_table.evening_id)
        log_act(by, "game_confirm", kind="match", about=match.pk, game=game, number=number)
        announce(f"confirm:{match.pk}", confirmations(match))
    return found


def confirm_refusal(by: Person, match: Match, log: Log, game: int) -> Fault | None:
    """Why somebody who may confirm at this table may not confirm this game."""
    if not match.club.confirms:
        text = _("This club does not ask for confirmation.")
        return Invalid("not_asked", text, errors={"game": text})
    state = state_of(match, log.standing())
    won = {one.number for one in state.games if one.winner}
    won |= {one.game for one in state.by_games}
    if game not in won:
        text = _("This game is not over. Confirm it when it is.")
        return Invalid("game_unfinished", text, errors={"game": text})
    if not by.may(Act.CONFIRM_ANY) and is_by(by, latest_entries(log)[game]):
        text = _("You made the last entry in this game, so your opponent has to confirm it.")
        return Invalid("own_entry", text, errors={"game": text})
    return None


def is_by(somebody: Person, entry: Entry) -> bool:
    """Whether he entered it: by his sign-in, on this phone, or as the same player elsewhere."""
    if somebody.user_id is not None and somebody.user_id == entry.by_id:
        return True
    if somebody.phone_id is not None and somebody.phone_id == entry.phone_id:
        return True
    return somebody.player_id is not None and somebody.player_id in _players(somebody, entry)


def _players(somebody: Person, entry: Entry) -> set[int]:
    found = {entry.phone.player_id} if entry.phone and entry.phone.player_id else set()
    if entry.by_id is not None:
        players = Player.objects.filter(club_id=somebody.club_id, user_id=entry.by_id)
        found |= set(players.values_list("pk", flat=True))
    return found
