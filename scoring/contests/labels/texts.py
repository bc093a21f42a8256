"""What is agreed in each kind of contest, in words: for the form that opens one, and its board."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from ecarte_club.clubs.audit_log import register_acts, register_names
from ecarte_club.clubs.labels import law
from ecarte_club.core.exceptions import Invalid
from games.evenings.live_state import evening_name
from scoring.contests.labels import kinds
from scoring.contests.models import Contest
from scoring.contests.rules import bets
from scoring.contests.rules.events import Refusal, Why
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.pool import Paying
from scoring.contests.selectors.courses import BrokenCourse
from scoring.ledger.labels.unit import UnitWords, unit_words

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Term:
    """`choices`: by value, where one of several is agreed; `is_yes`: where it is yes or no.
    `none`: what 0 says. `in_points`: the label where points are what counts.
    """

    name: str
    label: Text
    hint: Text
    choices: tuple[tuple[str, Text], ...] = ()
    is_yes: bool = False
    none: Text = ""
    in_points: Text = ""

    def called(self, words: UnitWords) -> Text:
        return self.in_points if self.in_points and words.is_points else self.label


PER_CENT, GAMES = {"levy"}, {"to_win"}
LEVY_HINT = _("Per cent of the winning side’s gains. Article 64 says 5; 0 means no levy.")
TERMS: Mapping[Kind, tuple[Term, ...]] = {
    Kind.MATCH: (),
    Kind.POOL: (
        Term(
            "stake",
            _("Stake"),
            _("What a player stakes each time; 0 for a pool of honour."),
            in_points=_("Points staked"),
        ),
        Term(
            "paying",
            _("Who stakes"),
            _("Both ways are Foster’s."),
            (
                (Paying.DEPOSIT, _("Everybody first, then the loser of each game")),
                (Paying.SEATED, _("The first two players, then each rentrant")),
            ),
        ),
        Term(
            "to_win",
            _("Games to win in succession"),
            _("0 means one fewer than there are players (Foster)."),
            none=_("One fewer than there are players"),
        ),
    ),
    Kind.CUL_LEVE: (
        Term(
            "stake",
            _("Stake per game"),
            _("What the loser gives the winner; 0 for nothing."),
            in_points=_("Points per game"),
        ),
        Term(
            "loser_inscribes",
            _("The loser joins the list again"),
            _("Automatically, at the foot of the list. Otherwise the player asks (article 63)."),
            is_yes=True,
        ),
        Term(
            "backer_sits",
            _("A backer may take the loser’s seat"),
            _(
                "Before the players on the list (Foster). Otherwise the next on the "
                "list always sits down."
            ),
            is_yes=True,
        ),
    ),
    Kind.BANK: (
        Term("minimum", _("Lowest bid"), _("The lowest opening bid.")),
        Term("step", _("Smallest raise"), _("The least by which a bid must exceed the last one.")),
        Term("most_bank", _("Highest bid"), _("0 means no limit."), none=_("No limit")),
        Term(
            "most_stake",
            _("Highest stake on one game"),
            _("The most one player may stake; 0 means no limit."),
            none=_("No limit"),
        ),
        Term(
            "levy",
            _("Levy"),
            _(
                "Per cent of the bank, paid when it is put up and again when it is renewed. "
                "Article 66 says 5; 0 means no levy."
            ),
            none=_("None"),
        ),
    ),
    Kind.BOX: (
        Term(
            "stake",
            _("Stake per game"),
            _("For players who set no stake of their own."),
            in_points=_("Points per game"),
        ),
        Term(
            "most",
            _("Highest stake"),
            _("The highest stake a player may set."),
            in_points=_("Most points on one game"),
        ),
        Term(
            "on_loss",
            _("When the chouetteur loses"),
            _(
                "By article 65 and the Britannica the chouetteur stays; in the modern rotation the "
                "captain takes over."
            ),
            (("box_passes", _("The captain takes over")), ("box_stays", _("The chouetteur stays"))),
        ),
    ),
}
GALLERY: tuple[Term, ...] = (
    Term("levy", _("Levy on bets"), LEVY_HINT, none=_("None")),
    Term(
        "most",
        _("Highest stake on one game"),
        _("The most one backer may bet; 0 means no limit."),
        none=_("No limit"),
    ),
)
ABOUT: Mapping[Kind, Text] = {
    Kind.MATCH: _("Two play, and the gallery bets on them."),
    Kind.POOL: _(
        "The winner of so many games in succession takes the pot. The loser "
        "gives up the seat to the next player and goes to the foot of the list."
    ),
    Kind.CUL_LEVE: _(
        "Two play, the others put their names down. The loser gets up, and the next sits down."
    ),
    Kind.BANK: _(
        "The chouette of the regulation: one player wins a bank at auction and "
        "holds it against everybody who stakes against it."
    ),
    Kind.BOX: _("The chouetteur alone against a team. Each member of the team sets a stake."),
}


@dataclass(frozen=True, slots=True)
class Agreed:
    label: str
    value: str


def agreed(contest: Contest) -> list[Agreed]:
    """Each term of the contest and its gallery, as it was agreed."""
    kind, words = Kind(contest.kind), unit_words(contest.club)
    found = _of(CONTESTS[kind].terms, TERMS[kind], contest.agreed, words)
    if contest.gallery is not None:
        found += _of(bets.Terms, GALLERY, contest.gallery, words)
    return found


def _of(
    kind: type, terms: tuple[Term, ...], given: Mapping[str, object], words: UnitWords
) -> list[Agreed]:
    usual = {one.name: one.default for one in fields(kind)}
    return [
        Agreed(str(one.called(words)), _value(one, given.get(one.name, usual[one.name]), words))
        for one in terms
    ]


def _value(term: Term, value: Any, words: UnitWords) -> str:
    if term.is_yes:
        return pgettext("answer", "Yes") if value else pgettext("answer", "No")
    if term.choices:
        return str(dict(term.choices)[str(value)])
    if term.none and value == 0:
        return str(term.none)
    if term.name in PER_CENT:
        return _("%(number)s per cent") % {"number": value}
    return str(value) if term.name in GAMES else words.counted(value)


# Those that name the kind of the contest are in `BY_KIND`.
WHY: Mapping[Why, str | Promise] = {
    Why.PLAYERS_TOO_FEW: _("There are too few players. Add players first."),
    Why.PLAYER_TWICE: _("A player is named twice. Name each player once."),
    Why.NOT_HERE: _("This player is not taking part."),
    Why.ALREADY_HERE: _("This player is already taking part."),
    Why.NOT_PLAYING: _("This player is not sitting at the table."),
    Why.IS_PLAYING: _("This player sits at the table."),
    Why.NOT_ENTITLED: _("This player cannot do that now."),
    Why.PARTNER_ALREADY: _("The chouetteur already has a partner."),
    Why.NOT_PARTNER: _("This player is not the chouetteur’s partner."),
    Why.PLAYER_MISSING: _("Name every player on the list, each once."),
    Why.PLACES_DUE: _("The places have to be taken first."),
    Why.PLACES_TAKEN: _("The places are taken."),
    Why.NOT_OPEN: _("This is not possible at this point."),
    Why.GAME_IN_PLAY: _("A game is being played: wait until it is over."),
    Why.NO_GAME_IN_PLAY: _("No game is being played. Deal the cards first."),
    Why.AUCTION_DUE: _("Close the auction of the bank first."),
    Why.RENEWAL_DUE: _("The bank is broken: say whether it is renewed."),
    Why.RENEWED_ONCE: _("The bank has already been renewed once, so it goes back to auction."),
    Why.NO_BID: _("Nobody has made a bid yet."),
    Why.AMOUNT_IMPOSSIBLE: _("This amount is not possible. Choose another."),
    Why.BID_TOO_LOW: _("The bid is too low. Bid more."),
    Why.OVER_LIMIT: _("This is more than may be risked here. Choose a lower amount."),
    Why.BETS_CLOSED: _("The cards are dealt: bets are closed."),
    Why.BOTH_SIDES: _("Players cannot bet against themselves or on both sides."),
    Why.NO_BET: _("This player has no such bet."),
    Why.BANK_COVERS: _("The bank already covers everything staked against it."),
}


BY_KIND: Mapping[Why, kinds.ByKind] = {
    Why.CONTEST_OVER: kinds.OVER,
    Why.NOT_AN_EVENT: kinds.NOT_OF_IT,
}


def why(refusal: Refusal, kind: str) -> str:
    """With its source, where it is one that players could look up."""
    text = str(BY_KIND[refusal.why][kind] if refusal.why in BY_KIND else WHY[refusal.why])
    if refusal.source == "agreement":
        return text
    # Translators: %(text)s is a sentence, %(source)s where it stands, such as "law 64" or "Foster".
    return _("%(text)s (%(source)s)") % {"text": text, "source": law(refusal.source)}


def refused_event(refusal: Refusal, contest: Contest) -> Invalid:
    text = why(refusal, contest.kind)
    field = refusal.field or "event"
    return Invalid(refusal.why, text, field=field, extra={"source": refusal.source})


def terms_refused(refusal: Refusal, kind: str) -> Invalid:
    text = why(refusal, kind)
    field = f"agreed.{refusal.field}" if refusal.field else "agreed"
    return Invalid(refusal.why, text, field=field, extra={"source": refusal.source})


def refused(broken: BrokenCourse, contest: Contest, *, is_new: bool) -> Invalid:
    """Says which of the things that happened, where it is not what was just entered."""
    if is_new:
        return refused_event(broken.refusal, contest)
    place = broken.happened.place
    # Translators: %(place)s is the number of an entry, %(text)s a sentence.
    text = _("This would make entry %(place)s invalid. %(text)s") % {
        "place": place,
        "text": why(broken.refusal, contest.kind),
    }
    extra = {"source": broken.refusal.source, "place": place}
    return Invalid(broken.refusal.why, text, field="changes", extra=extra)


ACTS = {
    "contest_open": (_("Pool or chouette opened"), _("Pool or chouette opened: %(about)s")),
    "contest_accept": (
        _("Terms of a pool or chouette accepted"),
        _("Terms of a pool or chouette accepted: %(about)s"),
    ),
    "contest_tell": (_("Entry in a pool or chouette"), _("Entry in a pool or chouette: %(about)s")),
    "contest_correct": (
        _("Pool or chouette corrected"),
        _("Pool or chouette corrected: %(about)s"),
    ),
    "contest_draw": (
        _("Places drawn by lot"),
        _("Places drawn by lot: %(about)s, draw key %(seed)s"),
    ),
}


def _contests(ids: set[int]) -> dict[int, str]:
    found = Contest.objects.filter(pk__in=ids).select_related("table", "evening").order_by()
    # Translators: a kind, such as "Pool", the name of its table and that of its evening.
    return {one.pk: _("%(contest)s, table %(table)s, %(evening)s") % _said(one) for one in found}


def _said(contest: Contest) -> dict[str, object]:
    kind = contest.get_kind_display()
    evening = evening_name(contest.evening)
    return {"contest": kind, "table": contest.table.name, "evening": evening}


def register() -> None:
    register_acts(ACTS)
    register_names("contest", _contests)
