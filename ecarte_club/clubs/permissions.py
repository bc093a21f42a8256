"""Who may do what. This table is the only statement of it: pages, API and tests read it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.exceptions import Absent, Denied
from ecarte_club.core.sentences import and_list


class Role(TextChoices):
    """The kinds of people. Everybody is `PUBLIC`; a person may have several roles.

    `TABLE` is whoever came in by the code of an evening's table, for that table alone.
    """

    COMMITTEE = "committee", _("Committee")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")
    TABLE = "table", _("Anyone with the table code")
    PUBLIC = "public", _("Everybody")


class Scope(TextChoices):
    """What a token may be let do for its owner, who may never do less than it."""

    READ = "read", pgettext_lazy("scope", "Read")
    PLAY = "play", pgettext_lazy("scope", "Play online")
    ENTER = "enter", pgettext_lazy("scope", "Enter results")
    CORRECT = "correct", pgettext_lazy("scope", "Correct")
    MANAGE = "manage", pgettext_lazy("scope", "Manage")


class Act(TextChoices):
    """`…_OWN`: in a match that they play in, or at the table whose code let them in."""

    SEE_PUBLIC = "see_public", _("See what is public")
    SEE_CLUB = "see_club", _("See the club’s players, matches and evenings")
    SEE_EVENING = "see_evening", _("See an evening and its tables")
    SEE_LOG = "see_log", _("See who did what, and when")
    CHOOSE_OWN = "choose_own", _("Choose what the public sees of you")
    PLAY_ONLINE = "play_online", _("Play online")
    START_OWN = "start_own", _("Start your own match")
    START_ANY = "start_any", _("Start any match")
    ENTER_OWN = "enter_own", _("Enter results at your own table")
    ENTER_ANY = "enter_any", _("Enter any result")
    MEND_OWN = "mend_own", _("Fix a score at your own table (laws 50 and 51)")
    MEND_ANY = "mend_any", _("Fix any score (laws 50 and 51)")
    CONFIRM_OWN = "confirm_own", _("Confirm your own games")
    CONFIRM_ANY = "confirm_any", _("Confirm any game")
    FLAG_OWN = "flag_own", _("Flag a result at your own table")
    FLAG_ANY = "flag_any", _("Flag any result")
    SETTLE_FLAG = "settle_flag", _("Close flags")
    CORRECT = "correct", _("Correct an entry or annul a match, with a reason")
    MARK_PRESENT = "mark_present", _("Mark players as present at an evening")
    RUN_EVENING = "run_evening", _("Open an evening, name its tables, pair the players")
    SIGN_OFF = "sign_off", _("Sign off an evening")
    PLAY_OWN = "play_own", _("Join pools and chouettes, and bet for yourself")
    RUN_CONTEST = (
        "run_contest",
        _("Open and close pools and chouettes, and enter for other players"),
    )
    SEE_OWN_ACCOUNT = (
        "see_own_account",
        _("See your own balance, and the balances of evenings you came to"),
    )
    SEE_ACCOUNTS = "see_accounts", _("See everybody’s balance")
    PAY_OWN = "pay_own", _("Mark your own transfers as made")
    PAY_ANY = "pay_any", _("Mark anyone’s transfers as made")
    SETTLE = "settle", _("Settle up evenings, which makes their balances final")
    IMPORT_SHEETS = "import_sheets", _("Import score sheets")
    ADD_PLAYER = "add_player", _("Add players")
    CHANGE_PLAYER = "change_player", _("Rename players, and mark them as left or returned")
    SEE_DETAILS = (
        "see_details",
        _("See and change members’ e-mail, phone, licence, membership and note"),
    )
    MERGE_PLAYERS = "merge_players", _("Merge two players who are the same person")
    ANONYMISE = "anonymise", _("Make a player anonymous")
    INVITE = "invite", _("Invite people")
    GIVE_ROLE = "give_role", _("Give and remove roles")
    SET_CLUB = "set_club", _("Change the club’s settings and rules")
    OPEN_SEASON = "open_season", _("Open a season")
    RUN_SEASON = (
        "run_season",
        _(
            "Plan a season’s fixtures, postpone them or decide them without play, "
            "run tournaments, and adjust points"
        ),
    )
    RUN_HOOKS = "run_hooks", _("Send what happens to other programs (webhooks)")
    TAKE_ARCHIVE = (
        "take_archive",
        _("Archive everything the club has in one file, and delete archives"),
    )


@dataclass(frozen=True, slots=True)
class Right:
    roles: frozenset[Role]
    scope: Scope


def _right(scope: Scope, *roles: Role) -> Right:
    return Right(frozenset(roles), scope)


_ALL = tuple(Role)
_CLUB = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER)
_STAFF = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER)
_DIRECTORS = (Role.COMMITTEE, Role.DIRECTOR)

TABLE: Mapping[Act, Right] = {
    Act.SEE_PUBLIC: _right(Scope.READ, *_ALL),
    Act.SEE_CLUB: _right(Scope.READ, *_CLUB),
    Act.SEE_EVENING: _right(Scope.READ, *_CLUB, Role.TABLE),
    Act.SEE_LOG: _right(Scope.READ, *_DIRECTORS),
    Act.CHOOSE_OWN: _right(Scope.MANAGE, *_CLUB),
    Act.PLAY_ONLINE: _right(Scope.PLAY, *_CLUB),
    Act.START_OWN: _right(Scope.ENTER, *_CLUB),
    Act.START_ANY: _right(Scope.ENTER, *_STAFF),
    Act.ENTER_OWN: _right(Scope.ENTER, *_CLUB, Role.TABLE),
    Act.ENTER_ANY: _right(Scope.ENTER, *_STAFF),
    Act.MEND_OWN: _right(Scope.ENTER, *_CLUB, Role.TABLE),
    Act.MEND_ANY: _right(Scope.ENTER, *_STAFF),
    Act.CONFIRM_OWN: _right(Scope.ENTER, *_CLUB, Role.TABLE),
    Act.CONFIRM_ANY: _right(Scope.ENTER, *_DIRECTORS),
    Act.FLAG_OWN: _right(Scope.ENTER, *_CLUB, Role.TABLE),
    Act.FLAG_ANY: _right(Scope.ENTER, *_STAFF),
    Act.SETTLE_FLAG: _right(Scope.CORRECT, *_DIRECTORS),
    Act.CORRECT: _right(Scope.CORRECT, *_DIRECTORS),
    Act.MARK_PRESENT: _right(Scope.ENTER, *_STAFF),
    Act.RUN_EVENING: _right(Scope.MANAGE, *_DIRECTORS),
    Act.SIGN_OFF: _right(Scope.MANAGE, *_DIRECTORS),
    Act.PLAY_OWN: _right(Scope.ENTER, *_CLUB, Role.TABLE),
    Act.RUN_CONTEST: _right(Scope.ENTER, *_STAFF),
    Act.SEE_OWN_ACCOUNT: _right(Scope.READ, *_CLUB),
    Act.SEE_ACCOUNTS: _right(Scope.READ, *_STAFF),
    Act.PAY_OWN: _right(Scope.ENTER, *_CLUB),
    Act.PAY_ANY: _right(Scope.ENTER, *_DIRECTORS),
    Act.SETTLE: _right(Scope.MANAGE, *_DIRECTORS),
    Act.IMPORT_SHEETS: _right(Scope.MANAGE, *_DIRECTORS),
    Act.ADD_PLAYER: _right(Scope.MANAGE, *_DIRECTORS),
    Act.CHANGE_PLAYER: _right(Scope.MANAGE, *_DIRECTORS),
    Act.SEE_DETAILS: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.MERGE_PLAYERS: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.ANONYMISE: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.INVITE: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.GIVE_ROLE: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.SET_CLUB: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.OPEN_SEASON: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.RUN_SEASON: _right(Scope.MANAGE, *_DIRECTORS),
    Act.RUN_HOOKS: _right(Scope.MANAGE, Role.COMMITTEE),
    Act.TAKE_ARCHIVE: _right(Scope.MANAGE, Role.COMMITTEE),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as one club sees them. `scopes` is None without a token.

    `table_id` and `phone_id` when a table's code let them in: the table, and their phone there.
    `player_id` is then who they said they are, if anybody; it gives no right by itself.
    """

    club_id: int
    user_id: int | None = None
    player_id: int | None = None
    roles: frozenset[Role] = frozenset({Role.PUBLIC})
    scopes: frozenset[Scope] | None = None
    table_id: int | None = None
    phone_id: int | None = None
    # Their offices that are suspended until they have a second factor.
    asleep: frozenset[Role] = frozenset()

    def may(self, act: Act) -> bool:
        return self.is_let(act) and (self.scopes is None or TABLE[act].scope in self.scopes)

    def is_let(self, act: Act) -> bool:
        """By their roles, whatever the scopes of the token."""
        return not self.roles.isdisjoint(TABLE[act].roles)


def require(person: Person, act: Act) -> None:
    """Raises: Absent to who may not even see the club's own things, Denied to who may."""
    if person.may(act):
        return
    if person.is_let(act):
        text = gettext("This token may not do this: it needs the scope %(scope)s.")
        raise Denied(text % {"scope": TABLE[act].scope.value})
    if not person.asleep.isdisjoint(TABLE[act].roles):
        raise Denied(sleep_words())
    if person.roles <= {Role.PUBLIC}:
        raise Absent
    if not person.may(Act.SEE_CLUB) and Role.TABLE not in person.roles:
        raise Absent
    raise Denied(refusal_words(act))


def require_own_or_any(person: Person, own: Act, any_: Act, *, is_own: bool) -> None:
    """`own` suffices where `is_own`: they play there, or its table's code let them in."""
    if is_own and person.may(own):
        return
    require(person, any_)


def sleep_words() -> str:
    return gettext(
        "This club requires two-step sign-in of its committee and directors. "
        "Your role is suspended until you turn it on, on your account page."
    )


def refusal_words(act: Act) -> str:
    names = and_list(str(role.label) for role in Role if role in TABLE[act].roles)
    return gettext("You do not have permission to do this. These roles do: %(roles)s.") % {
        "roles": names
    }
