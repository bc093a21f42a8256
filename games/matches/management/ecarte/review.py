"""`manage.py ecarte review`: what each decision of a match cost."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError

from games.engine.notation import read
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.known_hands import played_through
from games.engine.notation.values import Contest, NotationError
from games.engine.seats import Seat
from games.engine.transcripts.files import TranscriptError
from games.engine.transcripts.files import read as read_transcript
from games.engine.transcripts.notation import contests
from games.matches.labels import notation
from games.matches.labels.engine import Names
from games.matches.labels.review import decision_text, hand_lines, summary_text
from games.matches.rules.review import Judgement, judgements, summary
from games.matches.selectors.robots import robot_tables

from .deal import read_text
from .replay import names_of

HELP = "What each decision of a match cost, by what its player could know then."
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

The match is a text in the notation (docs/notation.md), or the transcript of a match played
online. Hands of which not every card is known are left out.""",
    "epilog": """\
The keys of --json, for each contest of the file: players (of each: decisions, mistakes,
given_away) and hands; of each hand: game, hand, judged, and its decisions: seat, done, best
(empty if that was done), cost (in chances to win the game).""",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """`judged`: None if not every card is known, or the score is not."""

    result: HandResult
    judged: tuple[Judgement, ...] | None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help='a match; "-" is what is piped in')
    parser.add_argument("--json", action="store_true", help="all of it as data")


def output(options: Mapping[str, Any]) -> str:
    path = options["file"]
    matches = _contests(path, read_text(path))
    if not matches:
        raise CommandError(f'{path} is empty. A contest begins with [Code "london"].')
    if options["json"]:
        return json.dumps([_data(contest) for contest in matches], indent=2)
    return "\n\n".join("\n".join(_lines(contest)) for contest in matches)


def _contests(path: str, text: str) -> list[Contest]:
    try:
        if text.lstrip().startswith("{"):
            return list(contests(read_transcript(text.encode())))
        return list(read(text.split("\n")))
    except NotationError as wrong:
        raise CommandError(f"{path}: {notation.sentence(wrong)}") from None
    except TranscriptError as wrong:
        raise CommandError(f"{path} is no transcript of a match: {wrong}") from None


def _hands(contest: Contest) -> list[Hand]:
    results = [played_through(contest, noted) for noted in follow(contest)]
    return [Hand(result, _judged(result)) for result in results]


def _judged(result: HandResult) -> tuple[Judgement, ...] | None:
    if result.state is None or result.before is None:
        return None
    return judgements(result, robot_tables())


def _all(hands: list[Hand]) -> list[Judgement]:
    return [one for hand in hands for one in hand.judged or ()]


def _lines(contest: Contest) -> Iterator[str]:
    names, hands = names_of(contest), _hands(contest)
    for seat in Seat:
        yield summary_text(summary(_all(hands), seat), names[seat])
    for hand in hands:
        yield ""
        yield f"Game {hand.result.game}, hand {hand.result.number}"
        if hand.judged is None:
            yield "  Not every card is known."
        yield from hand_lines(hand.judged or (), names)


def _data(contest: Contest) -> dict[str, object]:
    names, hands = names_of(contest), _hands(contest)
    return {
        "players": {seat.value: summary(_all(hands), seat)._asdict() for seat in Seat},
        "hands": [
            {
                "game": hand.result.game,
                "hand": hand.result.number,
                "judged": hand.judged is not None,
                "decisions": [_decision(one, names) for one in hand.judged or ()],
            }
            for hand in hands
        ],
    }


def _decision(one: Judgement, names: Names) -> dict[str, object]:
    text = decision_text(one, names)
    return {"seat": one.seat.value, "done": text.done, "best": text.best, "cost": one.cost}
