"""House rules of a club's own, made and retired by its committee."""

from ecarte_club.clubs.models import Club, HouseRules
from ecarte_club.clubs.services.clubs import rules_make, rules_retire
from tests.support.clubhouse import House

OURS = {"lost_vole": "two_whatever_the_tricks", "abandoned": "remaining_tricks"}


def ours(house: House, name: str = "Ours", **options: str) -> HouseRules:
    return rules_make(
        by=house.person("committee"), name=name, base="london", options={**OURS, **options}
    )


def club(house: House) -> Club:
    return Club.objects.get(pk=house.club.pk)


def retire(house: House, rules: HouseRules) -> HouseRules:
    return rules_retire(by=house.person("committee"), rules=rules, version=club(house).version)
