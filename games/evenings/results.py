"""The results of an evening as plain data, the same for the page, paper, CSV, e-mails and API."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Stale
from ecarte_club.core.tasks import enqueue_after_commit
from games.engine.seats import Seat
from games.matches.changes import mark_uncounted
from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels
from games.matches.selectors.matches import is_at_table, is_public, matches
from games.matches.selectors.player_record import SUMS, Sums, sums_of

from .models import Evening, Letter
from .selectors import attendances_of
from .services import mailing

COLUMNS = ("player_id", "player", "played", *SUMS)
LINE = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")


@dataclass(slots=True, kw_only=True)
class ResultLine(Sums):
    """What a player did at an evening, in the matches of it that are over."""

    player: Player


@dataclass(frozen=True, slots=True)
class EveningResults:
    """`lines`: whoever came or played, best first. `over` and `unfinished`: in order of table."""

    evening: Evening
    lines: tuple[ResultLine, ...]
    over: tuple[Match, ...] = field(default=())
    unfinished: tuple[Match, ...] = field(default=())

    @property
    def hands(self) -> int:
        return sum(match.hands for match in self.over)

    @property
    def has_draws(self) -> bool:
        return any(line.drawn for line in self.lines)


_matches = Composed(
    lambda evening: (
        matches()
        .filter(evening_table__evening=evening, annulled_at=None)
        .order_by("evening_table__pk", "started_at", "pk")
    ),
    evening=int,
)


def evening_results(evening: Evening, *, veiled: bool = False) -> EveningResults:
    """Three queries. `veiled`: for strangers, with the names that they may know."""
    found = _matches.rows(evening=evening.pk)
    mark_uncounted(found)
    came = [one.player for one in attendances_of(evening)]
    if veiled:
        veil(_players(came, found), evening.club)
    over = tuple(match for match in found if match.over)
    return EveningResults(
        evening=evening,
        lines=result_lines(_players(came, found), over),
        over=over,
        unfinished=tuple(match for match in found if not match.over),
    )


def _players(came: Iterable[Player], found: Iterable[Match]) -> list[Player]:
    """Objects, not people: the same player may be there more than once."""
    return [*came, *(player for match in found for player in (match.player_a, match.player_b))]


def result_lines(players: Iterable[Player], over: Iterable[Match]) -> tuple[ResultLine, ...]:
    """In the order of matches won, then of games won less lost, then of names."""
    lines: dict[int, ResultLine] = {}
    for player in players:
        lines.setdefault(player.pk, ResultLine(player=player))
    for match in over:
        lines[match.player_a_id].add(sums_of(match, Seat.A))
        lines[match.player_b_id].add(sums_of(match, Seat.B))
    return tuple(sorted(lines.values(), key=_order))


def _order(line: ResultLine) -> tuple[int, int, str, int]:
    difference = line.games_for - line.games_against
    return -line.won, -difference, sort_key(line.player.name), line.player.pk


def csv_rows(found: EveningResults) -> Iterator[tuple[object, ...]]:
    """A row for each line, in the order of `COLUMNS`."""
    for line in found.lines:
        figures = (getattr(line, name) for name in COLUMNS[2:])
        yield line.player.pk, line.player.name, *figures


def hide_events(matches: Iterable[Match], person: Person) -> None:
    """A season that is not public is not named to people who may not read its matches."""
    for match in matches:
        if not leads(match, person):
            match.event = None


def leads(match: Match, person: Person) -> bool:
    """Whether they may go on to the match: an evening may be public, and a match in it not."""
    return is_public(match) or person.may(Act.SEE_CLUB) or is_at_table(match, person)


def evening_figures(*, match: Match, **_signal: object) -> Iterator[Figure]:
    if match.evening_table is None:
        return
    evening, texts = match.evening_table.evening, labels()
    day = formats.date_format(evening.held_on, "DATE_FORMAT")
    title = _("Results of the evening of %(day)s") % {"day": day}
    for line in evening_results(evening).lines:
        about = evening.pk, line.player.pk
        named = title, line.player.name
        for name in LINE:
            yield Figure("evening", *about, name, *named, texts[name], int(getattr(line, name)))


@dataclass(frozen=True, slots=True)
class EmailCounts:
    """How many letters an evening has, and how many of them are sent."""

    written: int
    sent: int

    @property
    def waiting(self) -> int:
        return self.written - self.sent


def email_counts(evening: Evening) -> EmailCounts:
    found = Letter.objects.filter(evening=evening).aggregate(
        written=Count("pk"), sent=Count("pk", filter=Q(sent_at__isnull=False))
    )
    return EmailCounts(found["written"], found["sent"])


def message(letter: Letter, user: User) -> EmailMultiAlternatives:
    """In the player's language. Its Message-ID is the same however often it is made: a mailbox that
    gets it twice, because a worker died at the wrong moment, can tell."""
    evening, slug = letter.evening, letter.evening.club.slug
    with translation.override(user.language):
        results = evening_results(evening)
        leaves = _address("choices", slug)
        shown = {
            "club": evening.club,
            "evening": evening,
            "results": results,
            "own": next((one for one in results.lines if one.player == letter.player), None),
            "page": _address("evening_results", slug, evening.pk),
            "choices": leaves,
        }
        subject = render_to_string("evenings/emails/results_subject.txt", shown)
        made = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("evenings/emails/results.txt", shown),
            to=[user.email],
            headers={
                "Message-ID": message_id(letter),
                "List-Unsubscribe": f"<{leaves}>",
                "Auto-Submitted": "auto-generated",
            },
        )
        made.attach_alternative(
            render_to_string("evenings/emails/results.html", shown), "text/html"
        )
    return made


def message_id(letter: Letter) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<results.{letter.evening_id}.{letter.pk}@{host}>"


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)


def result_emails_write(*, evening: Evening, **_signal: object) -> None:
    """For whoever came, has an e-mail address and wants the results; sent after the commit."""
    came = evening.attendances.filter(
        player__wants_results=True,
        player__anonymised_at=None,
        player__user__is_active=True,
    ).exclude(player__user__email="")
    rows = [Letter(evening=evening, player_id=pk) for pk in came.values_list("player", flat=True)]
    Letter.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        _send_after_commit(evening.pk)


@transaction.atomic(savepoint=False)
def result_emails_send_rest(*, by: Person, evening: Evening, version: int) -> int:
    """How many are still to be sent, which is tried at once.

    Raises: Denied; Stale when the results are others than those that were looked at.
    """
    require(by, Act.SIGN_OFF)
    current = Evening.objects.values_list("version", flat=True).get(pk=evening.pk)
    if current != version:
        raise Stale(sent=version, current=current)
    waiting = Letter.objects.filter(evening=evening, sent_at=None)
    # Beyond the longest claim: not being sent, but waiting for its next try.
    waiting.filter(claimed_until__gt=timezone.now() + mailing.LEASE).update(claimed_until=None)
    number = waiting.count()
    log_act(by, "letters_send", kind="evening", about=evening.pk, letters=number)
    if number:
        _send_after_commit(evening.pk)
    return number


def _send_after_commit(evening_id: int) -> None:
    enqueue_after_commit("games.evenings.tasks.send_result_emails", evening_id)


def result_emails_send(evening_id: int | None = None) -> int:
    """Whatever is to be sent now, of one evening or of all; the answer says how many were."""
    return mailing.emails_send_due(RESULTS, Q() if evening_id is None else Q(evening=evening_id))


def _results_email(pk: int) -> EmailMultiAlternatives | None:
    """None if they have changed their mind since, or have no account any more."""
    letter = Letter.objects.select_related("evening__club", "player__user").get(pk=pk)
    user = letter.player.user
    return message(letter, user) if user and letter.player.wants_results else None


RESULTS = mailing.Mailing(Letter, lambda since: Q(evening__signed_off_at__gt=since), _results_email)
