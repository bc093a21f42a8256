"""What every operation of the published schema has: failures, keys, tags, fields to choose."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

Schema = dict[str, Any]

PROBLEM: Schema = {
    "type": "object",
    "description": "RFC 9457 problem document.",
    "required": ["type", "title", "status", "detail", "code", "errors"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What happened, and what to do."},
        "code": {"type": "string", "description": "Stable: programs may branch on it."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "detail"],
                "properties": {"field": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
        "law": {"type": "string", "description": "The law that a refusal rests on."},
        "entry": {
            "type": "integer",
            "description": "The number of another entry, which a correction would make impossible.",
        },
        "current_version": {"type": "integer"},
        "in_the_way": {
            "type": "array",
            "description": "What others would come to play, and what rests on it, the last first; "
            "`match` is null where it was decided without play.",
            "items": {
                "type": "object",
                "required": ["pairing", "match"],
                "properties": {
                    "pairing": {"type": "integer"},
                    "match": {"type": "integer", "nullable": True},
                },
            },
        },
    },
}
KEY: Schema = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "Made by the client, new for each write. A repeated key answers as at first.",
}

IF_MATCH: Schema = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
    "description": "The ETag of what you read: the change is made on that version, or refused by "
    "412. Where the content has a version it may then be left out.",
}
IF_NONE_MATCH: Schema = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag that you have: 304 says that it is still the newest.",
}
ETAG: Schema = {"description": "For If-None-Match and If-Match.", "schema": {"type": "string"}}
LINK: Schema = {
    "description": 'The pages beside this one, rel="next" and rel="prev".',
    "schema": {"type": "string"},
}
PARTS: Schema = {
    "in": "query",
    "name": "fields",
    "style": "form",
    "explode": False,
    "description": "Only these fields, divided by commas; of a list: of each of its lines. The "
    "answer then lacks others that are described as required.",
}
UNCHANGED = {"description": "Unchanged: what you have is the newest."}
# Why each is answered; what it says is a problem document.
FAILURES = {
    "400": ("BadRequest", "The content is not what is described: `errors` names the fields."),
    "401": ("Unauthorized", "Nobody signed in, or the token is not known, expired or revoked."),
    "403": ("Forbidden", "You may not do this, or your token lacks the scope."),
    "404": ("NotFound", "There is no such thing, or it belongs to a club that is not yours."),
    "406": ("NotAcceptable", "It cannot be had as what Accept asks for."),
    "409": ("Conflict", "It has changed since your `version`: `current_version` is the newest."),
    "412": ("PreconditionFailed", "It is not, or not any more, what If-Match says."),
    "413": ("TooLarge", "More content than a request may hold."),
    "415": ("UnsupportedMediaType", "The content is of another kind than this operation takes."),
    "422": ("Unprocessable", "What is asked cannot be, or the key was used for something else."),
    "429": ("TooManyRequests", "Too often: `Retry-After` says when again."),
}
OF_READS = ("401", "403", "404", "406", "422", "429")
OF_WRITES = ("400", "401", "403", "404", "406", "412", "413", "415", "422", "429")
JSON = "application/json"


def only_v1(endpoints: list[Any]) -> list[Any]:
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


# What a POST changes where it stands, besides things of which there are many.
CHANGED_IN_PLACE = {"calendar", "limits", "me", "name", "second-factor", "settings"}


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
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["responses"] = {
        name: {
            "description": why,
            "content": {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
            },
        }
        for name, why in [*FAILURES.values(), ("Problem", "A problem document.")]
    }
    components["parameters"] = {
        one["name"].replace("-", ""): one for one in (KEY, IF_MATCH, IF_NONE_MATCH)
    }
    components["headers"] = {"ETag": ETAG, "Link": LINK}
    for methods in result["paths"].values():
        for method, operation in methods.items():
            if method == "post":
                _write(operation, components["schemas"])
            else:
                _read(operation, components["schemas"])
    return result


def _write(operation: Schema, schemas: Schema) -> None:
    operation.setdefault("parameters", []).extend(map(_by_name, (KEY, IF_MATCH)))
    compares = any(
        "version" in _named(media["schema"], schemas)
        for media in operation.get("requestBody", {}).get("content", {}).values()
    )
    _failures(operation, OF_WRITES + ("409",) * compares)


def _read(operation: Schema, schemas: Schema) -> None:
    parameters = operation.setdefault("parameters", [])
    parameters[:] = [one for one in parameters if one["name"] != IF_NONE_MATCH["name"]]
    parameters.append(_by_name(IF_NONE_MATCH))
    answer = operation["responses"].get("200", {})
    content = answer.get("content", {}).get(JSON)
    found = content["schema"] if content else {}
    headers = answer.setdefault("headers", {}) if answer else {}
    headers["ETag"] = {"$ref": "#/components/headers/ETag"}
    if _is_page(found, schemas):
        headers["Link"] = {"$ref": "#/components/headers/Link"}
    if names := _named(_line(found, schemas), schemas):
        schema = {"type": "array", "items": {"type": "string", "enum": list(names)}}
        parameters.append({**PARTS, "schema": schema})
    operation["responses"]["304"] = UNCHANGED
    _failures(operation, OF_READS)


def _by_name(parameter: Schema) -> Schema:
    """Said once, as it is the same for every operation."""
    return {"$ref": f"#/components/parameters/{parameter['name'].replace('-', '')}"}


def _failures(operation: Schema, statuses: tuple[str, ...]) -> None:
    answers = operation["responses"]
    for status in sorted(statuses):
        answers.setdefault(status, {"$ref": f"#/components/responses/{FAILURES[status][0]}"})
    answers.setdefault("default", {"$ref": "#/components/responses/Problem"})


def _named(schema: Schema, schemas: Schema) -> Schema:
    """The properties of an object, by name."""
    found: Schema = _meant(schema, schemas).get("properties", {})
    return found


def _line(schema: Schema, schemas: Schema) -> Schema:
    """Of a list or a page of one, what a line of it is; else the thing itself."""
    found = _meant(schema, schemas)
    if _is_page(schema, schemas):
        found = found["properties"]["results"]
    return found["items"] if found.get("type") == "array" else found


def _is_page(schema: Schema, schemas: Schema) -> bool:
    return {"next", "previous", "results"} <= _named(schema, schemas).keys()


def _meant(schema: Schema, schemas: Schema) -> Schema:
    name = schema.get("$ref", "").rpartition("/")[2]
    return schemas[name] if name else schema
