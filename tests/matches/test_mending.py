"""Alice, Bob and the laws: mending at the table, by the pad and by programs."""

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from games.engine.seats import Seat
from games.evenings.services.evenings import evening_sign_off
from games.evenings.services.phones import phone_open
from games.matches.models import Entry
from games.matches.services.matches import MatchTerms, match_start
from tests.site.pages import Browser, goes, page
from tests.support import printed_game
from tests.support.clubhouse import House, problem, read
from tests.support.scene import Scene, phone_api

# The printed game's first hand: the dealer turned the king and made the vole.

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

WITHOUT_KING = {"opening": "exchanged", "kings": [], "tricks": {"a": 5, "b": 0}}
AS_PLAYED = {**WITHOUT_KING, "kings": [{"seat": "a", "how": "turned"}]}
FORM = {"king": "nobody", "opening": "exchanged", "tricks": "5-0", "turned": "no"}


def _body(hand: object, version: int, *, turned: bool = False) -> dict[str, object]:
    return {"version": version, "hand": hand, "trump_turned": turned}


def test_law_51_an_overscore_is_taken_down(here: Scene) -> None:
    """And the entry says by which law, and stays in the record."""
    house, match = here.house, here.match.pk
    done = read(
        house.api("bob").post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201
    )
    assert done["match"]["score"] == {"a": 2, "b": 0}
    assert done["entry"]["law"] == "law 51"
    assert done["entry"]["reason"] == "Too much had been marked."
    entries = read(house.api("cyd").get(f"matches/{match}/entries"))
    assert [entry["stands"] for entry in entries] == [False, True]
    assert AuditLogEntry.objects.filter(act="entry_mend").count() == 1
    text = page(Browser(house, "cyd").get(f"matches/{match}/"))
    assert "Too much had been marked." in text


def test_law_50_an_omission_is_added_until_the_next_trump(here: Scene) -> None:
    house, match = here.house, here.match.pk
    ann = house.api("ann")
    read(ann.post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201)
    late = ann.post(f"matches/{match}/entries/2/mend", _body(AS_PLAYED, 2, turned=True))
    found = problem(late, 422, "omission_too_late")
    assert found["law"] == "law 50"
    assert "a director can still correct it" in found["detail"]
    done = read(ann.post(f"matches/{match}/entries/2/mend", _body(AS_PLAYED, 2)), 201)
    assert done["entry"]["law"] == "law 50"
    assert done["match"]["score"] == {"a": 3, "b": 0}


def test_law_50_not_after_a_later_hand_whatever_is_said(here: Scene) -> None:
    house, match = here.house, here.match.pk
    read(house.api("ann").post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201)
    house.api("scorer").enter(match, printed_game.BODIES[1])
    answer = house.api("ann").post(f"matches/{match}/entries/2/mend", _body(AS_PLAYED, 3))
    problem(answer, 422, "omission_too_late")


def test_nothing_to_mend_and_nothing_there(here: Scene) -> None:
    ann, match = here.house.api("ann"), here.match.pk
    problem(
        ann.post(f"matches/{match}/entries/1/mend", _body(AS_PLAYED, 1)), 422, "nothing_to_mend"
    )
    problem(ann.post(f"matches/{match}/entries/9/mend", _body(AS_PLAYED, 1)), 404)
    problem(ann.post(f"matches/{match}/entries/1/mend", _body(AS_PLAYED, 0)), 409, "stale_version")
    read(ann.post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201)
    again = ann.post(f"matches/{match}/entries/1/mend", _body(AS_PLAYED, 2))
    problem(again, 422, "already_superseded", "number")


def test_a_game_by_its_score_is_not_mended_as_a_hand(here: Scene) -> None:
    ann, match = here.house.api("ann"), here.empty.pk
    read(ann.post(f"matches/{match}/games", {"version": 0, "score": {"a": 5, "b": 3}}), 201)
    problem(ann.post(f"matches/{match}/entries/1/mend", _body(AS_PLAYED, 1)), 422, "other_kind")
    page(Browser(here.house, "ann").get(f"matches/{match}/entries/1/mend/"), 404)


def test_players_undo_their_own_mending(here: Scene) -> None:
    """A correction is a director's to take back; a mending is theirs."""
    ann, match = here.house.api("ann"), here.match.pk
    read(ann.post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201)
    pad = page(Browser(here.house, "ann").get(f"matches/{match}/pad/"))
    assert 'id="undo-button" form="undo">' in pad
    done = read(ann.post(f"matches/{match}/undo", {"version": 2}), 201)
    assert done["match"]["score"] == {"a": 3, "b": 0}


