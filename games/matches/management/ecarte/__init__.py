"""The parts of `manage.py ecarte`: a module for each, which has what `Part` says."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any, Protocol

from . import deal, odds, perft, replay


class Part(Protocol):
    """`PARSER`: what its parser is made with beside the help of one line."""

    HELP: str
    PARSER: Mapping[str, Any]

    def add_arguments(self, parser: ArgumentParser) -> None: ...

    def output(self, options: Mapping[str, Any]) -> str:
        """What is printed. Raises CommandError with what to do about it."""


PARTS: Mapping[str, Part] = {
    "deal": deal,
    "odds": odds,
    "perft": perft,
    "replay": replay,
}
