"""What still needs the director, and what the sign-off shuts."""

import re

import pytest
from django.utils import timezone

from ecarte_club.clubs.services.members import player_add
from games.evenings.models import Attendance, Evening
from games.evenings.services.evenings import table_add
from games.matches.models import Flag, Match
from games.matches.selectors.statuses import IDLE_AFTER
from scoring.contests.services.opening import Plan, contest_open
from scoring.ledger.services.posting import book_for
from tests.site.pages import Browser, chosen, goes, page
from tests.support import printed_game
from tests.support.clubhouse import ONE_GAME, House, problem, read
from tests.support.settlings import owes

from .club_night import start

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def test_a_signed_off_evening_refuses_with_who_can_still_act(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    sheet = page(director.get(f"evenings/{night.pk}/sign-off/"))
    assert "1 unfinished match" in sheet
    sent = {**director.hidden(f"evenings/{night.pk}/sign-off/")}
    sent["version"] = re.findall(r'name="version" value="(\d+)"', sheet)[0]
    goes(director.post(f"evenings/{night.pk}/sign-off/", sent))
    night.refresh_from_db()
    assert not night.is_open
    assert night.signed_off_by == house.users["director"]
    for what, more in (
        ("attendance", {"present": f"{house.players['cyd'].pk}:a-tap"}),
        ("go", {"player": str(house.players["ann"].pk)}),
        ("walk-in", {"name": "Dora"}),
        ("tables", {"name": "Fire"}),
    ):
        answer = director.post(f"evenings/{night.pk}/{what}/", {"key": what, **more})
        assert "Only a director or the committee" in page(answer, 422)
    refused = house.api("scorer").post(
        f"matches/{match.pk}/hands", {**printed_game.BODIES[0], "version": 0}
    )
    assert refused.status_code == 422
    # Nothing was entered in it before the sign-off, which abandoned it.
    assert [entry.kind for entry in match.entries.all()] == ["abandoned"]
    assert Attendance.objects.filter(evening=night).count() == 2
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "Signed off by Director" in text
    assert "2 players came" in text
    assert "Mark as gone" not in text
    assert "<form" not in text.split('id="main"')[1]


def test_what_came_in_between_is_shown_before_it_is_signed(
    house: House, night: Evening, director: Browser
) -> None:
    where = f"evenings/{night.pk}/sign-off/"
    sent = director.hidden(where)
    assert sent["version"] == "1"
    match = start(director, night, night.tables.all()[0].pk)
    Flag.objects.create(match=match, text="Not so", at=night.opened_at)
    text = page(director.post(where, sent), 422)
    assert "The evening has changed since you opened this page" in text
    assert "Not so" in text
    night.refresh_from_db()
    assert night.is_open
    assert f'name="version" value="{night.version}"' in text


def test_a_correction_by_a_director_passes_after_the_sign_off(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    night.refresh_from_db()
    goes(
        director.post(f"evenings/{night.pk}/sign-off/", {"key": "s", "version": str(night.version)})
    )
    body = {"version": 2, "void": True, "reason": "Entered at the wrong table"}
    path = f"matches/{match.pk}/entries/1/corrections"
    assert house.api("scorer").post(path, body).status_code == 403
    assert house.api("director").post(path, body).status_code == 201
    night.refresh_from_db()
    assert not night.is_open


def test_games_that_are_not_confirmed_are_listed(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    house.api("scorer").post(f"matches/{match.pk}/games", {"version": 0, "score": {"a": 5, "b": 3}})
    assert "Not confirmed" not in page(director.get(f"evenings/{night.pk}/sign-off/"))
    house.club.confirms = True
    house.club.save()
    assert "Not confirmed" in page(director.get(f"evenings/{night.pk}/sign-off/"))
    assert "1 game is not confirmed" in page(director.get(f"evenings/{night.pk}/"))
    match.confirmations.create(game=1, number=1, at=match.started_at)
    assert "Not confirmed" not in page(director.get(f"evenings/{night.pk}/sign-off/"))


def test_flags_stand_first(night: Evening, director: Browser) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    Flag.objects.create(match=match, text="It was my king", at=night.opened_at)
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "1 result is flagged" in text
    assert text.index("It was my king") < text.index('id="tables"')


@pytest.mark.slow
def test_each_unfinished_match_is_closed_as_the_director_chooses(
    house: House, night: Evening, director: Browser
) -> None:
    """One is begun, and is to be continued unless chosen otherwise; nothing was entered in the
    other. The director chooses the other way round."""
    one, window = night.tables.all()
    begun = start(director, night, one.pk)
    house.api("scorer").enter(begun.pk, printed_game.BODIES[0])
    cyd, spare = house.players["cyd"].pk, player_add(by=house.person("director"), name="Dora").pk
    empty = start(director, night, window.pk, player_a=str(cyd), player_b=str(spare))
    where = f"evenings/{night.pk}/sign-off/"
    text = page(director.get(where))
    assert "2 unfinished matches" in text
    assert chosen(text) == {f"match_{begun.pk}": "adjourned", f"match_{empty.pk}": "abandoned"}
    assert 'value="The evening ended."' in text
    sent = {
        **director.hidden(where),
        f"match_{begun.pk}": "abandoned",
        f"match_{empty.pk}": "adjourned",
        "reason": "The lights failed.",
    }
    for _time in range(2):
        assert goes(director.post(where, sent)).endswith(f"/evenings/{night.pk}/")
    begun.refresh_from_db()
    empty.refresh_from_db()
    assert (begun.stopped, empty.stopped) == ("abandoned", "adjourned")
    assert begun.entries.latest("number").reason == "The lights failed."
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "In play" not in text
    assert "To be continued" in text
    assert "To be continued" in page(director.get(f"evenings/{night.pk}/results/"))


def test_one_match_is_closed_and_the_evening_goes_on(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    where = f"evenings/{night.pk}/sign-off/"
    sent = {**director.hidden(where), f"match_{match.pk}": "adjourned", "close": str(match.pk)}
    for _time in range(2):
        assert goes(director.post(where, sent)).endswith(where)
    match.refresh_from_db()
    night.refresh_from_db()
    assert match.stopped == "adjourned"
    assert night.is_open
    text = page(director.get(where))
    assert "unfinished match" not in text
    assert "already closed" in page(director.post(where, {**sent, "key": "other"}), 422)


def test_what_was_chosen_stays_when_the_evening_has_changed(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    where = f"evenings/{night.pk}/sign-off/"
    sent = {**director.hidden(where), f"match_{match.pk}": "adjourned", "reason": "A storm."}
    table_add(by=house.person("director"), evening=night, name="Garden")
    text = page(director.post(where, sent), 422)
    assert "The evening has changed" in text
    assert chosen(text) == {f"match_{match.pk}": "adjourned"}
    assert 'value="A storm."' in text


def test_no_button_where_it_could_not_be_used(
    house: House, night: Evening, director: Browser
) -> None:
    """While a pool runs, the sign-off is refused: the page says what to close, and where."""
    where = f"evenings/{night.pk}/sign-off/"
    button = 'form="sign-off">Sign off the evening<'
    assert button in page(director.get(where))
    plan = Plan(
        kind="cul_leve",
        table=night.tables.all()[0].pk,
        terms=ONE_GAME,
        agreed={},
        gallery={"levy": 0, "most": 0},
        players=[house.players[name].pk for name in ("ann", "bob")],
    )
    pool = contest_open(by=house.person("scorer"), evening=night, plan=plan).pk
    text = page(director.get(where))
    assert button not in text
    assert f"contests/{pool}/" in text
    assert "Close the pools and chouettes listed above" in text
    api = house.api("director")
    night.refresh_from_db()
    refused = api.post(f"evenings/{night.pk}/sign-off", {"version": night.version})
    problem(refused, 422, "contest_running")


def test_accounts_that_are_not_settled_up_are_listed(
    house: House, night: Evening, director: Browser
) -> None:
    """Ann owes Bob six counters: two players have a balance."""
    where = f"evenings/{night.pk}/sign-off/"
    assert "Not settled up" not in page(director.get(where))
    assert read(house.api("director").get(f"evenings/{night.pk}/sign-off"))["unsettled"] is None
    book = book_for(night)
    owes(house, book, "ann", "bob", 6)
    text = page(director.get(where))
    assert "2 players have open balances." in text
    assert f"evenings/{night.pk}/accounts/" in text
    found = read(house.api("director").get(f"evenings/{night.pk}/sign-off"))
    assert found["unsettled"] == {"book": book.pk, "players": 2}


def test_programs_close_matches_with_the_sign_off(house: House, night: Evening) -> None:
    api = house.api("director")
    made = read(
        api.post(
            f"evenings/{night.pk}/matches",
            {
                "matches": [
                    {
                        "table": night.tables.all()[0].pk,
                        "player_a": house.players["ann"].pk,
                        "player_b": house.players["bob"].pk,
                    }
                ]
            },
        ),
        201,
    )
    match = made["tables"][0]["matches"][0]["id"]
    seen = read(api.get(f"evenings/{night.pk}/sign-off"))
    assert seen["closing"] == [{"match": match, "status": "abandoned"}]
    body = {"version": seen["version"], "closing": [{"match": match, "status": "adjourned"}]}
    wrong = {**body, "closing": [{"match": match + 1, "status": "adjourned"}]}
    problem(api.post(f"evenings/{night.pk}/sign-off", wrong), 422, "not_unfinished", "closing")
    done = read(api.post(f"evenings/{night.pk}/sign-off", body), 201)
    assert done["tables"][0]["matches"][0]["status"] == "adjourned"
    assert done["signed_off_at"] is not None


def test_programs_hear_of_a_match_that_is_no_longer_in_play(
    house: House, night: Evening, director: Browser
) -> None:
    """Six hours without an entry change no version, and still what the evening says of it."""
    match, api = start(director, night, night.tables.all()[0].pk), house.api("director")
    for path in (f"evenings/{night.pk}", f"matches/{match.pk}"):
        Match.objects.filter(pk=match.pk).update(changed_at=timezone.now())
        tag = api.get(path)["ETag"]
        assert api.get(path, **{"If-None-Match": tag}).status_code == 304
        late = timezone.now() - IDLE_AFTER
        Match.objects.filter(pk=match.pk).update(changed_at=late)
        answer = api.get(path, **{"If-None-Match": tag})
        assert answer.status_code == 200
        assert b'"status":"unfinished"' in answer.content
