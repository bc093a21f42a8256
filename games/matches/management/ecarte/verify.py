"""`manage.py ecarte verify`: whether the transcript of a match played online is right."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.engine.transcripts.checks import Check, CheckName, is_right, verify
from games.engine.transcripts.files import read
from games.engine.transcripts.notation import notation

HELP = "Checks the transcript of a match played online: its deals, its acts and its results."
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

docs/deal.md describes the format and every check. The exit code is 0 if all pass, else 1.
verify.py of the page /verify/ does the same without this program.""",
    "epilog": """\
The keys of --json: right, and checks; of each check: name, passed, place (where in the file
it fails) and why.""",
}
TITLES: Mapping[CheckName, str] = {
    CheckName.FORMAT: "The form of the file",
    CheckName.HASH: "The hash of the file",
    CheckName.CHAIN_S: "The links of the server",
    CheckName.CHAIN_A: "The links of player A",
    CheckName.CHAIN_B: "The links of player B",
    CheckName.DRAWS: "The draws in their order",
    CheckName.PACKS: "The packs that the links give",
    CheckName.HEADS: "The chain of the acts",
    CheckName.ACTS: "The acts by the code of laws",
    CheckName.RESULTS: "Marks, games and the result",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="the file of one transcript")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="all of it as data")
    form.add_argument(
        "--notation", action="store_true", help="if it is right, print the match in the notation"
    )


def output(options: Mapping[str, Any]) -> str:
    content = _content(options["file"])
    checks = verify(content)
    report = _data(checks) if options["json"] else _lines(checks)
    if not is_right(checks):
        # Wrong is an answer too: it is printed where a right one is.
        sys.stdout.write(f"{report}\n")
        sys.exit(1)
    return notation(read(content)).rstrip("\n") if options["notation"] else report


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as wrong:
        raise CommandError(f"{path} cannot be read: {wrong.strerror}. Give another file.") from None


def _data(checks: tuple[Check, ...]) -> str:
    rows = [
        {"name": check.name, "passed": check.passed, "place": check.place, "why": check.why}
        for check in checks
    ]
    return json.dumps({"right": is_right(checks), "checks": rows}, indent=2)


def _lines(checks: tuple[Check, ...]) -> str:
    right = is_right(checks)
    last = "Every check passed." if right else "This transcript is not right."
    return "\n".join([*map(_line, checks), last])


def _line(check: Check) -> str:
    title = TITLES[check.name]
    if check.passed:
        return f"right  {title}"
    place = f" ({check.place})" if check.place else ""
    return f"WRONG  {title}{place}: {check.why}"
