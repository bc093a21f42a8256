"""The page /verify/ and the two files beside it."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.engine.transcripts.checks import CheckName
from games.verify import labels, verify
from games.verify.views import SCRIPTS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_hashes_on_the_page_are_those_of_the_files() -> None:
    page = Client().get("/verify/").content.decode()
    for name, media_type in (("verify.html", "text/html"), ("verify.py", "text/x-python")):
        answer = Client().get(f"/verify/{name}")
        assert answer["Content-Type"] == f"{media_type}; charset=utf-8"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert sha256(answer.content).hexdigest() in page


def test_the_program_is_the_one_of_the_project() -> None:
    assert Client().get("/verify/verify.py").content == Path(verify.__file__).read_bytes()


def test_the_saved_file_is_the_same_for_everybody_and_asks_for_nothing() -> None:
    english = Client().get("/verify/verify.html").content
    assert Client(headers={"accept-language": "fr"}).get("/verify/verify.html").content == english
    text = english.decode()
    markup = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.DOTALL)
    assert not re.findall(r'\b(?:src|href)="(?!#)', markup)
    assert not re.findall(r"url\(|@import|https?://", text)
    for name in SCRIPTS:
        assert Path(str(finders.find(name))).read_text(encoding="utf-8") in text


@pytest.mark.parametrize("path", ["/verify/", "/verify/verify.html", "/verify/verify.py"])
def test_nothing_is_ever_sent(path: str) -> None:
    assert Client().post(path).status_code == 405


def test_every_check_has_its_words() -> None:
    assert list(labels.CHECKS) == list(CheckName)
    for name, texts in verify.CHECKS.items():
        right, _wrong = labels.CHECKS[CheckName(name)]
        assert str(right) == texts[0]


def test_cards_have_the_letters_and_names_of_the_language() -> None:
    words = labels.words("fr")
    assert (words["cards"]["KH"], words["cards"]["TS"]) == ("R♥", "10♠")
    assert labels.words("en")["cards"]["QD"] == "Q♦"
    assert words["names"]["KH"] == "king of hearts"
