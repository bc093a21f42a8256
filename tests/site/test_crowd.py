"""A club of 10,000 members and 100,000 results, usually of a tenth of them, which is more than any
page could list: no list asks the database more than a little.
"""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Player, User
from games.matches.models import Match
from scoring.leagues.renderers import printed_cache, table_cache
from tests.bench.crowding import MEMBERS, RESULTS, crowd
from tests.bench.filling import EMAIL
from tests.bench.listing import paths
from tests.support.depth import times

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

MOST = 15
HOME_MOST = 41
"""A director's own page of the club is a dozen short lists, each of a few rows."""


def _asked(client: Client, path: str) -> tuple[int, int, int]:
    """Its status, its queries, and its size in kB, when nothing of it is at hand yet."""
    printed_cache.clear()
    table_cache.clear()
    with CaptureQueriesContext(connection) as found:
        answer = client.get(path)
    return answer.status_code, len(found), len(answer.content) // 1000


def test_lists_of_thousands_cost_few_queries_and_are_short(db: None) -> None:
    members, results = (number // times(10, thorough=1) for number in (MEMBERS, RESULTS))
    club = crowd(members, results)
    assert Player.objects.count() == members
    assert Match.objects.count() >= results
    member, stranger = Client(), Client()
    member.force_login(User.objects.get(email=EMAIL))
    for name, path in paths(club).items():
        status, queries, size = _asked(member, path)
        most = HOME_MOST if name == "club" else MOST
        assert (status, queries <= most, size < 100) == (200, True, True), (name, queries, size)
        status, queries, _size = _asked(stranger, path)
        assert status in (200, 302, 401, 404), name
        assert queries <= MOST, (name, queries)
