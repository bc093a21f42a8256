"""What is sent to push services, against the example of RFC 8291 and an independent reading."""

import json
import time

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django import Settings

from scoring.notifications import encryption
from scoring.notifications.labels import device_name

from .phones import b64, decrypted, point, private_key, un64, verified

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
DEVICE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
DEVICE_POINT = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_rfc() -> None:
    key = private_key(SENDER)
    made = encryption.encrypted(TEXT, DEVICE_POINT, AUTH, key=key, salt=un64(SALT))
    assert b64(made) == BODY
    assert decrypted(un64(BODY), private_key(DEVICE), un64(AUTH)) == TEXT


def test_only_the_device_reads_it_and_its_length_says_nothing() -> None:
    key, auth = private_key(DEVICE), un64(AUTH)
    short, long = {"kind": "debt"}, {"kind": "turn", "body": "À vous de jouer, c’est votre tour"}
    bodies = [encryption.sealed(content, DEVICE_POINT, AUTH) for content in (short, long, short)]
    assert [json.loads(decrypted(body, key, auth)) for body in bodies] == [short, long, short]
    assert len({len(body) for body in bodies}) == 1
    assert bodies[0] != bodies[2]
    with pytest.raises(InvalidTag):
        decrypted(bodies[0], ec.generate_private_key(ec.SECP256R1()), auth)
    with pytest.raises(InvalidTag):
        decrypted(bodies[0], key, b"x" * 16)


def test_the_site_signs_for_one_push_service(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = "Cercle <club@cercle.example>"
    settings.PUSH_KEY = SENDER
    assert un64(encryption.site_key()) == point(private_key(SENDER))
    header = encryption.signature("https://push.example:8443/send/abc?x=1")["Authorization"]
    claims = verified(header, encryption.site_key())
    assert claims["aud"] == "https://push.example:8443"
    assert claims["sub"] == "mailto:club@cercle.example"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600, "RFC 8292: no longer than a day."
    settings.PUSH_KEY = DEVICE
    with pytest.raises(InvalidSignature):
        verified(
            header.replace(b64(point(private_key(SENDER))), site := encryption.site_key()), site
        )


@pytest.mark.parametrize(
    ("text", "is_point", "is_secret"),
    [
        (DEVICE_POINT, True, False),
        (DEVICE_POINT[:-4] + "AAAA", False, False),
        ("é", False, False),
        ("", False, False),
        (AUTH, False, True),
        (AUTH[:-3], False, False),
    ],
)
def test_keys_that_a_device_may_have(text: str, is_point: bool, is_secret: bool) -> None:
    assert (encryption.is_point(text), encryption.is_secret(text)) == (is_point, is_secret)


def test_topics_are_short_and_say_nothing() -> None:
    found = {encryption.opaque(topic) for topic in ("turn:1", "turn:2", "table")}
    assert len(found) == 3
    assert {len(one) for one in found} == {32}
    assert encryption.opaque("turn:1") in found


FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"


def test_devices_are_named_as_their_owners_would() -> None:
    names = [device_name(agent) for agent in (FIREFOX, EDGE, SAFARI, "curl/8", "")]
    assert names[:3] == ["Firefox on Android", "Edge on Windows", "Safari on iPhone"]
    assert names[3:] == ["A browser", "A browser"]
