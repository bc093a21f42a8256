"""What somebody chooses for himself, and making a player anonymous."""

from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "choices": Page(
        "me/",
        Act.CHOOSE_OWN,
        sent=lambda _: {"name_shown": "hidden", "wants_results": "on", "language": "fr"},
    ),
    "player_names": Page("players/names/?q=an"),
    "player_anonymise": Page(
        "players/{player}/anonymise/",
        Act.ANONYMISE,
        sent=lambda scene: {"version": str(scene.house.players["ann"].version)},
    ),
}
