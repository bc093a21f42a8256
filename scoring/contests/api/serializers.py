"""What programs read of pools and chouettes: over data made by `plain` and `log`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rest_framework import serializers

from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.selectors.player_names import veil
from games.evenings.api.table_codes import EveningNameOut
from games.evenings.models import Phone
from games.matches.api.serializers import FigureOut, NamedOut, Out, PairOut, PlayersOut, TermsOut
from games.matches.labels.engine import phone
from games.matches.models import Match
from scoring.contests.labels import chronicle
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bank, bets, cul_leve, machine, pool, social
from scoring.contests.rules.bank import Phase
from scoring.contests.rules.bank import of as laid_by
from scoring.contests.rules.bets import Side
from scoring.contests.rules.events import dump_fields, load
from scoring.contests.rules.machine import Kind, Room
from scoring.contests.selectors.courses import Course, events_of, seed_of, terms_of
from scoring.ledger.models import Book
from scoring.ledger.rules import Account, Cause, Holder, Transfer
from scoring.ledger.selectors.books import balances

from .inputs import KINDS, ContestTerms, EventOut, GalleryTerms

SIDES = [side.value for side in Side]
MASSES = ["against", "behind"]


class ContestLineOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    evening = EveningNameOut()
    table = NamedOut()
    kind = serializers.ChoiceField(choices=KINDS)
    terms = TermsOut(help_text="Of each match that is dealt.")
    agreed = ContestTerms(help_text="All terms of its kind. They stay while it runs.")
    gallery = GalleryTerms(allow_null=True, help_text="null: no bets are laid.")
    opened_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="Send it with your next write.")
    games_won = serializers.IntegerField(help_text="How many games were won.")
    over = serializers.BooleanField()
    tournament = serializers.IntegerField(
        allow_null=True, help_text="Whose pool it is; null: of no tournament."
    )


class ContestHeldOut(Out):
    pot = serializers.IntegerField()
    bank = serializers.IntegerField()
    mass = serializers.IntegerField(help_text="Bets that are not yet won or given back.")
    levy = serializers.IntegerField()


class ContestAmountOut(Out):
    player = NamedOut()
    amount = serializers.IntegerField()


class GalleryBetOut(Out):
    player = NamedOut()
    side = serializers.ChoiceField(choices=SIDES)
    amount = serializers.IntegerField()
    covered = serializers.IntegerField(help_text="How much of it the other side covers.")


class GalleryBetsOut(Out):
    """Of the gallery, on the game due or in play between `seats`."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    open = serializers.BooleanField(help_text="Until the first card is dealt.")
    laid = PairOut(help_text="On each side.")
    covered = serializers.IntegerField(help_text="The same on both.")
    short = serializers.IntegerField(help_text="What was missing on the losing side.")
    bets = GalleryBetOut(many=True, help_text="In the order in which they were placed.")


class PoolStateOut(Out):
    inscribed = NamedOut(many=True, help_text="Until places are taken.")
    to_win = serializers.IntegerField(help_text="Games in succession; 0 until places are taken.")
    run = serializers.IntegerField(
        help_text="Games won in succession by the player who keeps the seat."
    )
    paid = ContestAmountOut(many=True, help_text="What each has put in, also of players who left.")


class CulLeveStateOut(Out):
    loser = NamedOut(allow_null=True, help_text="The player whose seat is free for a backer.")
    backers = NamedOut(many=True, help_text="Players with a bet on the loser of the last game.")


class BankStakeOut(Out):
    player = NamedOut()
    on = serializers.ChoiceField(choices=MASSES, help_text="Against the bank, or with it.")
    amount = serializers.IntegerField(help_text="In all.")
    covered = serializers.IntegerField()


class BankStateOut(Out):
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    bids = ContestAmountOut(many=True, help_text="Rising; the last is the highest.")
    chouetteur = NamedOut(allow_null=True)
    adjudged = serializers.IntegerField(help_text="For how much.")
    renewed = serializers.BooleanField()
    stakes = BankStakeOut(many=True)
    covered = serializers.IntegerField(help_text="The same on both sides.")
    bank_covered = serializers.IntegerField(help_text="The part of the bank in it.")
    out = NamedOut(many=True, help_text="Who sits out.")


