"""What the record leaves out of a player once he is anonymous."""

from collections.abc import Collection
from typing import Any

from ecarte_club.clubs.models import Player
from ecarte_club.core.text import replaced
from games.matches.models import Flag
from games.matches.selectors.personal import flags_naming, letters_unsent


def player_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    letters_unsent(player).delete()
    for flag in flags_naming(player, names):
        flag.text = _without(flag.text, names, player.name)
        flag.answer = _without(flag.answer, names, player.name)
        flag.save(update_fields=["text", "answer"])


def _without(text: str, names: Collection[str], number: str) -> str:
    """The longest first, so that a name within another leaves nothing of it."""
    for name in sorted(names, key=len, reverse=True):
        text = replaced(text, name, number)
    return text[: Flag._meta.get_field("text").max_length]
