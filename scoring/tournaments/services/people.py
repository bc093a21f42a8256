"""Who takes part, who sits a round out, and who is kept apart.

What changes who can be paired drops a round that is drawn and not published.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors.clubs import refuse_robots
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Entrant
from scoring.leagues.selectors.competitors import ratings_on_entry
from scoring.tournaments.models import KeptApart, RoundOff, Tournament
from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.contenders import EXACT_MOST, MOST
from scoring.tournaments.selectors.berger import ALL_MEET, rounds_of_groups
from scoring.tournaments.selectors.progress import IN_ROUNDS, progress_of
from scoring.tournaments.selectors.stage_states import tree_state

from .locking import (
    draft_drop,
    next_number,
    qualifiers_follow,
    state_settle,
    tournament_lock_for,
    walkovers_write,
)
from .messages import player_back_message, player_withdrawn_message
from .pools import pool_check_back, pool_withdrawal_round

ENTERING = Tournament.State.ENTERING


@transaction.atomic(savepoint=False)
def players_enter(*, by: Person, tournament: Tournament, players: Sequence[int]) -> Tournament:
    """Behind those who are in, in this order; late ones from the next round on.

    Raises: Denied; Invalid naming `players`.
    """
    found = tournament_lock_for(by, tournament)
    _check_new(found, players)
    number = next_number(found)
    if found.state != ENTERING:
        _check_more_rounds(found, number)
    last = found.event.entrants.aggregate(last=Max("place"))["last"] or 0
    ratings = ratings_on_entry(found.event.club, players)
    Entrant.objects.bulk_create(
        Entrant(
            event_id=found.pk, player_id=pk, place=place, joined_round=number, rating=ratings[pk]
        )
        for place, pk in enumerate(players, start=last + 1)
    )
    draft_drop(found)
    log_act(by, "players_enter", kind="tournament", about=found.pk, players=list(players))
    return found


def _check_new(found: Tournament, players: Sequence[int]) -> None:
    text = ""
    of_club = Player.objects.filter(club_id=found.event.club_id, pk__in=players)
    here = of_club.filter(left_on=None, anonymised_at=None, merged_into=None, robot="")
    if not players or len(set(players)) < len(players):
        text = _("Choose at least one player, and each only once.")
    elif here.count() < len(players):
        refuse_robots(found.event.club_id, players, field="players")
        text = _("Must be players of this club who have not left.")
    elif found.event.entrants.filter(player__in=players).exists():
        text = _("One of these players has already entered. Choose only players who have not.")
    elif found.event.entrants.count() + len(players) > _most(found):
        text = _("No more than %(most)s may take part.") % {"most": _most(found)}
    if text:
        raise Invalid("cannot_enter", text, field="players")


def _most(found: Tournament) -> int:
    return MOST if found.kind == Kind.SWISS else EXACT_MOST


def _check_more_rounds(found: Tournament, number: int) -> None:
    if found.kind != Kind.SWISS or number > found.stage.rounds:
        text = _("The last round is drawn. Nobody else can enter.")
        raise Invalid("cannot_enter", text, field="players")


@transaction.atomic(savepoint=False)
def entrants_order(*, by: Person, tournament: Tournament, players: Sequence[int]) -> Tournament:
    """The order of seeds, everybody once. Raises: Denied; Invalid once the first round is drawn."""
    found = tournament_lock_for(by, tournament)
    if found.state != ENTERING:
        text = _("The seeding is fixed once the first round is drawn.")
        raise Invalid("begun", text, field="players")
    rows = {row.player_id: row for row in found.event.entrants.all()}
    if sorted(players) != sorted(rows):
        text = _("Must name everybody who takes part, each once.")
        raise Invalid("cannot_order", text, field="players")
    # Out of the way first, as no place may be taken twice on the way.
    found.event.entrants.update(place=F("place") + 2 * MOST)
    for place, pk in enumerate(players, start=1):
        rows[pk].place = place
    Entrant.objects.bulk_update(rows.values(), ["place"])
    draft_drop(found)
    log_act(by, "tournament_order", kind="tournament", about=found.pk)
    return found


@transaction.atomic(savepoint=False)
def entrant_withdraw(*, by: Person, tournament: Tournament, player: int) -> Tournament:
    """Before the first round as if they had never entered; else they are no longer drawn, and what
    they have still to play is decided by the director, or by itself where all meet all.

    Raises: Denied; Invalid.
    """
    found = tournament_lock_for(by, tournament)
    row = _entrant(found, player)
    if row.left_round is not None:
        raise Invalid("withdrawn", _("This player has already withdrawn."), field="player")
    left = 0 if found.state == ENTERING else _check_still_in(found, player)
    player_withdrawn_message(found, player)
    if found.state == ENTERING:
        draft_drop(found)
        _forget(found, player)
        row.delete()
    else:
        row.left_round, row.left_at = left, timezone.now()
        row.save(update_fields=["left_round", "left_at"])
        _settle(found, left)
    log_act(by, "tournament_withdraw", kind="tournament", about=found.pk, player=player)
    return found


def _check_still_in(found: Tournament, player: int) -> int:
    """The first round that the player does not play."""
    now = progress_of(found)
    if now.is_pools:
        return pool_withdrawal_round(now, player)
    if now.has_groups and not now.has_tree:
        # Between the groups and the tree nobody knows yet who goes on.
        last = now.group_rounds + 1 if found.kind == Kind.GROUPS else None
        number = min((one.round.number for one in now.open_to(player)), default=last)
    else:
        is_out = now.has_tree and player not in knockout.still_in(tree_state(now))
        number = None if is_out else now.last_published + 1
    if number is None:
        raise Invalid("already_out", _("This player has nothing left to play."), field="player")
    return number


def _settle(found: Tournament, left: int) -> None:
    """After a withdrawal from round `left` on, or one that is taken back."""
    draft_drop(found)
    if found.kind in ALL_MEET and found.state != ENTERING:
        walkovers_write(found)
        if left <= rounds_of_groups(found) + 1:
            qualifiers_follow(found)
    state_settle(found)


def _forget(found: Tournament, player: int) -> None:
    found.rounds_off.filter(player=player).delete()
    found.kept_apart.filter(one=player).delete()
    found.kept_apart.filter(other=player).delete()
    found.fixed_pairs.filter(Q(one=player) | Q(other=player)).delete()


@transaction.atomic(savepoint=False)
def entrant_back(*, by: Person, tournament: Tournament, player: int) -> Tournament:
    """Drawn again from the next round on. Raises: Denied; Invalid."""
    found = tournament_lock_for(by, tournament)
    row = _entrant(found, player)
    if row.left_round is None:
        raise Invalid("not_withdrawn", _("This player has not withdrawn."), field="player")
    if found.kind == Kind.POOLS:
        pool_check_back(progress_of(found), player)
    left, row.left_round, row.left_at = row.left_round, None, None
    row.save(update_fields=["left_round", "left_at"])
    player_back_message(found, player)
    _settle(found, left)
    log_act(by, "tournament_back", kind="tournament", about=found.pk, player=player)
    return found


@transaction.atomic(savepoint=False)
def round_off_ask(*, by: Person, tournament: Tournament, player: int, number: int) -> Tournament:
    """Half a bye in a round still to be drawn. Raises: Denied; Invalid."""
    found = tournament_lock_for(by, tournament)
    _entrant(found, player)
    _check_to_come(found, number)
    _row, made = RoundOff.objects.get_or_create(tournament=found, player_id=player, number=number)
    if made:
        found.fixed_pairs.filter(Q(one=player) | Q(other=player), number=number).delete()
        draft_drop(found)
        log_act(by, "round_off_ask", kind="tournament", about=found.pk, player=player, round=number)
    return found


@transaction.atomic(savepoint=False)
def round_off_drop(*, by: Person, tournament: Tournament, player: int, number: int) -> Tournament:
    found = tournament_lock_for(by, tournament)
    _check_to_come(found, number)
    if not found.rounds_off.filter(player=player, number=number).delete()[0]:
        text = _("This player has not asked for a half bye in this round.")
        raise Invalid("not_asked", text, field="round")
    draft_drop(found)
    log_act(by, "round_off_drop", kind="tournament", about=found.pk, player=player, round=number)
    return found


@transaction.atomic(savepoint=False)
def pair_keep_apart(*, by: Person, tournament: Tournament, pair: tuple[int, int]) -> Tournament:
    """Not drawn together from the next round on; in pools, as far as the numbers allow.

    Raises: Denied; Invalid.
    """
    found = tournament_lock_for(by, tournament)
    one, other = _pair(found, pair)
    _row, made = KeptApart.objects.get_or_create(tournament=found, one_id=one, other_id=other)
    if made:
        draft_drop(found)
        log_act(by, "pair_keep_apart", kind="tournament", about=found.pk, players=[one, other])
    return found


@transaction.atomic(savepoint=False)
def pair_let_meet(*, by: Person, tournament: Tournament, pair: tuple[int, int]) -> Tournament:
    found = tournament_lock_for(by, tournament)
    one, other = _pair(found, pair)
    if not found.kept_apart.filter(one=one, other=other).delete()[0]:
        raise Invalid("not_apart", _("These two are not kept apart."), field="other")
    draft_drop(found)
    log_act(by, "pair_let_meet", kind="tournament", about=found.pk, players=[one, other])
    return found


def _pair(found: Tournament, pair: tuple[int, int]) -> tuple[int, int]:
    one, other = sorted(pair)
    if found.kind not in IN_ROUNDS:
        text = _("In a knock-out, the places in the draw decide who meets whom.")
        if found.kind in ALL_MEET:
            text = _("Everybody meets everybody: nobody is kept apart.")
        raise Invalid("no_swiss", text, field="other")
    if one == other:
        raise Invalid("one_player", _("Choose two different players."), field="other")
    _entrant(found, pair[0])
    _entrant(found, pair[1], "other")
    return one, other


def _entrant(found: Tournament, player: int, field: str = "player") -> Entrant:
    row = found.event.entrants.filter(player=player).first()
    if row is None:
        raise Invalid("not_entered", _("Must be somebody who takes part."), field=field)
    return row


def _check_to_come(found: Tournament, number: int) -> None:
    """Before the first round nobody knows yet how many there are, unless the plan says so."""
    first, last = next_number(found), found.stage.rounds
    if found.kind != Kind.SWISS or number < first or (last and number > last):
        text = _("Must be a round that is still to be drawn.")
        raise Invalid("no_such_round", text, field="round")
