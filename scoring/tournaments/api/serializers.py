"""What programs read of tournaments."""

from typing import Any

from rest_framework import serializers

from games.matches.api.serializers.matches import NamedOut, Out, TermsOut
from scoring.leagues.api.serializers.standings import (
    ChangeOut,
    FigureNumber,
    ReasonsOut,
    manual_reason_out,
)
from scoring.leagues.models import Fixture
from scoring.tournaments.labels import POOL_REASONS
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.plan import OPTIONS, Option
from scoring.tournaments.rules.stages import Because as TreeBecause
from scoring.tournaments.rules.stages import Status
from scoring.tournaments.rules.swiss.reasons import Because
from scoring.tournaments.selectors.reading import LISTED_MOST, Reading
from scoring.tournaments.selectors.stage_states import CAME, CLASH, TREE

from .inputs import KINDS

TREE_PARTS = [one.name.lower() for one in Part]
TREE_STATES = [one.value for one in Status]
POOL_STATES = [one.value for one in Status if one is not Status.WAITING]
POOL_BECAUSE = [one.value for one in POOL_REASONS]
STATES = Tournament.State.values
CODES = [
    *(one.value for one in Because),
    *(f"{TREE}{one}" for one in TreeBecause),
    *(CAME, CLASH),
]
AWARDS = Fixture.Award.values


def _option(option: Option) -> serializers.Field[Any, Any, Any, Any]:
    shared: dict[str, Any] = {
        "source": f"options.{option.name}",
        "help_text": option.help_text,
    }
    if option.value_in({}) is None:
        shared["allow_null"] = True
    if option.is_yes_or_no:
        return serializers.BooleanField(**shared)
    if option.choices:
        return serializers.ChoiceField(choices=list(option.choices), **shared)
    return serializers.IntegerField(**shared)


class TournamentOut(Out):
    """Of a `Tournament`, with its event and club."""

    id = serializers.IntegerField(source="pk", help_text="Also the `event` of its matches.")
    name = serializers.CharField(source="event.name")
    club = serializers.CharField(source="event.club.slug", help_text="The club's slug.")
    public = serializers.BooleanField(source="event.public", help_text="False: members only.")
    kind = serializers.ChoiceField(choices=KINDS)
    state = serializers.ChoiceField(choices=STATES)
    seed = serializers.CharField(help_text="The draw key, unless a round has its own.")
    terms = TermsOut(source="event")
    points_win = serializers.IntegerField(source="points.win")
    points_draw = serializers.IntegerField(source="points.draw")
    points_loss = serializers.IntegerField(source="points.loss")
    points_forfeit = serializers.IntegerField(
        source="points.forfeit", help_text="For who did not come; below zero it costs them points."
    )
    points_bye = serializers.IntegerField(source="points.bye")
    points_half_bye = serializers.IntegerField(source="points.half_bye")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="In the order in which they are applied."
    )
    version = serializers.IntegerField(help_text="Rises with every change and every result.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        options = {option.name: _option(option) for option in OPTIONS}
        ordered: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
        for name, field in super().get_fields().items():
            if name == "seed":
                ordered["rounds"] = options.pop("rounds")
            ordered[name] = field
            if name == "seed":
                ordered |= options
        return ordered


class TournamentEntrantOut(Out):
    player = NamedOut()
    place = serializers.IntegerField(help_text="In the seeding, from 1.")
    joined_round = serializers.IntegerField(help_text="The first round the player is drawn in.")
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first round after the player withdrew; null: takes part."
    )
    rounds_off = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds with a requested half bye."
    )
    rating = serializers.DecimalField(
        4,
        1,
        coerce_to_string=False,
        source="games_of_a_hundred",
        help_text="When they entered: games won out of 100 against an average new player.",
    )


class ByHandOut(Out):
    """Of a `ByHand`."""

    round = serializers.IntegerField()
    player = NamedOut(source="one")
    other = NamedOut(allow_null=True, help_text="Null: the player has the bye.")
    reason = serializers.CharField(help_text="Of the director.")


class ProgressOut(Out):
    """Of a `Reading`."""

    rounds_published = serializers.IntegerField(
        source="progress.last_published", help_text="How many rounds everybody can see."
    )
    undecided = serializers.IntegerField(
        source="progress.undecided", help_text="Published pairings, or pools, without a result yet."
    )
    draws_at = serializers.DateTimeField(
        source="progress.draws_at",
        allow_null=True,
        help_text="When the next round is drawn by itself; null: by hand.",
    )
    entrants = TournamentEntrantOut(
        many=True,
        help_text=f"In seeding order, the first {LISTED_MOST}; all of them, page by page, are in "
        "tournaments/{id}/entrants.",
    )
    entrants_count = serializers.IntegerField(help_text="How many have entered.")
    kept_apart = serializers.ListField(
        child=serializers.ListField(child=NamedOut()),
        help_text="Pairs of players who are not drawn together; only directors see them.",
    )

    fixed_pairs = ByHandOut(
        many=True,
        help_text="Pairings of the next round that are fixed by hand; only directors see them.",
    )


