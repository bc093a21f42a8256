"""Transcripts that were tampered with by somebody who can hash, and what is wrong with each."""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from games.engine.fair_deal import FIRST_HEAD, act_hash
from games.engine.transcripts.checks import seen
from games.engine.transcripts.files import write

from .matches import random_transcript, story

Data = dict[str, Any]
STORY = write(story()).encode()


def data_of(content: bytes) -> Data:
    data: Data = json.loads(content)
    return data


def text_of(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def sealed(data: Data) -> bytes:
    """With the hash of what it is now."""
    digest = sha256(text_of(data | {"sha256": ""}).encode()).hexdigest()
    return text_of(data | {"sha256": digest}).encode()


def chained(data: Data) -> Data:
    """With heads for its acts as they are now."""
    head = FIRST_HEAD
    for line in data["acts"]:
        head = act_hash(head, seen(line["act"]))
        line["head"] = head.hex()
    return data | {"head": head.hex()}


def renamed() -> bytes:
    """The story with another name for Alice, and the hash that it had."""
    data = data_of(STORY)
    data["players"]["a"]["name"] = "Carl"
    return text_of(data).encode()


def tampered(content: bytes, change: Callable[[Data], object]) -> bytes:
    data = data_of(content)
    change(data)
    return sealed(data)


def _acts_exchanged(data: Data, random: Random) -> None:
    place = random.randrange(len(data["acts"]) - 1)
    one, other = data["acts"][place], data["acts"][place + 1]
    one["act"], other["act"] = other["act"], one["act"]


def _act_left_out(data: Data, random: Random) -> None:
    data["acts"].pop(random.randrange(len(data["acts"])))


def _act_twice(data: Data, random: Random) -> None:
    line = random.choice(data["acts"])
    data["acts"].insert(random.randrange(len(data["acts"])), dict(line))


OTHERS = (
    "annul",
    "end stopped",
    "end claimed:B",
    "A propose",
    "A accept",
    "A accept_if_enough",
    "B not_enough",
    "B refuse",
    "A stand",
    "A king",
    "B king",
    "A mark",
    "B mark",
    "A abandon",
    "B deal_first",
    "A time",
    "B time",
    "A-8C,7C",
    "A-7C,8C",
    "A-0",
    "B-0",
    "B KH",
    "A 7C",
    "deal:A/3-2",
    "deal:B/2-3",
    "cut:KS,7H",
    "from game:2 rubbers:0-0 games:1-0 score:0-4 dealer:A orders:-,2-3",
    "from game:1 rubbers:0-0 games:2-2 score:0-0 dealer:? orders:-,-",
    "nothing",
)


def _other_act(data: Data, random: Random) -> None:
    random.choice(data["acts"])["act"] = random.choice(OTHERS)


def _another_act(data: Data, random: Random) -> None:
    line = {"act": random.choice(OTHERS), "at": None, "head": "0" * 64}
    data["acts"].insert(random.randint(0, len(data["acts"])), line)


def _other_seat(data: Data, random: Random) -> None:
    line = random.choice(data["acts"])
    line["act"] = line["act"].translate(str.maketrans("AB", "BA"))


def _other_card(data: Data, random: Random) -> None:
    line = random.choice(data["acts"])
    line["act"] = line["act"][:-2] + random.choice("789TJQK") + random.choice("CDHS")


def _other_laws(data: Data, random: Random) -> None:
    codes = ("london", "britannica", "modern", "household")
    data["terms"] |= {"code": random.choice(codes), "options": {}, "game_values": False}


def _other_terms(data: Data, random: Random) -> None:
    data["terms"] |= {
        "format": random.choice(["one_game", "games", "rubber"]),
        "games": random.randint(0, 5),
        "rubbers": random.randint(0, 3),
        "second_proposal": random.choice([False, True]),
        "game_values": random.choice([False, True]),
    }


def _packs_exchanged(data: Data, random: Random) -> None:
    one, other = random.choice(data["draws"]), random.choice(data["draws"])
    one["pack"], other["pack"] = other["pack"], one["pack"]


def _other_link(data: Data, random: Random) -> None:
    draw = random.choice(data["draws"])
    draw[random.choice("sab")] = random.choice([None, "", random.randbytes(32).hex()])


def _draw_left_out(data: Data, random: Random) -> None:
    data["draws"].pop(random.randrange(len(data["draws"])))


def _other_missing(data: Data, random: Random) -> None:
    missing = random.choice([["a"], ["b"], ["a", "b"], ["b", "a"], ["s"], []])
    random.choice(data["draws"])["missing"] = missing


def _other_kind(data: Data, random: Random) -> None:
    random.choice(data["draws"])["kind"] = random.choice(["cut", "hand"])


def _other_end(data: Data, random: Random) -> None:
    seat = random.choice("ab")
    later = {"from": random.randint(1, 6), "end": random.randbytes(32).hex()}
    data["ends"][seat] = random.choice([[], [*data["ends"][seat], later]])


def _other_robot(data: Data, random: Random) -> None:
    data["players"][random.choice("ab")]["robot"] = random.choice([False, True])


def _other_result(data: Data, random: Random) -> None:
    results = data["results"]
    key, value = random.choice(
        [
            ("winner", random.choice(["a", "b", None])),
            ("end", random.choice(["played", "stopped", "claimed:A"])),
            ("games_won", "1-0"),
            ("rubbers_won", "0-1"),
            ("hands", results["hands"][:-1]),
            ("games", [*results["games"], {"game": 9, "winner": "a", "score": "5-0", "value": 1}]),
        ]
    )
    results[key] = value


def _other_match(data: Data, random: Random) -> None:
    data["match"] = str(random.randint(1, 99))


CHANGES: tuple[Callable[[Data, Random], None], ...] = (
    _acts_exchanged,
    _act_left_out,
    _act_twice,
    _other_act,
    _another_act,
    _other_seat,
    _other_card,
    _other_laws,
    _other_terms,
    _packs_exchanged,
    _other_link,
    _draw_left_out,
    _other_missing,
    _other_kind,
    _other_end,
    _other_robot,
    _other_result,
    _other_match,
)
OF_ANY_LENGTH = (_other_end, _other_robot, _other_result, _other_match, _another_act)


def forged(seed: int) -> bytes:
    """A random match with up to three random changes, hashed again; some leave it right."""
    random = Random(seed)
    data = data_of(write(random_transcript(seed)).encode())
    for _ in range(random.randint(1, 3)):
        is_short = len(data["acts"]) < 2 or not data["draws"]
        random.choice(OF_ANY_LENGTH if is_short else CHANGES)(data, random)
    return sealed(chained(data) if random.random() < 0.9 else data)


def changed(content: bytes, place: int, by: int) -> bytes:
    """One byte of it; `by`: 1 to 255, so that it is another."""
    place %= len(content)
    return content[:place] + bytes([(content[place] + by) % 256]) + content[place + 1 :]