class BoxStateOut(Out):
    partner = NamedOut(allow_null=True)
    team = ContestAmountOut(
        many=True, help_text="Players against the chouetteur, the captain first, and their stakes."
    )
    out = NamedOut(many=True, help_text="Who sits out.")


class ContestOut(ContestLineOut):
    seats = PlayersOut(
        allow_null=True, help_text="Players of the game due or in play; `a` has kept the seat."
    )
    queue = NamedOut(
        many=True, help_text="Players who wait, the next first; nobody when it is over."
    )
    match = serializers.IntegerField(allow_null=True, help_text="The game in play, if one is.")
    seed = serializers.CharField(
        help_text="That the places were drawn from, in the rising order of the SHA-256 of "
        "`seed:player` in hexadecimal digits, the player by id. Empty: they were not drawn."
    )
    accepted = NamedOut(many=True, help_text="Players who have accepted the terms.")
    held = ContestHeldOut()
    bets = GalleryBetsOut(allow_null=True)
    pool = PoolStateOut(allow_null=True)
    cul_leve = CulLeveStateOut(allow_null=True)
    bank = BankStateOut(allow_null=True)
    box = BoxStateOut(allow_null=True)
    balances = ContestAmountOut(
        many=True,
        help_text="What each player named here has won in all pools and chouettes of the evening; "
        "below zero: owes it. Only for the club and its tables.",
    )


class ContestAccountOut(Out):
    holder = serializers.ChoiceField(choices=[holder.value for holder in Holder])
    player = NamedOut(allow_null=True, help_text="Of a member's account.")


class ContestTransferOut(Out):
    giver = ContestAccountOut()
    taker = ContestAccountOut()
    amount = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=[cause.value for cause in Cause])


class ContestEntryOut(Out):
    number = serializers.IntegerField(
        help_text="Of the request, from 1; a request may enter several."
    )
    place = serializers.IntegerField(help_text="In the order in which things happened, from 1.")
    event = EventOut(allow_null=True, help_text="null: what stood at this place was taken out.")
    players = NamedOut(many=True, help_text="Players named by the event.")
    text = serializers.CharField(
        help_text="What happened in words, in the language asked for; empty where it was taken out."
    )
    stands = serializers.BooleanField(help_text="That no later entry has its place.")
    match = serializers.IntegerField(
        allow_null=True,
        help_text="The match that was dealt or won; gone if undone with nothing entered.",
    )
    moved = ContestTransferOut(many=True, help_text="What follows from it, as long as it stands.")
    reason = serializers.CharField()
    by = serializers.CharField(
        allow_null=True, help_text="Who entered it; only for people of the club."
    )
    at = serializers.DateTimeField()


class ContestForeseenOut(Out):
    contest = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The contest's, which stays what it is.")
    changes = FigureOut(many=True, help_text="Every figure that would change.")


NAMING = ("player", "winner")
LISTING = ("order", "backers")

Plain = dict[str, Any]


def named_by(data: Plain | None) -> tuple[int, ...]:
    """The ids that an event in its plain form has, each once."""
    data = data or {}
    alone = [data[field] for field in NAMING if field in data]
    many = [pk for field in LISTING for pk in data.get(field, ())]
    return tuple(dict.fromkeys([*alone, *many]))


