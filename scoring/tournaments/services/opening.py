"""Opening a tournament, and changing its plan before anything is published."""

import dataclasses
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import unseen_refusal
from games.engine.terms import FormatKind
from games.matches.models import Event
from games.matches.services.matches import MatchTerms
from scoring.tables.criteria import TIE_BREAKS, Criterion
from scoring.tables.results import Scheme
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.groups import QUALIFIERS_LEAST
from scoring.tournaments.rules.plan import Kind, Option, Stage, options_of, qualifier_count
from scoring.tournaments.selectors.berger import ALL_MEET
from scoring.tournaments.selectors.progress import TREES

from .locking import draft_drop, tournament_lock_for

KINDS = (Kind.SWISS, Kind.KNOCKOUT, Kind.ROUND_ROBIN, Kind.GROUPS, Kind.POOLS)
POINTS_MOST = 100
# A bye is worth a win, and half of one who asked for it.
USUAL_SCHEME = Scheme(win=2, draw=1, loss=0, bye=2, half_bye=1)
USUAL_ORDER = (
    Criterion.BUCHHOLZ_CUT_1,
    Criterion.BUCHHOLZ,
    Criterion.SONNEBORN_BERGER,
    Criterion.GAMES_DIFFERENCE,
)
# Where everybody meets everybody all have had the same opponents.
ALL_MEET_ORDER = (
    Criterion.HEAD_TO_HEAD,
    Criterion.SONNEBORN_BERGER,
    Criterion.GAMES_DIFFERENCE,
    Criterion.GAMES_FOR,
)
SCHEME_FIELDS = ("win", "draw", "loss", "forfeit", "bye", "half_bye")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan(Stage):
    """With what is chosen for every kind. `seed`: the draw key; one is made where it is empty.
    `tie_breaks`: None for those usual for its kind. `draws_publish`: what is drawn on schedule is
    published at once."""

    name: str
    terms: MatchTerms
    kind: Kind = Kind.SWISS
    public: bool = True
    seed: str = ""
    draws_publish: bool = False
    scheme: Scheme = USUAL_SCHEME
    tie_breaks: tuple[str, ...] | None = None

    def check(self) -> None:
        errors: dict[str, str] = {}
        if not self.name.strip():
            errors["name"] = _("Give a name.")
        elif text := unseen_refusal(self.name.strip()):
            errors["name"] = text
        if self.kind not in KINDS:
            errors["kind"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(KINDS)}
        for option in options_of(self.kind):
            if not option.fits(getattr(self, option.name)):
                errors[option.name] = _misfit(option)
        if self.kind in TREES and _may_draw(self.terms):
            errors["games"] = _("Somebody must win: choose an odd number of games.")
        errors |= self._of_the_table()
        if self.kind == Kind.GROUPS and not errors and qualifier_count(self) < QUALIFIERS_LEAST:
            errors["first"] = _("There must be at least two qualifiers.")
        errors |= self._of_the_pools() if self.kind == Kind.POOLS else {}
        if errors:
            raise Invalid("invalid_tournament", _("The tournament was not saved."), errors=errors)

    def _of_the_pools(self) -> Mapping[str, str]:
        errors = {}
        if self.terms.format == FormatKind.GAMES:
            errors["format"] = _("Must be one game or a rubber: somebody has to win it.")
        if self.terms.rubbers > 1:
            errors["rubbers"] = _("Play for one game or one rubber: the gallery bets on it.")
        return errors

    def _of_the_table(self) -> Mapping[str, str]:
        errors = {}
        if not set(self.order) <= set(TIE_BREAKS):
            allowed = ", ".join(TIE_BREAKS)
            errors["tie_breaks"] = _("Must be one of: %(allowed)s.") % {"allowed": allowed}
        elif len(set(self.order)) < len(self.order):
            errors["tie_breaks"] = _("Choose each tie-break only once.")
        for name in SCHEME_FIELDS:
            least = -POINTS_MOST if name == "forfeit" else 0
            if not least <= getattr(self.scheme, name) <= POINTS_MOST:
                text = _("Must be from %(least)s to %(most)s.")
                errors[f"points_{name}"] = text % {"least": least, "most": POINTS_MOST}
        return errors

    @property
    def order(self) -> tuple[str, ...]:
        if self.tie_breaks is not None:
            return self.tie_breaks
        return ALL_MEET_ORDER if self.kind in ALL_MEET else USUAL_ORDER

    @property
    def complete_order(self) -> tuple[str, ...]:
        """Who goes on from a group must not be open: in the end lots part those who are level."""
        is_open = self.kind == Kind.GROUPS and Criterion.LOTS not in self.order
        return (*self.order, Criterion.LOTS) if is_open else self.order

    def fields(self) -> dict[str, Any]:
        names = (*(option.name for option in options_of(self.kind)), "draws_publish")
        return {
            "kind": self.kind,
            "plan": {name: getattr(self, name) for name in names},
            "scheme": asdict(self.scheme),
            "tie_breaks": [str(name) for name in self.complete_order],
            "seed": self.seed.strip() or new_seed(),
        }


