"""What a table is ordered by: one row for each criterion.

Forms, the API, CSV columns, explanations and labels derive from these rows. To add a tie-break,
add its row, a test of it and the French of its label. A key is stored and never renamed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from .figures import (
    AmongTied,
    AverageRating,
    Berlin,
    BoardCount,
    BottomBoards,
    Buchholz,
    DirectEncounter,
    Figure,
    Key,
    Koya,
    Lots,
    Manual,
    Number,
    Progressive,
    RoundsWon,
    SonnebornBerger,
    Sum,
    TopBoards,
    board_points_of,
    points_of,
)
from .results import Share


def _(text: str) -> str:
    """Marks a label; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Row:
    """`signed`: shown as +3 or −3. `fewer_is_better`: compared as a loss, shown as it is."""

    key: str
    label: str
    figure: Figure
    signed: bool = False
    fewer_is_better: bool = False


class AnyCriterion(StrEnum):
    """A table is ordered either by those of players or by those of teams."""

    row: Row

    # Made of its row in this module, and looked up by its key everywhere else.
    def __new__(cls, row: Any) -> Self:
        member = str.__new__(cls, row.key)
        member._value_ = row.key
        member.row = row
        return member

    @property
    def is_points(self) -> bool:
        """What every table is ordered by first."""
        return isinstance(self.row.figure, Sum) and self.row.figure.adjusted

    @property
    def is_sum(self) -> bool:
        """Whether the sums over all meetings are enough to know it."""
        return isinstance(self.row.figure, Sum) and not self.row.figure.at_table

    @property
    def is_among_tied(self) -> bool:
        return isinstance(self.row.figure, AmongTied | DirectEncounter | Manual)

    @property
    def is_manual(self) -> bool:
        """Decided by the committee, and by no result."""
        return isinstance(self.row.figure, Manual)

    @property
    def is_average(self) -> bool:
        """Not higher for whoever has more meetings."""
        return isinstance(self.row.figure, AverageRating)

    @property
    def is_direct_encounter(self) -> bool:
        """Two numbers for each thing that counts: what was won, and what can still be."""
        return isinstance(self.row.figure, DirectEncounter)

    def better(self, figure: Number) -> Number:
        """As it is compared: more is better. The same turns it back into what is shown."""
        return -figure if self.row.fewer_is_better else figure

    @property
    def sum_key(self) -> Key:
        """Of sums, as they are compared. Only where `is_sum`."""
        figure = self.row.figure
        if not isinstance(figure, Sum):
            raise TypeError(self)
        of = figure.of
        return (lambda share: -of(share)) if self.row.fewer_is_better else of


def _won(share: Share) -> int:
    return share.won


def _games_difference(share: Share) -> int:
    return share.games_for - share.games_against


def _games_for(share: Share) -> int:
    return share.games_for


def _value_difference(share: Share) -> int:
    return share.value - share.value_against


def _value(share: Share) -> int:
    return share.value


