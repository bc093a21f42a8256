"""What the fields of the API mean, for the schema: `api_glossary.toml` says it once for all that
share a name.

A field's own `help_text` comes first, then a meaning for one component (`Component.name`) or one
type (`name:type`), then the name alone.
"""

import tomllib
from pathlib import Path
from typing import Any

_GLOSSARY = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
THINGS: dict[str, str] = _GLOSSARY["things"]
FIELDS: dict[str, str] = _GLOSSARY["fields"]
MEANINGS: dict[str, str] = _GLOSSARY["meanings"]


def description(component: str, name: str, kind: str) -> str:
    """`kind`: the JSON type, `object` for a reference. Empty where nothing is known."""
    bare = component.removesuffix("Request")
    for key in (f"{component}.{name}", f"{bare}.{name}", f"{name}:{bare}", f"{name}:{kind}"):
        if key in MEANINGS:
            return MEANINGS[key]
    if name in THINGS:
        return f"Id of the {THINGS[name]}." if kind == "integer" else f"The {THINGS[name]}."
    return FIELDS.get(name, "")


def describe_fields(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: describes every field that does not describe itself."""
    for component, schema in result["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            if "description" in field:
                continue
            text = description(component, name, _kind(field))
            if text and "$ref" in field:
                # OpenAPI 3.0 ignores what stands beside a reference.
                field["allOf"] = [{"$ref": field.pop("$ref")}]
            if text:
                field["description"] = text
    return result


def _kind(field: dict[str, Any]) -> str:
    return str(field.get("type", "object"))
