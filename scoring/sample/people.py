"""The sample clubs, their players, who do not exist, and a sign-in for each role."""

from dataclasses import dataclass

from django.contrib.auth.hashers import make_password

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import (
    Settings,
    club_create,
    club_set,
    office_give,
    player_sign_in_give,
)
from ecarte_club.clubs.services.members import player_add

PLAYERS = (
    "Arthur Pemberley",
    "Aurélie Châtelain",
    "Beatrice Holloway-Finch",
    "Bénédicte Marchandeau",
    "Cecil Thornbury",
    "Cédric Lavorel",
    "Daphné Roussillon",
    "Dorothea Wexcombe",
    "Edmund Ashdown",
    "Éloïse Perrachon",
    "Florence Tattersfield",
    "François-Xavier Brévent",
    "Gaëlle Tissandier",
    "George Merrivale",
    "Harriet Oakshott",
    "Hélène Corbassière",
    "Imogen Larkspur",
    "Inès Malaterre",
    "Jasper Wetherby",
    "Jérôme Vauzelle",
    "Joséphine Aubépin",
    "Katharine Denholm-Price",
    "Kévin Dargnat",
    "Léopold Fontvieille",
    "Lionel Brackenbury",
    "Maëlys Grandjacques",
    "Margery Quill",
    "Nathaniel Stowe",
    "Noël Pétrequin",
    "Océane Villedieu",
    "Philibert Chassagnon",
    "Quentin Arboussier",
    "Raphaëlle Montmerle",
    "Sébastien Combaluzet",
    "Théophile Brindas",
    "Ursule Gourdon",
    "Victoire Saint-Foy",
    "Winifred Hartnell",
    "Yannick Belleroche",
    "Zoé Carrouge",
)
PRINTED = ("A. (Hoyle)", "Y. (Hoyle)")
PRIVATE = ("Apolline Verchère", "Rodolphe Cingria-Petit", "Sidonie d’Aubonne")
# Who comes tonight for the first time.
WALK_IN = "Clémence Aubrac"
# Who won a pool late at night, two weeks ago.
LATE = "Gaëlle Tissandier"


SLUG, PRIVATE_SLUG = SLUGS = "cercle-de-la-vole", "les-deux-rois"
PASSWORD = "turn-the-king"  # noqa: S105  (printed for whoever tries the site)


@dataclass(frozen=True, slots=True)
class SignIn:
    role: Role
    email: str
    name: str
    club: str
    player: str = ""
    """The player that it belongs to, if any."""


SIGN_INS = (
    SignIn(Role.COMMITTEE, "committee@example.org", "Solange Bertholon", SLUG),
    SignIn(Role.DIRECTOR, "director@example.org", "Hugh Castleton", SLUG),
    SignIn(Role.SCORER, "scorer@example.org", "Agnès Rivoire", SLUG),
    SignIn(Role.MEMBER, "member@example.org", "Éloïse Perrachon", SLUG, "Éloïse Perrachon"),
    SignIn(Role.MEMBER, "member2@example.org", "Arthur Pemberley", SLUG, "Arthur Pemberley"),
    SignIn(Role.MEMBER, "member3@example.org", "Jasper Wetherby", SLUG, "Jasper Wetherby"),
    SignIn(Role.MEMBER, "member4@example.org", "Océane Villedieu", SLUG, "Océane Villedieu"),
    SignIn(Role.COMMITTEE, "private@example.org", "Sidonie d’Aubonne", PRIVATE_SLUG, PRIVATE[-1]),
)


@dataclass(frozen=True, slots=True)
class House:
    """A club, its players by name, its people by role, and its members by their players' names."""

    club: Club
    players: dict[str, Player]
    people: dict[Role, Person]
    members: dict[str, Person]


def make_houses() -> tuple[House, House]:
    """The club that everybody may see, and the private one."""
    vole = club_create(name="Cercle de la Vole", slug=SLUG, place="Lyon")
    rois = club_create(name="Les Deux Rois", slug=PRIVATE_SLUG, place="Genève", public=False)
    # One hash for all: every sign-in has the same well-known password, and hashing is slow.
    password = make_password(PASSWORD)
    return (
        _house(vole, (*PLAYERS, *PRINTED), password),
        _house(rois, PRIVATE, password),
    )


def _house(club: Club, players: tuple[str, ...], password: str) -> House:
    sign_ins = [sign_in for sign_in in SIGN_INS if sign_in.club == club.slug]
    users = {
        sign_in: User.objects.create(email=sign_in.email, name=sign_in.name, password=password)
        for sign_in in sign_ins
    }
    for sign_in, user in users.items():
        if sign_in.role is not Role.MEMBER:
            office_give(club=club, user=user, role=sign_in.role)
    committee = person(Actor(users[sign_ins[0]]), club.pk)
    if club.slug == SLUG:
        chosen = Settings(shows_odds=True, robots=True)
        club = club_set(by=committee, version=club.version, settings=chosen)
    made = {name: player_add(by=committee, name=name) for name in players}
    for sign_in, user in users.items():
        if sign_in.player:
            player_sign_in_give(player=made[sign_in.player], user=user)
    people = {sign_in: person(Actor(user), club.pk) for sign_in, user in users.items()}
    return House(
        club,
        made,
        {one.role: somebody for one, somebody in people.items() if one.role is not Role.MEMBER},
        {one.player: somebody for one, somebody in people.items() if one.player},
    )
