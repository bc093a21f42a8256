"""Names stand in one order, whatever wrote them, wherever they are listed, on each database."""

from collections.abc import Sequence
from datetime import date
from random import Random

import pytest
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.models import Club, HouseRules, NameVisibility, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors import clubs, members, player_names, roles
from ecarte_club.clubs.selectors.members import Filters
from ecarte_club.clubs.selectors.player_names import numbered
from ecarte_club.clubs.services.accounts import account_change, player_anonymise
from ecarte_club.clubs.services.clubs import Settings, club_set, office_give
from ecarte_club.clubs.services.member_import import players_import, players_import_preview
from ecarte_club.clubs.services.members import player_add, player_rename
from ecarte_club.core.collation import KEY_MOST, sort_key
from ecarte_club.core.exceptions import Invalid
from games.evenings.listing import EveningFilters as EveningsAsked
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.evenings.results import evening_results
from games.evenings.services.evenings import evening_change, evening_open, player_arrive, walk_in
from games.evenings.views.attendance import register_of
from games.matches.selectors.player_record import player_record
from scoring.leagues.models import League
from scoring.leagues.selectors.seasons import table
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, open_house, read
from tests.support.depth import examples
from tests.support.nights import evening, game, played

# As a French dictionary has them, with the letters of a few neighbours.

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

IN_ORDER = (
    *("Ægidius", "Agnès", "ångström", "Anna", "Ben", "Çelik", "Cyd", "d'Arc", "d’Arcy", "Edith"),
    *("Élodie", "emile", "Émilie", "Eva", "Jean-Paul", "Łucja", "Lukas", "Nº 7", "Nº 12", "Oda"),
    *("Œdipe", "Øllegaard", "Omar", "Straße", "Strauss", "Zoé", "Žofia"),
)
KEYED = (Club, Evening, HouseRules, League, Player, User)


def in_disorder(names: Sequence[str]) -> list[str]:
    return Random(7).sample(names, len(names))


def keep_order(found: Sequence[str]) -> bool:
    return list(found) == [name for name in IN_ORDER if name in found]


def test_names_as_a_dictionary_has_them() -> None:
    assert sorted(in_disorder(IN_ORDER), key=sort_key) == list(IN_ORDER)


@pytest.mark.parametrize(
    ("one", "same"),
    [
        *[("Élodie", "E\u0301lodie"), ("ÉLODIE", "elodie"), ("Cœur", "coeur"), ("Weiß", "WEISS")],
        *[("O’Neil", "O'Neil"), ("Nº 7", "no 07"), ("A\u00a0 B", "a b")],
        ("Jean\u2011Paul", "jean-paul"),
    ],
)
def test_spelt_in_two_ways_they_stand_together(one: str, same: str) -> None:
    assert sort_key(one) == sort_key(same)


@given(st.text())
def test_a_key_is_short_enough_to_keep_and_to_index(text: str) -> None:
    assert len(sort_key(text)) <= KEY_MOST
    assert len(sort_key("\ufdfa" * 80)) == KEY_MOST


letters = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])
names = st.text(letters, min_size=1, max_size=12) | st.text("aàbÉeœ19 -'", min_size=1, max_size=6)


class InEachDatabase(TestCase):
    @settings(max_examples=examples(40), deadline=None)
    @given(st.lists(names, max_size=12))
    def test_its_order_is_pythons(self, made: list[str]) -> None:
        club = Club.objects.create(name="Cercle", slug="cercle")
        Player.objects.bulk_create(Player(club=club, name=name) for name in made)
        found = [(player.name, player.pk) for player in Player.objects.filter(club=club)]
        assert found == sorted(found, key=lambda one: (sort_key(one[0]), one[1]))


# --- every way in which a name is written ---


def _keys_fit() -> None:
    for model in KEYED:
        for name, key in model.objects.values_list("name", "sort_name"):
            assert key == sort_key(name), (model, name)