def _misfit(option: Option) -> str:
    if option.choices:
        return _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(option.choices)}
    limits = {"least": option.least, "most": option.most}
    return _("Must be from %(least)s to %(most)s.") % limits


def _may_draw(terms: MatchTerms) -> bool:
    return terms.format == FormatKind.GAMES and terms.games % 2 == 0


def check_stake(club: int, plan: TournamentPlan) -> None:
    """Raises: Invalid for a stake where nobody plays for any."""
    if plan.stake and Club.objects.filter(pk=club, unit=Unit.POINTS).exists():
        text = _("This club plays for points only, so a pool has no stake.")
        raise Invalid("invalid_tournament", text, field="stake")


def new_seed() -> str:
    return secrets.token_hex(4)


@transaction.atomic(savepoint=False)
def tournament_open(*, by: Person, plan: TournamentPlan) -> Tournament:
    """Raises: Invalid naming the field; Denied."""
    require(by, Act.RUN_SEASON)
    plan.check()
    plan.terms.check()
    check_stake(by.club_id, plan)
    event = Event.objects.create(
        club_id=by.club_id,
        name=plan.name.strip(),
        public=plan.public,
        drawn=True,
        created_by_id=by.user_id,
        **plan.terms.fields(),
    )
    made = Tournament.objects.create(event=event, **plan.fields())
    log_act(by, "tournament_open", kind="tournament", about=made.pk)
    return made


@transaction.atomic(savepoint=False)
def tournament_replan(
    *, by: Person, tournament: Tournament, changes: Mapping[str, Any]
) -> Tournament:
    """`changes`: by the names that they have in a `TournamentPlan`, of what its kind asks for.
    What is drawn and not published is dropped.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    if found.state != Tournament.State.ENTERING:
        raise Invalid("begun", _("The format is fixed once the first round is drawn."))
    names = [option.name for option in options_of(found.kind)]
    if not changes:
        # Translators: %(names)s is a list of fields, as programs name them.
        text = _("Choose something to change: %(names)s.") % {"names": ", ".join(names)}
        raise Invalid("nothing_to_change", text, field="plan")
    text = _("This setting does not apply to a tournament of this format.")
    if errors := {name: text for name in changes if name not in names}:
        raise Invalid("invalid_tournament", text, errors=errors)
    plan = _as_opened(found, changes)
    plan.check()
    check_stake(by.club_id, plan)
    found.plan = {**found.plan, **changes}
    found.save(update_fields=["plan"])
    draft_drop(found)
    log_act(by, "tournament_replan", kind="tournament", about=found.pk, changes=dict(changes))
    return found


def _as_opened(found: Tournament, changes: Mapping[str, Any]) -> TournamentPlan:
    event = found.event
    opened = TournamentPlan(
        name=event.name,
        terms=MatchTerms(format=event.format, games=event.games, rubbers=event.rubbers),
        kind=Kind(found.kind),
        scheme=found.points,
        tie_breaks=tuple(found.tie_breaks),
    )
    return dataclasses.replace(opened, **{**found.plan, **changes})
