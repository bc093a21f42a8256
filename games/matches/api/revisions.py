"""/api/v1/: replace, remove or insert an entry anywhere in a match, and undo step by step."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.api import StrictChoice, StrictInteger, StrictText
from ecarte_club.core.exceptions import Invalid
from games.matches.api.serializers.entries import ForeseenOut, HandOut, WrittenOut
from games.matches.api.serializers.matches import Out, PairOut, SeatField
from games.matches.models import Match
from games.matches.rules.revision import Later, Operation
from games.matches.selectors.logs import EntryAbsent
from games.matches.services.entries import REASON_MOST, entry_undo, entry_undo_preview
from games.matches.services.revisions import match_revise, match_revise_preview

from . import inputs
from .views import EntryView

T = TypeVar("T")
LATER_HELP = (
    "What becomes of the entries after it. `move`: each counts in the game in play when its turn "
    "comes; hands after the match are surplus. `remove`: those that no longer fit where they are "
    "go. `surplus`: each stays in its game, and nothing is marked for it where that is over before."
)


class RevisionIn(inputs.Version):
    """To remove an entry, none of hand, game and rubber; otherwise exactly one of them."""

    operation = StrictChoice(
        choices=[one.value for one in Operation], help_text="What is done at entry `number`."
    )
    number = StrictInteger(
        min_value=1, max_value=2**31 - 1, help_text="The number of an entry that stands."
    )
    later = StrictChoice(
        choices=[one.value for one in Later],
        required=False,
        default=Later.MOVE.value,
        help_text=LATER_HELP,
    )
    hand = inputs.HandFields(required=False)
    game = inputs.GameFields(required=False)
    rubber = inputs.RubberFields(required=False)
    reason = StrictText(max_length=REASON_MOST)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        sent = [name for name in ("hand", "game", "rubber") if name in attrs]
        if attrs["operation"] == Operation.REMOVE:
            if sent:
                text = _("Leave this out: an entry is removed.")
                raise serializers.ValidationError({name: [text] for name in sent})
        elif len(sent) != 1:
            text = _("Send exactly one of hand, game and rubber.")
            raise serializers.ValidationError({"body": [text]})
        return attrs


class UndoIn(inputs.Version):
    reason = StrictText(
        max_length=REASON_MOST,
        required=False,
        default="",
        allow_blank=True,
        help_text="With one, a director or the committee can undo after the sign-off too.",
    )


class GameChangeOut(Out):
    number = serializers.IntegerField(help_text="The number of the entry.")
    old_game = serializers.IntegerField(help_text="The game that it belongs to now.")
    new_game = serializers.IntegerField(help_text="The game that it would belong to.")


class RevisionOut(Out):
    """Over a Revision."""

    games = PairOut(columns="won", help_text="Games won.")
    score = PairOut(source="state.score", help_text="The score of the game in play, or the last.")
    over = serializers.BooleanField(source="state.over")
    winner = SeatField(choices=inputs.SEATS, source="state.winner", allow_null=True)
    game_changes = GameChangeOut(
        many=True, help_text="Later entries that would belong to another game."
    )
    removed = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of later entries that would go."
    )
    surplus = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Those of hands that count now and no longer would, as their game is over.",
    )
    out_of_turn = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Those of hands whose dealer is not the one whose turn it would be. What was "
        "noted of the dealer stays; correct the hand where it is wrong.",
    )


class RevisionChoiceOut(Out):
    """Over a Choice."""

    later = serializers.ChoiceField(
        choices=[one.value for one in Later], help_text="What becomes of the later entries."
    )
    comes_to = RevisionOut(source="revision", allow_null=True, help_text="null: impossible.")
    entry = serializers.IntegerField(
        allow_null=True, help_text="The number of the entry in the way, where it is impossible."
    )
    detail = serializers.CharField(allow_null=True, help_text="Why it is impossible.")


class ForeseenRevisionOut(ForeseenOut):
    """Over a ForeseenRevision."""

    later = serializers.ChoiceField(
        choices=[one.value for one in Later], help_text="The choice that is previewed here."
    )
    comes_to = RevisionOut(source="revision", help_text="What it comes to.")
    entries = HandOut(many=True, help_text="The whole match as it would be, in the order of play.")
    choices = RevisionChoiceOut(
        many=True, help_text="What each choice comes to, where that makes a difference."
    )


class RevisionList(EntryView):
    @extend_schema(request=RevisionIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Replace, remove or insert an entry anywhere in a match

        One entry and one reason, whatever becomes of the later entries; one undo takes it back.
        Where it is impossible, `entry` names the entry in the way, and `later` what is possible.
        """
        return self.enter(request, pk, RevisionIn, _revised(match_revise))


class RevisionPreview(EntryView):
    @extend_schema(request=RevisionIn, responses={200: ForeseenRevisionOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview the match after a revision, and every figure that changes

        Nothing of it is written. A key answers again what it answered first.
        """
        act = _revised(match_revise_preview)
        return self.preview(request, pk, RevisionIn, act, form_out=ForeseenRevisionOut)


class UndoList(EntryView):
    @extend_schema(request=UndoIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Undo the latest entry or correction, step by step back to the first"""
        return self.enter(request, pk, UndoIn, entry_undo)


class UndoPreview(EntryView):
    @extend_schema(request=UndoIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview what an undo would change"""
        return self.preview(request, pk, UndoIn, entry_undo_preview)


def _revised(service: Callable[..., T]) -> Callable[..., T]:
    """Takes what RevisionIn reads; what the engine refuses has the form's names."""

    def act(*, by: Person, match: Match, operation: str, later: str, number: int, **sent: Any) -> T:
        arguments = {"reason": sent.pop("reason"), "version": sent.pop("version")}
        try:
            return service(
                by=by,
                match=match,
                operation=Operation(operation),
                number=number,
                what=inputs.correction(sent),
                later=Later(later),
                **arguments,
            )
        except EntryAbsent:
            text = _("Must be the number of an entry of this match.")
            raise Invalid("unknown_entry", text, field="number") from None
        except Invalid as fault:
            if "later" in fault.extra:
                raise
            raise inputs.in_correction(fault, sent) from fault

    return act
