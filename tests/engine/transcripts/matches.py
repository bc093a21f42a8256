"""Matches played online by random legal acts, with their transcripts."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from games.engine import fair_deal
from games.engine.club_rules import code_with, options_refusal
from games.engine.codes import CODES, Code, GameValue
from games.engine.hand.dealing import chosen, next_dealer
from games.engine.hand.legality import actor
from games.engine.hand.state import ORDERS, Phase, Say
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Format, FormatKind, Score, Terms
from games.engine.transcripts.acts import (
    Act,
    Annulled,
    Dealt,
    Done,
    Ending,
    Standing,
    TimeOver,
    text,
)
from games.engine.transcripts.checks import completed
from games.engine.transcripts.model import (
    CHAINS,
    Agreed,
    Draw,
    DrawKind,
    End,
    Line,
    Player,
    Results,
    Transcript,
)
from games.engine.transcripts.replaying import Play, after, begun

NO_RESULTS = Results((), (), NOTHING, NOTHING, None, "")
NAMES = ("Alice", "Bob", "Chloé", "Zoë “the robot”", 'Ω\u2028\\ "quoted"\t😀')
FORMATS = (
    Format(FormatKind.ONE_GAME, 1),
    Format(FormatKind.GAMES, 2),
    Format(FormatKind.GAMES, 3),
    Format(FormatKind.RUBBER, 3),
    Format(FormatKind.RUBBER, 1, 3),
)
CHANGES = (
    {"proposals": "while_dealer_exchanges", "propose_after_dealer_took_none": "no"},
    {"proposals": "as_often_as_he_pleases", "propose_after_dealer_took_none": "yes"},
    {"proposer_takes_one": "no"},
    {"highest_cut": "chooses"},
    {"cut_for_deal": "at_each_rubber"},
    *(
        {"king_held_until": until}
        for until in (
            "first_card_or_king_answered",
            "first_card_king_included",
            "first_card_or_king_led",
            "opening_lead",
            "first_card",
        )
    ),
)
EAGER = (Say.PROPOSE, Say.ACCEPT, Say.ACCEPT_IF_ENOUGH, Say.NOT_ENOUGH)
SELDOM = 0.03


def chance(random: Random, likely: float = SELDOM) -> bool:
    return random.random() < likely


def chain(random: Random) -> list[bytes]:
    """From the end to the seed."""
    links = [random.randbytes(32)]
    for _ in range(fair_deal.LINKS):
        links.append(fair_deal.hashed(links[-1]))
    return links[::-1]


def is_eager(action: object) -> bool:
    """Of players who would exchange cards, few at a time, until none are left."""
    return action in EAGER or (isinstance(action, tuple) and len(action) < 2)


@dataclass
class Device:
    """Of a player or the server: the chain, and the draw from which it holds."""

    links: list[bytes]
    first: int = 1

    def link(self, number: int) -> bytes:
        return self.links[number - self.first + 1]


@dataclass
class Table:
    """`eventful`: draws die, devices change, hands are annulled, and matches stop."""

    random: Random
    agreed: Agreed
    eventful: bool
    robot: Seat | None
    devices: list[Device] = field(default_factory=list)
    ends: list[list[End]] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    match: str = ""
    names: tuple[str, ...] = NAMES

    def __post_init__(self) -> None:
        self.match = str(self.random.randint(1, 10**6))
        self.devices = [Device(chain(self.random)) for _ in CHAINS]
        self.ends = [[End(1, device.links[0])] for device in self.devices]
        # Who keep their kings to themselves until they have played them.
        self.silent = int(self.match) % 2 == 1
        self.eager = chance(self.random, 0.3)
        self.robots = [False, self.robot is Seat.A, self.robot is Seat.B]

    def draw(self, kind: DrawKind) -> Draw:
        """The next that does not die."""
        while True:
            number = len(self.draws) + 1
            missing = self._missing() if self.eventful and chance(self.random) else ()
            links = [self._link(place, number, missing) for place in range(3)]
            drawn = Draw(number, kind, (links[0], links[1], links[2]), missing)
            if missing:
                self.draws.append(drawn)
                self._changed_device()
                continue
            s, a, b = (link or b"" for link in links)
            pack = fair_deal.pack(s, a, b, match=self.match, number=number)
            self.draws.append(replace(drawn, pack=pack))
            return self.draws[-1]

    def _missing(self) -> tuple[str, ...]:
        players = [seat.value for seat in Seat if seat is not self.robot]
        if len(players) == 2 and chance(self.random, 0.3):
            return tuple(players)
        return (self.random.choice(players),)

    def _link(self, place: int, number: int, missing: tuple[str, ...]) -> bytes | None:
        if CHAINS[place] in missing:
            return None
        return fair_deal.NO_LINK if self.robots[place] else self.devices[place].link(number)

    def _changed_device(self) -> None:
        place, number = self.random.choice((1, 2)), len(self.draws) + 1
        if not self.robots[place] and chance(self.random, 0.5):
            self.devices[place] = Device(chain(self.random), number)
            self.ends[place].append(End(number, self.devices[place].links[0]))

    def acts(self) -> Iterator[tuple[Act, Draw | None]]:
        """To the end of the match, each with the draw that belongs to it."""
        play = begun(self.agreed)
        while play.end is None:
            act, drawn = self._act(play)
            play = after(play, act, iter([(0, drawn)] if drawn else []))
            yield act, drawn

    def _act(self, play: Play) -> tuple[Act, Draw | None]:
        state = play.state
        if self.eventful and chance(self.random, 0.002):
            return self.random.choice(list(Ending)), None
        if play.is_hand_in_play and self.eventful and chance(self.random, 0.01):
            return Annulled(), None
        if play.is_hand_in_play and self.eventful and chance(self.random, 0.01):
            return TimeOver(state.to_act or Seat.A), None
        if not play.is_hand_in_play and self.eventful and chance(self.random, 0.02):
            return self._standing(), None
        if state.phase is Phase.CUT:
            drawn = self.draw(DrawKind.CUT)
            return fair_deal.cut_of(drawn.pack or ()), drawn
        if state.phase is Phase.DEAL or (state.phase is Phase.OVER and self._deals(play)):
            dealer = next_dealer(state)
            order = chosen(state) or self.random.choice(ORDERS)
            return Dealt(dealer or Seat.A, order), self.draw(DrawKind.HAND)
        legal = state.legal
        if not chance(self.random):
            legal = tuple(action for action in legal if action is not Say.ABANDON)
        if self.eager and chance(self.random, 0.8):
            legal = tuple(action for action in legal if is_eager(action)) or legal
        if self.silent and chance(self.random, 0.8):
            legal = tuple(action for action in legal if action is not Say.KING) or legal
        action = self.random.choice(legal)
        seat = actor(state, action)
        assert seat
        assert not isinstance(action, bool)
        return Done(seat, action), None  # type: ignore[arg-type]  # a player's

    def _deals(self, play: Play) -> bool:
        """And a king that was turned may be marked before."""
        return not play.state.legal or chance(self.random, 0.5)

    def _standing(self) -> Standing:
        form, random = self.agreed.terms.format, self.random
        score = Score(random.randint(0, 4), random.randint(0, 4))
        rubbers = games = NOTHING
        if form.kind is FormatKind.RUBBER:
            games = Score(random.randrange(form.to_win), random.randrange(form.to_win))
            most = form.rubbers_to_win
            rubbers = Score(random.randrange(most), random.randrange(most))
        elif form.games > 1:
            games = Score(random.randint(0, 1), 0)
        dealer = random.choice([None, *Seat])
        orders = (random.choice([None, *ORDERS]), random.choice([None, *ORDERS]))
        game = games.a + games.b + random.randint(1, 3)
        return Standing(game, rubbers, games, score, dealer, orders)

    def _time(self) -> str | None:
        return self.random.choice([None, "2026-11-23T21:14:05Z", "2026-11-23T21:14:05.250Z"])

    def transcript(self) -> Transcript:
        for act, _drawn in self.acts():
            self.lines.append(Line(text(act), self._time(), b""))
        ends = [tuple(ends) for ends in self.ends]
        a, b = (() if self.robots[place] else ends[place] for place in (1, 2))
        names = self.random.sample(self.names, 2) if self.names is NAMES else self.names
        players = [Player(name, self.robots[place]) for place, name in enumerate(names, 1)]
        server = self.ends[0][0].end
        made = Transcript(
            match=self.match,
            players=(players[0], players[1]),
            agreed=self.agreed,
            ends=(server, a, b),
            draws=tuple(self.draws),
            lines=tuple(self.lines),
            results=NO_RESULTS,
            head=b"",
        )
        return completed(made)


def agreed(random: Random, code: Code) -> Agreed:
    values = code.game_value.value is GameValue.BY_AGREEMENT and chance(random, 0.5)
    terms = Terms(code, random.choice(FORMATS), values, random.choice([0, 1]))
    return Agreed(terms, chance(random, 0.5))


def house(random: Random, code: Code) -> Code:
    """With an option of another code, where it can have it."""
    changes = random.choice(CHANGES)
    return code if options_refusal(code, changes) else code_with(code, changes)


def random_transcript(
    seed: int, code: str | None = None, *, laws: Code | None = None, eventful: bool = True
) -> Transcript:
    """By any laws, if they are not named."""
    random = Random(seed)
    if laws is None:
        laws = CODES[code or random.choice(list(CODES))]
        if code is None and chance(random, 0.5):
            laws = house(random, laws)
    robot = random.choice([None, None, *Seat])
    return Table(random, agreed(random, laws), eventful, robot).transcript()


def story() -> Transcript:
    """A rubber of Alice and Bob under London laws, played to its end."""
    random = Random(17)
    rubber = Agreed(Terms(CODES["london"], Format(FormatKind.RUBBER, 3), game_values=True))
    return Table(random, rubber, False, None, names=("Alice", "Bob")).transcript()


seeds = st.integers(0, 2**40)
transcripts = seeds.map(random_transcript)