class TournamentDetailOut(TournamentOut, ProgressOut):
    def to_representation(self, instance: Reading) -> dict[str, Any]:
        tournament = TournamentOut().to_representation(instance.progress.tournament)
        return tournament | ProgressOut().to_representation(instance)


class BecauseOut(Out):
    code = serializers.ChoiceField(choices=CODES)
    player = serializers.IntegerField(allow_null=True, help_text="Null: it is about both.")
    figures = serializers.ListField(
        child=serializers.IntegerField(), help_text="The figures of the sentence, by its code."
    )
    said = serializers.CharField(source="sentence", help_text="The same as a sentence.")


class PairingOut(Out):
    """Of a `Pairing`."""

    id = serializers.IntegerField(source="fixture.pk")
    number = serializers.IntegerField(source="fixture.number", help_text="Within its round.")
    group = serializers.IntegerField(allow_null=True, help_text="Null: of no group.")
    table = serializers.CharField(source="fixture.table", help_text="The table it was drawn at.")
    sitting = serializers.IntegerField(
        source="fixture.sitting",
        allow_null=True,
        help_text="Of its round, from 1; null where there are tables for all.",
    )
    home = NamedOut(help_text="Deals first.")
    away = NamedOut(allow_null=True, help_text="Null: a bye.")
    match = serializers.IntegerField(
        source="fixture.match_id", allow_null=True, help_text="Null: not started."
    )
    over = serializers.BooleanField(source="is_over")
    winner = serializers.IntegerField(
        source="match_winner", allow_null=True, help_text="Of the match, a player's id."
    )
    award = serializers.CharField(
        source="fixture.award", help_text=f"Empty, or one of {', '.join(AWARDS)}."
    )
    reason = serializers.CharField(source="fixture.reason", help_text="Of the award.")
    why = BecauseOut(many=True, help_text="Why these two were drawn.")


class PoolOut(Out):
    """Of a `Drawn` pool."""

    id = serializers.IntegerField(source="row.pk")
    number = serializers.IntegerField(source="row.number", help_text="Within its round.")
    members = NamedOut(many=True, help_text="In the order of their places; one alone has a bye.")
    withdrawn = serializers.ListField(
        child=serializers.IntegerField(), help_text="Members who withdrew, in this pool or later."
    )
    status = serializers.ChoiceField(source="planned.status", choices=POOL_STATES)
    how = serializers.CharField(
        source="planned.how",
        allow_null=True,
        help_text="How it came to its end, as in a tree; null: it has not.",
    )
    winner = serializers.IntegerField(
        source="planned.winner", allow_null=True, help_text="Qualifies, or has won the final pool."
    )
    contest = serializers.IntegerField(
        source="row.contest_id",
        allow_null=True,
        help_text="The contest it is played as; one that is closed without a winner was given up.",
    )
    reason = serializers.CharField(source="row.reason", help_text="Of a decision without play.")
    because = serializers.ChoiceField(source="planned.reason.because", choices=POOL_BECAUSE)
    figures = serializers.DictField(
        source="planned.reason.params",
        child=serializers.IntegerField(),
        help_text="The figures of the sentence, by name.",
    )
    said = serializers.CharField(source="why", help_text="Why these players, as a sentence.")


class PoolRoundOut(Out):
    """Of a `Column`."""

    number = serializers.IntegerField(source="row.number")
    seed = serializers.CharField(source="row.seed", help_text="The draw key.")
    published_at = serializers.DateTimeField(
        source="row.published_at", allow_null=True, help_text="Null: only directors see it."
    )
    pools = PoolOut(many=True)


class RoundOut(Out):
    """Of a `RoundDetail`."""

    tournament = serializers.IntegerField(source="row.event_id")
    number = serializers.IntegerField(source="row.number")
    seed = serializers.CharField(source="row.seed", help_text="The draw key.")
    drawn_at = serializers.DateTimeField(source="row.drawn_at", allow_null=True)
    published_at = serializers.DateTimeField(
        source="row.published_at", allow_null=True, help_text="Null: only directors see it."
    )
    version = serializers.IntegerField(help_text="Of the tournament.")
    pairings = PairingOut(
        many=True,
        help_text=f"The first {LISTED_MOST}; all of them, page by page, are in "
        "tournaments/{id}/rounds/{number}/pairings.",
    )
    pairings_count = serializers.IntegerField(help_text="How many the round has.")
    pools = PoolOut(many=True, help_text="Of a pool tournament, which has no pairings.")
    fixed = ByHandOut(many=True, help_text="Pairings that were fixed by hand before the draw.")
    changes = ByHandOut(
        many=True, help_text="Players who exchanged places after the draw, in their order."
    )


class CriterionOut(Out):
    criterion = serializers.CharField()
    figures = serializers.ListField(child=FigureNumber(), help_text="The more, the better.")