def test_whatever_gives_a_name_gives_its_key(house: House) -> None:
    by = house.person("committee")
    ann, bob = house.players["ann"], house.players["bob"]
    player_add(by=by, name="Žofia")
    data = f"id,name\n{ann.pk},Élise\n,Œdipe\n"
    seen = players_import_preview(by=by, data=data).seen
    players_import(by=by, data=data, seen=seen)
    ann.refresh_from_db()
    player_rename(by=by, player=ann, name="Éloi", version=ann.version)
    account_change(user=house.users["ann"], name="Éloi", language="fr")
    house.club.refresh_from_db()
    club_set(by=by, version=house.club.version, settings=Settings(name="Écarté"))
    night = evening(house)
    evening_change(by=by, evening=night, held_on=night.held_on, name="Été", public=False)
    house.season()
    _keys_fit()
    assert Player.objects.get(pk=ann.pk).sort_name == "eloi"
    assert Club.objects.get().sort_name == "ecarte"
    player_anonymise(by=by, player_id=bob.pk, version=bob.version)
    _keys_fit()
    assert Player.objects.get(pk=bob.pk).name == numbered(bob.pk)
    assert not User.objects.filter(sort_name="bob").exists()


# --- every list of names ---

GUESTS = ("Élodie", "Emile", "Edith", "Zoé")


@pytest.fixture
def guests(house: House) -> House:
    """Edith, Élodie, Emile and Zoé play beside Ann, Bob and Cyd; written in another order."""
    for name in GUESTS:
        player = player_add(by=house.person("director"), name=name)
        house.players[name] = player
    return house


def _listed(text: str, among: Sequence[str] = GUESTS) -> list[str]:
    """These names as a page has them from its top."""
    return sorted((name for name in among if name in text), key=text.index)


SORTED = ["Edith", "Élodie", "Emile", "Zoé"]


def test_lists_and_pickers(guests: House) -> None:
    director = Browser(guests, "director")
    lists = ("players/", "players/export.csv", "players/?sort=matches", "matches/", "matches/new/")
    for path in lists:
        assert _listed(page(director.get(path))) == SORTED, path


def test_lists_of_programs_and_lists_turned_round(guests: House) -> None:
    slug = guests.club.slug
    found = read(guests.api("director").get(f"clubs/{slug}/players?sort=name"))["results"]
    assert [one["name"] for one in found] == ["Ann", "Bob", "Cyd", *SORTED]
    turned = members.players(guests.person("director"), Filters(sort="-name"))
    assert [player.name for player in turned][:4] == SORTED[::-1]


def test_an_evening_its_results_and_a_record(guests: House) -> None:
    night = evening(guests, *GUESTS, public=True)
    season = guests.season()
    for name in GUESTS:
        played(guests, night, "ann", name, [game(5, 3)], season=season)
    assert [guest.player.name for guest in evening_now(night).guests] == ["Ann", *SORTED]
    lines = [line.player.name for line in evening_results(night).lines]
    assert lines == ["Ann", *SORTED]
    record = player_record(guests.players["ann"])
    assert [player.name for player, _sums in record.adversaries] == SORTED
    assert [player.name for player in record.met] == SORTED
    assert [line.name for line in table(season.pk, named=True).lines] == ["Ann", *SORTED]


def test_pages_of_an_evening(guests: House) -> None:
    """Before anybody has come, and with everybody there."""
    night = evening(guests)
    director = Browser(guests, "director")
    start = f"tables/{night.tables.all()[0].pk}/start/"
    assert _listed(page(director.get(f"evenings/{night.pk}/attendance/"))) == SORTED
    assert _listed(page(director.get(f"evenings/{night.pk}/{start}"))) == SORTED
    for name in GUESTS:
        player = guests.players[name].pk
        player_arrive(by=guests.person("director"), evening=night, player_id=player)
    for where in ("", "results/", "results.csv", "grid/", start):
        assert _listed(page(director.get(f"evenings/{night.pk}/{where}"))) == SORTED, where


def test_strangers_learn_nothing_from_the_order(guests: House) -> None:
    """Edith was written last, and stands last when only numbers are shown."""
    night = evening(guests, *GUESTS, public=True)
    Club.objects.update(names_shown=NameVisibility.HIDDEN)
    night.club.refresh_from_db()
    order = [guest.player.pk for guest in evening_now(night, veiled=True).guests]
    assert order == sorted(order)
    lines = [line.player.pk for line in evening_results(night, veiled=True).lines]
    assert lines == sorted(lines)