class Criterion(AnyCriterion):
    """Of players."""

    POINTS = Row("points", _("points"), Sum(points_of, adjusted=True))
    WON = Row("won", _("matches won"), Sum(_won))
    WON_PLAYED = Row("won_played", _("matches won at the table"), Sum(_won, at_table=True))
    GAMES_DIFFERENCE = Row(
        "games_difference", _("games won minus lost"), Sum(_games_difference), signed=True
    )
    GAMES_FOR = Row("games_for", _("games won"), Sum(_games_for))
    VALUE_DIFFERENCE = Row(
        "value_difference", _("game values won minus lost"), Sum(_value_difference), signed=True
    )
    VALUE = Row("value", _("game values won"), Sum(_value))
    RUBBER_POINTS = Row(
        "rubber_points", _("rubber points"), Sum(lambda share: share.rubber_points), signed=True
    )
    TREBLES = Row("trebles", _("trebles"), Sum(lambda share: share.trebles))
    VOLES = Row("voles", _("voles"), Sum(lambda share: share.voles))
    KINGS = Row("kings", _("kings"), Sum(lambda share: share.kings))
    FEWER_PLAYED = Row(
        "fewer_played",
        _("fewer matches played"),
        Sum(lambda share: share.played),
        fewer_is_better=True,
    )
    HEAD_TO_HEAD = Row("head_to_head", _("points against each other"), AmongTied((points_of,)))
    MINI_TABLE = Row(
        "mini_table",
        _("results among the tied players"),
        AmongTied((points_of, _games_difference, _games_for, _value_difference)),
    )
    BUCHHOLZ = Row("buchholz", _("opponents’ points (Buchholz)"), Buchholz())
    BUCHHOLZ_CUT_1 = Row(
        "buchholz_cut_1", _("opponents’ points without the lowest (Buchholz, cut 1)"), Buchholz(1)
    )
    BUCHHOLZ_CUT_2 = Row(
        "buchholz_cut_2",
        _("opponents’ points without the two lowest (Buchholz, cut 2)"),
        Buchholz(2),
    )
    BUCHHOLZ_MEDIAN = Row(
        "buchholz_median",
        _("opponents’ points without the lowest and the highest (Buchholz, median)"),
        Buchholz(1, 1),
    )
    SONNEBORN_BERGER = Row(
        "sonneborn_berger",
        _("points of the opponents beaten (Sonneborn-Berger)"),
        SonnebornBerger(),
    )
    SONNEBORN_BERGER_CUT_1 = Row(
        "sonneborn_berger_cut_1",
        _("points of the opponents beaten, without the weakest opponent (Sonneborn-Berger, cut 1)"),
        SonnebornBerger(1),
    )
    SONNEBORN_BERGER_CUT_2 = Row(
        "sonneborn_berger_cut_2",
        _(
            "points of the opponents beaten, without the two weakest opponents "
            "(Sonneborn-Berger, cut 2)"
        ),
        SonnebornBerger(2),
    )
    FORE_BUCHHOLZ = Row(
        "fore_buchholz",
        _("opponents’ points if the last round were drawn (fore-Buchholz)"),
        Buchholz(fore=True),
    )
    DIRECT_ENCOUNTER = Row(
        "direct_encounter", _("direct encounter (FIDE)"), DirectEncounter((points_of,))
    )
    ROUNDS_WON = Row("rounds_won", _("rounds won, with walkovers and byes (WIN)"), RoundsWon())
    PROGRESSIVE = Row(
        "progressive", _("points after each round, added up (progressive)"), Progressive()
    )
    KOYA = Row("koya", _("points against players with half of the points or more (Koya)"), Koya())
    AVERAGE_RATING = Row(
        "average_rating", _("average rating of the opponents (ARO)"), AverageRating()
    )
    MANUAL = Row("manual", _("order decided by the committee"), Manual(), fewer_is_better=True)
    LOTS = Row("lots", _("lots"), Lots(), fewer_is_better=True)


