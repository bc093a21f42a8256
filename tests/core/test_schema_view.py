"""The schema of the API, as the site gives it: whole, in both forms, and made once."""

import gzip
import json
from unittest.mock import patch

import pytest
import yaml
from django.test import Client
from drf_spectacular.views import SpectacularAPIView

pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]


def test_it_is_made_once_for_each_form_and_language() -> None:
    plain, as_json = {"accept": "application/yaml"}, {"accept": "application/json"}
    first = [Client().get("/api/schema", headers=one) for one in (plain, as_json)]
    whole = yaml.load(first[0].content, yaml.CSafeLoader)
    assert whole == json.loads(first[1].content)
    assert "/api/v1/clubs" in whole["paths"]
    with patch.object(
        SpectacularAPIView, "_get_schema_response", side_effect=AssertionError("made again")
    ):
        again = [Client().get("/api/schema", headers=one) for one in (plain, as_json)]
        with pytest.raises(AssertionError, match="made again"):
            Client().get("/api/schema?lang=fr")
    for one, other in zip(first, again, strict=True):
        assert (one.content, one.headers["Content-Type"]) == (
            other.content,
            other.headers["Content-Type"],
        )
    assert first[0].headers["Content-Type"] != first[1].headers["Content-Type"]


def test_who_has_it_is_told_so_and_others_get_it_packed() -> None:
    plain = Client().get("/api/schema")
    packed = Client().get("/api/schema", headers={"Accept-Encoding": "br, gzip"})
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 5 < len(plain.content)
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content)
    assert {"Accept", "Accept-Encoding", "Accept-Language"} <= {*packed["Vary"].split(", ")}
    for first, encoding in ((plain, ""), (packed, "gzip")):
        asked = {"Accept-Encoding": encoding, "If-None-Match": first["ETag"]}
        again = Client().get("/api/schema", headers=asked)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        french = Client().get("/api/schema?lang=fr", headers=asked)
        assert french.status_code == 200
        assert french["ETag"] != first["ETag"]


def test_nobody_writes_into_what_others_read() -> None:
    first = Client().get("/api/schema?version=9.9-evil&lang=fr")
    assert b"evil" not in first.content
    assert "evil" not in str(first.headers)
    assert Client().get("/api/schema?lang=xx").content == Client().get("/api/schema").content
