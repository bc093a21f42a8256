"""All read who may do what, as the site itself asks it."""

import re

import pytest

from ecarte_club.clubs.permissions import TABLE, Act, Role, Scope
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read

pytestmark = pytest.mark.any_database


def cells(text: str) -> dict[str, list[str]]:
    """Of the page's table: by the name of the act, yes or no for each column."""
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', body, re.DOTALL)
    return {name: re.findall(r'hidden-text">(Yes|No)<', row) for name, row in rows}


def test_the_page_is_the_table_that_the_site_asks(house: House) -> None:
    found = cells(page(Browser(house).get("rights/")))
    assert set(found) == {str(act.label) for act in Act}
    for act, right in TABLE.items():
        wanted = ["Yes" if role in right.roles else "No" for role in Role]
        assert found[str(act.label)] == wanted, act


def test_the_page_says_which_are_ones_own(house: House) -> None:
    for who, role in (("committee", Role.COMMITTEE), ("cyd", Role.MEMBER)):
        text = page(Browser(house, who).get("rights/"))
        assert text.count('<tr class="is-you">') == sum(
            not right.roles.isdisjoint({role, Role.PUBLIC}) for right in TABLE.values()
        )
        assert f"{role.label!s}<span" in text


def test_every_act_stands_under_the_scope_that_it_needs(house: House) -> None:
    text = page(Browser(house).get("rights/")).partition('id="tokens"')[2]
    for scope in Scope:
        part = text.partition(f"<code>{scope.value}</code>")[2].partition("</ul>")[0]
        wanted = [str(act.label) for act, right in TABLE.items() if right.scope is scope]
        assert re.findall(r"<li>(.*?)</li>", part) == wanted


def test_a_program_reads_the_same_table_and_what_it_may_itself(house: House) -> None:
    found = read(house.api("scorer", {Scope.READ}).get("clubs/cercle/rights"))
    for row in found["acts"]:
        right = TABLE[Act(row["act"])]
        assert set(row["roles"]) == {role.value for role in right.roles}
        assert row["scope"] == right.scope.value
        may = not right.roles.isdisjoint({Role.SCORER, Role.PUBLIC})
        assert row["yours"] is (may and right.scope is Scope.READ)
    assert [row["role"] for row in found["roles"]] == [role.value for role in Role]