class TournamentLineOut(Out):
    """Of a `RankedLine`."""

    group = serializers.IntegerField(
        allow_null=True, help_text="Ranks are those of this group; null: of all."
    )
    goes_on = serializers.BooleanField(
        source="qualifies",
        allow_null=True,
        help_text="Qualifies for the knock-out; null: not decided, or there is none.",
    )
    rank = serializers.IntegerField(source="line.rank")
    player = NamedOut()
    points = serializers.IntegerField(source="line.points")
    adjustment = serializers.IntegerField(
        source="line.adjustment", help_text="Points added or removed, included in the points."
    )
    played = serializers.IntegerField(source="line.share.played", help_text="Matches.")
    won = serializers.IntegerField(source="line.share.won")
    drawn = serializers.IntegerField(source="line.share.drawn")
    lost = serializers.IntegerField(source="line.share.lost")
    games_for = serializers.IntegerField(source="line.share.games_for", help_text="Games won.")
    games_against = serializers.IntegerField(
        source="line.share.games_against", help_text="Games lost."
    )
    figures = CriterionOut(many=True, help_text="The tie-breaks, in their order.")
    manual_order = manual_reason_out()


class TournamentStandingsOut(Out):
    """Of a `StandingsAfter`, of which a page is listed."""

    tournament = serializers.IntegerField(source="tournament.pk")
    version = serializers.IntegerField(source="tournament.version")
    tie_breaks = serializers.ListField(source="order", child=serializers.CharField())
    count = serializers.IntegerField(help_text="Lines of all pages.")
    next = serializers.URLField(allow_null=True, help_text="Null on the last page.")
    previous = serializers.URLField(allow_null=True, help_text="Null on the first page.")
    results = TournamentLineOut(source="lines", many=True)


class GroupOfContext(serializers.IntegerField):
    """The number of the group that a whole answer, or a part of it, is about."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", allow_null=True, **options)

    def to_representation(self, value: Any) -> Any:
        return self.context["group"]


class TournamentWhyOut(ReasonsOut):
    tournament = serializers.IntegerField(source="event")
    group = GroupOfContext(help_text="The group of this table; null: it is of everybody.")


class TournamentChangeOut(ChangeOut):
    group = GroupOfContext(help_text="Ranks are those of this group; null: of all.")


class TournamentWhatIfOut(Out):
    tournament = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the tables that it was tried on.")
    results = TournamentChangeOut(many=True, help_text="The whole tables, as they would be.")


class TreeFixtureOut(Out):
    """Of a `Cell`."""

    part = serializers.ChoiceField(choices=TREE_PARTS)
    round = serializers.IntegerField(source="planned.slot.round", help_text="Of its part, from 1.")
    number = serializers.IntegerField(source="planned.slot.number", help_text="Within its round.")
    home = NamedOut(allow_null=True, help_text="Null: not known yet, or nobody.")
    away = NamedOut(allow_null=True, help_text="Null: not known yet, or nobody.")
    status = serializers.ChoiceField(source="planned.status", choices=TREE_STATES)
    how = serializers.CharField(
        source="planned.how", allow_null=True, help_text="How it came to its end; null: it has not."
    )
    winner = serializers.IntegerField(
        source="planned.winner", allow_null=True, help_text="A player's id."
    )
    pairing = serializers.IntegerField(
        source="row.pk", allow_null=True, help_text="Null: nobody can play it yet, or a bye."
    )
    match = serializers.IntegerField(
        source="row.match_id", allow_null=True, help_text="Null: not started."
    )
    sitting = serializers.IntegerField(
        source="row.sitting",
        allow_null=True,
        help_text="Of its round, from 1; null where there are tables for all, or nobody can play "
        "it yet.",
    )
    said = serializers.CharField(source="why", help_text="Why these two meet.")


class RankedOut(Out):
    player = NamedOut()
    first = serializers.IntegerField(help_text="The place.")
    last = serializers.IntegerField(help_text="As first, unless the place is shared.")


class TreeOut(Out):
    """Of a `TreeDetail`."""

    tournament = serializers.IntegerField(source="reading.progress.tournament.pk")
    version = serializers.IntegerField(source="reading.progress.tournament.version")
    fixtures = TreeFixtureOut(many=True)
    ranking = RankedOut(many=True, help_text="Once all is over.")


class PoolsOut(Out):
    """Of a `PoolsDetail`."""

    tournament = serializers.IntegerField(source="reading.progress.tournament.pk")
    version = serializers.IntegerField(source="reading.progress.tournament.version")
    rounds = PoolRoundOut(many=True, help_text="From the first on.")
    left = NamedOut(many=True, help_text="May still win, in seeding order.")
    ranking = RankedOut(many=True, help_text="Once all is over.")


class PoolsStartedOut(Out):
    contests = serializers.ListField(child=serializers.IntegerField())


class DrawJobOut(Out):
    """Of a `DrawJob`."""

    id = serializers.IntegerField(source="pk")
    tournament = serializers.IntegerField(source="tournament_id")
    round = serializers.IntegerField(source="number")
    state = serializers.ChoiceField(
        choices=DrawJob.State.values,
        help_text="waiting, reading, pairs and tables follow one another; then done, failed or "
        "cancelled.",
    )
    fault = serializers.CharField(help_text="Why it failed, as a sentence; empty: it has not.")
    asked_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null: it is not over.")


class StartedOut(Out):
    matches = serializers.ListField(child=serializers.IntegerField())
