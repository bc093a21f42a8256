"""The schema of the API, as the site gives it: whole, in both forms, and made once."""

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


def test_nobody_writes_into_what_others_read() -> None:
    first = Client().get("/api/schema?version=9.9-evil&lang=fr")
    assert b"evil" not in first.content
    assert "evil" not in str(first.headers)
    assert Client().get("/api/schema?lang=xx").content == Client().get("/api/schema").content
