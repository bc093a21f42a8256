"""A client of the API, generated from its schema as anybody would generate one."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from tests.servers import once, shared_folder

from .plain_http import UNUSED

PACKAGE = "club_client"
# The generator knows bytes and text, but not these kinds of them.
KINDS = {
    "text/csv": "application/octet-stream",
    "application/zip": "application/octet-stream",
    "application/x-ndjson": "text/plain",
    "text/plain": "application/octet-stream",
}
# It copies what it has read of an operation each time it adds to it, with all that this leads to,
# where the operation alone would do: half of its time.
GENERATOR = """
from copy import copy
from openapi_python_client.cli import app
from openapi_python_client.parser import openapi

assert openapi.deepcopy
openapi.deepcopy = copy
app()
"""
CONFIG = {"post_hooks": [], "content_type_overrides": KINDS}


def _generate(folder: Path) -> None:
    """What `openapi-python-client generate --path docs/openapi.yaml` makes, from the same schema:
    `make check` compares the two. JSON is read in a tenth of the time."""
    source, config = (folder.with_name(f"{folder.name}.{end}") for end in ("schema.json", "json"))
    found = SchemaGenerator().get_schema(public=True)
    source.write_bytes(OpenApiJsonRenderer().render(found))
    config.write_text(json.dumps(CONFIG))
    command = [sys.executable, "-c", GENERATOR, "generate", "--meta", "none"]
    places = ["--path", str(source), "--config", str(config), "--output-path", str(folder)]
    done = subprocess.run([*command, *places], capture_output=True, text=True, check=False)
    folder.with_name(f"{PACKAGE}.said").write_text(done.stdout + done.stderr)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)


def said() -> str:
    """What the generator had to say."""
    once(PACKAGE, _generate)
    return (shared_folder() / f"{PACKAGE}.said").read_text()


class Generated:
    """The client's modules: `operation` by its id, `model` by its name."""

    def __init__(self, site: str, token: str = "") -> None:
        client = importlib.import_module(f"{PACKAGE}.client")
        address: dict[str, Any] = {"base_url": site, "timeout": 30.0, "verify_ssl": UNUSED}
        self.client = (
            client.AuthenticatedClient(token=token, **address)
            if token
            else client.Client(**address)
        )

    def model(self, name: str) -> Any:
        return getattr(importlib.import_module(f"{PACKAGE}.models"), name)

    def call(self, area: str, operation: str, *path: object, **asked: Any) -> Any:
        """The whole answer: `status_code`, `headers`, and `parsed` as one of the models."""
        module = importlib.import_module(f"{PACKAGE}.api.{area}.{operation}")
        return module.sync_detailed(*path, client=self.client, **asked)


@contextmanager
def generated() -> Iterator[None]:
    """The package can be imported; made once in a run of the tests, and read once in a process."""
    folder = str(once(PACKAGE, _generate).parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
