"""What programs send: one serializer for each act."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import CODES
from games.engine.records import HandRecord, King, KingHow, MarkKind, NotedMark, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import (
    GAME_IS,
    Entry,
    FormatKind,
    GameEntry,
    HandEntry,
    RubberEntry,
    Score,
)
from games.matches.selectors import notation as notated
from games.matches.services.matches import BONUS_MOST, GAMES_MOST, USUAL_GAMES, MatchTerms

from .rulings import RULINGS_MOST, RulingIn, applied

SEATS = [seat.value for seat in Seat]
MARK_KINDS = [kind.value for kind in MarkKind]
BESIDE_NOTATION = ("notation", "version")
VERSION_HELP = "The version of the match that you worked on."


def id_field(**options: Any) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=2**63 - 1, **options)


def seat_anyway_field() -> StrictBoolean:
    return StrictBoolean(
        required=False,
        default=False,
        help_text="Also players who are not free. Left out, the answer is then 409, "
        "`already_seated`, with who is not free and why.",
    )


def seat_field(**options: Any) -> StrictChoice:
    return StrictChoice(choices=SEATS, **options)


class Version(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=2**31 - 1, help_text=VERSION_HELP)


class KingIn(StrictSerializer):
    seat = seat_field()
    how = StrictChoice(choices=[how.value for how in KingHow])


class PairIn(StrictSerializer):
    a = StrictInteger(min_value=0, max_value=99)
    b = StrictInteger(min_value=0, max_value=99)


class NotedMarkIn(StrictSerializer):
    seat = seat_field()
    points = StrictInteger(min_value=1, max_value=9)
    kind = StrictChoice(choices=MARK_KINDS, required=False, allow_null=True)


class HandFields(StrictSerializer):
    """A hand as it was noted: facts, from which marks are computed; or marks; or both.

    Or every card, in `notation`, and then nothing else.
    """

    dealer = seat_field(
        required=False, allow_null=True, help_text="Left out: whose turn it is to deal."
    )
    opening = StrictChoice(
        choices=[opening.value for opening in Opening], required=False, allow_null=True
    )
    kings = serializers.ListField(child=KingIn(), required=False, max_length=4)
    tricks = PairIn(required=False, allow_null=True)
    abandoned_by = seat_field(required=False, allow_null=True)
    marks = serializers.ListField(
        child=NotedMarkIn(), required=False, allow_null=True, max_length=6
    )
    rulings = serializers.ListField(
        child=RulingIn(),
        required=False,
        max_length=RULINGS_MOST,
        help_text="What went wrong and what was chosen, in the order in which it was ruled.",
    )
    notation = StrictText(
        max_length=notated.MOST,
        required=False,
        allow_null=True,
        trim_whitespace=False,
        help_text="One hand in the notation; its headers may be left out.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        beside = [name for name, value in attrs.items() if name not in BESIDE_NOTATION and value]
        if attrs.get("notation") is not None and beside:
            text = _("Leave this out: the notation already says it.")
            raise serializers.ValidationError({name: [text] for name in beside})
        return attrs


class HandIn(HandFields, Version):
    pass


class GameFields(StrictSerializer):
    """A game of which only the final score was kept: five for the winner."""

    score = PairIn(help_text=f"{GAME_IS} for the winner, less for the other.")


class GameIn(GameFields, Version):
    pass


class RubberFields(StrictSerializer):
    """A whole match of which only the games won by each were kept; each counts single."""

    games = PairIn()


class RubberIn(RubberFields, Version):
    pass


class AnnulmentIn(Version):
    reason = StrictText(max_length=200)


class CorrectionIn(Version):
    """Exactly one of hand, game, rubber; or `void` to take the entry back."""

    hand = HandFields(required=False)
    game = GameFields(required=False)
    rubber = RubberFields(required=False)
    void = StrictBoolean(required=False, default=False)
    reason = StrictText(max_length=200)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = [name for name in ("hand", "game", "rubber") if name in attrs]
        if len(given) + bool(attrs["void"]) != 1:
            text = _("Send exactly one of hand, game, rubber, or void: true.")
            raise serializers.ValidationError({"body": [text]})
        return attrs


class TermsIn(StrictSerializer):
    """What was read as `terms` can be sent as it is: `rules` finds the house rules by their name.

    Of code, house_rules, rules and options, whatever is sent must belong together.
    """

    code = StrictChoice(
        choices=list(CODES),
        required=False,
        help_text="A printed code. Without it and house_rules: what the club plays by.",
    )
    house_rules = id_field(
        required=False,
        allow_null=True,
        help_text="The id of house rules of the club; they stay as they are now.",
    )
    rules = StrictText(
        max_length=80,
        required=False,
        allow_blank=True,
        help_text="The name of house rules of the club, as it is read; empty: none.",
    )
    options = serializers.DictField(
        child=StrictText(max_length=80),
        required=False,
        help_text="As they are read. Only house rules change options.",
    )
    format = StrictChoice(choices=[kind.value for kind in FormatKind])
    games = StrictInteger(min_value=1, max_value=GAMES_MOST, required=False)
    rubbers = StrictInteger(
        min_value=1,
        max_value=GAMES_MOST,
        required=False,
        default=1,
        help_text="The match is the best of so many rubbers; an odd number.",
    )
    game_values = StrictBoolean(required=False, default=False)
    rubber_bonus = StrictInteger(min_value=0, max_value=BONUS_MOST, required=False, default=0)


class MatchIn(StrictSerializer):
    player_a = id_field()
    player_b = id_field()
    event = id_field(
        required=False,
        allow_null=True,
        help_text=(
            "The id of a season or tournament: the match counts in it and is played on its terms. "
            "In a season of teams it plays the earliest open board of the two; without one it is "
            "of no meeting."
        ),
    )
    fixture = id_field(
        required=False,
        allow_null=True,
        help_text="The id of an open fixture of the two in that season or tournament, where they "
        "have several. Left out: the earliest; in a tournament, that in which `player_a` is at "
        "home. With no fixture left the match is refused: leave the event out.",
    )
    terms = TermsIn(required=False, allow_null=True, help_text="Only without an event.")
    table = StrictText(max_length=20, required=False, allow_blank=True, default="")
    first_dealer = seat_field(required=False, allow_null=True, help_text="Who deals first.")
    seat_anyway = seat_anyway_field()


def match_terms(
    given: dict[str, Any] | None, club: Club, *, event: int | None = None
) -> MatchTerms | None:
    """Within an event its rules may have been retired since; it keeps them.

    Raises: Invalid, naming the field within `terms`.
    """
    if given is None:
        return None
    kind = FormatKind(given["format"])
    try:
        terms = MatchTerms.under(
            _rules(given, club, retired=event is not None),
            format=kind.value,
            games=given.get("games", USUAL_GAMES[kind]),
            rubbers=given["rubbers"],
            game_values=given["game_values"],
            rubber_bonus=given["rubber_bonus"],
        )
        terms.check()
    except Invalid as fault:
        raise fault.within("terms") from fault
    return terms


def _rules(given: dict[str, Any], club: Club, *, retired: bool) -> Rules:
    """The rules that are meant, with which all that is said of them must agree."""
    found = _rules_sent(given, club, retired=retired)
    said = {"code": found.code, "rules": found.name, "options": dict(found.options)}
    wrong = next((name for name in said if name in given and given[name] != said[name]), None)
    if wrong is None:
        return found
    if wrong == "code":
        text = _("Leave the code out: the club rules already have one.")
    elif wrong == "options" and not found.name:
        text = _("Only club rules can change options. Name them in rules or house_rules.")
    else:
        text = _("Must match the rules “%(rules)s”, or be left out.")
        text %= {"rules": found.name or found.code}
    raise Invalid("invalid_terms", text, field=wrong)


def _rules_sent(given: dict[str, Any], club: Club, *, retired: bool) -> Rules:
    if given.get("house_rules") is not None:
        return club_rules.of_house(club_rules.chosen(club.pk, given["house_rules"]))
    if given.get("rules"):
        return _rules_by_name(given, club, retired=retired)
    return Rules(given["code"]) if "code" in given else club_rules.of_club(club)


def _rules_by_name(given: dict[str, Any], club: Club, *, retired: bool) -> Rules:
    """By their name. A retired one may have been given again: code and options tell which."""
    kept = club.house_rules.all() if retired else club_rules.live(club.pk)
    every = [club_rules.of_house(one) for one in kept.filter(name=given["rules"])]
    if not every:
        text = _("Must be the name of club rules that are not retired.")
        raise Invalid("unknown_rules", text, field="rules")
    like = (given.get("code"), given.get("options"))
    return next((one for one in every if (one.code, one.options) == like), every[0])


def hand(given: dict[str, Any]) -> HandEntry:
    """The game's number is found by the service; 1 stands in for it here.

    So does an empty record for what the notation comes to where the match stands.
    """
    if given.get("notation") is not None:
        return HandEntry(1, HandRecord(), given["notation"])
    return HandEntry(1, record(given))


def record(given: dict[str, Any]) -> HandRecord:
    tricks, marks = given.get("tricks"), given.get("marks")
    return HandRecord(
        dealer=seat(given.get("dealer")),
        opening=Opening(given["opening"]) if given.get("opening") else None,
        kings=tuple(King(Seat(k["seat"]), KingHow(k["how"])) for k in given.get("kings", ())),
        tricks=Tricks(tricks["a"], tricks["b"]) if tricks else None,
        abandoned_by=seat(given.get("abandoned_by")),
        marks=None if marks is None else tuple(_noted(mark) for mark in marks),
        rulings=tuple(applied(one) for one in given.get("rulings", ())),
    )


def game(given: dict[str, Any]) -> GameEntry:
    return GameEntry(1, Score(given["score"]["a"], given["score"]["b"]))


def rubber(given: dict[str, Any]) -> RubberEntry:
    return RubberEntry(given["games"]["a"], given["games"]["b"])


def correction(given: dict[str, Any]) -> Entry | None:
    if "hand" in given:
        return hand(given["hand"])
    if "game" in given:
        return game(given["game"])
    return rubber(given["rubber"]) if "rubber" in given else None


def in_correction(fault: Invalid, given: dict[str, Any]) -> Invalid:
    """What the engine refused, under the names that a correction has for it."""
    kind = next((name for name in ("hand", "game", "rubber") if name in given), "void")
    if fault.extra.keys().isdisjoint({"law", "line"}):
        return fault
    if "entry" in fault.extra:
        return Invalid(fault.code, fault.detail, field=kind, extra=fault.extra)
    return fault.within(kind)


def seat(letter: str | None) -> Seat | None:
    return Seat(letter) if letter else None


def _noted(mark: dict[str, Any]) -> NotedMark:
    kind = MarkKind(mark["kind"]) if mark.get("kind") else None
    return NotedMark(Seat(mark["seat"]), mark["points"], kind)
