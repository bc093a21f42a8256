"""English and French: whole catalogues, French in the players' terms, and who reads which."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import unescape
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest
from django.conf import settings
from django.test import Client
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import override

from ecarte_club.clubs.labels import law as law_citation
from games.engine.codes import CODES, Rule
from games.engine.marks import marks
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind
from games.matches.labels import engine as games
from games.matches.labels.advice import HINTS
from games.matches.services.matches import MatchTerms
from games.matches.views.pad_form import rubber_scores
from scoring.leagues.labels.standings import name_of
from scoring.tables.criteria import TEAM_TIE_BREAKS, TIE_BREAKS
from tests.support.clubhouse import House, problem, read

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
FRENCH = {"Accept-Language": "fr"}
NBSP = "\u00a0"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
TAG = re.compile(r"<[^>]*>")
NAMES: games.Names = {Seat.A: "Alice", Seat.B: "Étienne"}
# What the fonts hold beside Latin-1: see THIRD_PARTY_NOTICES.md.
BEYOND_LATIN_1 = set("Œœ–—‘’“”…−")


def po(language: str) -> Path:
    return Path(settings.BASE_DIR, "locale", language, "LC_MESSAGES", "django.po")


def said(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """Each text of an entry with what it was written for."""
    if not entry.msgid_plural:
        yield entry.msgid, entry.msgstr
        return
    sources = (entry.msgid, entry.msgid_plural)
    yield from zip(sources, entry.msgstr_plural.values(), strict=True)


def french() -> list[tuple[str, str]]:
    return [pair for entry in polib.pofile(str(po("fr"))) for pair in said(entry)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_whole_and_compiled(language: str) -> None:
    catalogue = polib.pofile(str(po(language)))
    assert len(catalogue) > 300
    for entry in catalogue:
        assert not entry.fuzzy, entry.msgid
        assert not entry.obsolete, entry.msgid
        assert all(text for _source, text in said(entry)), entry.msgid
    assert po(language).with_suffix(".mo").read_bytes() == catalogue.to_binary()


def test_both_catalogues_have_the_same_messages() -> None:
    def keys(language: str) -> set[tuple[str | None, str]]:
        return {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(po(language)))}

    assert keys("en") == keys("fr")


def test_english_is_what_the_source_says() -> None:
    for entry in polib.pofile(str(po("en"))):
        assert all(source == text for source, text in said(entry)), entry.msgid


def test_french_loses_no_placeholder_and_no_tag() -> None:
    for source, text in french():
        assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(text)), source
        assert sorted(TAG.findall(source)) == sorted(TAG.findall(text)), source


PLACES = r"void: true|%\(\w+\)s|\w\d:\w+|deal:A"


# Placeholders that hold the name of somebody or something, which may begin with a vowel.
NAMED = "name|player|one|other|who|club|team|entrant|payer|payee|season|tournament|title|event"
ELIDED = re.compile(rf"(?i)\b(?:de|que|le|la|les|au|aux|du|des) (?:%\((?:{NAMED})\)s)")
# A number that may be 1 before a noun in the plural; `most` and `least` are often fixed.
COUNTED = re.compile(r"%\((?:number|count)\)s (?:groups|games|rounds|players|tables)\b")
GENDERED = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)


def test_no_french_message_joins_an_article_or_a_contraction_to_a_name() -> None:
    assert [text for _id, text in french() if ELIDED.search(text)] == []


def test_no_english_message_has_a_gender_or_a_plural_for_one() -> None:
    """The laws and hints are quoted as they were printed, and they say *he*."""
    with override("en"):
        hints = {str(text) for text in HINTS.values()}
    for entry in polib.pofile(str(po("en"))):
        if all("laws/" in path or "rulings" in path for path, _line in entry.occurrences):
            continue
        if entry.msgid in hints:
            continue
        assert not GENDERED.search(entry.msgid), entry.msgid
        if not entry.msgid_plural:
            assert not COUNTED.search(entry.msgid), entry.msgid


def test_french_is_set_as_french_and_with_what_the_fonts_hold() -> None:
    for source, text in french():
        plain = re.sub(rf"<code>.*?</code>|<[^>]*>|https?://\S+|{PLACES}", "", text)
        assert "'" not in plain, source
        assert not re.search(r"[^\u00a0][:;?!»]|«[^\u00a0]", plain), source
        assert "!" not in plain, source
        assert all(ord(letter) < 256 or letter in BEYOND_LATIN_1 for letter in text), source


CRITERIA = {repr(one): name_of(one) for one in (*TIE_BREAKS, *TEAM_TIE_BREAKS)}


@pytest.mark.parametrize("texts", [games.REFUSALS, games.MARKS, CRITERIA])
def test_every_refusal_mark_and_tie_break_is_french_in_french(
    texts: Mapping[object, str | Promise],
) -> None:
    for key, text in texts.items():
        with override("en"):
            english = str(text)
        with override("fr"):
            assert str(text) != english, key


def test_no_refusal_is_without_words() -> None:
    assert set(games.REFUSALS) == set(RefusalCode)


@pytest.mark.parametrize("name", CODES)
def test_every_citation_can_be_read(name: str) -> None:
    """A law by its number, a work by its name, in both languages."""
    for source in {CODES[name].source(rule) for rule in Rule}:
        with override("en"):
            english = law_citation(source)
        with override("fr"):
            text = law_citation(source)
        assert english.count("law ") == text.count("article ")
        assert "law" not in text


def test_marks_are_told_in_the_terms_of_french_players() -> None:
    lost = HandRecord(Seat.A, Opening.REFUSED, (King(Seat.B, KingHow.HELD),), Tricks(2, 3))
    told = {
        "en": [
            "Étienne held the king and marks one (law 47).",
            "Alice refused and lost the point: Étienne marks two (law 49).",
        ],
        "fr": [
            "Étienne a annoncé le roi et marque un point (article 47).",
            f"Alice a refusé et perdu le point{NBSP}: Étienne marque deux points (article 49).",
        ],
    }
    for language, sentences in told.items():
        with override(language):
            found = [games.mark(mark, NAMES) for mark in marks(CODES["london"], lost)]
        assert found == sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_written_as_in_the_language(language: str) -> None:
    moment = datetime(2026, 3, 14, 21, 5)  # noqa: DTZ001  (a time to be read, of no zone)
    written = {
        "en": ("14 March 2026", "14 Mar 2026", "14 March 2026, 21:05"),
        "fr": ("14 mars 2026", "14 mars 2026", f"14 mars 2026 à 21{NBSP}h{NBSP}05"),
    }
    with override(language):
        found = [
            date_format(moment, name)
            for name in ("DATE_FORMAT", "SHORT_DATE_FORMAT", "DATETIME_FORMAT")
        ]
    assert tuple(found) == written[language]


# What is asked for, and what is answered.


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("fr", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("en-GB", "en"),
        ("de, fr;q=0.8", "fr"),
        ("de", "en"),
    ],
)
def test_a_page_is_in_the_language_asked_for(asked: str, answered: str) -> None:
    page = Client().get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{answered}">' in page.text
    assert page["Content-Language"] == answered
    assert "Accept-Language" in page["Vary"]


@pytest.mark.django_db
def test_who_chose_a_language_keeps_it() -> None:
    client = Client(headers={"Accept-Language": "en"})
    back = client.post("/i18n/setlang/", {"language": "fr", "next": "/"})
    assert back.status_code == 302
    cookie = back.cookies["django_language"]
    assert cookie["max-age"] >= 60 * 60 * 24 * 30
    assert cookie["samesite"] == "Lax"
    page = client.get("/")
    assert '<html lang="fr">' in page.text
    assert '<button name="language" value="en" lang="en">English</button>' in page.text


def test_a_french_pad_is_french(house: House) -> None:
    terms = MatchTerms(format="rubber", games=3)
    match = house.match(terms=terms)
    client = Client(headers=FRENCH)
    client.force_login(house.users["scorer"])
    page = client.get(f"/clubs/{house.club.slug}/matches/{match.pk}/pad/").text
    assert '<html lang="fr">' in page
    for text in ("Roi", "Jeu", "Levées", "Personne", "Marquer le score", "Défaire", "On a écarté"):
        assert text in page, text
    for text in ("King", "Tricks", "Nobody", "Undo", "Exchanged", "Mark the game", "Ann wins"):
        assert text not in page, text
    assert f"Parties{NBSP}: Ann et Bob" in page
    assert all(f"{a}–{b}" in page for a, b in rubber_scores(Format(FormatKind.RUBBER, 3)))


@pytest.mark.slow
def test_no_page_mixes_its_languages(house: House) -> None:
    """No English sentence is left on a French page; one-word messages prove nothing."""
    season = house.season()
    match, club = house.match(season), f"/clubs/{house.club.slug}/"
    client = Client(headers=FRENCH)
    client.force_login(house.users["committee"])
    english = [source for source, text in french() if " " in source and source != text]
    plain = [source for source in english if not PLACEHOLDER.search(source)]
    paths = ["", "players/", "matches/", "matches/new/", "seasons/new/"]
    paths += [f"seasons/{season.pk}/", f"matches/{match.pk}/", f"matches/{match.pk}/pad/"]
    for path in [
        *(club + path for path in paths),
        "/clubs/",
        "/account/tokens/",
        "/api/",
        "/nowhere/",
    ]:
        page = client.get(path).text
        assert '<html lang="fr">' in page, path
        words = re.sub(r"\s+", " ", TAG.sub(" ", unescape(page)))
        there = [text for text in plain if text in words]
        assert not [text for text in there if re.search(rf"\b{re.escape(text)}", words)], path


def test_standings_are_french_with_french_dates(house: House) -> None:
    season = house.season()
    house.match(season)
    page = Client(headers=FRENCH).get(f"/clubs/{house.club.slug}/seasons/{season.pk}/").text
    assert "1 septembre 2026 – 30 juin 2027" in page
    assert f"Classement aux points{NBSP}; départages" in page
    assert "Une partie. Code de Londres." in " ".join(page.split())


def test_a_french_refusal_names_the_article(house: House) -> None:
    hand = {
        "version": 0,
        "dealer": "a",
        "opening": "exchanged",
        "kings": [{"seat": "a", "how": "held"}, {"seat": "b", "how": "held"}],
        "tricks": {"a": 3, "b": 2},
    }
    path = f"matches/{house.match().pk}/hands"
    api = house.api("scorer")
    found = problem(api.post(path, hand, **FRENCH), 422, "king_marked_by_both", "kings")
    assert found["detail"].endswith("Gardez le point du joueur qui l’avait. (article 47)")
    assert found["errors"][0]["detail"] == found["detail"]
    assert found["title"] == "Contenu refusé"
    # The citation is data, and stays as the sources have it.
    assert found["law"] == "law 47"
    assert problem(api.post(path, hand), 422)["detail"].endswith("(law 47)")


def test_problems_are_told_in_the_language_asked_for(house: House) -> None:
    api, path = house.api("scorer"), f"matches/{house.match().pk}/hands"
    wrong = problem(api.post(path, {"version": "0", "dealar": "a"}, **FRENCH), 422)
    told = {error["field"]: error["detail"] for error in wrong["errors"]}
    assert told["dealar"].startswith(f"Ce champ n’existe pas ici. Champs connus{NBSP}: dealer, ")
    assert problem(api.get("matches/999999", **FRENCH), 404)["detail"].startswith("Il n’y a rien")
    stale = problem(api.post(path, {"version": 7}, **FRENCH), 409, "stale_version")
    assert stale["title"] == "Conflit"
    assert "version 7" in stale["detail"]
    denied = house.api("ann").post(f"clubs/{house.club.slug}/players", {"name": "X"}, **FRENCH)
    assert problem(denied, 403)["detail"].endswith("Comité et Direction.")
    size = problem(api.get("matches?page_size=x", **FRENCH), 422)
    assert size["errors"][0]["detail"] == "Doit être un nombre entier de 1 à 200."


def test_marks_are_told_by_the_api_in_the_language_asked_for(house: House) -> None:
    match = house.match()
    hand = {"version": 0, "dealer": "a", "opening": "refused", "tricks": {"a": 2, "b": 3}}
    written = read(house.api("scorer").post(f"matches/{match.pk}/hands", hand, **FRENCH), 201)
    assert written["marks"][0]["text"] == (
        f"Ann a refusé et perdu le point{NBSP}: Bob marque deux points (article 49)."
    )
