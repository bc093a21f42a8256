"""A new secret key: what was signed with the old one stays good as long as that is kept."""

import base64
import hashlib
import hmac
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from ecarte_club import env
from ecarte_club.clubs.authentication import holder, key_of
from scoring.webhooks import messages
from scoring.webhooks.models import Subscription
from tests.support.clubhouse import House


def test_the_command_replaces_the_key_and_keeps_the_old_one(
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.DATA_DIR = tmp_path
    keys = [env.secret_key({}, tmp_path)]
    for _time in range(2):
        call_command("rotate_key")
        keys.insert(0, env.secret_key({}, tmp_path))
        assert env.old_secret_keys({}, tmp_path) == keys[1:]
    assert len(set(keys)) == 3
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old_secret_keys", "secret_key"]
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    settings.SECRET_KEY_FALLBACKS = ["k" * 50]
    capsys.readouterr()
    call_command("rotate_key")
    given = dict(line.split("=", 1) for line in capsys.readouterr().out.splitlines() if "=" in line)
    assert env.old_secret_keys(given, tmp_path / "none") == [settings.SECRET_KEY, "k" * 50]
    assert env.secret_key(given, tmp_path) not in keys
    with pytest.raises(env.WrongSetting, match="OLD_SECRET_KEYS: must"):
        env.old_secret_keys({"OLD_SECRET_KEYS": "short"}, tmp_path)


@pytest.mark.django_db
@pytest.mark.any_database
def test_calendars_and_webhooks_go_on(house: House, settings: Settings) -> None:
    ann = house.users["ann"]
    address = key_of(ann.pk, ann.calendar_number)
    one = Subscription(salt="s" * 43)
    known = base64.b64decode(messages.secret_of(one).removeprefix("whsec_"))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of this site, " * 3
    assert holder(address) is None, "The control: it depends on the key."
    settings.SECRET_KEY_FALLBACKS = [old]
    assert holder(address) == ann
    assert holder(key_of(ann.pk, ann.calendar_number)) == ann
    assert holder(f"{address}0") is None
    sent = messages.signatures(one, "msg_1_2", 1_800_000_000, b"{}").split(" ")
    digest = hmac.new(known, b"msg_1_2.1800000000.{}", hashlib.sha256).digest()
    assert len(sent) == 2
    assert sent[1] == "v1," + base64.b64encode(digest).decode()
    assert sent[0] != sent[1]
