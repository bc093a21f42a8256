"""Who may do what. This table is the only statement of it: pages, API and tests read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.core.exceptions import Absent, Denied
from ecarte_club.core.sentences import and_list


class Role(StrEnum):
    """The kinds of people. Everybody is `PUBLIC`; a person may have several roles.

    `TABLE` is whoever came in by the code of an evening's table, for that table alone.
    """

    COMMITTEE = "committee"
    DIRECTOR = "director"
    SCORER = "scorer"
    MEMBER = "member"
    TABLE = "table"
    PUBLIC = "public"


class Scope(StrEnum):
    """What a token may be let do for its owner, who may never do less than it."""

    READ = "read"
    ENTER = "enter"
    CORRECT = "correct"
    MANAGE = "manage"


class Act(StrEnum):
    """`…_OWN`: in a match that he plays himself, or at the table whose code let him in."""

    SEE_PUBLIC = "see_public"
    SEE_CLUB = "see_club"
    SEE_EVENING = "see_evening"
    SEE_LOG = "see_log"
    CHOOSE_OWN = "choose_own"
    START_OWN = "start_own"
    START_ANY = "start_any"
    ENTER_OWN = "enter_own"
    ENTER_ANY = "enter_any"
    MEND_OWN = "mend_own"
    MEND_ANY = "mend_any"
    CONFIRM_OWN = "confirm_own"
    CONFIRM_ANY = "confirm_any"
    FLAG_OWN = "flag_own"
    FLAG_ANY = "flag_any"
    SETTLE_FLAG = "settle_flag"
    CORRECT = "correct"
    MARK_PRESENT = "mark_present"
    RUN_EVENING = "run_evening"
    SIGN_OFF = "sign_off"
    PLAY_OWN = "play_own"
    RUN_CONTEST = "run_contest"
    SEE_OWN_ACCOUNT = "see_own_account"
    SEE_ACCOUNTS = "see_accounts"
    PAY_OWN = "pay_own"
    PAY_ANY = "pay_any"
    SETTLE = "settle"
    IMPORT_SHEETS = "import_sheets"
    ADD_PLAYER = "add_player"
    CHANGE_PLAYER = "change_player"
    MERGE_PLAYERS = "merge_players"
    ANONYMISE = "anonymise"
    INVITE = "invite"
    GIVE_ROLE = "give_role"
    SET_CLUB = "set_club"
    OPEN_SEASON = "open_season"
    RUN_SEASON = "run_season"
    RUN_HOOKS = "run_hooks"
    TAKE_ARCHIVE = "take_archive"


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
    """Somebody as one club sees him. `scopes` is None when he signed in himself.

    `table_id` and `phone_id` when a table's code let him in: the table, and his phone there.
    `player_id` is then who he said he is, if anybody; it gives no right by itself.
    """

    club_id: int
    user_id: int | None = None
    player_id: int | None = None
    roles: frozenset[Role] = frozenset({Role.PUBLIC})
    scopes: frozenset[Scope] | None = None
    table_id: int | None = None
    phone_id: int | None = None
    # Offices that he holds and that do nothing until he has a second factor.
    asleep: frozenset[Role] = frozenset()

    def may(self, act: Act) -> bool:
        return self.is_let(act) and (self.scopes is None or TABLE[act].scope in self.scopes)

    def is_let(self, act: Act) -> bool:
        """By his roles, whatever his token is good for."""
        return not self.roles.isdisjoint(TABLE[act].roles)


def require(person: Person, act: Act) -> None:
    """Raises: Absent to who may not even see the club's own things, Denied to who may."""
    if person.may(act):
        return
    if person.is_let(act):
        text = _("This token may not do this: it needs the scope %(scope)s.")
        raise Denied(text % {"scope": TABLE[act].scope.value})
    if not person.asleep.isdisjoint(TABLE[act].roles):
        raise Denied(sleep_words())
    if person.roles <= {Role.PUBLIC}:
        raise Absent
    if not person.may(Act.SEE_CLUB) and Role.TABLE not in person.roles:
        raise Absent
    raise Denied(refusal_words(act))


