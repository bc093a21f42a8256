"""What the engine found, said in the players' words, in the reader's language."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.labels import rules as rule_words
from ecarte_club.clubs.labels.citations import law as law
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import Rule
from games.engine.facts import Mark
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.evenings.models import Phone
from games.matches.models import Entry

from . import play
from .ruling_refusals import REFUSALS as RULINGS_REFUSED

Names = Mapping[Seat, str]

REFUSALS: Mapping[str, str | Promise] = {
    RefusalCode.KING_MARKED_BY_BOTH: gettext_lazy(
        "Both players marked the king, but there is only one king of trumps. "
        "Keep the mark of the player who had it."
    ),
    RefusalCode.KING_MARKED_TWICE: gettext_lazy("The king is marked only once. Remove one mark."),
    RefusalCode.KING_TURNED_AND_HELD: gettext_lazy(
        "The king was either turned or held, not both: keep one."
    ),
    RefusalCode.KING_TURNED_BY_NON_DEALER: gettext_lazy(
        "Only the dealer marks the king turned: name the dealer, or say that it was held."
    ),
    RefusalCode.TRICKS_MISSING: gettext_lazy("Say how many tricks each player made."),
    RefusalCode.TRICKS_NEGATIVE: gettext_lazy("Tricks cannot be negative."),
    RefusalCode.TRICKS_TOO_FEW: gettext_lazy(
        "The tricks add up to fewer than five. Count again, or say who abandoned the hand."
    ),
    RefusalCode.TRICKS_TOO_MANY: gettext_lazy("The tricks add up to more than five. Count again."),
    RefusalCode.OPENING_MISSING: gettext_lazy(
        "Say whether they stood, refused or exchanged: the point may count two."
    ),
    RefusalCode.DEALER_UNKNOWN: gettext_lazy("Say who dealt."),
    RefusalCode.MARK_IMPOSSIBLE: gettext_lazy(
        "A king is worth one mark, the point one or two, the vole two. Correct the marks."
    ),
    RefusalCode.MARKS_EXCEED_THREE: gettext_lazy(
        "One hand gives a player three marks at most, the king and the vole."
    ),
    RefusalCode.TOO_MANY_MARKS: gettext_lazy("These are more marks than one hand can give."),
    RefusalCode.TRICKS_MARKED_BY_BOTH: gettext_lazy(
        "Only one player wins the point: keep the one who made three tricks."
    ),
    RefusalCode.TRICKS_MARKED_TWICE: gettext_lazy("The tricks are marked only once."),
    RefusalCode.BONUS_AFTER_EXCHANGE: gettext_lazy(
        "After an exchange the point counts one: two are marked only when the first proposal "
        "was refused, or none was made."
    ),
    RefusalCode.MARKS_CONTRADICT_DEALER: gettext_lazy("These marks do not fit the dealer noted."),
    RefusalCode.MARKS_CONTRADICT_KINGS: gettext_lazy("These marks do not fit the king noted."),
    RefusalCode.MARKS_CONTRADICT_TRICKS: gettext_lazy("These marks do not fit the tricks noted."),
    RefusalCode.MARKS_CONTRADICT_OPENING: gettext_lazy(
        "These marks do not fit the proposal as noted."
    ),
    RefusalCode.GAME_NUMBER_IMPOSSIBLE: gettext_lazy("There is no such game in this match."),
    RefusalCode.EARLIER_GAME_UNFINISHED: gettext_lazy(
        "An earlier game would be left unfinished: nobody would have five "
        "points in it. First correct or undo what came after it."
    ),
    RefusalCode.GAME_HAS_HANDS: gettext_lazy(
        "Hands of this game have already been entered. Continue with them, or undo them first."
    ),
    RefusalCode.GAME_ALREADY_ENTERED: gettext_lazy(
        "This game has already been entered by its score."
    ),
    RefusalCode.SCORE_IMPOSSIBLE: gettext_lazy(
        "The winner of a game has five points, the loser at most four."
    ),
    RefusalCode.GAMES_IMPOSSIBLE: gettext_lazy(
        "A match in this format cannot end with this score."
    ),
    RefusalCode.MATCH_HAS_ENTRIES: gettext_lazy(
        "Part of this match has already been entered. Continue with it, or undo it first."
    ),
    RefusalCode.RUBBER_HAS_ENTRIES: gettext_lazy(
        "Part of this rubber has already been entered. Continue with it, or undo it first."
    ),
    RefusalCode.MATCH_OVER: gettext_lazy("This match is over."),
    RefusalCode.NOTHING_TO_MEND: gettext_lazy(
        "This changes nobody’s score, so there is nothing to fix."
    ),
    RefusalCode.OMISSION_TOO_LATE: gettext_lazy(
        "A mark that was left out can be added only until the trump of the "
        "next deal is turned. Flag the hand: a director can still correct it."
    ),
    RefusalCode.OVERSCORE_TOO_LATE: gettext_lazy(
        "Surplus marks can be taken down only during their game, and this game "
        "is over. Flag the hand: a director can still correct it."
    ),
    RefusalCode.GAMES_OUT_OF_RANGE: gettext_lazy("Must be from %(least)s to %(most)s."),
    RefusalCode.RUBBER_NOT_ODD: gettext_lazy("A rubber is the best of an odd number of games."),
    RefusalCode.RUBBERS_IMPOSSIBLE: gettext_lazy(
        "A match of rubbers is the best of an odd number, at most %(most)s."
    ),
    RefusalCode.GAME_VALUE_NOT_IN_CODE: gettext_lazy(
        "This code of laws has no double or treble games."
    ),
    RefusalCode.RUBBER_BONUS_NEGATIVE: gettext_lazy("The bonus cannot be negative."),
    **rule_words.REFUSALS,
    **play.REFUSALS,
    **RULINGS_REFUSED,
}

# `who` marks, `other` is his adversary, `points` is "one" or "two", `law` the citation.
MARKS: Mapping[Rule, str | Promise] = {
    Rule.KING_TURNED: gettext_lazy("%(who)s turned the king: %(points)s (%(law)s)."),
    Rule.KING_HELD: gettext_lazy("%(who)s held the king: %(points)s (%(law)s)."),
    Rule.POINT: gettext_lazy("%(who)s won the point: %(points)s (%(law)s)."),
    Rule.VOLE: gettext_lazy("%(who)s made the vole: %(points)s (%(law)s)."),
    Rule.STOOD_AND_LOST: gettext_lazy(
        "%(other)s stood and lost the point: %(who)s %(points)s (%(law)s)."
    ),
    Rule.REFUSED_AND_LOST: gettext_lazy(
        "%(other)s refused and lost the point: %(who)s %(points)s (%(law)s)."
    ),
    Rule.STOOD_OR_REFUSED: gettext_lazy(
        "%(other)s stood or refused and lost the point: %(who)s %(points)s (%(law)s)."
    ),
    Rule.ABANDONED: gettext_lazy("%(other)s abandoned the hand: %(who)s %(points)s (%(law)s)."),
    Rule.AS_NOTED: gettext_lazy("%(who)s %(points)s, as noted (%(law)s)."),
}

POINTS: Mapping[int, Callable[[], str]] = {
    1: lambda: _("marks one"),
    2: lambda: _("marks two"),
    3: lambda: _("marks three"),
}


def entered_by(entry: Entry) -> str:
    """Who signed in, or which phone at the table; empty when nobody is known."""
    if entry.by is not None:
        return str(entry.by)
    return phone(entry.phone) if entry.phone else ""


def phone(found: Phone) -> str:
    """As the log tells it: by whoever said that he holds it."""
    if found.player is None:
        return _("a phone at table %(table)s") % {"table": found.table.name}
    return _("%(name)s’s phone at table %(table)s") % {
        "name": found.player.name,
        "table": found.table.name,
    }


def mark(found: Mark, names: Names) -> str:
    return str(MARKS[found.rule]) % {
        "who": names[found.seat],
        "other": names[found.seat.other],
        "points": POINTS[found.points](),
        "law": law(found.law),
    }


def refusal(found: Refusal) -> str:
    """What cannot be and what to do, with the law it rests on."""
    text = str(REFUSALS[found.code]) % dict(found.params)
    return f"{text} ({law(found.law)})"


def refused(found: Refusal) -> Invalid:
    text = refusal(found)
    return Invalid(found.code, text, errors={found.field: text}, extra={"law": found.law})


def ruled(found: Refusal, *, culprit: Entry, entry: Entry) -> Invalid:
    """The engine's refusal as a fault; says which entry, when it is another than `entry`."""
    if culprit is entry:
        return refused(found)
    text = _("This would make entry %(number)s invalid. %(text)s") % {
        "number": culprit.number,
        "text": refusal(found),
    }
    extra = {"law": found.law, "entry": culprit.number}
    return Invalid(found.code, text, errors={found.field: text}, extra=extra)
