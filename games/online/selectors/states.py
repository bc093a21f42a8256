"""What an audience sees of a table: codes and names of cards, no sentence of any language.

Which fields there are never depends on what the audience does not see.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import player_names
from games.engine.cards import NAMES, SUITS
from games.engine.facts import Mark
from games.engine.hand.state import BY_CUT, Phase, Say
from games.engine.hand.views import Backer, View, Viewer
from games.engine.records import MarkKind
from games.engine.seats import Seat
from games.engine.transcripts.acts import Done, TimeOver, read
from games.online.models import Action, Draw, OnlineTable
from games.online.rules.clock import Time

from .presence import Presence, present
from .tables import Play, Waiting, backing_of, players_of, seat_of

State = dict[str, Any]
CLAIM_AFTER = 2
STATUS = OnlineTable.Status


class Audience(str):
    """`a`, `b`: a player; `backer_a`, `backer_b`; `club` and `public`: those who watch, with the
    names that each may know."""

    @classmethod
    def of(cls, table: OnlineTable, somebody: Person) -> "Audience":
        seat = seat_of(table, somebody)
        if seat is not None:
            return cls(seat.value)
        backing = backing_of(table, somebody)
        if backing is not None and backing.sees:
            return cls(f"backer_{backing.seat}")
        return cls("club" if somebody.may(Act.SEE_CLUB) else "public")

    @property
    def seat(self) -> Seat | None:
        return Seat(self) if self in ("a", "b") else None

    @property
    def backs(self) -> Seat | None:
        return Seat(self[-1]) if self.startswith("backer_") else None

    @property
    def viewer(self) -> Viewer:
        return self.seat or (Backer(self.backs) if self.backs else None)

    @property
    def name(self) -> str:
        """As the state says it."""
        return "public" if self == "club" else str(self)


EVERYBODY = tuple(map(Audience, ("a", "b", "backer_a", "backer_b", "club", "public")))


def topic(table: OnlineTable, audience: Audience) -> str:
    return f"online:{table.pk}:{audience}"


def backer_topic(table: OnlineTable, player_id: int) -> str:
    """Each backer has one of their own: whoever takes the bet back hears no more."""
    return f"online:{table.pk}:backer:{player_id}"


def topics(table: OnlineTable, audience: Audience, person: Person) -> tuple[str, ...]:
    """What they hear. What all backers of a side hear is how the match ended."""
    if audience.backs is None or person.player_id is None:
        return (topic(table, audience),)
    return topic(table, audience), backer_topic(table, person.player_id)


def state_of(table: OnlineTable, audience: Audience, play: Play | None = None) -> State:
    if table.match is None:
        return _before(table, audience)
    play = play or Play(table)
    match, hand = play.match, play.hand
    is_shown = play.has_hand_in_play or not (play.was_played_elsewhere or play.was_annulled)
    seen = hand.view(audience.viewer) if hand is not None and is_shown else None
    waiting = play.waiting
    score = seen.score if seen else None
    game = (
        play.draw.game if play.draw and seen else match.games_a + match.games_b + (not match.over)
    )
    chooses = audience.seat is not None and play.chooser is audience.seat
    return {
        **_frame(table, audience, play.here),
        "match": match.pk,
        "score": {
            "a": score.a if score else match.score_a,
            "b": score.b if score else match.score_b,
        },
        "games": {"a": match.games_a, "b": match.games_b},
        "game": game,
        "draw": _waiting(waiting),
        "cut": [_cut(draw) for draw in play.cuts] or None,
        "hand": _hand(play, seen, audience) if seen else None,
        "legal": list(map(str, BY_CUT)) if chooses else [],
        "last": _last(play.last_action),
        "clock": _clock(table, play),
        "chain": _chain(play),
        "claim": may_claim(table, audience.seat),
        "points": _points(play, audience),
        "look_in": _look_in(table),
        "result": _result(play),
    }


def _frame(table: OnlineTable, audience: Audience, here: Mapping[Seat, Presence]) -> State:
    match = table.match
    fields = match or table
    return {
        "id": table.pk,
        "version": table.version,
        "status": table.status,
        "audience": audience.name,
        "players": _players(table, audience, here),
        "code": fields.code,
        "format": fields.format,
        "games_of": fields.games,
        "rubbers_of": fields.rubbers,
        "spectators": table.spectators,
    }


def _before(table: OnlineTable, audience: Audience) -> State:
    """Of an invitation."""
    return {
        **_frame(table, audience, present(table.pk)),
        "match": None,
        "score": {"a": 0, "b": 0},
        "games": {"a": 0, "b": 0},
        "game": 1,
        "draw": None,
        "cut": None,
        "hand": None,
        "legal": [],
        "last": None,
        "clock": None,
        "chain": {"a": None, "b": None, "server": {"end": table.server_end}},
        "claim": False,
        "points": [],
        "look_in": None,
        "result": None,
    }


def _players(table: OnlineTable, audience: Audience, here: Mapping[Seat, Presence]) -> State:
    found = {}
    for seat, player in players_of(table).items():
        found[seat.value] = {
            "id": player.pk if player else None,
            "name": _name(table, player, audience) if player else "",
            "robot": player.robot if player else "",
            "here": here[seat].here or bool(player and player.robot),
            "away_since": since.isoformat() if (since := here[seat].away_since) else None,
        }
    return found


def _look_in(table: OnlineTable) -> int | None:
    """Milliseconds until a robot acts, if it does."""
    if table.robot_due is None:
        return None
    return max(0, (table.robot_due - timezone.now()) // timedelta(milliseconds=1))


def _name(table: OnlineTable, player: Any, audience: Audience) -> str:
    if audience != "public" or player.is_veiled or player.robot:
        return str(player.name)
    shown = table.club.names_shown
    return player_names.public_name(player.name, player.pk, club=shown, own=player.name_shown)


def _waiting(waiting: Waiting | None) -> State | None:
    if waiting is None:
        return None
    missing = [seat.value for seat in waiting.missing]
    return {"number": waiting.number, "kind": waiting.kind, "missing": missing}


def _cut(draw: Draw) -> State:
    a, b = draw.cards.split(",")
    return {"a": a, "b": b}


def _hand(play: Play, seen: View, audience: Audience) -> State:
    draw = play.draw
    phase = seen.phase.name.lower()
    legal = [_act(one) for one in seen.legal if not isinstance(one, tuple)]
    if audience.backs and play.has_hand_in_play and seen.to_act is audience.backs:
        legal = pointable(play, audience.backs)
    return {
        "draw": draw.number if draw else 0,
        "dealer": seen.dealer.value if seen.dealer else None,
        "phase": phase,
        "to_act": seen.to_act.value if seen.to_act else None,
        "turn_up": NAMES[seen.turn_up] if seen.turn_up is not None else None,
        "trump": SUITS[seen.trump] if seen.trump is not None else None,
        "stock": seen.stock,
        "cards": {"a": seen.cards[0], "b": seen.cards[1]},
        "own": None if seen.hand is None else [NAMES[one] for one in seen.hand],
        "words": [[seat.value if seat else None, _word(word)] for seat, word in seen.words],
        "played": [[seat.value if seat else None, NAMES[one]] for seat, one in seen.played],
        "lead": NAMES[seen.lead] if seen.lead is not None else None,
        "tricks": {"a": seen.tricks.a, "b": seen.tricks.b},
        "marks": [_mark(mark) for mark in seen.marks],
        "legal": legal,
        "discard": _discards(seen),
        "refused": _refused(play, seen, audience),
    }


def _act(action: Any) -> str:
    return str(action) if isinstance(action, Say) else NAMES[action]


def _word(word: Say | int) -> str | int:
    return str(word) if isinstance(word, Say) else word


def pointable(play: Play, seat: Seat) -> list[str]:
    """Cards, and the words of proposing and answering."""
    theirs = play.hand.view(seat).legal if play.hand else ()
    words = (Say.PROPOSE, Say.STAND, Say.ACCEPT, Say.REFUSE)
    return [_act(one) for one in theirs if one in words or type(one) is int]


def _mark(mark: Mark) -> State:
    kind = mark.kind or MarkKind.POINT
    return {"seat": mark.seat.value, "kind": str(kind), "points": mark.points, "law": mark.law}


def _discards(seen: View) -> State | None:
    numbers = [len(one) for one in seen.legal if isinstance(one, tuple)]
    return {"least": min(numbers), "most": max(numbers)} if numbers else None


def _refused(play: Play, seen: View, audience: Audience) -> State:
    """Own cards that may not be played, and why."""
    seat = audience.seat
    if play.hand is None or seat is None or seen.to_act is not seat or seen.phase is not Phase.PLAY:
        return {}
    refused = {}
    for one in seen.hand or ():
        if one not in seen.legal and (why := play.hand.refusal(one, seat)):
            refused[NAMES[one]] = {"code": str(why.code), "law": why.law}
    return refused


def _last(action: Action | None) -> State | None:
    if action is None:
        return None
    act = read(action.text)
    text = ""
    if isinstance(act, Done):
        what = act.action
        text = f"-{len(what)}" if isinstance(what, tuple) else _act(what)
    elif isinstance(act, TimeOver):
        text = "time"
    return {
        "number": action.number,
        "seat": action.seat or None,
        "act": text,
        "head": action.head,
        "at": action.at.isoformat(),
    }


def time_of(table: OnlineTable, seat: Seat) -> Time:
    left = table.reserve_a if seat is Seat.A else table.reserve_b
    return Time(table.seconds, left)


def _clock(table: OnlineTable, play: Play) -> State | None:
    if not table.seconds:
        return None
    turn = play.to_act
    return {
        "seconds": table.seconds,
        "reserve": {"a": table.reserve_a, "b": table.reserve_b},
        "turn": turn.value if turn and table.deadline else None,
        "stopped": is_stopped(table),
        "deadline": table.deadline.isoformat() if table.deadline else None,
        "now": timezone.now().isoformat(),
    }


def is_stopped(table: OnlineTable) -> bool:
    """By a director: somebody is waited for, without a deadline."""
    return table.waiting_since is not None and table.deadline is None


def _chain(play: Play) -> State:
    chain: State = {"server": {"end": play.table.server_end}}
    for seat in ("a", "b"):
        end = play.ends.get(seat)
        number = max(play.links[seat], default=0)
        # A link that is not of this end is of no use to the page.
        last = {"number": number, "link": play.links[seat][number]} if number else None
        chain[seat] = {"end": end.end, "from": end.number, "last": last} if end else None
    return chain


def may_claim(table: OnlineTable, seat: Seat | None) -> bool:
    is_open = table.status == STATUS.PLAYING and table.timeouts >= CLAIM_AFTER
    return is_open and seat is not None and table.timed_out == seat.other.value


def pointing_key(play: Play, seat: Seat) -> str:
    return f"online:{play.table.pk}:{seat.value}:{play.table.version}:points"


def _points(play: Play, audience: Audience) -> list[str]:
    if audience.seat is None or not play.has_hand_in_play or not play.code.gallery_may_point.value:
        return []
    pointed: Mapping[int, str] = cache.get(pointing_key(play, audience.seat)) or {}
    return sorted(set(pointed.values()))


def _result(play: Play) -> State | None:
    match = play.match
    if not match.over:
        return None
    rows = Draw.objects.filter(table=play.table, entry__isnull=False).order_by("number")
    return {
        "winner": match.winner or None,
        "hands": list(rows.values_list("entry__number", flat=True)),
    }
