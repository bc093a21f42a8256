"""What whoever looks at a board may do now: asked of the rules, which alone know it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.contests.labels.chronicle import COMMA, Wording
from scoring.contests.rules import bank, bets, cul_leve, events, machine, social, stakes
from scoring.contests.rules.events import name_of
from scoring.contests.rules.machine import ContestState, Kind
from scoring.contests.selectors.courses import Course, events_of
from scoring.ledger.rules import Holder

STEPS = (1, 5, 10)
RISES = (0, 5, 10)
# In the order in which they are offered.
LABELS: Mapping[str, str | Promise] = {
    "joined": gettext_lazy("Join"),
    "backer_sat": gettext_lazy("Take the loser’s seat"),
    "came_back": gettext_lazy("Come back"),
    "bid": gettext_lazy("Bid for the bank"),
    "bet_laid": gettext_lazy("Place a bet"),
    "punted": gettext_lazy("Stake against the bank"),
    "backed": gettext_lazy("Stake with the bank"),
    "stake_set": gettext_lazy("Set your stake"),
    "bet_taken_back": gettext_lazy("Withdraw a bet"),
    "took_back": gettext_lazy("Withdraw the stake"),
    "partnered": gettext_lazy("Become the chouetteur’s partner"),
    "unpartnered": gettext_lazy("Stop being partner"),
    "sat_out": gettext_lazy("Sit out"),
    "stepped_down": gettext_lazy("Give up the seat"),
    "left": gettext_lazy("Leave"),
    "forfeited": gettext_lazy("Forfeit the bet: looked at the other hand"),
    "short": gettext_lazy("Report a shortfall on the losing side"),
    "adjudged": gettext_lazy("Close the auction"),
    "renewed": gettext_lazy("Renew the bank"),
    "not_renewed": gettext_lazy("Do not renew the bank"),
    "gave_up": gettext_lazy("Give up the bank"),
}
# What the button beside a typed amount says.
BUTTONS: Mapping[str, str | Promise] = {
    "bid": gettext_lazy("Bid"),
    "bet_laid": pgettext_lazy("button", "Bet"),
    "punted": pgettext_lazy("button", "Stake"),
    "backed": pgettext_lazy("button", "Stake"),
    "stake_set": gettext_lazy("Set the stake"),
}
ACCEPTING = {"joined", "backer_sat"}
OF_ALL = (bank.Adjudged, bank.Renewed, bank.NotRenewed)


@dataclass(frozen=True, slots=True)
class Step:
    """`amount`: what is entered; `label`: what it says on the button."""

    amount: int
    label: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A form of the board. `steps`: amounts to tap. `accepts`: with a yes to the terms. `amount`:
    a figure that is sent with it. `field`: another amount may be typed.
    """

    what: str
    label: str
    side: str = ""
    steps: tuple[Step, ...] = ()
    accepts: bool = False
    amount: int = 0
    field: str = ""

    @property
    def button(self) -> str:
        return str(BUTTONS[self.what])

    @property
    def slug(self) -> str:
        return f"{self.what}{self.side}"


@dataclass(frozen=True, slots=True)
class Staff:
    """`own`: of the contest itself. `acts`: what may be entered for anybody. `back`: what a close
    gives back, by name."""

    own: list[Offer]
    acts: list[tuple[str, str]]
    players: list[tuple[int, str]]
    sides: list[tuple[str, str]]
    closes: bool
    back: str


def own_offers(course: Course, you: int, wording: Wording) -> list[Offer]:
    now, known = course.state, events_of(course.contest)
    found = [
        *_simple_offers(now, known, you),
        *_bets(now, you, wording),
        *_bank(now, you),
        *_broken(now, you),
        *_stake(now, you),
    ]
    order = list(LABELS)
    return sorted(found, key=lambda one: order.index(one.what))


def _is_possible(now: ContestState, event: Any) -> bool:
    return machine.refusal(now, event) is None


def _simple_offers(now: ContestState, known: Mapping[str, type], you: int) -> Iterator[Offer]:
    """Those that need no amount."""
    simple = (
        events.Joined,
        events.CameBack,
        events.SatOut,
        events.Left,
        cul_leve.SteppedDown,
        social.Partnered,
        social.Unpartnered,
        bank.TookBack,
    )
    for kind in simple:
        if name_of(kind) in known and _is_possible(now, kind(you)):
            yield _offer(name_of(kind))
    sits = cul_leve.BackerSat(you, now.backers)
    if name_of(cul_leve.BackerSat) in known and now.terms.gallery and _is_possible(now, sits):
        yield _offer(name_of(cul_leve.BackerSat))


def _offer(what: str) -> Offer:
    return Offer(what, str(LABELS[what]), accepts=what in ACCEPTING)


