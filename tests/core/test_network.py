"""The names and addresses of a machine that serves the phones in the room."""

import ipaddress

import pytest
from django.conf import LazySettings
from django.test import Client

from ecarte_club import network

pytestmark = pytest.mark.any_database


def test_a_site_for_this_machine_alone_has_its_names_alone() -> None:
    assert network.names("127.0.0.1:8000") == ["localhost", "127.0.0.1", "[::1]"]
    assert network.address("127.0.0.1:8000") == "http://127.0.0.1:8000/"
    assert network.names("192.168.1.7:80")[-1] == "192.168.1.7"


@pytest.mark.parametrize("host", sorted(network.EVERYWHERE))
def test_a_site_for_the_room_answers_to_all_its_addresses(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.7", "10.0.0.3"])
    monkeypatch.setattr(network, "own_names", lambda: ["laptop", "laptop.local"])
    assert set(network.names(f"{host}:8000")) >= {
        *("localhost", "192.168.1.7", "10.0.0.3", "laptop", "laptop.local")
    }
    assert network.address(f"{host}:8000") == "http://192.168.1.7:8000/"


def test_without_a_network_the_site_is_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", list)
    assert network.address("0.0.0.0:8000") == "http://127.0.0.1:8000/"


def test_own_addresses_can_be_reached_from_outside() -> None:
    for text in network.own_addresses():
        address = ipaddress.ip_address(text)
        assert not address.is_loopback
        assert not address.is_unspecified


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/clubs"])
def test_a_name_that_is_refused_leads_to_the_setting(path: str, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    answer = Client().get(path, headers={"host": "club.lan:8000"})
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "club.lan" in text
    assert "ALLOWED_HOSTS" in text
