"""The crosstables of FIDE's own exercises: facts of the published paper, entrants by number.

Mario Held, "Exercises in Tie-Breaking", FIDE Technical Commission, 2024
(tec.fide.com/2024/03/18/tie-break-exercise): the Swiss of page 5, the round robin of page 6, and
the longer Swiss of page 43.
"""

from collections.abc import Iterable, Mapping

from scoring.tables.results import How, Meeting, Scheme, Share, played, sat_out, walkover

# Twice FIDE's points, so that half a point is a whole number.
SCHEME = Scheme(win=2, draw=1, loss=0, bye=2, half_bye=1)

# Each round by entrant: the opponent with + won, = drawn, - lost; f after it: by forfeit.
# B is a bye for the odd one, H half a bye, 0 a round sat out.
SWISS: Mapping[int, str] = {
    1: "9+ 13= 2= 15+ 4=",
    2: "10+ 7+ 1= 16+ 3=",
    3: "11= 6+ 8+ 4= 2=",
    4: "12+ H 13+ 3= 1=",
    5: "13- 15- 11+ 7= 10+",
    6: "14- 3- B 10+ 8+",
    7: "15+ 2- 16- 5= 11-",
    8: "16= 14+ 3- 13+ 6-",
    9: "1- 10- H 11-f B",
    10: "2- 9+ 15- 6- 5-",
    11: "3= 16- 5- 9+f 7+",
    12: "4- B 14+f 0 0",
    13: "5+ 1= 4- 8- 14-",
    14: "6+ 8- 12-f 0 13+",
    15: "7- 5+ 10+ 1- 16-",
    16: "8= 11+ 7+ 2- 15+",
}
# The same four rounds, another fifth between 2 and 3, and four more.
LONGER: Mapping[int, str] = {
    1: "6= 3= 16= 8+",
    2: "4= 6- 15= 5=",
    3: "16+ 1= 14+ 10+",
    4: "2= 16= 6= 15+",
    5: "14- 9+ 8- 2=",
    6: "1= 2+ 4= 16+",
    7: "10- 13+ 9+ 14+",
    8: "11= 15= 5+ 1-",
    9: "13+ 5- 7- 12=",
    10: "7+ 12+ 11+ 3-",
    11: "8= 14- 10- 13=",
    12: "15- 10- 13= 9=",
    13: "9- 7- 12= 11=",
    14: "5+ 11+ 3- 7-",
    15: "12+ 8= 2= 4-",
    16: "3- 4= 1= 6-",
}
FIFTH = {2: "3+", 3: "2-"}
LONG_SWISS: Mapping[int, str] = {
    entrant: " ".join((*rounds.split()[:4], FIFTH.get(entrant, rounds.split()[4]), LONGER[entrant]))
    for entrant, rounds in SWISS.items()
}
ROUND_ROBIN: Mapping[int, str] = {
    1: "5= 2+ 3+ 4- 6+",
    2: "6+ 1- 5+ 3= 4+",
    3: "4+ 6+ 1- 2= 5+",
    4: "3- 5- 6= 1+ 2-",
    5: "1= 4+ 2- 6-f 3-",
    6: "2- 3- 4= 5+f 1-",
}
TURNED = str.maketrans("+-", "-+")
SAT_OUT = {"B": How.BYE, "H": How.HALF_BYE, "0": How.ABSENT}


def meetings(crosstable: Mapping[int, str]) -> list[Meeting]:
    return [
        meeting
        for entrant, rounds in crosstable.items()
        for round_, told in enumerate(rounds.split(), start=1)
        for meeting in _meeting(round_, entrant, told)
    ]


def _meeting(round_: int, entrant: int, told: str) -> Iterable[Meeting]:
    if told in SAT_OUT:
        yield sat_out(SCHEME, round_, entrant, SAT_OUT[told])
        return
    opponent = int(told.rstrip("+=-f"))
    sign = told.rstrip("f")[-1]
    if told.endswith("f"):
        if sign == "+":
            yield walkover(SCHEME, round_, entrant, opponent)
    elif entrant < opponent:
        yield played(
            round_, entrant, opponent, side(sign), side({"+": "-", "-": "+"}.get(sign, sign))
        )


def side(sign: str) -> Share:
    """Of one match of one game, its score unknown."""
    won, drawn, lost = (int(sign == one) for one in "+=-")
    return Share(1, won, drawn, lost, won, lost, points=2 * won + drawn)


# Six teams, each against each at four boards, as the team named first has them: won, drawn, lost.
TEAM_ROUNDS = (
    ((1, 6), (2, 5), (3, 4)),
    ((1, 5), (4, 6), (2, 3)),
    ((1, 4), (3, 5), (2, 6)),
    ((1, 3), (2, 4), (5, 6)),
    ((1, 2), (3, 6), (4, 5)),
)
TEAMS: tuple[dict[tuple[int, int], str], ...] = (
    {
        (1, 2): "-+==",
        (1, 3): "==-=",
        (1, 4): "--=+",
        (1, 5): "-===",
        (1, 6): "--==",
        (2, 3): "====",
        (2, 4): "==--",
        (2, 5): "+++=",
        (2, 6): "+-+=",
        (3, 4): "+=+=",
        (3, 5): "--=-",
        (3, 6): "=-+-",
        (4, 5): "-=++",
        (4, 6): "=-==",
        (5, 6): "===+",
    },
    {
        (1, 2): "-+--",
        (1, 3): "+-=-",
        (1, 4): "--==",
        (1, 5): "+-++",
        (1, 6): "+=-+",
        (2, 3): "==++",
        (2, 4): "==-=",
        (2, 5): "--==",
        (2, 6): "=---",
        (3, 4): "+=+=",
        (3, 5): "-+=-",
        (3, 6): "=-==",
        (4, 5): "+---",
        (4, 6): "-+-=",
        (5, 6): "=-+=",
    },
)
