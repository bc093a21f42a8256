"""What every operation of the published schema has: problem documents, and keys on writes."""

from typing import Any

PROBLEM = {
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
    },
}
KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "Made by the client, new for each write. A repeated key answers as at first.",
}

Schema = dict[str, Any]


def only_v1(endpoints: list[Any]) -> list[Any]:
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def problems_everywhere(result: Schema, **_: object) -> Schema:
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {
        "description": "A problem document.",
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    for methods in result["paths"].values():
        for method, operation in methods.items():
            operation["responses"].setdefault("default", answer)
            if method == "post":
                operation.setdefault("parameters", []).append(KEY)
    return result
