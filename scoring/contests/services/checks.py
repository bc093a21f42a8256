"""Who may say what in a contest, and what has to be so before it is taken."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.core.exceptions import Invalid
from games.engine.seats import Seat
from games.matches.services.seating import Seating
from scoring.contests.models import Contest
from scoring.contests.rules import bank, bets, cul_leve, machine, social
from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import Course, Happened, read
from scoring.ledger.rules import Cause, Holder, balances
from scoring.ledger.selectors.books import limits_refusal
from scoring.ledger.services.posting import book_for

from .entries import Entered

REASON_MOST = 200
# Whoever keeps the score at the table says these; players say the rest themselves.
OF_THE_TABLE = (Dealt, GameWon, bets.Forfeited, bets.Short)
OF_A_GAME = (Dealt, GameWon)
# Of the contest itself, and the chouetteur's own.
OF_THE_BANKER = (bank.Renewed, bank.NotRenewed, bank.GaveUp)
SITTING_IN = (Joined, CameBack, cul_leve.BackerSat)
STAKES = {Cause.STAKE, Cause.RENTRANT_STAKE, Cause.BET_LAID, Cause.BANK_PUT_UP, Cause.BANK_RENEWED}


def require_for(by: Person, contest: Contest, event: Any) -> None:
    """Raises: Denied."""
    if isinstance(event, OF_THE_TABLE):
        require_table(by, contest)
    elif isinstance(event, OF_THE_BANKER):
        require_banker(by, read(contest))
    elif hasattr(event, "player"):
        require_self(by, contest, event.player)
    else:
        require(by, Act.RUN_CONTEST)


def require_table(by: Person, contest: Contest) -> None:
    """Who plays there, or keeps the score. Raises: Denied."""
    own = is_at_table(by, contest) or plays(by, contest)
    require_own_or_any(by, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)


def require_banker(by: Person, course: Course) -> None:
    """Whose the bank is, or staff. Raises: Denied."""
    state = course.state.contest
    chouetteur = state.chouetteur if isinstance(state, bank.State) else None
    if chouetteur is None:
        require(by, Act.RUN_CONTEST)
    else:
        require_self(by, course.contest, chouetteur)


def require_self(by: Person, contest: Contest, player: int) -> None:
    """Raises: Denied."""
    is_own = player_of(by, contest) == player
    require_own_or_any(by, Act.PLAY_OWN, Act.RUN_CONTEST, is_own=is_own)


def is_at_table(by: Person, contest: Contest) -> bool:
    return by.table_id is not None and by.table_id == contest.table_id


def player_of(by: Person, contest: Contest) -> int | None:
    """Who they play as here: by the sign-in, or as was said on a phone at this table."""
    is_known = by.user_id is not None or is_at_table(by, contest)
    return by.player_id if is_known else None


def plays(by: Person, contest: Contest) -> bool:
    return by.user_id is not None and by.player_id in (machine.seats(read(contest).state) or ())


def check_not_dealt(event: Any) -> None:
    """Raises: Invalid for a deal, which begins a match as well."""
    if isinstance(event, Dealt):
        text = _("A deal also starts a match: enter it with “The cards are dealt”.")
        raise Invalid("not_an_event", text, field="event")


def check_keeper(event: Any) -> None:
    """Raises: Invalid where somebody else than the winner is to keep the seat."""
    if isinstance(event, GameWon) and event.stays:
        text = _(
            "Seats follow from who won. If they were taken otherwise, enter the winner first, "
            "then correct that entry and say who kept the seat."
        )
        raise Invalid("only_in_corrections", text, field="stays")


def check_terms(contest: Contest, event: Any) -> None:
    """Nobody is in before accepting the terms. Raises: Invalid."""
    if isinstance(event, Joined):
        check_accepted(contest, [event.player])


def check_accepted(contest: Contest, players: Iterable[int]) -> None:
    said = set(contest.acceptances.values_list("player_id", flat=True))
    missing = [player for player in players if player not in said]
    if not missing:
        return
    names = Player.objects.filter(pk__in=missing).values_list("name", flat=True)
    # Translators: %(names)s is a list of players, such as "Ann, Bob".
    text = _("Terms not accepted yet by: %(names)s.") % {"names": ", ".join(sorted(names))}
    raise Invalid("terms_not_accepted", text, field="accepts")


def check_limits(entered: Entered, event: Any) -> None:
    """Of who stakes by this event, or by the taking of places. Asked with all locked.

    What follows from a game is owed, whatever anybody's limit. Raises: Invalid.
    """
    if isinstance(event, (*OF_THE_TABLE, Closed)):
        return
    made = [one for place in entered.places for one in entered.course.moved.get(place, ())]
    laid = balances(one for one in made if one.cause in STAKES)
    stakes = {
        account.of: -amount
        for account, amount in laid.items()
        if account.holder is Holder.MEMBER and amount < 0
    }
    book, own = book_for(entered.contest.evening), getattr(event, "player", 0)
    if whole := _whole_stake(entered, event):
        stakes.setdefault(own, 0)
    for player, posted in stakes.items():
        staking = max(posted, whole if player == own else 0)
        refused = limits_refusal(book, player, staking=staking, laid=posted)
        if refused is not None:
            raise refused


def check_free(entered: Entered, event: Any) -> None:
    """Of whoever sits down by this event; a player who waits for a seat may play elsewhere. Raises:
    AlreadySeated."""
    if not isinstance(event, (*SITTING_IN, Seated)):
        return
    before, contest = machine.seats(entered.before.state) or (), entered.contest
    seated = [pk for pk in machine.seats(entered.course.state) or () if pk not in before]
    if seated:
        seating = Seating.of(contest.club_id, contest.evening, own_table=contest.table_id)
        field = "player" if getattr(event, "player", None) in seated else "event"
        players = {f"{field}.{number}": player for number, player in enumerate(seated)}
        seating.check_free(players, contest.tournament_id)


def check_limits_of(entered: Entered, events: Iterable[Any]) -> None:
    """Of players who are inscribed by whoever opens the contest. Raises: Invalid, naming who."""
    for event in events:
        try:
            check_limits(entered, event)
        except Invalid as fault:
            name = Player.objects.values_list("name", flat=True).get(pk=event.player)
            shown = {"name": name, "text": next(iter(fault.errors.values()))}
            # Translators: %(name)s is a player, %(text)s a sentence about them.
            text = _("%(name)s: %(text)s") % shown
            raise Invalid(fault.code, text, field="players", extra=fault.extra) from fault


def _whole_stake(entered: Entered, event: Any) -> int:
    """Of the event's player, on one game: bets add up, elsewhere the event has the whole. Who
    takes a place stakes what is agreed."""
    laid = entered.course.state.book
    if isinstance(event, SITTING_IN):
        return _agreed_stake(entered.course.state.contest, event.player)
    if isinstance(event, bets.BetLaid) and laid is not None:
        return bets.staked(laid, event.player)
    return 0 if isinstance(event, bets.BetTakenBack) else getattr(event, "amount", 0)


def _agreed_stake(state: Any, player: int) -> int:
    """Of a game, where nothing is put on the table for it: whoever loses owes it."""
    if isinstance(state, social.State):
        return social.stake(state, player)
    return state.terms.stake if isinstance(state, cul_leve.State) else 0


def seat_of(letter: str) -> Seat | None:
    if letter and letter not in list(Seat):
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Seat)}
        raise Invalid("invalid_deal", text, field="first_dealer")
    return Seat(letter) if letter else None


def clean_reason(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason or len(reason) > REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        raise Invalid("reason_missing", text, field="reason")
    return reason


def check_correctable(course: Course, wanted: Mapping[int, Any]) -> None:
    """Raises: Invalid for a place where nothing stands, for games that the pad keeps, and for who
    has not accepted the terms.
    """
    stands = {one.place: one for one in course.happened}
    errors = {}
    for place, event in wanted.items():
        if place not in stands:
            errors[f"changes.{place}"] = _("There is no entry with this number.")
        elif stands[place].entry.match is not None and not _is_same_game(stands[place], event):
            errors[f"changes.{place}"] = _("This game was played on the pad. Correct it there.")
        elif isinstance(event, OF_A_GAME) and type(event) is not type(stands[place].event):
            errors[f"changes.{place}"] = _(
                "Only a deal can be corrected to a deal, and only a result to a result."
            )
    if errors or not wanted:
        text = _("This cannot be corrected here.")
        raise Invalid("cannot_correct", text, errors=errors or {"changes": text})
    joined = [event.player for event in wanted.values() if isinstance(event, Joined)]
    check_accepted(course.contest, joined)


def _is_same_game(stood: Happened, event: Any) -> bool:
    """Only who kept the seat after it is another."""
    return isinstance(event, GameWon) and event.winner == getattr(stood.event, "winner", None)


def lock_players(contest: Contest, events: Iterable[Any]) -> None:
    """Before the evening is, as everywhere. Raises: Invalid for who is no player of the club."""
    for player in sorted(_players_in(events)):
        lock_player(contest.club_id, player)


def check_players(contest: Contest, events: Iterable[Any]) -> None:
    """What was told of a player who is anonymous since, or another, can be corrected all the same.

    Raises: Invalid for who is no player of the club.
    """
    named = _players_in(events)
    known = Player.objects.filter(pk__in=named, club_id=contest.club_id).count()
    if known < len(named):
        text = _("Must be a player of this club.")
        raise Invalid("unknown_player", text, field="player")


def _players_in(events: Iterable[Any]) -> set[int]:
    found = (getattr(event, "player", None) for event in events)
    return {player for player in found if isinstance(player, int)}