def test_who_holds_a_role(house: House) -> None:
    for number, name in enumerate(in_disorder(IN_ORDER)):
        user = User.objects.create_user(f"{number}@cercle.example", name=name)
        office_give(club=house.club, user=user, role=Role.SCORER)
    found = roles.office_holders(house.person("committee"), Role.SCORER)
    assert keep_order([user.name for user in found if user.name in IN_ORDER])


def test_clubs_leagues_house_rules_and_evenings(house: House) -> None:
    for number, name in enumerate(in_disorder(IN_ORDER)):
        Club.objects.create(name=name, slug=f"club-{number}")
        League.objects.create(club=house.club, name=name)
        HouseRules.objects.create(club=house.club, name=name, base="london")
        evening_open(by=house.person("director"), held_on=date(2026, 11, 1), name=name)
    for found in (Club.objects.exclude(pk=house.club.pk), League.objects, HouseRules.objects):
        assert [one.name for one in found.all()] == list(IN_ORDER)
    nights = EveningsAsked(sort="name").sift(Evening.objects.filter(club=house.club))
    assert [night.name for night in nights] == list(IN_ORDER)


def test_the_first_of_thousands_are_read_from_an_index(db: None) -> None:
    house = open_house("large")
    Player.objects.bulk_create(
        Player(club=house.club, name=f"Joueur {number:04}") for number in range(2000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert "player_in_order" in clubs.players(house.person("cyd"))[:50].explain()


# --- found as they are typed on a phone ---


TYPED = {
    "elo": "Élodie",
    "ÉLO": "Élodie",
    "LODÍE": "Élodie",
    "oeuf": "Œuf",
    "œ": "Œuf",
    "table 1": "Table 12",
    "12": "Table 12",
    "d'arc": "D’Arc",
    "D’A": "D’Arc",
}


def test_found_without_accents_and_case(house: House) -> None:
    by, night = house.person("committee"), evening(house)
    for name in ("Élodie", "Œuf", "Table 12", "D’Arc"):
        player_add(by=by, name=name)
        evening_open(by=by, held_on=date(2026, 11, 1), name=name)
        user = User.objects.create_user(f"{sort_key(name)[:3].strip()}@x.example", name=name)
        office_give(club=house.club, user=user, role=Role.SCORER)
    now = evening_now(night)
    for typed, meant in TYPED.items():
        found = members.players(by, Filters(name=typed))
        assert [player.name for player in found] == [meant], typed
        assert player_names.offered(by, typed) == [meant]
        register = register_of(now, by, typed)
        assert [one.player.name for one in register.members] == [meant]
        assert [user.name for user in roles.users_by_name(by, name=typed)] == [meant]
        nights = EveningsAsked(name=typed).sift(Evening.objects.filter(club=house.club))
        assert [one.name for one in nights] == [meant]


def test_who_may_be_meant_is_told_without_accents(house: House) -> None:
    player_add(by=house.person("director"), name="Élodie")
    with pytest.raises(Invalid) as found:
        player_names.picked(house.person("director"), "elodi")
    assert "Perhaps one of these: Élodie" in str(found.value.detail)


def test_a_sign_alone_is_in_no_name(house: House) -> None:
    assert not members.players(house.person("cyd"), Filters(name="\u0301")).exists()


def test_the_column_says_itself_how_it_is_sorted(db: None) -> None:
    """By bytes, whatever the database was set up with."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, "clubs_player")
    (collation,) = [column.collation for column in described if column.name == "sort_name"]
    assert collation == ("C" if connection.vendor == "postgresql" else None)


@pytest.mark.parametrize("name", ["élodie", "ELODIE", "Élodie"])
def test_who_is_known_already_does_not_walk_in_again(name: str, house: House) -> None:
    by, night = house.person("director"), evening(house)
    walk_in(by=by, evening=night, name="Élodie")
    with pytest.raises(Invalid) as found, transaction.atomic():
        walk_in(by=by, evening=night, name=name)
    assert found.value.code == "known_player"
    assert walk_in(by=by, evening=night, name="Élodie B.").player.name == "Élodie B."


def test_what_may_be_done_is_listed_in_the_order_of_its_language(house: House) -> None:
    text = page(Browser(house, "committee").get("log/", **{"Accept-Language": "fr"}))
    acts = ("Réglages changés", "Règles du club retirées", "Rencontre commencée", "Rôle donné")
    assert _listed(text.partition("<select")[2], acts) == list(acts)