def _bets(now: ContestState, you: int, wording: Wording) -> Iterator[Offer]:
    if now.book is None:
        return
    for side in bets.Side:
        amounts = [one for one in STEPS if _is_possible(now, bets.BetLaid(you, side, one))]
        if amounts:
            name = wording.name(bets.player_of(now.book, side))
            label = _("Bet on %(name)s") % {"name": name}
            steps = tuple(Step(one, str(one)) for one in amounts)
            yield Offer("bet_laid", label, side.value, steps, field=_("Another amount"))
    staked = bets.staked(now.book, you)
    if staked and _is_possible(now, bets.BetTakenBack(you, staked)):
        label = _("Withdraw the %(amount)s you bet") % {"amount": wording.amount(staked)}
        yield Offer("bet_taken_back", label, amount=staked)


def _bank(now: ContestState, you: int) -> Iterator[Offer]:
    state = now.contest
    if not isinstance(state, bank.State):
        return
    for kind, laid in ((bank.Punted, state.against), (bank.Backed, state.behind)):
        own = stakes.of(laid, you)
        steps = tuple(
            Step(own + more, _("%(amount)s more") % {"amount": more} if own else str(more))
            for more in STEPS
            if _is_possible(now, kind(you, own + more))
        )
        if steps:
            what = name_of(kind)
            yield Offer(what, str(LABELS[what]), "", steps, field=_("Another total"))
    bids = [state.least_bid + more for more in RISES]
    bids = [bid for bid in bids if _is_possible(now, bank.Bid(you, bid))]
    if bids:
        steps = tuple(Step(one, str(one)) for one in bids)
        yield Offer("bid", str(LABELS["bid"]), "", steps, field=_("Another amount"))


def _broken(now: ContestState, you: int) -> Iterator[Offer]:
    """To the chouetteur."""
    state = now.contest
    if isinstance(state, bank.State) and state.chouetteur == you:
        for event in (bank.Renewed(), bank.NotRenewed()):
            if _is_possible(now, event):
                yield _offer(name_of(type(event)))


def _stake(now: ContestState, you: int) -> Iterator[Offer]:
    if now.kind is not Kind.BOX:
        return
    amounts = [one for one in STEPS if _is_possible(now, social.StakeSet(you, one))]
    if amounts and now.terms.contest.most > 1:
        steps = tuple(Step(one, str(one)) for one in amounts)
        yield Offer("stake_set", str(LABELS["stake_set"]), "", steps, field=_("Another amount"))


# for others


def staff_offers(course: Course, wording: Wording, offered: Iterable[Offer]) -> Staff:
    """`offered`: what they may do as a player, and needs no second button."""
    now, known = course.state, events_of(course.contest)
    already = {one.what for one in offered}
    own = [name_of(kind) for kind in OF_ALL if name_of(kind) in known and _is_possible(now, kind())]
    own = [what for what in own if what not in already]
    of_others = [name for name in LABELS if name in known and "player" in _fields(known[name])]
    sitting = machine.seats(now) or ()
    return Staff(
        own=[_offer(what) for what in own],
        acts=[(name, str(LABELS[name])) for name in (*of_others, *_of_table(known))],
        players=sorted(wording.names.items(), key=lambda one: one[1].casefold()),
        sides=[
            (side.value, wording.name(player))
            for side, player in zip(bets.Side, sitting, strict=False)
            if "bet_laid" in known
        ],
        closes=_is_possible(now, events.Closed()),
        back=_returns_at_close(now, wording),
    )


def bank_to_give_up(now: ContestState, wording: Wording, you: int | None) -> tuple[str, str] | None:
    """Whose the bank is, and what lies in it and may be taken up; `you` None: by anybody."""
    state = now.contest
    if not isinstance(state, bank.State) or not _is_possible(now, bank.GaveUp()):
        return None
    if you is not None and you != state.chouetteur:
        return None
    return wording.name(state.chouetteur), wording.amount(state.bank)


def _fields(kind: type) -> tuple[str, ...]:
    return tuple(getattr(kind, "__dataclass_fields__", ()))


def _of_table(known: Mapping[str, type]) -> list[str]:
    return [name for name in ("short",) if name in known]


def _returns_at_close(now: ContestState, wording: Wording) -> str:
    """As in "Ann 5 counters, Bob 2 counters"."""
    if not _is_possible(now, events.Closed()):
        return ""
    _after, made = machine.apply(now, events.Closed())
    back: dict[int, int] = {}
    for one in made:
        if one.target.holder is Holder.MEMBER:
            back[one.target.of] = back.get(one.target.of, 0) + one.amount
    # Translators: a player, and what they get back.
    shares = (
        _("%(name)s %(amount)s") % {"name": wording.name(player), "amount": wording.amount(amount)}
        for player, amount in back.items()
    )
    return str(COMMA).join(shares)
