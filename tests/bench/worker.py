"""One benchmark in a process of its own, with Django on the database of DATABASE_URL.

`python -m tests.bench.worker NAME ARGUMENTS…` prints what tests.bench.NAME.work returns, as JSON.
"""

import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

from ecarte_club.startup import settle
from tests.databases import site_env
from tests.servers import PROJECT


def worked(name: str, *arguments: object, database_url: str) -> Any:
    """Called from the benchmark's own process: starts the worker and reads its answer."""
    with begun(name, *arguments, database_url=database_url) as process:
        answer, _errors = process.communicate()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return json.loads(answer)


def begun(name: str, *arguments: object, database_url: str) -> subprocess.Popen[str]:
    """Its standard input and output are the caller's."""
    command = [sys.executable, "-m", "tests.bench.worker", name, *map(str, arguments)]
    env = {**site_env(database_url), "ALLOWED_HOSTS": "testserver", "PYTHONWARNINGS": "ignore"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=PROJECT, env=env, stdin=pipe, stdout=pipe, text=True)


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
    django.setup()
    name, *arguments = sys.argv[1:]
    work = import_module(f"tests.bench.{name}").work
    settle()
    answer = work(*arguments)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
