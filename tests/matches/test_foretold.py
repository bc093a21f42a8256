"""What a preview tells of a merge or of forgetting is what then happens, counted another way."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import combinations, permutations
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.changes import Merging
from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.selectors.player_names import numbered
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import (
    player_add,
    player_rename,
    players_merge,
    players_merge_preview,
)
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import RubberEntry
from games.evenings.models import Attendance, Evening, Letter
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.models import Entry, Flag, Match
from games.matches.services.disputes import flag_raise, flag_settle
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from games.matches.services.revisions import entry_correct
from games.sheets.models import SheetImport
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.leagues.selectors.seasons import table
from tests.support.clubhouse import ONE_GAME, House, open_house
from tests.support.clubrooms import undone
from tests.support.depth import THOROUGH
from tests.support.everything import everything
from tests.support.sheets import ANN_WINS, file_of, upload
from tests.support.standing import as_built, built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

GUESTS = ("dora", "eve", "a. lee")


def furnished() -> House:
    """Six players and two seasons; three have no sign-in, and may be anybody."""
    house = open_house()
    random, director, by = Random(7), house.person("director"), house.person("scorer")
    for name in GUESTS:
        house.players[name] = player_add(by=director, name=name.title())
    seasons = [house.season(), house.season(), None]
    nights = [
        evening_open(by=director, held_on=date(2026, 11, day), tables=("1",)) for day in (5, 12)
    ]
    for number in range(18):
        season = seasons[number % 3]
        night = nights[number % 2] if number % 5 else None
        a, b = _pair(random, house)
        match = match_start(
            by=by,
            player_a=a.pk,
            player_b=b.pk,
            event_id=season.pk if season else None,
            terms=None if season else ONE_GAME,
            evening_table=night.tables.get().pk if night else None,
        )
        if number % 6:
            won = random.randrange(2)
            play_record(by=by, match=match, what=RubberEntry(won, 1 - won), version=0)
    for name in ("dora", "ann"):
        player_arrive(by=director, evening=nights[0], player_id=house.players[name].pk)
    for night in nights:
        for name in random.sample(list(house.players), 3):
            Letter.objects.create(evening=night, player=house.players[name])
    return house


@pytest.fixture(scope="module")
def _standing_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with built_once(django_db_blocker, furnished) as found:
        yield found


@pytest.fixture
def club(_standing_club: House) -> Iterator[House]:
    with as_built(_standing_club) as found:
        yield found


def _pair(random: Random, house: House) -> tuple[Player, Player]:
    """Some never meet, so that they may turn out to be one."""
    apart = ({"ann", "dora"}, {"bob", "a. lee"}, {"eve", "dora"})
    while True:
        pair = random.sample(list(house.players), 2)
        if set(pair) not in apart:
            return house.players[pair[0]], house.players[pair[1]]


def refused(act: Callable[[], object]) -> str:
    """The code of what refused it, and nothing when it was done."""
    try:
        with transaction.atomic():
            act()
    except Invalid as fault:
        return str(fault.code)
    return ""


def ranks(season: Season) -> dict[int, tuple[int, int, int]]:
    """Rank, points and matches played of each."""
    lines = table(season.pk, named=True).lines
    return {line.player: (line.rank, line.share.points, line.share.played) for line in lines}


def test_each_merge_is_as_it_was_foretold(club: House) -> None:
    """Four with each other: refused with the same words, or done with the same figures. Usually
    each two once."""
    by, before, done = club.person("committee"), everything(), 0
    players = [club.players[name] for name in ("ann", "dora", "a. lee", "bob")]
    for kept, gone in permutations(players, 2) if THOROUGH else combinations(players, 2):
        ids = {"kept": kept.pk, "gone": gone.pk}
        asked = {**ids, "version": kept.version, "gone_version": gone.version}
        with undone(f"{gone} becomes {kept}"):
            why = refused(partial(players_merge_preview, by=by, **ids))
            assert everything() == before
            if why:
                assert refused(partial(players_merge, by=by, **asked)) == why
                assert why in ("played_each_other", "both_sign_in")
                continue
            check_merge(club, players_merge_preview(by=by, **ids), kept, gone, asked)
            done += 1
    assert everything() == before
    assert done >= 4


def check_merge(
    club: House, told: Merging, kept: Player, gone: Player, asked: dict[str, int]
) -> None:
    """Counted from the rows before it is done, and from the tables before and after."""
    his = [match for match in Match.objects.all() if gone.pk in match.player_ids]
    nights = {match.evening_table.evening_id for match in his if match.evening_table}
    nights |= set(Attendance.objects.filter(player=gone).values_list("evening_id", flat=True))
    assert (told.effects.matches, told.effects.evenings) == (len(his), frozenset(nights))
    letters = Letter.objects.filter(player__in=(kept, gone)).values("evening").distinct().count()
    was = {season.pk: ranks(season) for season in Season.objects.all()}
    moved = {one.season: one for one in told.effects.tables}
    assert set(moved) == {pk for pk, lines in was.items() if gone.pk in lines}

    players_merge(by=club.person("committee"), **asked)

    assert Letter.objects.filter(player=kept).count() == letters
    assert not Letter.objects.filter(player=gone).exists()
    assert not Standing.objects.filter(player=gone).exists()
    for season in Season.objects.all():
        assert recount(season) == []
        now, old = ranks(season), was[season.pk]
        if season.pk not in moved:
            assert now == old
            continue
        change = moved[season.pk]
        after = change.after
        assert now[kept.pk] == (after.rank, after.points, after.played)
        assert {one.player: (one.rank, one.points, one.played) for one in change.before} == {
            pk: old[pk] for pk in (kept.pk, gone.pk) if pk in old
        }
        assert after.played == sum(one.played for one in change.before)
        others = [pk for pk in now if pk != kept.pk and now[pk][0] != old[pk][0]]
        assert change.others == len(others)


# --- forgetting ---


def said_of(club: House, player: Player) -> dict[str, int]:
    """How many of each kind the preview tells, by what it is of."""
    told = personal.anonymising(club.person("committee"), player.pk)
    words = ((one.text.removeprefix("Unsent "), one.number) for one in told.kept)
    return {text.split()[0].rstrip(","): number for text, number in words}


def talk(club: House) -> None:
    """Flags and reasons with names in them, and words that only look like a name."""
    match = Match.objects.filter(version=1).earliest("pk")
    director = club.person("director")
    texts = ("Ann had four.", "It was ann's king.", "Annexed", "(Ann)", "Bob, not Ann", "Susann")
    for text in texts:
        flag_raise(by=director, match=match, text=text)
    answered = flag_raise(by=director, match=match, text="Who dealt?")
    flag_settle(by=director, flag=answered, answer="Ann dealt.")
    for version, reason in enumerate(("Ann misread", "Annoying", "Bob says so"), start=1):
        entry_correct(
            by=director,
            match=match,
            number=version,
            what=RubberEntry(version % 2, 1 - version % 2),
            reason=reason,
            version=version,
        )
        match.refresh_from_db()


@pytest.mark.postgresql
def test_forgetting_is_as_it_was_foretold(club: House) -> None:
    """Each of the six: what was to go is gone, what was to stay stays, nothing else is touched."""
    talk(club)
    upload(club, file_of(*ANN_WINS))
    days = {"made_at": timezone.now(), "expires_at": timezone.now() + timedelta(days=9)}
    Invitation.objects.create(club=club.club, player=club.players["dora"], digest="x", **days)
    by, before = club.person("committee"), everything()
    for player in club.players.values():
        with undone(player.name):
            told = said_of(club, player)
            assert everything() == before
            count = {
                "Invitations": Invitation.objects.filter(revoked_at=None).count(),
                "E-mails": Letter.objects.count(),
                "Score": SheetImport.objects.count(),
            }
            flags = list(Flag.objects.order_by("pk").values_list("text", "answer"))
            player_anonymise(by=by, player_id=player.pk, version=player.version)
            assert count == {
                "Invitations": told["Open"] + Invitation.objects.filter(revoked_at=None).count(),
                "E-mails": told["e-mails"] + Letter.objects.count(),
                "Score": told["Score"] + SheetImport.objects.count(),
            }
            after = list(Flag.objects.order_by("pk").values_list("text", "answer"))
            changed = sum(old != new for old, new in zip(flags, after, strict=True))
            assert told["Flags"] == changed, player
            his = [match for match in Match.objects.all() if player.pk in match.player_ids]
            assert told["Matches"] == len(his)
            assert all(recount(season) == [] for season in Season.objects.all())
    assert said_of(club, club.players["ann"])["Flags"] == 4, "three texts and an answer"


def test_only_the_name_itself_is_taken_out_of_words(club: House) -> None:
    """Reasons stay as they are, and those with her name in them are counted beforehand."""
    talk(club)
    ann = club.players["ann"]
    assert said_of(club, ann)["Reasons"] == 1
    player_anonymise(by=club.person("committee"), player_id=ann.pk, version=ann.version)
    number = numbered(ann.pk)
    assert sorted(Flag.objects.values_list("text", "answer")) == sorted(
        (text.replace("Ann", number) if text[:5] != "Annex" else text, answer)
        for text, answer in (
            *((text, "") for text in ("Ann had four.", "It was ann's king.", "Annexed")),
            *((text, "") for text in ("(Ann)", "Bob, not Ann", "Susann")),
            ("Who dealt?", f"{number} dealt."),
        )
    )
    kept = set(Entry.objects.exclude(reason="").values_list("reason", flat=True))
    assert kept == {"Ann misread", "Annoying", "Bob says so"}


def test_the_names_of_who_turned_out_to_be_she_are_forgotten_too(club: House) -> None:
    """Ann was Dora Quist once; somebody wrote so."""
    ann, dora, committee = club.players["ann"], club.players["dora"], club.person("committee")
    player_rename(by=committee, player=dora, name="Dora Quist", version=0)
    match = Match.objects.filter(version=1).earliest("pk")
    flag_raise(by=club.person("director"), match=match, text="Dora Quist had four, said Ann.")
    players_merge(by=committee, kept=ann.pk, gone=dora.pk, version=ann.version, gone_version=1)
    ann.refresh_from_db()
    entry_correct(
        by=club.person("director"),
        match=match,
        number=1,
        what=None,
        reason="Dora Quist was away",
        version=1,
    )
    told = said_of(club, ann)
    assert (told["Flags"], told["Reasons"]) == (1, 1)
    player_anonymise(by=committee, player_id=ann.pk, version=ann.version)
    number = numbered(ann.pk)
    assert Flag.objects.get().text == f"{number} had four, said {number}."


def test_who_was_never_anywhere_leaves_nothing(club: House) -> None:
    fay = player_add(by=club.person("director"), name="Fay")
    assert set(said_of(club, fay).values()) == {0}
    rows = everything()
    player_anonymise(by=club.person("committee"), player_id=fay.pk, version=0)
    changed = {name for name, now in everything().items() if now != rows[name]}
    # Programs are told, so that they forget him too.
    assert changed - {"Outgoing", "OutgoingCount"} == {"Player", "AuditLogEntry"}
    assert Evening.objects.count() == 2
