"""Tournaments in words: why two were drawn, why a round cannot be, what tables are ordered by."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.leagues.models import Fixture
from scoring.tournaments.rules.plan import OPTIONS, Kind
from scoring.tournaments.rules.stages import Because as Meets
from scoring.tournaments.rules.stages import Reason as Meeting
from scoring.tournaments.rules.stages import Refusal as NotTaken
from scoring.tournaments.rules.stages import Why as Unfit
from scoring.tournaments.rules.swiss.drawing import Because, Refusal, Remedy, Why

Names = Mapping[int, str]
KINDS: Mapping[Kind, str | Promise] = {
    Kind.SWISS: gettext_lazy("Swiss"),
    Kind.KNOCKOUT: gettext_lazy("Knock-out"),
    Kind.ROUND_ROBIN: gettext_lazy("Round robin"),
    Kind.GROUPS: gettext_lazy("Groups, then a knock-out"),
    Kind.POOLS: gettext_lazy("Pools"),
}
AWARDS: Mapping[str, str | Promise] = {
    Fixture.Award.BOTH_ABSENT.value: gettext_lazy("Neither came"),
    Fixture.Award.BYE.value: gettext_lazy("Bye"),
    Fixture.Award.HALF_BYE.value: gettext_lazy("Half bye, as requested"),
    Fixture.Award.ABSENT.value: pgettext_lazy("a player", "Withdrawn"),
    Fixture.Award.VOID.value: gettext_lazy("Not played"),
}


def award(fixture: Fixture, names: Names) -> str | Promise:
    """What was decided without play; empty where nothing was."""
    if fixture.award not in (Fixture.Award.HOME, Fixture.Award.AWAY):
        return AWARDS.get(fixture.award, "")
    winner = fixture.home_id if fixture.award == Fixture.Award.HOME else fixture.away_id
    return _("Walkover: %(name)s wins") % {"name": names[winner or 0]}


def points(number: int) -> str:
    return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}


# Why two were drawn against each other.


class Explanation(NamedTuple):
    """`player`: whom it is about; None: both."""

    code: str
    player: int | None
    figures: Sequence[int]
    sentence: str


def explanations(why: Iterable[Sequence[Any]], names: Names) -> list[Explanation]:
    """`why` as a fixture stores it: code, player or None, figures."""
    return [
        Explanation(
            code, player, figures, _reason(code, names.get(player or 0, ""), tuple(figures))
        )
        for code, player, figures in why
    ]


def _reason(code: str, name: str, figures: "Figures") -> str:
    if code in TREE:
        given = dict(zip(("one", "two", "three"), figures, strict=False))
        return str(TREE[code]) % {"name": name, **given}
    return SENTENCES[Because(code)](name, figures)


POOL_REASONS: Mapping[Meets, str | Promise] = {
    Meets.LOT: gettext_lazy("Drawn by seeding and by lot, one of %(pools)s pools."),
    Meets.WITHDREW: gettext_lazy("%(name)s has withdrawn."),
    Meets.BYE_BY_ORDER: gettext_lazy(
        "Not every player fits into the pools. Byes in this round: %(byes)s; "
        "earlier byes: %(had)s; place %(order)s by seeding and lot."
    ),
}


def pool_reason(one: Meeting, names: Names) -> str:
    """Why these are in one pool, or why somebody sits the round out."""
    shown = {**one.params, "name": names.get(one.params.get("entrant", 0), "")}
    return str(POOL_REASONS[one.because]) % shown


# Of all but a Swiss, with its figures in the order of `stages.Because`.
TREE: Mapping[str, str | Promise] = {
    "tree_places": gettext_lazy("Places %(one)s and %(two)s of %(three)s in the draw."),
    "tree_bye": gettext_lazy("Place %(one)s of %(two)s in the draw; byes: %(three)s."),
    "tree_winners": gettext_lazy("The winners of matches %(two)s and %(three)s of round %(one)s."),
    "tree_losers": gettext_lazy(
        "For third place: the losers of matches %(two)s and %(three)s of round %(one)s."
    ),
    "tree_no_adversary": gettext_lazy("Match %(two)s of round %(one)s had no winner."),
    "tree_withdrew": gettext_lazy("%(name)s has withdrawn."),
    "tree_all_meet": gettext_lazy(
        "Everybody meets everybody: numbers %(one)s and %(two)s of %(three)s in the Berger tables."
    ),
    "tree_came": gettext_lazy("%(name)s: place %(one)s of group %(two)s."),
    "tree_clash": gettext_lazy("Both come from the same group: there was no other way."),
    "tree_odd": gettext_lazy(
        "There is an odd number of players: number %(one)s of %(two)s in the "
        "Berger tables has the bye in this round."
    ),
}


def not_taken(refused: NotTaken) -> str:
    """Why so many cannot play so."""
    told = UNFIT.get((refused.why, refused.field)) or UNFIT[refused.why, ""]
    return str(told) % refused.params


# By the field, where it matters.
UNFIT: Mapping[tuple[Unfit, str], str | Promise] = {
    (Unfit.ENTRANTS_TOO_FEW, ""): gettext_lazy("At least %(least)s players must take part."),
    (Unfit.SEEDS_IMPOSSIBLE, ""): gettext_lazy("There cannot be more seeds than players."),
    (Unfit.GROUPS_TOO_MANY, ""): gettext_lazy("This many players make at most %(most)s groups."),
    (Unfit.TOO_MANY_GO_ON, ""): gettext_lazy("At most %(most)s of each group can qualify."),
    (Unfit.TOO_MANY_GO_ON, "best"): gettext_lazy(
        "At most %(most)s of the best of the rest can qualify."
    ),
    (Unfit.TOO_FEW_GO_ON, ""): gettext_lazy("There must be at least two qualifiers."),
    (Unfit.ROUND_NOT_OVER, ""): gettext_lazy(
        "Results are missing. Enter them, or decide them without play."
    ),
    (Unfit.TOURNAMENT_OVER, ""): gettext_lazy("All rounds are played."),
    (Unfit.ALREADY_OVER, ""): gettext_lazy("This pool is decided already."),
    (Unfit.NOT_PLAYING, ""): gettext_lazy("Choose a player of this pool, or nobody."),
    (Unfit.WITHDRAWN, ""): gettext_lazy("This player has already withdrawn."),
    (Unfit.WITHDRAWN, "winner"): gettext_lazy("This player has withdrawn and cannot qualify."),
    (Unfit.ALREADY_OUT, ""): gettext_lazy("This player has nothing left to play."),
    (Unfit.NEXT_BEGUN, ""): gettext_lazy(
        "Round %(round)s is drawn and depends on this. Undo that round first."
    ),
}


def nearest(changes: Mapping[str, Any]) -> str:
    """What of the plan would have to be another."""
    proposals = {option.name: option.proposal for option in OPTIONS}
    texts = [_(proposals[name]) % {"number": value} for name, value in changes.items()]
    # Translators: a list of proposals, such as "groups: 2, without a consolation".
    return _("It could be drawn with these changes: %(changes)s.") % {"changes": ", ".join(texts)}


Figures = tuple[int, ...]


def _same_points(_name: str, figures: Figures) -> str:
    return _("Both have %(points)s.") % {"points": points(figures[0])}


def _floats(name: str, figures: Figures) -> str:
    own, others, place, size, may = figures
    return _(
        "%(name)s (%(own)s) meets a player with %(others)s. Place in their own "
        "score group: %(place)s of %(size)s; possible opponents in it: %(may)s."
    ) % {
        "name": name,
        "own": points(own),
        "others": points(others),
        "place": place,
        "size": size,
        "may": may,
    }


def _floats_again(name: str, figures: Figures) -> str:
    return ngettext(
        "%(name)s was also moved to another score group last round.",
        "%(name)s was also moved to another score group %(number)s rounds ago.",
        figures[0],
    ) % {"name": name, "number": figures[0]}


def _fold(_name: str, figures: Figures) -> str:
    one, other, size, apart = figures
    return _(
        "They are places %(one)s and %(other)s of the %(size)s in their score "
        "group; the upper half meets the lower, %(apart)s places below."
    ) % {"size": size, "one": one, "other": other, "apart": apart}


def _never_met(_name: str, _figures: Figures) -> str:
    return _("They have not met before.")


def _met_before(_name: str, figures: Figures) -> str:
    return ngettext(
        "They have met once before, as the director allows.",
        "They have met %(number)s times before, as the director allows.",
        figures[0],
    ) % {"number": figures[0]}


def _deals_less(name: str, _figures: Figures) -> str:
    return _("%(name)s deals first, having done so less often.") % {"name": name}


def _deals_in_turn(name: str, _figures: Figures) -> str:
    return _("%(name)s deals first, because it is their turn.") % {"name": name}


def _deals_by_lot(name: str, _figures: Figures) -> str:
    return _("%(name)s deals first by lot.") % {"name": name}


def _table_before(name: str, figures: Figures) -> str:
    return ngettext(
        "%(name)s has sat at this table once.",
        "%(name)s has sat at this table %(number)s times.",
        figures[0],
    ) % {"name": name, "number": figures[0]}


def _joined_late(name: str, figures: Figures) -> str:
    return _("%(name)s plays from round %(number)s on.") % {"name": name, "number": figures[0]}


def _bye(name: str, figures: Figures) -> str:
    byes, own, place = figures
    return _(
        "There is an odd number of players. %(name)s has the bye: earlier byes "
        "%(byes)s, %(points)s, place %(place)s in the seeding."
    ) % {"name": name, "byes": byes, "points": points(own), "place": place}


def _bye_passed(name: str, _figures: Figures) -> str:
    return _(
        "%(name)s was next in line for the bye, but then the others could not all be paired."
    ) % {"name": name}


SENTENCES: Mapping[Because, Callable[[str, Figures], str]] = {
    Because.SAME_POINTS: _same_points,
    Because.FLOATS_DOWN: _floats,
    Because.FLOATS_UP: _floats,
    Because.FLOATS_AGAIN: _floats_again,
    Because.FOLD: _fold,
    Because.NEVER_MET: _never_met,
    Because.MET_BEFORE: _met_before,
    Because.DEALS_LESS: _deals_less,
    Because.DEALS_IN_TURN: _deals_in_turn,
    Because.DEALS_BY_LOT: _deals_by_lot,
    Because.TABLE_BEFORE: _table_before,
    Because.JOINED_LATE: _joined_late,
    Because.BYE: _bye,
    Because.BYE_PASSED: _bye_passed,
}


# Why a round cannot be drawn.


def refusal(refused: Refusal, names: Names) -> str:
    told = [str(_WHY[refused.why])]
    if refused.stuck:
        stuck = ", ".join(names[one] for one in refused.stuck)
        told.append(_("Left without an opponent: %(names)s.") % {"names": stuck})
    told += [str(_REMEDIES[frozenset(remedy)]) for remedy in refused.remedies]
    return " ".join(told)


_WHY: Mapping[Why, str | Promise] = {
    Why.TOO_FEW: gettext_lazy("At least two players must take part."),
    Why.TOO_MANY: gettext_lazy("This is too many players for one draw."),
    Why.ALL_MET: gettext_lazy("Not every player can be given a new opponent."),
    Why.FORBIDDEN: gettext_lazy("Not everybody can be paired while these pairs are kept apart."),
}
_REMEDIES: Mapping[frozenset[Remedy], str | Promise] = {
    frozenset({Remedy.SECOND_MEETINGS}): gettext_lazy(
        "It could be drawn if players were allowed to meet again."
    ),
    frozenset({Remedy.LIFT_FORBIDDEN}): gettext_lazy("It could be drawn if nobody was kept apart."),
    frozenset(Remedy): gettext_lazy(
        "It could be drawn if players were allowed to meet again and nobody was kept apart."
    ),
}
