"""Compares two OpenAPI schemas: `compare_api.py BEFORE AFTER` names every operation, parameter and
field that is gone, new, or of another type. Names of components, ids of operations, summaries,
descriptions and examples may differ.
"""

import json
import sys
from pathlib import Path
from typing import Any

import yaml

WORDS = {"description", "summary", "example", "examples", "operationId", "tags", "title"}
METHODS = ("get", "post", "put", "patch", "delete")
Schema = dict[str, Any]


def flat(node: Any, document: Schema, within: tuple[str, ...] = ()) -> Any:
    """Without words, each reference replaced by what it names, but for one within itself."""
    if isinstance(node, list):
        return [flat(part, document, within) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        path = node["$ref"]
        return (
            path if path in within else flat(referenced(path, document), document, (*within, path))
        )
    # A reference with a description beside it has to be written as `allOf` of this one reference.
    if len(node.get("allOf", ())) == 1 and node.keys() - WORDS == {"allOf"}:
        return flat(node["allOf"][0], document, within)
    return {
        key: {name: flat(one, document, within) for name, one in value.items()}
        if key == "properties"
        else flat(value, document, within)
        for key, value in node.items()
        if key not in WORDS
    }


def referenced(reference: str, document: Schema) -> Any:
    found = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


def operations(schema: Schema) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": flat(item[method], schema)
        for path, item in schema["paths"].items()
        for method in METHODS
        if method in item
    }


def differences(before: Any, after: Any, at: str) -> list[str]:
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        found = []
        for key in sorted(before.keys() | after.keys()):
            if key not in after:
                found.append(f"{at}: {key} is gone")
            elif key not in before:
                found.append(f"{at}: {key} is new")
            else:
                found += differences(before[key], after[key], f"{at} {key}")
        return found
    return [f"{at}: {json.dumps(before)[:80]} became {json.dumps(after)[:80]}"]


def main(before: str, after: str) -> int:
    old, new = (
        operations(yaml.safe_load(Path(path).read_text(encoding="utf-8")))
        for path in (before, after)
    )
    found = differences(old, new, "")
    print(*found, f"{len(old)} operations before, {len(new)} after", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
