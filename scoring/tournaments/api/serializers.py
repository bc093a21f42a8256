"""What programs read of tournaments."""

from typing import Any

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out, TermsOut
from scoring.leagues.api.standings.serializers import ChangeOut, ReasonsOut
from scoring.leagues.models import Fixture
from scoring.tournaments.labels.reasons import POOL_REASONS
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.plan import OPTIONS, Option
from scoring.tournaments.rules.stages import Because as TreeBecause
from scoring.tournaments.rules.stages import Status
from scoring.tournaments.rules.swiss.reasons import Because
from scoring.tournaments.selectors.bracket import CAME, CLASH, TREE
from scoring.tournaments.selectors.reading import Reading

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
    if option.shown({}) is None:
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
    entrants = TournamentEntrantOut(many=True, help_text="In seeding order.")
    kept_apart = serializers.ListField(
        child=serializers.ListField(child=NamedOut()),
        help_text="Pairs of players who are not drawn together; only directors see them.",
    )


class TournamentDetailOut(TournamentOut, ProgressOut):
    def to_representation(self, instance: Reading) -> dict[str, Any]:
        tournament = TournamentOut().to_representation(instance.progress.tournament)
        return tournament | ProgressOut().to_representation(instance)


class BecauseOut(Out):
    code = serializers.ChoiceField(choices=CODES)
    player = serializers.IntegerField(allow_null=True, help_text="Null: it is about both.")
    figures = serializers.ListField(child=serializers.IntegerField())
    said = serializers.CharField(help_text="The same as a sentence.")


class PairingOut(Out):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    group = serializers.IntegerField(allow_null=True, help_text="Its number; null: of none.")
    table = serializers.CharField()
    home = NamedOut(help_text="Deals first.")
    away = NamedOut(allow_null=True, help_text="Null: sits the round out.")
    match = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True, help_text="Of the match, a player's id.")
    award = serializers.CharField(help_text=f"Empty, or one of {', '.join(AWARDS)}.")
    reason = serializers.CharField()
    why = BecauseOut(many=True)


class PoolOut(Out):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    members = NamedOut(many=True, help_text="As places are taken; one alone sits the round out.")
    withdrawn = serializers.ListField(child=serializers.IntegerField())
    status = serializers.ChoiceField(choices=POOL_STATES)
    how = serializers.CharField(
        allow_null=True, help_text="How it came to its end, as in a tree; null: it has not."
    )
    winner = serializers.IntegerField(allow_null=True, help_text="Who goes on, or has won all.")
    contest = serializers.IntegerField(
        allow_null=True, help_text="That it is played as; closed without a winner, it was given up."
    )
    reason = serializers.CharField(help_text="Of an award.")
    because = serializers.ChoiceField(choices=POOL_BECAUSE)
    figures = serializers.DictField(child=serializers.IntegerField())
    said = serializers.CharField(help_text="The same as a sentence.")


class RoundOut(Out):
    tournament = serializers.IntegerField()
    number = serializers.IntegerField()
    seed = serializers.CharField()
    drawn_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(
        allow_null=True, help_text="Null: directors alone see it."
    )
    version = serializers.IntegerField(help_text="Of the tournament.")
    pairings = PairingOut(many=True)
    pools = PoolOut(many=True, help_text="Of a pool tournament; it has no pairings.")


class CriterionOut(Out):
    criterion = serializers.CharField()
    figures = serializers.ListField(child=serializers.IntegerField())


class TournamentLineOut(Out):
    group = serializers.IntegerField(
        allow_null=True, help_text="Ranks are those of this group; null: of all."
    )
    goes_on = serializers.BooleanField(
        allow_null=True, help_text="To the knock-out; null: not decided, or there is none."
    )
    rank = serializers.IntegerField()
    player = NamedOut()
    points = serializers.IntegerField()
    adjustment = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    figures = CriterionOut(many=True)


class TournamentStandingsOut(Out):
    tournament = serializers.IntegerField()
    version = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    results = TournamentLineOut(many=True)


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
    part = serializers.ChoiceField(choices=TREE_PARTS)
    round = serializers.IntegerField(help_text="Of its part, from 1.")
    number = serializers.IntegerField()
    home = NamedOut(allow_null=True, help_text="Null: not known yet, or nobody.")
    away = NamedOut(allow_null=True)
    status = serializers.ChoiceField(choices=TREE_STATES)
    how = serializers.CharField(allow_null=True, help_text="How it came to its end.")
    winner = serializers.IntegerField(allow_null=True)
    pairing = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(allow_null=True)
    said = serializers.CharField(help_text="Why these meet.")


class RankedOut(Out):
    player = NamedOut()
    first = serializers.IntegerField()
    last = serializers.IntegerField(help_text="As first, unless the place is shared.")


class TreeOut(Out):
    tournament = serializers.IntegerField()
    version = serializers.IntegerField()
    fixtures = TreeFixtureOut(many=True)
    ranking = RankedOut(many=True)


class PoolRoundOut(Out):
    number = serializers.IntegerField()
    seed = serializers.CharField()
    published_at = serializers.DateTimeField(
        allow_null=True, help_text="Null: directors alone see it."
    )
    pools = PoolOut(many=True)


class PoolsOut(Out):
    tournament = serializers.IntegerField()
    version = serializers.IntegerField()
    rounds = PoolRoundOut(many=True)
    left = NamedOut(many=True, help_text="Who may still win, in the order of seeds.")
    ranking = RankedOut(many=True, help_text="Once all is over.")


class PoolsStartedOut(Out):
    contests = serializers.ListField(child=serializers.IntegerField())


class StartedOut(Out):
    matches = serializers.ListField(child=serializers.IntegerField())