class People:
    """Of all that was ever entered, by the ids they had then: who turned out to be another is that
    one."""

    def __init__(self, course: Course, *, veiled: bool) -> None:
        contest = course.contest
        said = contest.acceptances.order_by("pk").values_list("player_id", flat=True)
        ids = {pk for entry in course.entries for pk in named_by(entry.data)} | set(said)
        rows = Player.objects.select_related("merged_into").in_bulk(ids)
        self.kept = {pk: row.merged_into or row for pk, row in rows.items()}
        self.accepted = tuple({self.kept[pk].pk: pk for pk in said}.values())
        if veiled:
            veil(self.kept.values(), contest.club)

    @property
    def version(self) -> str:
        """Another when a name may be shown otherwise."""
        return ".".join(f"{pk}:{row.pk}:{row.version}" for pk, row in sorted(self.kept.items()))

    @property
    def everybody(self) -> list[Player]:
        return sorted({row.pk: row for row in self.kept.values()}.values(), key=lambda row: row.pk)

    def named(self, pk: int) -> Plain:
        row = self.kept[pk]
        return {"id": row.pk, "name": row.name}

    def maybe(self, pk: int | None) -> Plain | None:
        return None if pk is None else self.named(pk)

    def all(self, ids: Iterable[int]) -> list[Plain]:
        return [self.named(pk) for pk in ids]

    def amounts(self, pairs: Iterable[tuple[int, int]]) -> list[Plain]:
        return [{"player": self.named(pk), "amount": amount} for pk, amount in pairs]


HOLDERS = (Holder.POT, Holder.BANK, Holder.MASS, Holder.LEVY)


def line_plain(contest: Contest) -> Plain:
    evening, terms = contest.evening, terms_of(contest)
    return {
        "id": contest.pk,
        "club": contest.club.slug,
        "evening": {"id": evening.pk, "name": evening.name, "held_on": evening.held_on},
        "table": {"id": contest.table.pk, "name": contest.table.name},
        "kind": contest.kind,
        "terms": contest,
        "agreed": dump_fields(terms.contest),
        "gallery": None if terms.gallery is None else dump_fields(terms.gallery),
        "opened_at": contest.opened_at,
        "version": contest.version,
        "games_won": contest.games_won,
        "over": contest.over,
        "tournament": contest.tournament_id,
    }


def contest_plain(course: Course, people: People, *, with_sums: bool) -> Plain:
    now, contest = course.room, course.contest
    seats, dealt = machine.seats(now), course.dealt
    return {
        **line_plain(contest),
        "seats": None if seats is None else dict(zip("ab", people.all(seats), strict=True)),
        "queue": [] if machine.is_over(now) else people.all(machine.queue(now)),
        "match": _match(dealt.entry.match) if dealt and not machine.is_over(now) else None,
        "seed": seed_of(contest),
        "accepted": people.all(people.accepted),
        "held": held_plain(now),
        "bets": None if now.book is None else bets_plain(now, now.book, people),
        **{kind.value: None for kind in OWN},
        **({now.kind.value: OWN[now.kind](now, people)} if now.kind in OWN else {}),
        "balances": sums_plain(contest, people) if with_sums else [],
    }


def _match(pk: int | None) -> int | None:
    """None too where it was forgotten, because who won was told without the pad."""
    return pk if Match.objects.filter(pk=pk or 0).exists() else None


def held_plain(now: Room) -> Plain:
    held = {account.holder: amount for account, amount in machine.held(now).items()}
    return {holder.value: held.get(holder, 0) for holder in HOLDERS}


def bets_plain(now: Room, book: bets.Book, people: People) -> Plain:
    cover = bets.covered(book)
    return {
        "game": now.number,
        "open": book.phase is bets.Phase.OPEN,
        "laid": dict(zip("ab", (cover.laid[side] for side in bets.Side), strict=True)),
        "covered": cover.covered,
        "short": book.short,
        "bets": [{**bet._asdict(), "player": people.named(bet.player)} for bet in cover.bets],
    }


def pool_plain(now: Room, people: People) -> Plain:
    state: pool.State = now.contest
    return {
        "inscribed": people.all(state.inscribed),
        "to_win": state.to_win,
        "run": state.run,
        "paid": people.amounts(zip(state.order, state.paid, strict=True)),
    }


def cul_leve_plain(now: Room, people: People) -> Plain:
    state: cul_leve.State = now.contest
    return {"loser": people.maybe(state.loser), "backers": people.all(now.backers)}


def bank_plain(now: Room, people: People) -> Plain:
    state: bank.State = now.contest
    masses = bank.masses(state)
    return {
        "phase": state.phase.value,
        "bids": people.amounts(state.bids),
        "chouetteur": people.maybe(state.chouetteur),
        "adjudged": state.adjudged,
        "renewed": state.renewed,
        "stakes": [
            *_stakes("against", state.against, masses.against, people),
            *_stakes("behind", state.behind, masses.behind, people),
        ],
        "covered": sum(stake.amount for stake in masses.against),
        "bank_covered": masses.bank,
        "out": people.all(state.out),
    }