def require_own_or_any(person: Person, own: Act, any_: Act, *, is_own: bool) -> None:
    """`own` suffices where `is_own`: he plays there, or its table's code let him in."""
    if is_own and person.may(own):
        return
    require(person, any_)


def sleep_words() -> str:
    return _(
        "This club requires two-step sign-in of its committee and directors. "
        "Your role is suspended until you turn it on, on your account page."
    )


def refusal_words(act: Act) -> str:
    names = and_list(role_name(role) for role in Role if role in TABLE[act].roles)
    return _("You do not have permission to do this. These roles do: %(roles)s.") % {"roles": names}


def role_name(role: Role) -> str:
    return {
        Role.COMMITTEE: _("Committee"),
        Role.DIRECTOR: _("Director"),
        Role.SCORER: _("Scorer"),
        Role.MEMBER: _("Member"),
        Role.TABLE: _("Anyone with the table code"),
        Role.PUBLIC: _("Everybody"),
    }[role]


def scope_name(scope: Scope) -> str:
    return {
        Scope.READ: pgettext("scope", "Read"),
        Scope.ENTER: pgettext("scope", "Enter results"),
        Scope.CORRECT: pgettext("scope", "Correct"),
        Scope.MANAGE: pgettext("scope", "Manage"),
    }[scope]


def act_name(act: Act) -> str:
    return {
        Act.SEE_PUBLIC: _("See what is public"),
        Act.SEE_CLUB: _("See the club’s players, matches and evenings"),
        Act.SEE_EVENING: _("See an evening and its tables"),
        Act.SEE_LOG: _("See who did what, and when"),
        Act.CHOOSE_OWN: _("Choose what the public sees of you"),
        Act.START_OWN: _("Start your own match"),
        Act.START_ANY: _("Start any match"),
        Act.ENTER_OWN: _("Enter results at your own table"),
        Act.ENTER_ANY: _("Enter any result"),
        Act.MEND_OWN: _("Fix a score at your own table (laws 50 and 51)"),
        Act.MEND_ANY: _("Fix any score (laws 50 and 51)"),
        Act.CONFIRM_OWN: _("Confirm your own games"),
        Act.CONFIRM_ANY: _("Confirm any game"),
        Act.FLAG_OWN: _("Flag a result at your own table"),
        Act.FLAG_ANY: _("Flag any result"),
        Act.SETTLE_FLAG: _("Close flags"),
        Act.CORRECT: _("Correct an entry or annul a match, with a reason"),
        Act.MARK_PRESENT: _("Mark players as present at an evening"),
        Act.RUN_EVENING: _("Open an evening, name its tables, pair the players"),
        Act.SIGN_OFF: _("Sign off an evening"),
        Act.PLAY_OWN: _("Join pools and chouettes, and bet for yourself"),
        Act.RUN_CONTEST: _("Open and close pools and chouettes, and enter for other players"),
        Act.SEE_OWN_ACCOUNT: _("See your own balance, and the balances of evenings you came to"),
        Act.SEE_ACCOUNTS: _("See everybody’s balance"),
        Act.PAY_OWN: _("Mark your own transfers as made"),
        Act.PAY_ANY: _("Mark anyone’s transfers as made"),
        Act.SETTLE: _("Settle up evenings, which makes their balances final"),
        Act.IMPORT_SHEETS: _("Import score sheets"),
        Act.ADD_PLAYER: _("Add players"),
        Act.CHANGE_PLAYER: _("Rename players, and mark them as left or returned"),
        Act.MERGE_PLAYERS: _("Merge two players who are the same person"),
        Act.ANONYMISE: _("Make a player anonymous"),
        Act.INVITE: _("Invite people"),
        Act.GIVE_ROLE: _("Give and remove roles"),
        Act.SET_CLUB: _("Change the club’s settings and rules"),
        Act.OPEN_SEASON: _("Open a season"),
        Act.RUN_SEASON: _(
            "Plan a season’s fixtures, postpone them or decide them without play, "
            "run tournaments, and adjust points"
        ),
        Act.RUN_HOOKS: _("Send what happens to other programs (webhooks)"),
        Act.TAKE_ARCHIVE: _("Archive everything the club has in one file, and delete archives"),
    }[act]
