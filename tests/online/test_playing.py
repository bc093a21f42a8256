"""Matches played online, against the engine alone with the packs that the links give."""

from random import Random

import pytest

from games.engine import fair_deal
from games.engine.codes import CODES
from games.engine.hand import apply, begin, out_of_time
from games.engine.hand.state import THREE_TWO, Deal
from games.engine.seats import Seat
from games.engine.terms import Score
from games.engine.transcripts.acts import Done, TimeOver, read
from games.engine.transcripts.checks import is_right, verify
from games.matches.models import Match
from games.matches.selectors.reading import read as read_match
from games.online.models import Action, Draw, OnlineTable
from tests.support.clubhouse import Api, House, problem
from tests.support.depth import each

from .devices import Device, loses, play_out, seated

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.slow]


def links(ann: Device, bob: Device, number: int, table: OnlineTable) -> tuple[bytes, bytes, bytes]:
    last = Draw.objects.filter(table=table).order_by("number").last()
    assert last is not None
    server = fair_deal.hashed(bytes.fromhex(table.opened_link), last.number - number)
    a, b = (bytes.fromhex(one.link_for(number)) for one in (ann, bob))
    return server, a, b


def check_against_engine(ann: Device, bob: Device) -> None:
    """Every pack is drawn anew from the open links, every hand played again by the engine alone."""
    table = OnlineTable.objects.get(pk=ann.table)
    match = Match.objects.get(online_table=table)
    assert fair_deal.hashed(links(ann, bob, 1, table)[0], 1).hex() == table.server_end
    marks = []
    for draw in Draw.objects.filter(table=table, kind="hand"):
        server, a, b = links(ann, bob, draw.number, table)
        pack = fair_deal.pack(server, a, b, match=str(match.pk), number=draw.number)
        code = CODES[match.code]
        score = Score(draw.score_a, draw.score_b)
        state = begin(code, score=score, dealer=Seat(draw.dealer))
        state, _events = apply(state, Deal(pack, THREE_TWO))
        for action in Action.objects.filter(draw=draw):
            line = read(action.text)
            if isinstance(line, Done):
                state, _events = apply(state, line.action)
            elif isinstance(line, TimeOver):
                state, _events = out_of_time(state)
        marks.append([(mark.seat, mark.points, mark.kind) for mark in state.marks])
    lines = read_match(match).state.lines
    made = [[(mark.seat, mark.points, mark.kind) for mark in line.marks] for line in lines]
    assert made == marks
    assert match.over
    assert match.hands == len(marks)


@pytest.mark.parametrize("code", each(2, list(CODES)))
def test_a_game_ends_as_in_the_engine_alone(house: House, code: str) -> None:
    terms = {"code": code, "format": "one_game", "games": 1}
    ann, bob = seated(house, Random(0), {"terms": terms})
    state = play_out((ann, bob))
    assert state["status"] == "over"
    check_against_engine(ann, bob)


def test_the_transcript_of_a_finished_match_is_right(house: House) -> None:
    """Every program that checks transcripts finds this one right, and no byte changed."""
    ann, bob = seated(house, Random(5), {"terms": {"code": "london", "format": "one_game"}})
    early = problem(ann.api.get(f"online-tables/{ann.table}/transcript"), 422, "no_transcript")
    assert "over" in early["detail"]
    play_out((ann, bob), loses("a"))
    nobody = Api().get(f"online-tables/{ann.table}/transcript")
    assert nobody.status_code == 404, "a friendly match belongs to the club"
    content = ann.api.get(f"online-tables/{ann.table}/transcript").content
    checks = verify(content)
    assert is_right(checks), [check for check in checks if not check.passed]
    assert not is_right(verify(content.replace(b"Ann", b"Eve", 1)))
    text = ann.api.get(f"online-tables/{ann.table}/notation").content.decode()
    assert "deal:" in text
