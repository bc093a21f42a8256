"""A form that was sent: done once, and what was wrong with it said where it was."""

import pytest
from django import forms
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import User
from ecarte_club.core import pages
from ecarte_club.core.etags import is_current, tag
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid, Stale
from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.core.pages import Form
from tests.support.clubhouse import PASSWORD

pytestmark = pytest.mark.any_database


class Score(Form):
    a = forms.IntegerField()
    b = forms.IntegerField()
    note = forms.CharField(required=False)
    king = forms.ChoiceField(choices=[("a", "A")], widget=forms.RadioSelect, required=False)
    sure = forms.BooleanField(required=False)


def _sent(**fields: str) -> Score:
    form = Score({"a": "5", "b": "3", **fields})
    form.is_valid()
    return form


def test_a_fault_is_said_beside_each_field_it_names() -> None:
    form = _sent()
    pages.tell(form, Invalid("odd", "Above.", errors={"a": "At a.", "b": gettext_lazy("At b.")}))
    assert form.errors == {"a": ["At a."], "b": ["At b."]}


@pytest.mark.parametrize("fault", [Fault("odd", "Above."), Denied("Above."), Absent()])
def test_a_fault_that_names_no_field_is_said_above_the_form(fault: Fault) -> None:
    form = _sent()
    pages.tell(form, fault)
    assert form.errors == {"__all__": [str(fault.detail)]}


def test_a_field_that_the_form_has_not_is_said_above_it() -> None:
    """Nothing that is wrong goes unsaid because the form shows no such field."""
    form = _sent()
    stale = Stale(sent=1, current=2)
    pages.tell(form, stale)
    assert form.errors == {"__all__": [str(stale.detail)]}
    form = _sent()
    pages.tell(form, Invalid("odd", "Above.", errors={"tricks.a": "x", "a": "At a."}))
    assert form.errors == {"a": ["At a."]}


def test_what_was_wrong_before_is_still_said() -> None:
    form = _sent(a="five")
    pages.tell(form, Invalid("odd", "Above.", errors={"b": "At b."}))
    assert set(form.errors) == {"a", "b"}
    assert form.data["a"] == "five"


def test_texts_numbers_and_lists_wear_the_sites_class() -> None:
    worn = {name: field.widget.attrs.get("class") for name, field in Score().fields.items()}
    assert worn == {"a": "input", "b": "input", "note": "input", "king": None, "sure": None}


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("x@nowhere.example", PASSWORD, name="X")


def _post(user: User, sent: dict[str, object], path: str = "/a/") -> HttpRequest:
    request = RequestFactory().post(path, sent)
    request.user = user
    return request


def test_a_form_is_done_once_with_whatever_token_it_comes(user: User) -> None:
    """The CSRF token changes when the same page is sent again; it is no content."""
    done: list[int] = []
    sent = {"key": "k", "name": "Dan", "scopes": ["read", "enter"]}
    for number in range(3):
        request = _post(user, {**sent, "csrfmiddlewaretoken": f"t{number}"})
        answer = pages.write(request, lambda: done.append(1) or len(done))  # type: ignore[func-returns-value]
        assert (answer.status, answer.body, answer.repeated) == (200, 1, number > 0)
    assert done == [1]
    assert IdempotencyRecord.objects.get().who == f"user:{user.pk}"


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("/a/", {"name": "Eve"}),
        ("/a/", {"scopes": ["read"]}),
        ("/a/", {"more": ""}),
        ("/b/", {}),
    ],
)
def test_another_form_with_the_same_key_is_not_done(
    path: str, changed: dict[str, object], user: User
) -> None:
    sent: dict[str, object] = {"key": "k", "name": "Dan", "scopes": ["read", "enter"]}
    pages.write(_post(user, sent), lambda: 1)
    with pytest.raises(Invalid) as found:
        pages.write(_post(user, {**sent, **changed}, path), lambda: pytest.fail("done"))
    assert found.value.code == "key_reused"
    assert "already been sent" in str(found.value.detail)
    assert not found.value.errors


@pytest.mark.parametrize("sent", [{}, {"key": ""}, {"key": "a b"}, {"key": "k" * 201}])
def test_a_form_without_a_good_key_is_not_done(sent: dict[str, object], user: User) -> None:
    with pytest.raises(Invalid) as found:
        pages.write(_post(user, sent), lambda: pytest.fail("done"))
    assert found.value.code == "idempotency_key"


def test_a_form_that_failed_may_be_sent_again(user: User) -> None:
    def fail() -> object:
        raise Invalid("odd", "Odd.")

    sent: dict[str, object] = {"key": "k"}
    with pytest.raises(Invalid, match="odd"):
        pages.write(_post(user, sent), fail)
    assert pages.write(_post(user, sent), lambda: "now").body == "now"


def test_a_key_is_of_its_owner(user: User) -> None:
    other = User.objects.create_user("y@nowhere.example", PASSWORD, name="Y")
    sent: dict[str, object] = {"key": "k"}
    assert pages.write(_post(user, sent), lambda: "his").body == "his"
    assert pages.write(_post(other, sent), lambda: "hers").body == "hers"


def test_keys_are_new_each_time() -> None:
    keys = {pages.new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(len(key) == 32 for key in keys)


parts = st.lists(st.integers(0, 999), min_size=1, max_size=3)


@given(parts, st.lists(parts, max_size=4), st.booleans(), st.integers(0, 4))
def test_a_tag_is_known_wherever_in_the_list_it_stands(
    newest: list[int], others: list[list[int]], weak: bool, at: int
) -> None:
    """RFC 9110, 13.1.2 and 8.8.3.2: a list of tags, compared weakly."""
    mine = tag(*newest)
    tags = [tag(*other) for other in others if other != newest]
    assert not is_current(", ".join(tags), mine)
    assert is_current(",".join([*tags[:at], f"W/{mine}" if weak else mine, *tags[at:]]), mine)
