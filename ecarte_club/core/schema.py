"""What every operation of the published schema has: failures, keys, tags, fields to choose."""

from pathlib import Path
from typing import Any

import yaml
from drf_spectacular.openapi import AutoSchema

Schema = dict[str, Any]

SHARED: Schema = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
OF_READS = ("401", "403", "404", "406", "422", "429", "503")
OF_WRITES = ("400", "401", "403", "404", "406", "412", "413", "415", "422", "429", "503")
JSON = "application/json"
# What a POST changes where it stands, besides things of which there are many.
CHANGED_IN_PLACE = {"calendar", "limits", "me", "name", "second-factor", "settings"}


def only_v1(endpoints: list[Any]) -> list[Any]:
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


class Operations(AutoSchema):
    """Ids of operations as programs call them, and the first sentence of each as its summary."""

    def get_operation_id(self) -> str:
        name = str(super().get_operation_id())
        name = name.replace(".csv_retrieve", "_csv").replace(".", "_")
        name = name.replace("_preview_create", "_preview").replace("_preview_retrieve", "_preview")
        if name.endswith("_retrieve"):
            return f"{name.removesuffix('_retrieve')}_get"
        if not name.endswith("_create"):
            return name
        last = self.path.rpartition("/")[2]
        if last.endswith("}") or last in CHANGED_IN_PLACE:
            return f"{name.removesuffix('_create')}_update"
        return name if last.endswith("s") else name.removesuffix("_create")

    def query_parameters(self) -> list[str]:
        """The names that the operation declares, without `fields`, which every read has."""
        declared = self._process_override_parameters()  # type: ignore[no-untyped-call]
        found = [*self._get_filter_parameters(), *self._get_pagination_parameters()]  # type: ignore[no-untyped-call]
        names = {(one["name"], one["in"]): True for one in found}
        names |= {key: parameter is not None for key, parameter in declared.items()}
        return sorted(
            name for (name, place), is_there in names.items() if place == "query" and is_there
        )

    def get_request_serializer(self) -> Any:
        return getattr(self.view, "serializer_in", None) or super().get_request_serializer()

    def get_response_serializers(self) -> Any:
        """Of a view that says what its POST reads and answers; what can be previewed has two."""
        form, answer = (getattr(self.view, f"serializer_{way}", None) for way in ("in", "out"))
        if self.method != "POST" or form is None or answer is None:
            return super().get_response_serializers()
        is_previewable = "preview" in form().fields
        return {200: answer, 201: answer} if is_previewable else {201: answer}

    def get_summary(self) -> str | None:
        text = " ".join(self.get_description().split("\n\n")[0].split())
        return text.partition(". ")[0].removesuffix(".") or None


def problems_everywhere(result: Schema, **_: object) -> Schema:
    """What every operation has: its failures, keys on writes, tags and chosen fields on reads."""
    components = result["components"]
    components.setdefault("schemas", {}).update(SHARED["schemas"])
    components["responses"] = {
        failure["name"]: {
            "description": failure["description"],
            "content": {"application/problem+json": {"schema": _shared("schemas", "Problem")}},
        }
        for failure in SHARED["failures"].values()
    }
    components["parameters"] = SHARED["parameters"]
    components["headers"] = SHARED["headers"]
    for methods in result["paths"].values():
        for method, operation in methods.items():
            if method == "post":
                _write(operation, components["schemas"])
            else:
                _read(operation, components["schemas"])
    return result


def _write(operation: Schema, schemas: Schema) -> None:
    parameters = operation.setdefault("parameters", [])
    parameters.extend(_shared("parameters", name) for name in ("IdempotencyKey", "IfMatch"))
    compares = any(
        "version" in _properties(media["schema"], schemas)
        for media in operation.get("requestBody", {}).get("content", {}).values()
    )
    _failures(operation, OF_WRITES + ("409",) * compares)


def _read(operation: Schema, schemas: Schema) -> None:
    parameters = operation.setdefault("parameters", [])
    parameters[:] = [one for one in parameters if one["name"] != "If-None-Match"]
    parameters.append(_shared("parameters", "IfNoneMatch"))
    answer = operation["responses"].get("200", {})
    content = answer.get("content", {}).get(JSON)
    found = content["schema"] if content else {}
    headers = answer.setdefault("headers", {}) if answer else {}
    headers["ETag"] = _shared("headers", "ETag")
    if _is_page(found, schemas):
        headers["Link"] = _shared("headers", "Link")
    if names := _properties(_line(found, schemas), schemas):
        schema = {"type": "array", "items": {"type": "string", "enum": list(names)}}
        parameters.append({**SHARED["fields"], "schema": schema})
    operation["responses"]["304"] = SHARED["unchanged"]
    _failures(operation, OF_READS)


def _shared(kind: str, name: str) -> Schema:
    return {"$ref": f"#/components/{kind}/{name}"}


def _failures(operation: Schema, statuses: tuple[str, ...]) -> None:
    answers = operation["responses"]
    for status in sorted(statuses):
        answers.setdefault(status, _shared("responses", SHARED["failures"][status]["name"]))
    answers.setdefault("default", _shared("responses", "Problem"))


def _properties(schema: Schema, schemas: Schema) -> Schema:
    """The properties of an object, by name."""
    found: Schema = _resolved(schema, schemas).get("properties", {})
    return found


def _line(schema: Schema, schemas: Schema) -> Schema:
    """Of a list or a page of one, what a line of it is; else the thing itself."""
    found = _resolved(schema, schemas)
    if _is_page(schema, schemas):
        found = found["properties"]["results"]
    return found["items"] if found.get("type") == "array" else found


def _is_page(schema: Schema, schemas: Schema) -> bool:
    return {"next", "previous", "results"} <= _properties(schema, schemas).keys()


def _resolved(schema: Schema, schemas: Schema) -> Schema:
    name = schema.get("$ref", "").rpartition("/")[2]
    return schemas[name] if name else schema
