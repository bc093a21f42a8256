"""What follows when a player's turn begins: an e-mail to whoever wants one by correspondence."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from ecarte_club.clubs.models import Player, User
from ecarte_club.core.tasks import enqueue_after_commit
from games.engine.seats import Seat
from games.online.changes import turn_began
from games.online.models import OnlineTable
from games.online.selectors.tables import Play, players_of, tables

KEPT = 30 * 86_400


def turn_announce(play: Play, seat: Seat) -> None:
    """The time of this player has begun; whoever goes on after an act of their own knows it."""
    last = play.last_action
    if last is not None and last.seat == seat.value:
        return
    player = players_of(play.table)[seat]
    if player is None or player.user_id is None:
        return
    turn_began.send(table=play.table, player=player, turn=_turn(play))
    if play.table.is_by_correspondence and player.wants_turns:
        enqueue_after_commit("games.online.tasks.send_turn_email", play.table.pk, seat.value)


def turn_email_send(table_id: int, seat: str) -> bool:
    """Whether it was sent: once for each turn, if it is still theirs and they are not there."""
    table = tables().filter(pk=table_id).first()
    if table is None or table.match is None:
        return False
    play, waited = Play(table), Seat(seat)
    player = players_of(table)[waited]
    user = player.user if player is not None else None
    wanted = player is not None and player.wants_turns and user is not None and user.is_active
    if not wanted or play.to_act is not waited or play.here[waited].here:
        return False
    opponent = players_of(table)[waited.other]
    if player is None or user is None or opponent is None or not user.email:
        return False
    turn = _turn(play)
    if not cache.add(f"online:{table.pk}:{seat}:{turn}:emailed", 1, KEPT):
        return False
    _message(table, player, user, opponent, turn).send()
    return True


def _turn(play: Play) -> str:
    """The same until somebody acts."""
    return f"{play.number}.{play.last_action.number if play.last_action else 0}"


def _message(
    table: OnlineTable, player: Player, user: User, opponent: Player, turn: str
) -> EmailMultiAlternatives:
    """Nothing of the hand is in it."""
    slug = table.club.slug
    with translation.override(user.language):
        choices = _address("choices", slug)
        shown = {
            "club": table.club,
            "opponent": opponent,
            "deadline": table.deadline,
            "link": _address("online_table", slug, table.pk),
            "choices": choices,
            "site_url": settings.SITE_URL,
        }
        host = urlsplit(settings.SITE_URL).hostname or "localhost"
        made = EmailMultiAlternatives(
            " ".join(render_to_string("online/emails/turn_subject.txt", shown).split()),
            render_to_string("online/emails/turn.txt", shown),
            to=[user.email],
            headers={
                "Message-ID": f"<turn.{table.pk}.{turn}.{player.pk}@{host}>",
                "List-Unsubscribe": f"<{choices}>",
                "Auto-Submitted": "auto-generated",
            },
        )
        made.attach_alternative(render_to_string("online/emails/turn.html", shown), "text/html")
    return made


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
