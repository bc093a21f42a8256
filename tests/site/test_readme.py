"""The README's example for programs works when it is pasted."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.databases import site_env
from tests.support.samples import sample_database
from tests.support.served import served

pytestmark = pytest.mark.slow


def example() -> str:
    text = Path(settings.BASE_DIR, "README.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"```bash\n(.*?)```", text, re.DOTALL)
    return str(found)


def test_the_example_for_programs_enters_a_hand() -> None:
    with sample_database() as database_url, served(database_url=database_url) as site:
        done = subprocess.run(
            [
                "bash",
                "-euo",
                "pipefail",
                "-c",
                example().replace("http://127.0.0.1:8000", site.url),
            ],
            cwd=settings.BASE_DIR,
            env={**site_env(database_url, ""), "SITE_URL": f"{site.url}/"},
            capture_output=True,
            text=True,
            check=True,
        )
    decoder = json.JSONDecoder()
    _leagues, end = decoder.raw_decode(done.stdout)
    entered, _end = decoder.raw_decode(done.stdout[end:].strip())
    assert entered["match"]["score"] != {"a": 0, "b": 0}, "the hand was entered"
