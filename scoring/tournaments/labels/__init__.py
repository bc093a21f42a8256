"""Tournaments in words: draws and their refusals, the places of a tree; `acts`: the audit log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.leagues.models import Fixture
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.plan import OPTIONS, Kind
from scoring.tournaments.rules.stages import Because as Meets
from scoring.tournaments.rules.stages import Reason as Meeting
from scoring.tournaments.rules.stages import Refusal as NotTaken
from scoring.tournaments.rules.stages import Slot
from scoring.tournaments.rules.stages import Why as Unfit
from scoring.tournaments.rules.swiss.reasons import Because
from scoring.tournaments.rules.swiss.refusals import Refusal, Remedy, Why

Names = Mapping[int, str]
KINDS: Mapping[Kind, str | Promise] = {
    Kind.SWISS: _("Swiss"),
    Kind.KNOCKOUT: _("Knock-out"),
    Kind.ROUND_ROBIN: _("Round robin"),
    Kind.GROUPS: _("Groups, then a knock-out"),
    Kind.POOLS: _("Pools"),
}
AWARDS: Mapping[str, str | Promise] = {
    Fixture.Award.BOTH_ABSENT.value: _("Neither came"),
    Fixture.Award.BYE.value: _("Bye"),
    Fixture.Award.HALF_BYE.value: _("Half bye, as requested"),
    Fixture.Award.ABSENT.value: pgettext_lazy("a player", "Withdrawn"),
    Fixture.Award.VOID.value: _("Not played"),
}


def award(fixture: Fixture, names: Names) -> str | Promise:
    """What was decided without play; empty where nothing was."""
    if fixture.award not in (Fixture.Award.HOME, Fixture.Award.AWAY):
        return AWARDS.get(fixture.award, "")
    winner = fixture.home_id if fixture.award == Fixture.Award.HOME else fixture.away_id
    return gettext("Walkover: %(name)s wins") % {"name": names[winner or 0]}


def points(number: int) -> str:
    text = ngettext("%(number)s point", "%(number)s points", number)
    return text % {"number": str(number).replace("-", "−")}


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
        Explanation(code, player, figures, _reason(code, names.get(player or 0, ""), figures))
        for code, player, figures in why
    ]


def _reason(code: str, name: str, figures: Sequence[int]) -> str:
    is_tree = code in TREE
    text, of = (TREE[code], ("one", "two", "three")) if is_tree else SENTENCES[Because(code)]
    shown = {
        key: points(number) if key in POINTS else number
        for key, number in zip(of, figures, strict=False)
    }
    return str(text % {"name": name, **shown})


POOL_REASONS: Mapping[Meets, str | Promise] = {
    Meets.LOT: _("Drawn by seeding and by lot, one of %(pools)s pools."),
    Meets.WITHDREW: _("%(name)s has withdrawn."),
    Meets.BYE_BY_ORDER: _(
        "Not every player fits into the pools. Byes in this round: %(byes)s; "
        "earlier byes: %(had)s; place %(order)s by seeding and lot."
    ),
}


def pool_reason(one: Meeting, names: Names) -> str:
    """Why these are in one pool, or why somebody sits the round out."""
    shown = {**one.params, "name": names.get(one.params.get("entrant", 0), "")}
    return str(POOL_REASONS[one.because]) % shown


# Of all but a Swiss, with its figures in the order of `stages.Because`.
TREE: Mapping[str, Any] = {
    "tree_places": _("Places %(one)s and %(two)s of %(three)s in the draw."),
    "tree_bye": _("Place %(one)s of %(two)s in the draw; byes: %(three)s."),
    "tree_winners": _("The winners of matches %(two)s and %(three)s of round %(one)s."),
    "tree_losers": _(
        "For third place: the losers of matches %(two)s and %(three)s of round %(one)s."
    ),
    "tree_no_adversary": _("Match %(two)s of round %(one)s had no winner."),
    "tree_withdrew": _("%(name)s has withdrawn."),
    "tree_all_meet": _(
        "Everybody meets everybody: numbers %(one)s and %(two)s of %(three)s in the Berger tables."
    ),
    "tree_came": _("%(name)s: place %(one)s of group %(two)s."),
    "tree_clash": _("Both come from the same group: there was no other way."),
    "tree_odd": _(
        "There is an odd number of players: number %(one)s of %(two)s in the "
        "Berger tables has the bye in this round."
    ),
}


def refusal_text(refused: NotTaken) -> str:
    """Why so many cannot play so."""
    told = UNFIT.get((refused.why, refused.field)) or UNFIT[refused.why, ""]
    return str(told % refused.params)


# By the field, where it matters.
UNFIT: Mapping[tuple[Unfit, str], str | Promise] = {
    (Unfit.ENTRANTS_TOO_FEW, ""): _("At least %(least)s players must take part."),
    (Unfit.SEEDS_IMPOSSIBLE, ""): _("There cannot be more seeds than players."),
    (Unfit.GROUPS_TOO_MANY, ""): ngettext_lazy(
        "This many players make at most %(most)s group.",
        "This many players make at most %(most)s groups.",
        "most",
    ),
    (Unfit.TOO_MANY_GO_ON, ""): _("At most %(most)s of each group can qualify."),
    (Unfit.TOO_MANY_GO_ON, "best"): _("At most %(most)s of the best of the rest can qualify."),
    (Unfit.TOO_FEW_GO_ON, ""): _("There must be at least two qualifiers."),
    (Unfit.ROUND_NOT_OVER, ""): _("Results are missing. Enter them, or decide them without play."),
    (Unfit.TOURNAMENT_OVER, ""): _("All rounds are played."),
    (Unfit.ALREADY_OVER, ""): _("This pool is decided already."),
    (Unfit.NOT_PLAYING, ""): _("Choose a player of this pool, or nobody."),
    (Unfit.WITHDRAWN, ""): _("This player has already withdrawn."),
    (Unfit.WITHDRAWN, "winner"): _("This player has withdrawn and cannot qualify."),
    (Unfit.ALREADY_OUT, ""): _("This player has nothing left to play."),
    (Unfit.NEXT_BEGUN, ""): _(
        "Round %(round)s is drawn and depends on this. Undo that round first."
    ),
}


def nearest(changes: Mapping[str, Any]) -> str:
    """What of the plan would have to be another."""
    proposals = {option.name: option.proposal for option in OPTIONS}
    texts = [gettext(proposals[name]) % {"number": value} for name, value in changes.items()]
    # Translators: a list of proposals, such as "groups: 2, without a consolation".
    return gettext("It could be drawn with these changes: %(changes)s.") % {
        "changes": ", ".join(texts)
    }


FLOATS = (
    _(
        "%(name)s (%(own)s) meets a player with %(others)s. Place in their own "
        "score group: %(place)s of %(size)s; possible opponents in it: %(may)s."
    ),
    ("own", "others", "place", "size", "may"),
)
POINTS = {"points", "own", "others"}
# Of a Swiss: the text, and its figures in the order in which a fixture stores them.
SENTENCES: Mapping[Because, tuple[Any, tuple[str, ...]]] = {
    Because.SAME_POINTS: (_("Both have %(points)s."), ("points",)),
    Because.FLOATS_DOWN: FLOATS,
    Because.FLOATS_UP: FLOATS,
    Because.FLOATS_AGAIN: (
        ngettext_lazy(
            "%(name)s was also moved to another score group last round.",
            "%(name)s was also moved to another score group %(number)s rounds ago.",
            "number",
        ),
        ("number",),
    ),
    Because.FOLD: (
        _(
            "They are places %(one)s and %(other)s of the %(size)s in their score "
            "group; the upper half meets the lower, %(apart)s places below."
        ),
        ("one", "other", "size", "apart"),
    ),
    Because.NEVER_MET: (_("They have not met before."), ()),
    Because.MET_BEFORE: (
        ngettext_lazy(
            "They have met once before, as the director allows.",
            "They have met %(number)s times before, as the director allows.",
            "number",
        ),
        ("number",),
    ),
    Because.DEALS_RUNNING: (
        _("%(name)s deals first, so that neither has the same part three times in a row."),
        (),
    ),
    Because.DEALS_LESS: (_("%(name)s deals first, having done so less often."), ()),
    Because.DEALS_IN_TURN: (_("%(name)s deals first, because it is their turn."), ()),
    Because.DEALS_BY_LOT: (_("%(name)s deals first by lot."), ()),
    Because.TABLE_BEFORE: (
        ngettext_lazy(
            "%(name)s has sat at this table once.",
            "%(name)s has sat at this table %(number)s times.",
            "number",
        ),
        ("number",),
    ),
    Because.BY_HAND: (_("The director paired them by hand."), ()),
    Because.JOINED_LATE: (_("%(name)s plays from round %(number)s on."), ("number",)),
    Because.BYE: (
        _(
            "There is an odd number of players. %(name)s has the bye: earlier byes "
            "%(byes)s, %(points)s, place %(place)s in the seeding."
        ),
        ("byes", "points", "place"),
    ),
    Because.BYE_PASSED: (
        _("%(name)s was next in line for the bye, but then the others could not all be paired."),
        (),
    ),
    Because.BYE_FOR_PAIRS: (
        _("%(name)s has as few points, but with their bye the other pairings would be worse."),
        (),
    ),
}


# Why a round cannot be drawn.


def refusal(refused: Refusal, names: Names) -> str:
    told = [str(_WHY[refused.why])]
    if refused.stuck:
        stuck = ", ".join(names[one] for one in refused.stuck)
        # Translators: %(names)s is a list of players, such as "Ann, Bob".
        told.append(gettext("Left without an opponent: %(names)s.") % {"names": stuck})
    told += [str(_REMEDIES[frozenset(remedy)]) for remedy in refused.remedies]
    return " ".join(told)


_WHY: Mapping[Why, str | Promise] = {
    Why.TOO_FEW: _("At least two players must take part."),
    Why.TOO_MANY: _("This is too many players for one draw."),
    Why.ALL_MET: _("Not every player can be given a new opponent."),
    Why.FORBIDDEN: _("Not everybody can be paired while these pairs are kept apart."),
    Why.FIXED: _("Not everybody can be paired with what was fixed by hand."),
    Why.NO_BYE: _("The number of players is even, so nobody has the bye."),
}
_REMEDIES: Mapping[frozenset[Remedy], str | Promise] = {
    frozenset({Remedy.SECOND_MEETINGS}): _(
        "It could be drawn if players were allowed to meet again."
    ),
    frozenset({Remedy.LIFT_FORBIDDEN}): _("It could be drawn if nobody was kept apart."),
    frozenset({Remedy.LIFT_FIXED}): _("It could be drawn if nothing was fixed by hand."),
    frozenset({Remedy.SECOND_MEETINGS, Remedy.LIFT_FORBIDDEN}): _(
        "It could be drawn if players were allowed to meet again and nobody was kept apart."
    ),
}


PARTS: dict[Part, str | Promise] = {
    Part.MAIN: _("The tree"),
    Part.THIRD_PLACE: _("Third place"),
    Part.CONSOLATION: _("Consolation"),
}
# By how many rounds come after it.
LAST: tuple[str | Promise, ...] = (
    _("Final"),
    _("Semi-finals"),
    _("Quarter-finals"),
)


def round_name(number: int, rounds: int) -> str | Promise:
    after = rounds - number
    if after < len(LAST):
        return LAST[after]
    return gettext("Round %(number)s") % {"number": number}


def slot_name(slot: Slot, rounds: int) -> str:
    """`rounds`: of the main tree."""
    told = {"round": slot.round, "number": slot.number}
    if slot.part == Part.CONSOLATION:
        return gettext("Consolation, round %(round)s, match %(number)s") % told
    if slot.part == Part.THIRD_PLACE or slot.round == rounds:
        return str(LAST[0] if slot.part == Part.MAIN else PARTS[Part.THIRD_PLACE])
    return gettext("%(round)s, match %(number)s") % {
        **told,
        "round": round_name(slot.round, rounds),
    }
