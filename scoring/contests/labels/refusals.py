"""What the rules of contests found, said in the players' words, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.labels.citations import law
from ecarte_club.core.exceptions import Invalid
from scoring.contests.rules.events import Refusal, Why
from scoring.contests.selectors.courses import BrokenCourse

WHY: Mapping[Why, str | Promise] = {
    Why.PLAYERS_TOO_FEW: gettext_lazy("There are too few players."),
    Why.PLAYER_TWICE: gettext_lazy("A player is named twice."),
    Why.NOT_HERE: gettext_lazy("This player is not taking part."),
    Why.ALREADY_HERE: gettext_lazy("This player is already taking part."),
    Why.NOT_PLAYING: gettext_lazy("This player is not sitting at the table."),
    Why.IS_PLAYING: gettext_lazy("This player sits at the table."),
    Why.NOT_ENTITLED: gettext_lazy("This player cannot do that now."),
    Why.PARTNER_ALREADY: gettext_lazy("The chouetteur already has a partner."),
    Why.NOT_PARTNER: gettext_lazy("This player is not the chouetteur’s partner."),
    Why.PLAYER_MISSING: gettext_lazy("Name every player on the list, each once."),
    Why.PLACES_DUE: gettext_lazy("The places have to be taken first."),
    Why.PLACES_TAKEN: gettext_lazy("The places are taken."),
    Why.NOT_OPEN: gettext_lazy("This is not possible at this point."),
    Why.GAME_IN_PLAY: gettext_lazy("A game is being played: wait until it is over."),
    Why.NO_GAME_IN_PLAY: gettext_lazy("No game is being played."),
    Why.CONTEST_OVER: gettext_lazy("This pool or chouette is over."),
    Why.AUCTION_DUE: gettext_lazy("Close the auction of the bank first."),
    Why.RENEWAL_DUE: gettext_lazy("The bank is broken: say whether it is renewed."),
    Why.RENEWED_ONCE: gettext_lazy(
        "The bank has already been renewed once, so it goes back to auction."
    ),
    Why.NO_BID: gettext_lazy("Nobody has made a bid."),
    Why.AMOUNT_IMPOSSIBLE: gettext_lazy("This amount is not possible."),
    Why.BID_TOO_LOW: gettext_lazy("The bid is too low."),
    Why.OVER_LIMIT: gettext_lazy("This is more than may be risked here."),
    Why.BETS_CLOSED: gettext_lazy("The cards are dealt: bets are closed."),
    Why.BOTH_SIDES: gettext_lazy("Players cannot bet against themselves or on both sides."),
    Why.NO_BET: gettext_lazy("This player has no such bet."),
    Why.BANK_COVERS: gettext_lazy("The bank already covers everything staked against it."),
    Why.NOT_AN_EVENT: gettext_lazy("This does not happen in this kind of pool or chouette."),
}


def why(refusal: Refusal) -> str:
    """With its source, where it is one that players could look up."""
    text = str(WHY[refusal.why])
    if refusal.source == "agreement":
        return text
    return _("%(text)s (%(source)s)") % {"text": text, "source": law(refusal.source)}


def refused_event(refusal: Refusal) -> Invalid:
    text = why(refusal)
    field = refusal.field or "event"
    return Invalid(refusal.why, text, errors={field: text}, extra={"source": refusal.source})


def terms_refused(refusal: Refusal) -> Invalid:
    text = why(refusal)
    field = f"agreed.{refusal.field}" if refusal.field else "agreed"
    return Invalid(refusal.why, text, errors={field: text}, extra={"source": refusal.source})


def refused(broken: BrokenCourse, *, is_new: bool) -> Invalid:
    """Says which of the things that happened, where it is not what was just entered."""
    if is_new:
        return refused_event(broken.refusal)
    place = broken.happened.place
    text = _("This would make entry %(place)s invalid. %(text)s") % {
        "place": place,
        "text": why(broken.refusal),
    }
    extra = {"source": broken.refusal.source, "place": place}
    return Invalid(broken.refusal.why, text, errors={"changes": text}, extra=extra)
