"""Opening a contest at a table of an evening, and the players' yes to its terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as data_fields
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.core import outbox
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.live import announce
from games.engine.terms import FormatKind
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import bump_evening_version
from games.matches.services.matches import MatchTerms
from games.matches.services.seating import Seating
from scoring.contests.labels import kinds, texts
from scoring.contests.models import EARLIER, Contest
from scoring.contests.rules import bets, machine
from scoring.contests.rules.events import InvalidData, Joined, load_fields
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.pool import Seated
from scoring.contests.rules.social import on_loss_by
from scoring.ledger.services.posting import check_unsettled
from scoring.tables.ranking import drawn

from .checks import check_limits_of, require_self
from .entries import acceptance_store, append_events, contest_message, current_course
from .events import drawing_note, event_tell, new_seed

PLAYERS_MOST = 40


class Places(StrEnum):
    """How the order of the players is come to. A pool takes its places by it, unless as listed."""

    LISTED = "listed"
    CUT = "cut"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Plan:
    """`agreed` and `gallery` are terms in their plain form; what they leave out is as usual.

    `gallery` None: no bets are laid. `players`: inscribed at once, in this order, by whoever
    opens it and has heard their yes. `places`: how this order was come to. `tournament`: whose
    pool it is, for programs that are told.
    """

    kind: str
    table: int
    terms: MatchTerms
    agreed: Mapping[str, Any] = field(default_factory=dict)
    gallery: Mapping[str, Any] | None = None
    players: Sequence[int] = ()
    places: str = Places.LISTED
    tournament: int | None = None

    @property
    def agreed_with_code(self) -> dict[str, Any]:
        """With what the code of laws settles, unless something else is agreed."""
        if self.kind != Kind.BOX:
            return stored_terms(self.agreed, CONTESTS[Kind(self.kind)].terms)
        return {"on_loss": on_loss_by(self.terms.engine().code).value, **self.agreed}

    @property
    def gallery_stored(self) -> dict[str, Any] | None:
        return None if self.gallery is None else stored_terms(self.gallery, bets.Terms)

    def check(self) -> None:
        """Raises: Invalid, naming the field."""
        if self.kind not in list(Kind):
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Kind)}
            raise Invalid("invalid_contest", text, field="kind")
        self.terms.check()
        if self.terms.format == FormatKind.GAMES:
            text = _("Must be one game or a rubber: somebody has to win it.")
            raise Invalid("invalid_contest", text, field="terms.format")
        if self.terms.rubbers > 1:
            text = _("Play for one game or one rubber: the gallery bets on it.")
            raise Invalid("invalid_contest", text, field="terms.rubbers")
        agreed = _loaded("agreed", self.agreed, CONTESTS[Kind(self.kind)].terms)
        gallery = None
        if self.gallery is not None:
            gallery = _loaded("gallery", self.gallery, bets.Terms)
        refused = machine.terms_refusal(Kind(self.kind), machine.Terms(agreed, gallery))
        if refused is not None:
            raise texts.terms_refused(refused, self.kind)


def stored_terms(agreed: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """With what is as usual now, where it was otherwise for contests that do not say it."""
    usual = {one.name: one.default for one in data_fields(kind) if one.name in EARLIER}
    return {**usual, **agreed}


def _loaded(name: str, given: Mapping[str, Any], kind: type) -> Any:
    try:
        return load_fields(given, kind)
    except InvalidData as wrong:
        text = _("These terms are not possible.")
        field = f"{name}.{wrong.field}" if wrong.field else name
        raise Invalid("invalid_contest", text, field=field) from wrong


@transaction.atomic(savepoint=False)
def contest_open(*, by: Person, evening: Evening, plan: Plan, seat_anyway: bool = False) -> Contest:
    """With its first players, who are then inscribed and have accepted the terms. `seat_anyway`:
    also players who are not free.

    Raises: Denied; Invalid when the evening is signed off or settled, the table is not of it or
    another contest runs there, somebody is no player of the club, the terms cannot be, or what is
    agreed is over somebody's limit; AlreadySeated where nothing else is wrong.
    """
    require(by, Act.RUN_CONTEST)
    plan.check()
    _players(by.club_id, plan.players)
    bump_evening_version(evening.pk)
    check_unsettled(evening)
    seating = None if seat_anyway else Seating.of(by.club_id, evening)
    players, seed = tuple(plan.players), new_seed() if plan.places == Places.DRAWN else ""
    if seed:
        players = drawn(players, seed)
    contest = Contest.objects.create(
        club_id=by.club_id,
        evening=evening,
        table=_table(evening, plan.table),
        kind=plan.kind,
        agreed=plan.agreed_with_code,
        gallery=plan.gallery_stored,
        opened_at=timezone.now(),
        opened_by_id=by.user_id,
        **plan.terms.fields(),
    )
    log_act(by, "contest_open", kind="contest", about=contest.pk, contest=plan.kind)
    contest_message(outbox.Kind.CONTEST_OPENED, contest, plan.tournament)
    for player in players:
        acceptance_store(by, contest, player)
    if players:
        joined = [Joined(player) for player in players]
        check_limits_of(append_events(by, current_course(contest), *joined), joined)
    if seed:
        drawing_note(by, contest, seed)
    if plan.kind == Kind.POOL and plan.places != Places.LISTED:
        event_tell(by=by, contest=contest, event=Seated(players), seat_anyway=True)
    if seating is not None:
        inscribed = {f"players.{number}": player for number, player in enumerate(plan.players)}
        seating.check_free(inscribed, plan.tournament)
    return contest


def _players(club_id: int, players: Sequence[int]) -> None:
    if len(players) > PLAYERS_MOST or len(set(players)) < len(players):
        text = _("Name each player once, %(most)s at most.") % {"most": PLAYERS_MOST}
        raise Invalid("invalid_contest", text, field="players")
    for player in sorted(players):
        lock_player(club_id, player)


def _table(evening: Evening, pk: int) -> Table:
    """Asked with the evening locked."""
    table = Table.objects.filter(pk=pk, evening=evening).first()
    text = ""
    if table is None:
        text = _("Must be a table of this evening.")
    elif running := Contest.objects.filter(table=table, over=False).first():
        text = str(kinds.RUNS_AT_TABLE[running.kind])
    if text or table is None:
        raise Invalid("invalid_contest", text, field="table")
    return table


@transaction.atomic(savepoint=False)
def terms_accept(*, by: Person, contest: Contest, player: int) -> Contest:
    """Before the player is in: by themselves, or by whoever runs the contest.

    Raises: Denied; Invalid.
    """
    require_self(by, contest, player)
    lock_player(contest.club_id, player)
    bump_evening_version(contest.evening_id)
    acceptance_store(by, contest, player)
    log_act(by, "contest_accept", kind="contest", about=contest.pk)
    announce(f"contest:{contest.pk}", contest.version)
    return contest
