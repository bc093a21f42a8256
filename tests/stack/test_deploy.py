"""The files of a server: what systemd, nginx and the settings say of them; a backup restored."""

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club import env
from tests.servers import PROJECT
from tests.support.archives import archived
from tests.support.clubhouse import open_house
from tests.support.elsewhere import django_on

DEPLOY = PROJECT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


def test_units_are_verified_by_systemd(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("There is no systemd here.")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/ecarte/.venv/bin/python", sys.executable)
        text = text.replace("/opt/ecarte/deploy", str(DEPLOY))
        # The servers of a machine, which are not those of this one.
        text = re.sub(r"^After=.*$", "After=network.target", text, flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    argv = [tool, "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def queues() -> set[str]:
    return {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}


def test_units_start_what_the_stack_starts() -> None:
    """The same servers with the same options; one of each."""
    text = "".join(unit.read_text() for unit in UNITS)
    for application in ("ecarte_club.wsgi:application", "ecarte_club.asgi:application"):
        assert text.count(application) == 1
    assert len(re.findall(r"ecarte_club --quiet (worker|beat)", text)) == 3
    assert set(re.findall(r"--queues (\w+)", text)) == {"celery", *queues()}
    assert text.count("User=ecarte\n") == len([one for one in UNITS if one.suffix == ".service"])


def _certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "club.example.org")])
    now = timezone.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def test_the_configuration_is_taken_by_nginx(tmp_path: Path) -> None:
    tool = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if tool is None:
        pytest.skip("There is no nginx here.")
    _certificate(tmp_path)
    text = (DEPLOY / "nginx" / "ecarte.conf").read_text()
    text = text.replace("/etc/letsencrypt/live/club.example.org", str(tmp_path))
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}"
    path = tmp_path / "nginx.conf"
    path.write_text(whole)
    argv = [tool, "-t", "-q", "-p", str(tmp_path), "-c", str(path)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_example_of_settings_is_read_and_explained() -> None:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    given = dict(line.removeprefix("# ").split("=", 1) for line in lines if "=" in line[:40])
    readme = (PROJECT / "README.md").read_text() + (PROJECT / "docs/operating.md").read_text()
    assert [name for name in given if f"`{name}`" not in readme] == []
    assert env.database(given, PROJECT)["NAME"] == "ecarte"
    assert env.address(given, "SITE_URL", "/") == "https://club.example.org/"
    assert env.redis_url(given).startswith("redis://")
    assert env.mail(given)["EMAIL_HOST"] == "mail.example.org"
    assert env.whole_number(given, "TRUSTED_PROXIES", 0) == 1
    assert env.choice(given, "LOG_FORMAT", ("text", "json")) == "json"


@pytest.mark.slow
def test_a_backup_is_the_site_again(
    sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """Taken while somebody is writing, whose change is not in it."""
    data, folder = tmp_path / "data", tmp_path / "backups"
    data.mkdir()
    (data / "secret_key").write_text("k" * 60)
    (data / "push_key").write_text("p" * 43)
    old = folder / "2020-01-01.sqlite3"
    folder.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    given = {**os.environ, "DATABASE_URL": sqlite_url, "DATA_DIR": str(data)}
    given["PYTHON"] = sys.executable
    with django_on(sqlite_url, django_db_blocker):
        club = open_house().club
        before = archived(club.pk)
        subprocess.run([str(DEPLOY / "backup"), str(folder)], env=given, check=True)
        club.place = "Lyon"
        club.save()
        assert archived(club.pk) != before
    (copy,) = folder.glob("*.sqlite3")
    (key,) = folder.glob("*.secret_key")
    assert key.read_text() == "k" * 60
    assert [path.read_text() for path in folder.glob("*.push_key")] == ["p" * 43]
    assert {path.stat().st_mode & 0o077 for path in (copy,)} == {0}
    with django_on(f"sqlite:///{copy}", django_db_blocker):
        assert archived(club.pk) == before
