"""What programs read of tournaments."""

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out, TermsOut
from scoring.contests.rules.pool import Paying
from scoring.leagues.api.standings.serializers import ChangeOut, ReasonsOut
from scoring.leagues.models import Fixture
from scoring.tournaments.labels.reasons import POOL_REASONS
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.stages import Because as TreeBecause
from scoring.tournaments.rules.stages import Status
from scoring.tournaments.rules.swiss.reasons import Because
from scoring.tournaments.selectors.bracket import CAME, CLASH, TREE

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
PAYING = [one.value for one in Paying]


class TournamentOut(Out):
    id = serializers.IntegerField(help_text="Also the `event` of its matches.")
    name = serializers.CharField()
    club = serializers.CharField(help_text="The club's slug.")
    public = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=KINDS)
    state = serializers.ChoiceField(choices=STATES)
    rounds = serializers.IntegerField(help_text="0: decided when the first is published.")
    seed = serializers.CharField(help_text="Of the lots, unless a round names another.")
    seeds = serializers.IntegerField(allow_null=True, help_text="Who keep their order; null: all.")
    groups = serializers.IntegerField(allow_null=True, help_text="Null: of another kind.")
    first = serializers.IntegerField(allow_null=True, help_text="So many of each group go on.")
    best = serializers.IntegerField(
        allow_null=True, help_text="And so many of those who come next in theirs."
    )
    double = serializers.BooleanField(help_text="Everybody meets everybody twice.")
    size = serializers.IntegerField(
        allow_null=True, help_text="Of a pool, as a rule; null: of another kind."
    )
    stake = serializers.IntegerField(
        allow_null=True, help_text="Of each pool; 0: for honour; null: of another kind."
    )
    paying = serializers.ChoiceField(
        choices=PAYING, allow_null=True, help_text="How each pool is paid; null: of another kind."
    )
    third_place = serializers.BooleanField()
    consolation = serializers.BooleanField()
    by_lot = serializers.BooleanField(help_text="The first round is drawn by lot.")
    second_meetings = serializers.BooleanField(help_text="As few as can be, rather than no round.")
    vary_tables = serializers.BooleanField()
    terms = TermsOut()
    points_win = serializers.IntegerField()
    points_draw = serializers.IntegerField()
    points_loss = serializers.IntegerField()
    points_bye = serializers.IntegerField()
    points_half_bye = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField(help_text="Moves with every change and every result.")


class TournamentEntrantOut(Out):
    player = NamedOut()
    place = serializers.IntegerField(help_text="In the order of seeds, from 1.")
    joined_round = serializers.IntegerField(help_text="The first round that he is drawn in.")
    left_round = serializers.IntegerField(allow_null=True, help_text="The first that he is not.")
    rounds_off = serializers.ListField(
        child=serializers.IntegerField(), help_text="Half a bye asked for."
    )


class TournamentWholeOut(TournamentOut):
    rounds_published = serializers.IntegerField()
    undecided = serializers.IntegerField(help_text="Pairings without a result yet.")
    draws_at = serializers.DateTimeField(
        allow_null=True, help_text="When the next round is drawn by itself."
    )
    entrants = TournamentEntrantOut(many=True)
    kept_apart = serializers.ListField(
        child=serializers.ListField(child=NamedOut()), help_text="Told to directors alone."
    )


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


class TournamentWhyOut(ReasonsOut):
    tournament = serializers.IntegerField()
    group = serializers.IntegerField(
        allow_null=True, help_text="In whose table he stands; null: in one of everybody."
    )


class TournamentChangeOut(ChangeOut):
    group = serializers.IntegerField(
        allow_null=True, help_text="Ranks are those of this group; null: of all."
    )


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
