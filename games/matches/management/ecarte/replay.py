"""`manage.py ecarte replay`: the rulings and marks of a contest in the notation, and the score."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError

from games.engine.codes import Code
from games.engine.facts import Mark
from games.engine.notation import read
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.headers import context
from games.engine.notation.values import Contest, NotationError, Ruled
from games.engine.records import Applied
from games.engine.seats import Seat
from games.engine.serialization import dump
from games.engine.terms import HandEntry, Score
from games.matches.labels import engine, notation
from games.matches.labels.rulings import ruling_text

from .deal import read_text

HELP = (
    "Prints the rulings and marks of a game or a contest with their laws, and the score after "
    "each hand."
)
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

The notation is described in docs/notation.md. The first thing that cannot be is told
with its line, its column and its law, and nothing is printed.""",
    "epilog": """\
The keys of --json, for each contest of the file:
  headers       as pairs, in their order
  code          the code of laws
  hands         of each: game, hand (its number in the game), dealer, before and after
                (the score, null where it is not known), rulings, marks, over, void, and record:
                the facts, as the API takes them
  games         those known by their score alone: game, score
Of each mark: seat, points, kind, rule, law. Of each ruling: law, irregularity, facts, choice,
offender.""",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help='a text in the notation; "-" is what is piped in')
    parser.add_argument("--json", action="store_true", help="all of it as data")


def output(options: Mapping[str, Any]) -> str:
    path = options["file"]
    text = read_text(path)
    try:
        contests = tuple(read(text.split("\n")))
    except NotationError as wrong:
        raise CommandError(f"{path}: {notation.sentence(wrong)}") from None
    if not contests:
        raise CommandError(f'{path} is empty. A contest begins with [Code "london"].')
    if options["json"]:
        return json.dumps([_data(contest) for contest in contests], indent=2)
    return "\n\n".join("\n".join(_lines(contest)) for contest in contests)


def _lines(contest: Contest) -> Iterator[str]:
    names, code = names_of(contest), context(contest).code
    yield f"{names[Seat.A]} and {names[Seat.B]}, {code.id}"
    told = tuple(follow(contest))
    for game in contest.games:
        if game.score is not None:
            yield f"Game {game.number}: {_score(game.score)}"
        for one in told:
            if one.game == game.number:
                yield from _hand_lines(one, code, names)


def _hand_lines(told: HandResult, code: Code, names: Mapping[Seat, str]) -> Iterator[str]:
    dealer = f", {names[told.dealer]} deals" if told.dealer else ""
    yield f"Game {told.game}, hand {told.number}{dealer}"
    for ruling in _rulings(told):
        yield f"  {ruling_text(code, ruling, names)}"
    for mark in told.marks:
        yield f"  {engine.mark(mark, names)}"
    ending = " (dealt afresh)" if told.void else "" if told.record else " (not over)"
    yield f"  {_score(told.after)}{ending}"
    if told.after is not None and told.after.winner is not None:
        yield f"  {names[told.after.winner]} wins game {told.game}."


def _rulings(told: HandResult) -> list[Applied]:
    return [step.applied for step, _place in told.hand.each(Ruled)]


def names_of(contest: Contest) -> Mapping[Seat, str]:
    return {seat: contest.header(seat.value.upper()) or seat.value.upper() for seat in Seat}


def _score(score: Score | None) -> str:
    return f"{score.a}–{score.b}" if score else "score not known"


def _data(contest: Contest) -> dict[str, object]:
    return {
        "headers": [[one.key, one.value] for one in contest.headers()],
        "code": context(contest).code.id,
        "hands": [_hand_data(told) for told in follow(contest)],
        "games": [
            {"game": game.number, "score": _score_data(game.score)}
            for game in contest.games
            if game.score is not None
        ],
    }


def _hand_data(told: HandResult) -> dict[str, object]:
    return {
        "game": told.game,
        "hand": told.number,
        "dealer": told.dealer and told.dealer.value,
        "before": _score_data(told.before),
        "rulings": [_ruling_data(ruling) for ruling in _rulings(told)],
        "marks": [_mark_data(mark) for mark in told.marks],
        "after": _score_data(told.after),
        "over": told.record is not None,
        "void": told.void,
        "record": told.record and dump(HandEntry(told.game, told.record)),
    }


def _ruling_data(ruling: Applied) -> dict[str, object]:
    return {
        "law": ruling.law,
        "irregularity": ruling.irregularity.value,
        "facts": {fact.value: answer.value for fact, answer in ruling.facts},
        "choice": ruling.choice.value,
        "offender": ruling.offender and ruling.offender.value,
    }


def _mark_data(mark: Mark) -> dict[str, object]:
    return {
        "seat": mark.seat.value,
        "points": mark.points,
        "kind": mark.kind and mark.kind.value,
        "rule": mark.rule.value,
        "law": mark.law,
    }


def _score_data(score: Score | None) -> dict[str, int] | None:
    return {"a": score.a, "b": score.b} if score else None