def _stakes(
    on: str, laid: tuple[bank.Stake, ...], covered: tuple[bank.Stake, ...], people: People
) -> list[Plain]:
    """Each player once, where he laid first."""
    players = dict.fromkeys(stake.player for stake in laid)
    return [
        {
            "player": people.named(player),
            "on": on,
            "amount": laid_by(laid, player),
            "covered": laid_by(covered, player),
        }
        for player in players
    ]


def box_plain(now: Room, people: People) -> Plain:
    state: social.State = now.contest
    team = ((player, social.stake(state, player)) for player in social.team(state))
    return {
        "partner": people.maybe(state.partner),
        "team": people.amounts(team),
        "out": people.all(state.resting),
    }


OWN: Mapping[Kind, Callable[[Room, People], Any]] = {
    Kind.POOL: pool_plain,
    Kind.CUL_LEVE: cul_leve_plain,
    Kind.BANK: bank_plain,
    Kind.BOX: box_plain,
}


def sums_plain(contest: Contest, people: People) -> list[Plain]:
    """Of everybody whom the contest names, by name."""
    book = Book.objects.filter(evening=contest.evening_id).first()
    rows = balances(book) if book else []
    amounts = {row.player_id: row.amount for row in rows if row.player_id}
    return [
        {"player": {"id": one.pk, "name": one.name}, "amount": amounts.get(one.pk, 0)}
        for one in people.everybody
    ]


def entries_plain(course: Course, people: People, *, with_people: bool) -> list[Plain]:
    """All that was ever entered; nothing is left out."""
    stands = {one.entry.pk for one in course.happened}
    said = _said(course, people)
    users, phones = _writers(course) if with_people else ({}, {})
    found = []
    for entry in course.entries:
        moved = course.moved.get(entry.place, ()) if entry.pk in stands else ()
        found.append(
            {
                "number": entry.number,
                "place": entry.place,
                "event": entry.data,
                "players": people.all(named_by(entry.data)),
                "text": said[entry.pk],
                "stands": entry.pk in stands,
                "match": entry.match,
                "moved": [_moved(one, people) for one in moved],
                "reason": entry.reason,
                "by": _writer(entry, users, phones),
                "at": entry.at,
            }
        )
    return found


def _said(course: Course, people: People) -> dict[int, str]:
    """What stands with what followed from it, and what does not as it was told."""
    wording = chronicle.wording(course.contest, {pk: row.name for pk, row in people.kept.items()})
    steps = {one.happened.entry.pk: one for one in chronicle.steps(course)}
    known = events_of(course.contest)
    found = {pk: chronicle.sentence(step, wording) for pk, step in steps.items()}
    for entry in course.entries:
        if entry.pk not in found:
            event = None if entry.data is None else load(entry.data, known)
            found[entry.pk] = (
                "" if event is None else chronicle.event_text(course.begun.kind, event, wording)
            )
    return found


def _moved(one: Transfer, people: People) -> Plain:
    return {
        "giver": _account(one.source, people),
        "taker": _account(one.target, people),
        "amount": one.amount,
        "cause": one.cause.value,
    }


def _account(account: Account, people: People) -> Plain:
    is_members = account.holder is Holder.MEMBER
    return {
        "holder": account.holder.value,
        "player": people.named(account.of) if is_members else None,
    }


def _writers(course: Course) -> tuple[dict[int, User], dict[int, Phone]]:
    users = {entry.by_id for entry in course.entries if entry.by_id}
    phones = {entry.phone_id for entry in course.entries if entry.phone_id}
    found = Phone.objects.select_related("table", "player").in_bulk(phones)
    return User.objects.in_bulk(users), found


def _writer(entry: ContestEntry, users: dict[int, User], phones: dict[int, Phone]) -> str | None:
    if entry.by_id in users:
        return str(users[entry.by_id])
    return phone(phones[entry.phone_id]) if entry.phone_id in phones else None
