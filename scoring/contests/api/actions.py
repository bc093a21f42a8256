"""/api/v1/: what is done in a contest. Every act answers with the contest as it is then."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.api import StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import FormatKind
from games.evenings.api.views import evening_of
from games.evenings.models import Evening
from games.matches.api.corrections import change_plain
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.contests import services
from scoring.contests.models import Contest
from scoring.contests.rules.kinds import Kind
from scoring.contests.rules.pool import Seated

from . import inputs, serializers
from .events import TOLD_SCHEMA, ToldIn
from .reads import contest_of, detail, read


def shown(contest_id: int, person: Person) -> Any:
    """Read anew, for the answer to a write."""
    found = Contest.objects.select_related("club", "table", "evening__club").get(pk=contest_id)
    return detail(*read(found, person), person)


class EveningContestList(View):
    @extend_schema(request=inputs.ContestIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Open a contest at a table where none runs."""
        require_sign_in(request)
        evening, person = evening_of(request, pk)
        require(person, Act.RUN_CONTEST)
        given = self.given(inputs.ContestIn)
        return self.write(request, lambda: opened(evening, person, given))


def opened(evening: Evening, person: Person, given: dict[str, Any]) -> Any:
    players, seed = given["players"], ""
    if given["places"] == inputs.DRAWN:
        players, seed = services.places_drawn(players)
    plan = services.Plan(
        kind=given["kind"],
        table=given["table"],
        terms=match_terms(given.get("terms"), evening.club) or usual_terms(evening.club),
        agreed=given.get("agreed", {}),
        gallery=given.get("gallery"),
        players=players,
    )
    try:
        contest = services.contest_open(by=person, evening=evening, plan=plan)
        if seed:
            services.drawing_note(person, contest, seed)
        if plan.kind == Kind.POOL and given["places"] != inputs.LISTED:
            services.event_tell(by=person, contest=contest, event=Seated(tuple(players)))
    except Invalid as fault:
        raise inputs.in_contest(fault, given) from fault
    return shown(contest.pk, person)


def usual_terms(club: Club) -> MatchTerms:
    return MatchTerms.under(club_rules.of_club(club), format=FormatKind.ONE_GAME.value, games=1)


class ContestWrite(View):
    def done(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        do: Callable[[Person, Contest, dict[str, Any]], object],
    ) -> Response:
        require_sign_in(request)
        contest, person = contest_of(request, pk)
        given = self.given(form)

        def answer() -> Any:
            do(person, contest, given)
            return shown(pk, person)

        return self.write(request, answer)

    def foreseen(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        do: Callable[[Person, Contest, dict[str, Any]], services.Foreseen],
    ) -> Response:
        require_sign_in(request)
        contest, person = contest_of(request, pk)
        given = self.given(form)

        def answer() -> Any:
            changes = [change_plain(change) for change in do(person, contest, given).changes]
            version = Contest.objects.values_list("version", flat=True).get(pk=pk)
            plain = {"contest": pk, "version": version, "changes": changes}
            return serializers.ContestForeseenOut(plain).data

        return self.write(request, answer, status=200)


class AcceptList(ContestWrite):
    @extend_schema(request=inputs.ContestAcceptIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """A player's yes to the terms, before he is in."""
        return self.done(
            request,
            pk,
            inputs.ContestAcceptIn,
            lambda by, contest, given: services.terms_accept(by=by, contest=contest, **given),
        )


class EventList(ContestWrite):
    @extend_schema(request=TOLD_SCHEMA, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """One event after all that stands: who comes and goes, seats, bids, stakes and bets.

        Everybody says what he does himself, staff for all. A game is dealt by `deal`.
        """
        return self.done(
            request,
            pk,
            ToldIn,
            lambda by, contest, given: services.event_tell(by=by, contest=contest, **given),
        )


class PlacesDrawn(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """The site draws the places of a pool, of all who are inscribed, and tells the seed."""
        return self.done(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.places_draw(by=by, contest=contest, **given),
        )


class DealList(ContestWrite):
    @extend_schema(request=inputs.ContestDealIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """The first card is dealt: bets are closed, and the game is `match`, entered as any."""
        return self.done(
            request,
            pk,
            inputs.ContestDealIn,
            lambda by, contest, given: services.game_deal(
                by=by,
                contest=contest,
                version=given["version"],
                first_dealer=given.get("first_dealer") or "",
            ),
        )


class ContestUndo(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Take back a deal of which nothing was entered; else the last game, whole, and all since.

        Its match is then open again, as before its last entry.
        """
        return self.done(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.contest_undo(by=by, contest=contest, **given),
        )


class ContestUndoPreview(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={200: serializers.ContestForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """What the undo would change: seats, bets, pot and balances. Nothing of it is written."""
        return self.foreseen(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.contest_undo_preview(
                by=by, contest=contest, **given
            ),
        )


class ContestCorrectionList(ContestWrite):
    @extend_schema(request=inputs.ContestCorrectionIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Other events at these places, or none. What follows from them is moved anew.

        A game is corrected in its match, and the contest follows.
        """

        def act(by: Person, contest: Contest, given: dict[str, Any]) -> object:
            return corrected(services.contest_correct, by, contest, given)

        return self.done(request, pk, inputs.ContestCorrectionIn, act)


class ContestCorrectionPreview(ContestWrite):
    @extend_schema(
        request=inputs.ContestCorrectionIn, responses={200: serializers.ContestForeseenOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """What the same correction would change. Nothing of it is written."""

        def act(by: Person, contest: Contest, given: dict[str, Any]) -> services.Foreseen:
            found: services.Foreseen = corrected(
                services.contest_correct_preview, by, contest, given
            )
            return found

        return self.foreseen(request, pk, inputs.ContestCorrectionIn, act)


def corrected(
    service: Callable[..., Any], by: Person, contest: Contest, given: dict[str, Any]
) -> Any:
    try:
        return service(
            by=by,
            contest=contest,
            changes=inputs.changes(given),
            reason=given["reason"],
            version=given["version"],
        )
    except Invalid as fault:
        raise inputs.in_changes(fault, given) from fault
