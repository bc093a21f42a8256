"""Races of a module share a database; each is of a club of its own."""

from tests.support.arena import house_of_race

house = house_of_race
