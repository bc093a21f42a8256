"""What is said and pointed at beside the play: nothing of it is kept."""

from django.core.cache import cache
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.online.live import tell_phrase, tell_points
from games.online.models import OnlineTable
from games.online.selectors.states import Audience, pointable, pointing_key
from games.online.selectors.tables import Play, backing_of, seat_of

PHRASES = ("well_played", "thank_you", "one_moment")
POINTED_FOR = 3600


def phrase_say(*, by: Person, table: OnlineTable, phrase: str) -> OnlineTable:
    """One of three phrases, to everybody at the table. Raises: Denied; Invalid."""
    require(by, Act.PLAY_ONLINE)
    seat = seat_of(table, by)
    if seat is None:
        raise Denied(_("Only the two players can do this. You are watching."))
    if phrase not in PHRASES:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(PHRASES)}
        raise Invalid("unknown_phrase", text, field="phrase")
    tell_phrase(table, seat, phrase)
    return table


def point(*, by: Person, table: OnlineTable, version: int, at: str) -> OnlineTable:
    """A backer points at a card, or at a word of proposing or answering. The player alone sees it,
    without a name, and need not follow.

    Raises: Denied for who has no stake on a side, or where the code does not let the gallery point;
    Stale; Invalid for what cannot be pointed at now.
    """
    require(by, Act.PLAY_ONLINE)
    backing = backing_of(table, by)
    if backing is None or not backing.sees:
        raise Denied(
            _("Only those who have bet on a player can point, where the code of laws lets them.")
        )
    if table.version != version:
        raise Stale(sent=version, current=table.version)
    play = Play(table)
    seat = Audience(backing.seat).seat
    if seat is None or not play.has_hand_in_play or at not in pointable(play, seat):
        text = _("You can point at a card or a choice of your player when it is their turn.")
        raise Invalid("cannot_point", text, field="at")
    key = pointing_key(play, seat)
    pointed = {**(cache.get(key) or {}), by.player_id: at}
    cache.set(key, pointed, POINTED_FOR)
    tell_points(table, seat, sorted(set(pointed.values())))
    return table