def test_a_phone_at_the_table_mends_and_one_elsewhere_does_not(here: Scene) -> None:
    match = here.match.pk
    other = phone_api(here.phones[1])
    before = Entry.objects.count()
    assert other.post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)).status_code in (
        403,
        404,
    )
    assert Entry.objects.count() == before
    bob = here.house.players["bob"].pk
    phone = phone_api(phone_open(code=here.table.code, player_id=bob)[1])
    done = read(phone.post(f"matches/{match}/entries/1/mend", _body(WITHOUT_KING, 1)), 201)
    assert done["entry"]["law"] == "law 51"
    assert "Bob’s phone at table 1" in page(Browser(here.house, "cyd").get(f"matches/{match}/"))


def test_after_the_sign_off_it_takes_a_correction(here: Scene) -> None:
    here.evening.refresh_from_db()
    evening_sign_off(
        by=here.house.person("director"), evening=here.evening, version=here.evening.version
    )
    for who in ("ann", "director"):
        answer = here.house.api(who).post(
            f"matches/{here.match.pk}/entries/1/mend", _body(WITHOUT_KING, 1)
        )
        # The match was begun: the sign-off left it to be continued another day.
        problem(answer, 422, "adjourned")


def test_the_pad_offers_what_the_laws_allow(here: Scene) -> None:
    house, match = here.house, here.match.pk
    pad = page(Browser(house, "ann").get(f"matches/{match}/pad/"))
    both = "A mark was left out (law 50), or too much was marked (law 51)"
    assert both in " ".join(pad.split())
    house.api("scorer").enter(match, printed_game.BODIES[1])
    pad = page(Browser(house, "ann").get(f"matches/{match}/pad/"))
    assert (pad.count(both), pad.count("Too much was marked (law 51)")) == (1, 1)
    assert pad.count("A mark was left out (law 50)") == 1
    for body in printed_game.BODIES[2:]:
        house.api("scorer").enter(match, body)
    over = page(Browser(house, "ann").get(f"matches/{match}/pad/"))
    assert over.count("A mark was left out (law 50)") == 1
    assert "Too much was marked (law 51)" not in over
    assert "Fix a mark" not in page(Browser(house, "ann").get(f"matches/{here.empty.pk}/pad/"))


def test_under_enquire_within_the_last_hand_alone_is_offered(house: House) -> None:
    """xv: until the next hand is dealt; after it a director corrects."""
    match = match_start(
        by=house.person("scorer"),
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        first_dealer=Seat.A,
        terms=MatchTerms(code="household", format="one_game", games=1),
    ).pk
    house.api("scorer").enter(match, AS_PLAYED)
    pad = page(Browser(house, "ann").get(f"matches/{match}/pad/"))
    assert "Fix the score of the last hand" in pad
    assert pad.count("Until the next hand is dealt (Enquire Within)") == 1
    house.api("scorer").enter(match, WITHOUT_KING)
    pad = page(Browser(house, "ann").get(f"matches/{match}/pad/"))
    assert pad.count("Until the next hand is dealt (Enquire Within)") == 1
    assert "law 50" not in pad
    form = page(Browser(house, "ann").get(f"matches/{match}/entries/2/mend/"))
    assert "Is the next hand dealt?" in form
    old = page(Browser(house, "ann").get(f"matches/{match}/entries/1/mend/"))
    assert "A later hand was entered: a director can still correct it." in old


def test_mending_by_the_form(here: Scene) -> None:
    bob, path = Browser(here.house, "bob"), f"matches/{here.match.pk}/entries/1/mend/"
    text = page(bob.get(path))
    assert 'value="5-0" checked' in text
    assert 'value="a-turned" checked' in text
    sent = {**bob.hidden(path), **FORM}
    asked = page(bob.post(path, {**sent, "turned": ""}), 422)
    assert "Say whether the next deal has begun." in asked
    assert goes(bob.post(path, sent)).endswith("/pad/")
    assert goes(bob.post(path, sent)).endswith("/pad/")
    assert Entry.objects.filter(match=here.match).count() == 2
    # The entry no longer stands: there is nothing here to mend.
    assert goes(bob.get(path)).endswith("/pad/")


def test_what_may_not_be_mended_says_why_and_who_can(here: Scene) -> None:
    house = here.house
    for body in printed_game.BODIES[1:]:
        house.api("scorer").enter(here.match.pk, body)
    ann, path = Browser(house, "ann"), f"matches/{here.match.pk}/entries/1/mend/"
    assert "a director can still correct it" in page(ann.get(path))
    text = page(ann.post(path, {**ann.hidden(path), **FORM}), 422)
    assert "It is too late to take surplus marks down." in text
    assert "(law 51)" in text
