"""Whether a transcript is right: the list of checks that every program makes, in one order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise, zip_longest

from games.engine.fair_deal import FIRST_HEAD, NO_LINK, act_hash, follows, pack

from .acts import ActError, seen_text
from .acts import read as act
from .files import TranscriptError, is_intact, read
from .model import CHAINS, Draw, End, Results, Transcript
from .replaying import ReplayError, replay


class CheckName(StrEnum):
    FORMAT = "format"
    """Written as transcripts are, to the letter."""
    HASH = "hash"
    """The hash of the file is that of its content."""
    CHAIN_S = "chain_s"
    """Each link of the server leads to the one before it, and the first to the end."""
    CHAIN_A = "chain_a"
    CHAIN_B = "chain_b"
    DRAWS = "draws"
    """Numbered without a gap; a pack wherever no link is missing, and only there."""
    PACKS = "packs"
    """Each pack follows from its links."""
    HEADS = "heads"
    """The acts are chained, each with its head."""
    ACTS = "acts"
    """By the laws, each by the player whose it is, with the cards of the packs."""
    RESULTS = "results"
    """What was marked and won follows from the acts."""


@dataclass(frozen=True, slots=True)
class Check:
    """`place`: the first at fault, such as "draws.3". `why`: an English sentence for programs."""

    name: CheckName
    passed: bool = True
    place: str = ""
    why: str = ""


Fault = tuple[str, str]
"""A place, and why."""


def verify(content: bytes) -> tuple[Check, ...]:
    """Of a file. Where its format is wrong, that is all there is to say."""
    try:
        transcript = read(content)
    except TranscriptError as error:
        return (Check(CheckName.FORMAT, passed=False, place=error.place, why=error.why),)
    other = ("sha256", "The hash is of another content.")
    return (
        Check(CheckName.FORMAT),
        _check(CheckName.HASH, None if is_intact(content) else other),
        *_checks(transcript),
    )


def is_right(checks: tuple[Check, ...]) -> bool:
    return all(check.passed for check in checks)


def _check(name: CheckName, fault: Fault | None) -> Check:
    return Check(name) if fault is None else Check(name, False, *fault)


def _checks(of: Transcript) -> Iterator[Check]:
    end, a, b = of.ends
    yield _check(CheckName.CHAIN_S, _chain_fault(of.draws, 0, (End(1, end),)))
    yield _check(CheckName.CHAIN_A, _player_fault(of, 1, a))
    yield _check(CheckName.CHAIN_B, _player_fault(of, 2, b))
    yield _check(CheckName.DRAWS, next(_draw_faults(of), None))
    yield _check(CheckName.PACKS, next(_pack_faults(of), None))
    yield _check(CheckName.HEADS, next(_head_faults(of), None))
    yield from _play_checks(of)


def _player_fault(of: Transcript, chain: int, ends: tuple[End, ...]) -> Fault | None:
    place = f"ends.{CHAINS[chain]}"
    if of.players[chain - 1].robot:
        return (place, "A robot has no chain.") if ends else None
    firsts = [end.first for end in ends]
    if firsts[:1] != [1] or any(one >= other for one, other in pairwise(firsts)):
        return place, "Ends hold from draw 1 and later draws, in this order."
    return _chain_fault(of.draws, chain, ends)


def _chain_fault(draws: tuple[Draw, ...], chain: int, ends: tuple[End, ...]) -> Fault | None:
    """An end holds from its draw on. Where a link is missing, the next leads over the gap."""
    by_first = {end.first: end.end for end in ends}
    opened, last = 0, b""
    for place, draw in enumerate(draws):
        number, link = place + 1, draw.links[chain]
        if number in by_first:
            opened, last = place, by_first[number]
        if link is None:
            continue
        if not follows(link, last, number - opened):
            return f"draws.{place}.{CHAINS[chain]}", "The link does not lead to the one before it."
        opened, last = number, link
    return None


def _draw_faults(of: Transcript) -> Iterator[Fault]:
    robots = [False, *(player.robot for player in of.players)]
    for place, draw in enumerate(of.draws):
        missing = tuple(chain for chain in CHAINS if chain in draw.missing)
        by_chain = list(zip(CHAINS, draw.links, robots, strict=True))
        if draw.number != place + 1:
            yield f"draws.{place}", "Its number is not the next."
        elif draw.missing != missing or (draw.pack is None) is not bool(missing):
            yield f"draws.{place}", "It has a pack if no link is missing, and only then."
        elif any((link is None) is not (chain in missing) for chain, link, _ in by_chain):
            yield f"draws.{place}", "Links are absent if they are missing, and only then."
        elif any(robot is not (link == NO_LINK) for _, link, robot in by_chain):
            yield f"draws.{place}", "A robot's link is empty, and no other."


def _pack_faults(of: Transcript) -> Iterator[Fault]:
    for place, draw in enumerate(of.draws):
        if draw.pack is None:
            continue
        s, a, b = draw.links
        if s is None or a is None or b is None:
            yield f"draws.{place}", "A link is missing."
        elif pack(s, a, b, match=of.match, number=draw.number) != draw.pack:
            yield f"draws.{place}", "The links give another pack."


def _head_faults(of: Transcript) -> Iterator[Fault]:
    head = FIRST_HEAD
    for place, line in enumerate(of.lines):
        head = act_hash(head, seen(line.act))
        if head != line.head:
            yield f"acts.{place}", "The head is of another act, or of other acts before it."
    if head != of.head:
        yield "head", "The head is not that of the last act."


def seen(line: str) -> str:
    """What the chain takes of an act, and of what is none."""
    try:
        return seen_text(act(line))
    except ActError:
        return line


def _play_checks(of: Transcript) -> Iterator[Check]:
    try:
        results = replay(of.agreed, of.draws, [line.act for line in of.lines]).results
    except ReplayError as error:
        yield Check(CheckName.ACTS, False, error.place, error.why)
        yield Check(CheckName.RESULTS, False, "results", "They cannot be worked out.")
        return
    yield Check(CheckName.ACTS)
    yield _check(CheckName.RESULTS, next(_result_faults(of.results, results), None))


def _result_faults(stated: Results, made: Results) -> Iterator[Fault]:
    why = "The acts give another result."
    lists = (("hands", stated.hands, made.hands), ("games", stated.games, made.games))
    for name, one, other in lists:
        for place, pair in enumerate(zip_longest(one, other)):
            if pair[0] != pair[1]:
                yield f"results.{name}.{place}", why
    for name in ("games_won", "rubbers_won", "winner", "end"):
        if getattr(stated, name) != getattr(made, name):
            yield f"results.{name}", why


def completed(of: Transcript) -> Transcript:
    """With the packs, heads and results that follow from its links and acts.

    Raises: ReplayError for acts that cannot be.
    """
    draws = tuple(_drawn(of.match, draw) for draw in of.draws)
    head, lines = FIRST_HEAD, []
    for line in of.lines:
        head = act_hash(head, seen(line.act))
        lines.append(replace(line, head=head))
    results = replay(of.agreed, draws, [line.act for line in of.lines]).results
    return replace(of, draws=draws, lines=tuple(lines), results=results, head=head)


def _drawn(match: str, draw: Draw) -> Draw:
    s, a, b = draw.links
    if s is None or a is None or b is None:
        return replace(draw, pack=None)
    return replace(draw, pack=pack(s, a, b, match=match, number=draw.number))