class TeamCriterion(AnyCriterion):
    """Of teams. In a team's line the games are its board points, the values the games won there."""

    POINTS = Row("match_points", _("match points"), Sum(points_of, adjusted=True))
    BOARD_POINTS = Row("board_points", _("board points"), Sum(board_points_of))
    BOARD_DIFFERENCE = Row(
        "board_difference", _("board points won minus lost"), Sum(_games_difference), signed=True
    )
    HEAD_TO_HEAD = Row(
        "head_to_head", _("match points against each other"), AmongTied((points_of,))
    )
    BOARD_COUNT = Row(
        "board_count",
        _("board points times the number of the board, fewer first (board count)"),
        BoardCount(),
        fewer_is_better=True,
    )
    BERLIN = Row(
        "berlin",
        _("board points times 1 at the last board, 2 at the one before it, and so on (Berlin)"),
        Berlin(),
    )
    TOP_BOARDS = Row("top_boards", _("points at the first board, then at the second"), TopBoards())
    BOTTOM_BOARDS = Row(
        "bottom_boards",
        _("board points without the last board, then without the last two"),
        BottomBoards(),
    )
    WON = Row("won", _("meetings won"), Sum(_won))
    GAMES_DIFFERENCE = Row(
        "games_difference", _("games won minus lost"), Sum(_value_difference), signed=True
    )
    GAMES_WON = Row("games_won", _("games won"), Sum(_value))
    SONNEBORN_BERGER = Row(
        "sonneborn_berger",
        _("opponents’ match points × match points won (Sonneborn-Berger)"),
        SonnebornBerger(per_win=False),
    )
    SONNEBORN_BERGER_BOARDS = Row(
        "sonneborn_berger_boards",
        _("opponents’ match points × board points won (Sonneborn-Berger)"),
        SonnebornBerger(earned=board_points_of, per_win=False),
    )
    SONNEBORN_BERGER_BOARDS_CUT_1 = Row(
        "sonneborn_berger_boards_cut_1",
        _(
            "opponents’ match points × board points won, without the weakest opponent "
            "(Sonneborn-Berger, cut 1)"
        ),
        SonnebornBerger(1, earned=board_points_of, per_win=False),
    )
    SONNEBORN_BERGER_CUT_1 = Row(
        "sonneborn_berger_cut_1",
        _(
            "opponents’ match points × match points won, without the weakest opponent "
            "(Sonneborn-Berger, cut 1)"
        ),
        SonnebornBerger(1, per_win=False),
    )
    SONNEBORN_BERGER_CUT_2 = Row(
        "sonneborn_berger_cut_2",
        _(
            "opponents’ match points × match points won, without the two weakest opponents "
            "(Sonneborn-Berger, cut 2)"
        ),
        SonnebornBerger(2, per_win=False),
    )
    SONNEBORN_BERGER_BOARDS_CUT_2 = Row(
        "sonneborn_berger_boards_cut_2",
        _(
            "opponents’ match points × board points won, without the two weakest opponents "
            "(Sonneborn-Berger, cut 2)"
        ),
        SonnebornBerger(2, earned=board_points_of, per_win=False),
    )
    BOARDS_SONNEBORN_BERGER = Row(
        "boards_sonneborn_berger",
        _("opponents’ board points × match points won (Sonneborn-Berger)"),
        SonnebornBerger(score=board_points_of, per_win=False),
    )
    BOARDS_SONNEBORN_BERGER_BOARDS = Row(
        "boards_sonneborn_berger_boards",
        _("opponents’ board points × board points won (Sonneborn-Berger)"),
        SonnebornBerger(score=board_points_of, earned=board_points_of, per_win=False),
    )
    BUCHHOLZ = Row("buchholz", _("opponents’ match points (Buchholz)"), Buchholz())
    BUCHHOLZ_CUT_1 = Row(
        "buchholz_cut_1",
        _("opponents’ match points without the lowest (Buchholz, cut 1)"),
        Buchholz(1),
    )
    BUCHHOLZ_CUT_2 = Row(
        "buchholz_cut_2",
        _("opponents’ match points without the two lowest (Buchholz, cut 2)"),
        Buchholz(2),
    )
    BUCHHOLZ_BOARDS = Row(
        "buchholz_boards", _("opponents’ board points (Buchholz)"), Buchholz(score=board_points_of)
    )
    FORE_BUCHHOLZ = Row(
        "fore_buchholz",
        _("opponents’ match points if the last round were drawn (fore-Buchholz)"),
        Buchholz(fore=True),
    )
    DIRECT_ENCOUNTER = Row(
        "direct_encounter",
        _("direct encounter, by match points and then board points (FIDE)"),
        DirectEncounter((points_of, board_points_of)),
    )
    ROUNDS_WON = Row("rounds_won", _("rounds won, with walkovers and byes (WIN)"), RoundsWon())
    PROGRESSIVE = Row(
        "progressive", _("match points after each round, added up (progressive)"), Progressive()
    )
    KOYA = Row(
        "koya", _("match points against teams with half of the points or more (Koya)"), Koya()
    )
    MANUAL = Row("manual", _("order decided by the committee"), Manual(), fewer_is_better=True)
    LOTS = Row("lots", _("lots"), Lots(), fewer_is_better=True)


# Points come first, whatever is chosen.
TIE_BREAKS = tuple(criterion for criterion in Criterion if not criterion.is_points)
TEAM_TIE_BREAKS = tuple(criterion for criterion in TeamCriterion if not criterion.is_points)
USUAL = (Criterion.WON, Criterion.GAMES_DIFFERENCE, Criterion.RUBBER_POINTS, Criterion.VOLES)
USUAL_OF_TEAMS = (
    TeamCriterion.BOARD_POINTS,
    TeamCriterion.HEAD_TO_HEAD,
    TeamCriterion.GAMES_DIFFERENCE,
)


def with_manual(
    order: Sequence[AnyCriterion], *, is_decided: bool = True, of_teams: bool = False
) -> tuple[AnyCriterion, ...]:
    """Where the order does not name it, what the committee decided comes last, but before lots."""
    criteria: type[Criterion | TeamCriterion] = TeamCriterion if of_teams else Criterion
    if not is_decided or criteria.MANUAL in order:
        return tuple(order)
    last = len(order) - (criteria.LOTS in order[-1:])
    return (*order[:last], criteria.MANUAL, *order[last:])
