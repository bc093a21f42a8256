"""What the engine found, said in the players' words, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import labels as club_labels
from ecarte_club.clubs.labels import law
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import Rule
from games.engine.facts import Mark
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.evenings.models import Phone
from games.matches.models import Entry

Names = Mapping[Seat, str]

REFUSALS: Mapping[str, str | Promise] = {
    RefusalCode.KING_MARKED_BY_BOTH: _(
        "Both players marked the king, but there is only one king of trumps. "
        "Keep the mark of the player who had it."
    ),
    RefusalCode.KING_MARKED_TWICE: _("The king is marked only once. Remove one mark."),
    RefusalCode.KING_TURNED_AND_HELD: _("The king was either turned or held, not both: keep one."),
    RefusalCode.KING_TURNED_BY_NON_DEALER: _(
        "Only the dealer marks the king turned: name the dealer, or say that it was held."
    ),
    RefusalCode.TRICKS_MISSING: _("Say how many tricks each player made."),
    RefusalCode.TRICKS_NEGATIVE: _("Tricks cannot be negative."),
    RefusalCode.TRICKS_TOO_FEW: _(
        "The tricks add up to fewer than five. Count again, or say who abandoned the hand."
    ),
    RefusalCode.TRICKS_TOO_MANY: _("The tricks add up to more than five. Count again."),
    RefusalCode.OPENING_MISSING: _(
        "Say whether they stood, refused or exchanged: the point may count two."
    ),
    RefusalCode.DEALER_UNKNOWN: _("Say who dealt."),
    RefusalCode.MARK_IMPOSSIBLE: _(
        "A king is worth one mark, the point one or two, the vole two. Correct the marks."
    ),
    RefusalCode.MARKS_EXCEED_THREE: _(
        "One hand gives a player three marks at most, the king and the vole."
    ),
    RefusalCode.TOO_MANY_MARKS: _("These are more marks than one hand can give."),
    RefusalCode.TRICKS_MARKED_BY_BOTH: _(
        "Only one player wins the point: keep the one who made three tricks."
    ),
    RefusalCode.TRICKS_MARKED_TWICE: _("The tricks are marked only once."),
    RefusalCode.BONUS_AFTER_EXCHANGE: _(
        "After an exchange the point counts one: two are marked only when the first proposal "
        "was refused, or none was made."
    ),
    RefusalCode.MARKS_CONTRADICT_DEALER: _("These marks do not fit the dealer noted."),
    RefusalCode.MARKS_CONTRADICT_KINGS: _("These marks do not fit the king noted."),
    RefusalCode.MARKS_CONTRADICT_TRICKS: _("These marks do not fit the tricks noted."),
    RefusalCode.MARKS_CONTRADICT_OPENING: _("These marks do not fit the proposal as noted."),
    RefusalCode.GAME_NUMBER_IMPOSSIBLE: _("There is no such game in this match."),
    RefusalCode.EARLIER_GAME_UNFINISHED: _(
        "An earlier game would be left unfinished: nobody would have five "
        "points in it. First correct or undo what came after it."
    ),
    RefusalCode.GAME_HAS_HANDS: _(
        "Hands of this game have already been entered. Continue with them, or undo them first."
    ),
    RefusalCode.GAME_ALREADY_ENTERED: _("This game has already been entered by its score."),
    RefusalCode.SCORE_IMPOSSIBLE: _(
        "The winner of a game has five points, the loser at most four."
    ),
    RefusalCode.GAMES_IMPOSSIBLE: _("A match in this format cannot end with this score."),
    RefusalCode.MATCH_HAS_ENTRIES: _(
        "Part of this match has already been entered. Continue with it, or undo it first."
    ),
    RefusalCode.RUBBER_HAS_ENTRIES: _(
        "Part of this rubber has already been entered. Continue with it, or undo it first."
    ),
    RefusalCode.MATCH_OVER: _("This match is over."),
    RefusalCode.NOTHING_TO_MEND: _("This changes nobody’s score, so there is nothing to fix."),
    RefusalCode.OMISSION_TOO_LATE: _(
        "It is too late to add a mark that was left out. Flag the hand: a director can still "
        "correct it."
    ),
    RefusalCode.OVERSCORE_TOO_LATE: _(
        "It is too late to take surplus marks down. Flag the hand: a director can still correct it."
    ),
    RefusalCode.GAMES_OUT_OF_RANGE: _("Must be from %(least)s to %(most)s."),
    RefusalCode.RUBBER_NOT_ODD: _("A rubber is the best of an odd number of games."),
    RefusalCode.RUBBERS_IMPOSSIBLE: _(
        "A match of rubbers is the best of an odd number, at most %(most)s."
    ),
    RefusalCode.GAME_VALUE_NOT_IN_CODE: _("This code of laws has no double or treble games."),
    RefusalCode.RUBBER_BONUS_NEGATIVE: _("The bonus cannot be negative."),
    **club_labels.REFUSALS,
    # Playing a hand.
    RefusalCode.NOT_AN_ACTION: _("This card or action does not exist."),
    RefusalCode.CUT_DUE: _("Cut for the deal first."),
    RefusalCode.CUT_IMPOSSIBLE: _("Cut two different cards from the pack."),
    RefusalCode.DEALER_DUE: _("The player who cut the highest card has to say who deals first."),
    RefusalCode.DEAL_DUE: _("The cards have to be dealt first."),
    RefusalCode.PACK_INCORRECT: _("The pack must have its 32 cards, each of them once."),
    RefusalCode.ORDER_UNKNOWN: _("Deal by three and two, or by two and three."),
    RefusalCode.ORDER_CHANGED: _(
        "The dealer must keep the same order for the whole game: two and three, or three and two."
    ),
    RefusalCode.PROPOSAL_DUE: _("The non-dealer has to propose or stand first."),
    RefusalCode.ANSWER_DUE: _("The dealer has to accept or refuse first."),
    RefusalCode.DISCARD_DUE: _("Discard first."),
    RefusalCode.CARD_DUE: _("Play a card."),
    RefusalCode.TALK_OVER: _(
        "A player who has stood or refused cannot change their mind: play a card."
    ),
    RefusalCode.GAME_OVER: _("This game is over."),
    RefusalCode.HAND_NOT_OVER: _("This hand is not over yet."),
    RefusalCode.OUT_OF_TURN: _("It is the other player’s turn."),
    RefusalCode.NO_MORE_PROPOSALS: _("No more proposals are possible in this hand: play a card."),
    RefusalCode.STOCK_EMPTY: _("The stock is used up, so the hand must be played."),
    RefusalCode.STOCK_SHORT: _("There are not that many cards left in the stock. Discard fewer."),
    RefusalCode.STOCK_ENOUGH: _(
        "There are enough cards in the stock, whatever is discarded: accept or refuse."
    ),
    RefusalCode.TAKE_ONE: _("The player who proposed must take at least one card."),
    RefusalCode.CARD_NOT_HELD: _("This card is not in the hand."),
    RefusalCode.CARD_PLAYED: _("This card has been played, and stays on the table."),
    RefusalCode.FOLLOW_SUIT: _("Follow suit."),
    RefusalCode.TAKE_THE_TRICK: _("Take the trick: the hand has a higher card of the suit."),
    RefusalCode.MUST_TRUMP: _(
        "Take the trick: the hand has no card of the suit led, but it has a trump."
    ),
    RefusalCode.KING_NOT_TURNED: _(
        "Only the dealer marks a king that was turned up, until the trump of the next deal is "
        "turned."
    ),
    RefusalCode.KING_NOT_HELD: _("Only the player who holds the king of trumps can announce it."),
    RefusalCode.KING_TOO_EARLY: _("The king is announced after the exchange."),
    RefusalCode.KING_TOO_LATE: _("It is too late to announce the king."),
    RefusalCode.KING_ALREADY_MARKED: _("The king has already been marked."),
    # Taking a ruling.
    RefusalCode.IRREGULARITY_UNKNOWN: _(
        "The laws say nothing about this. Choose what happened from the list."
    ),
    RefusalCode.FACT_UNKNOWN: _("This question decides nothing here: %(fact)s."),
    RefusalCode.FACT_ANSWER_UNKNOWN: _("This is not an answer to the question %(fact)s."),
    RefusalCode.FACTS_CONTRADICT: _(
        "With the other answers, this question does not arise: %(fact)s."
    ),
    RefusalCode.FACT_MISSING: _("A question still needs an answer: %(fact)s."),
    RefusalCode.CHOICE_NOT_OPEN: _(
        "This cannot be chosen here. Take one of the choices the law gives."
    ),
    RefusalCode.RULING_LAW_CONTRADICTS: _(
        "This ruling does not follow from the law that was noted. Make the ruling again."
    ),
    RefusalCode.OFFENDER_MISSING: _("Say who did it."),
    RefusalCode.OFFENDER_CONTRADICTS: _(
        "This player cannot have done it. Correct the dealer, or who it was."
    ),
    RefusalCode.TRICKS_CONTRADICT_RULING: _(
        "The tricks noted do not fit what was said when the hand was abandoned."
    ),
    RefusalCode.ABANDONING_CONTRADICTS_RULING: _(
        "The ruling and the hand do not agree on who abandoned it."
    ),
    RefusalCode.MARKS_CONTRADICT_RULING: _("These marks are not possible after this ruling."),
    RefusalCode.OPENING_CONTRADICTS_RULING: _(
        "What is entered about proposing and exchanging rules this out. Correct one or the other."
    ),
    RefusalCode.KINGS_CONTRADICT_RULING: _(
        "The king that is entered as marked rules this out. Correct one or the other."
    ),
}

# By rule and points: `who` marks, `other` is the opponent, `law` the citation ("law 47").
MARKS: Mapping[tuple[Rule, int], str | Promise] = {
    (Rule.KING_TURNED, 1): _("%(who)s turned the king and marks one (%(law)s)."),
    (Rule.KING_HELD, 1): _("%(who)s held the king and marks one (%(law)s)."),
    (Rule.POINT, 1): _("%(who)s won the point and marks one (%(law)s)."),
    (Rule.VOLE, 1): _("%(who)s made the vole and marks one (%(law)s)."),
    (Rule.VOLE, 2): _("%(who)s made the vole and marks two (%(law)s)."),
    (Rule.STOOD_AND_LOST, 1): _("%(other)s stood and lost the point: %(who)s marks one (%(law)s)."),
    (Rule.STOOD_AND_LOST, 2): _("%(other)s stood and lost the point: %(who)s marks two (%(law)s)."),
    (Rule.REFUSED_AND_LOST, 1): _(
        "%(other)s refused and lost the point: %(who)s marks one (%(law)s)."
    ),
    (Rule.REFUSED_AND_LOST, 2): _(
        "%(other)s refused and lost the point: %(who)s marks two (%(law)s)."
    ),
    (Rule.STOOD_OR_REFUSED, 2): _(
        "%(other)s stood or refused, and lost the point: %(who)s marks two (%(law)s)."
    ),
    # Cut at five: the second is not needed.
    (Rule.STOOD_OR_REFUSED, 1): _("%(who)s marks one, as noted (%(law)s)."),
    (Rule.ABANDONED, 1): _("%(other)s abandoned the hand: %(who)s marks one (%(law)s)."),
    (Rule.ABANDONED, 2): _("%(other)s abandoned the hand: %(who)s marks two (%(law)s)."),
    (Rule.AS_NOTED, 1): _("%(who)s marks one, as noted (%(law)s)."),
    (Rule.AS_NOTED, 2): _("%(who)s marks two, as noted (%(law)s)."),
    (Rule.AS_NOTED, 3): _("%(who)s marks three, as noted (%(law)s)."),
}


def entered_by(entry: Entry) -> str:
    """Who signed in, or which phone at the table; empty when nobody is known."""
    if entry.by is not None:
        return str(entry.by)
    return phone(entry.phone) if entry.phone else ""


def phone(found: Phone) -> str:
    """By the player who said that it is theirs, or by its table."""
    if found.player is None:
        return gettext("a phone at table %(table)s") % {"table": found.table.name}
    return gettext("%(name)s’s phone at table %(table)s") % {
        "name": found.player.name,
        "table": found.table.name,
    }


def mark(found: Mark, names: Names) -> str:
    return str(MARKS[found.rule, found.points]) % {
        "who": names[found.seat],
        "other": names[found.seat.other],
        "law": law(found.law),
    }


def refusal(found: Refusal) -> str:
    """What cannot be and what to do, with the law it rests on."""
    return with_law(str(REFUSALS[found.code]) % dict(found.params), found.law)


def with_law(text: str, citation: str) -> str:
    # Translators: %(text)s is one or more sentences with their full stops, %(law)s as in “law 49”.
    return gettext("%(text)s (%(law)s)") % {"text": text, "law": law(citation)}


def refused(found: Refusal) -> Invalid:
    return Invalid(found.code, refusal(found), field=found.field, extra={"law": found.law})


def ruled(found: Refusal, *, culprit: int | None) -> Invalid:
    """The engine's refusal as a fault; `culprit`: the number of another entry in the way."""
    if culprit is None:
        return refused(found)
    # Translators: %(text)s is a whole sentence that says why.
    text = gettext("Entry %(number)s is in the way. %(text)s") % {
        "number": culprit,
        "text": refusal(found),
    }
    return Invalid(found.code, text, field=found.field, extra={"law": found.law, "entry": culprit})
