"""What may be done at each moment of a match, by the engine: to be compared with other programs."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from games.engine.cards import NAMES
from games.engine.codes import CODES, KingUntil, Option
from games.engine.hand.state import Say
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, Terms
from games.engine.transcripts.acts import ActError, Dealt, read
from games.engine.transcripts.model import Agreed, Draw, Line, Transcript
from games.engine.transcripts.replaying import Live, Play, RefusedError, after, begun, live
from tests.engine.hand.table import pack
from tests.engine.transcripts.matches import story
from tests.engine.transcripts.test_replaying import BOB_DEALS, TURNED, TURNED_VOLE, draws, hand
from tests.support.depth import times

ALWAYS = (
    *(f"{seat} {word}" for seat in "AB" for word in (*Say, "time")),
    *(f"deal:{seat}/{order}" for seat in "AB" for order in ("3-2", "2-3")),
    "A-0",
    "B-0",
    "annul",
    "end stopped",
)
OTHERS = (
    *(f"{seat} {name}" for seat in "AB" for name in NAMES),
    *(
        f"from game:{game} rubbers:{rubbers} games:{games} score:0-4 dealer:B orders:3-2,-"
        for game, rubbers, games in (
            ("1", "0-0", "0-0"),
            ("1", "0-0", "1-0"),
            ("2", "0-0", "1-0"),
            ("2", "1-0", "0-0"),
            ("4", "0-0", "2-1"),
            ("3", "0-2", "1-1"),
        )
    ),
)
"""Of any moment: nearly all are refused. Of the others usually a third is tried at each moment."""
TRIED = len(OTHERS) // times(3, thorough=1)


def candidates(play: Play, draw: Draw | None, random: Random) -> list[str]:
    """Discards too, of cards in the hand and of others, and the cut of the next draw."""
    lines = [*ALWAYS, *random.sample(OTHERS, TRIED)]
    if draw is not None and draw.pack is not None:
        a, b = (NAMES[card] for card in draw.pack[:2])
        lines += [f"cut:{a},{b}", f"cut:{b},{a}"]
    for seat in Seat:
        own = play.state.hand(seat)
        for number in range(1, len(own) + 1):
            cards = sorted(random.sample(own, number))
            if random.random() < 0.2:
                cards = sorted({*cards[1:], random.randrange(32)})  # type: ignore[arg-type]  # a card
            lines.append(f"{seat.value.upper()}-{','.join(NAMES[card] for card in cards)}")
    return lines


def may_be(play: Play, line: str, draws: Live) -> bool:
    try:
        after(play, read(line), draws)
    except (ActError, RefusedError):
        return False
    return True


def moments(transcript: Transcript, seed: int) -> Iterator[tuple[int, list[str], list[bool]]]:
    """After each number of acts: what could follow, and whether it may."""
    random = Random(seed)
    waiting = list(live(transcript.draws))
    play = begun(transcript.agreed)
    for place, line in enumerate([*(line.act for line in transcript.lines), ""]):
        lines = candidates(play, waiting[0][1] if waiting else None, random)
        yield place, lines, [may_be(play, one, iter(waiting)) for one in lines]
        if line:
            play = after(play, read(line), iter(waiting))
            if line.startswith("cut:") or isinstance(read(line), Dealt):
                waiting.pop(0)


# Bob cuts the king and deals; hearts are trumps. One of them plays the king as their first card.
KINGS = (
    (("KH 8C 9C TC AC", "8H JC QC KC 7D"), ("A KH", "B 8H", "A 8C", "B JC")),
    (("7H 8C 9C TC AC", "KH JC QC KC 7D"), ("A 7H", "B KH", "B JC", "A 8C")),
    (("8C 7H 9C TC AC", "KH JC QC KC 7D"), ("A 8C", "B JC", "B KH", "A 7H")),
)


def silent_kings() -> Iterator[Transcript]:
    """By each last moment at which a king may be announced; nobody does."""
    for until, (hands, plays) in product(KingUntil, KINGS):
        code = replace(CODES["london"], king_held_until=Option(until, "agreement"))
        lines = ("cut:7D,KS", "deal:B/3-2", "A propose", "B refuse", *plays, "end stopped")
        yield replace(
            story(),
            agreed=Agreed(Terms(code, Format(FormatKind.ONE_GAME, 1))),
            draws=tuple(draws(BOB_DEALS, pack(*hands, "9H"))),
            lines=tuple(Line(line, None, bytes(32)) for line in lines),
        )


def restarts() -> Iterator[Transcript]:
    """The match goes on from elsewhere before the first dealer is chosen, and before a king that
    was turned is marked: neither can be done afterwards."""
    at = "from game:1 rubbers:0-0 games:0-0 score:1-1 dealer:A orders:-,-"
    before = {"britannica": (), "london": hand("A", TURNED_VOLE)}
    for code, lines in before.items():
        packs = (BOB_DEALS, TURNED, TURNED) if lines else (BOB_DEALS, TURNED)
        every = ("cut:7D,KS", *lines, at, "deal:A/3-2", "end stopped")
        yield replace(
            story(),
            agreed=Agreed(Terms(CODES[code], Format(FormatKind.ONE_GAME, 1))),
            draws=tuple(draws(*packs)),
            lines=tuple(Line(line, None, bytes(32)) for line in every),
        )
