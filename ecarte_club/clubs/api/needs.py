"""Who may call each operation, and which scope his token needs: said in the published schema.

A test compares this with what the operations really let through.
"""

from typing import Any, NamedTuple

from ecarte_club.clubs.rights import TABLE, Act, Role

Schema = dict[str, Any]


class Need(NamedTuple):
    """`act`: None: anybody. `own`: what suffices where one sits at the table oneself."""

    act: Act | None
    own: Act | None = None


_OFFICES = {
    Role.COMMITTEE: "committee",
    Role.DIRECTOR: "director",
    Role.SCORER: "scorer",
    Role.MEMBER: "member",
    Role.TABLE: "whoever has the table's code",
}


def said(need: Need) -> str:
    if need.act is None:
        return "*Who:* everybody. *Scope:* none."
    scope = TABLE[need.act].scope.value
    if need.act is Act.SEE_PUBLIC:
        who = "everybody, where it is public; else whoever belongs to the club"
    else:
        who = _roles(need.act)
    if need.own:
        who += f"; at one's own table also: {_roles(need.own)}"
    return f"*Who:* {who}. *Scope:* `{scope}`."


def _roles(act: Act) -> str:
    return ", ".join(name for role, name in _OFFICES.items() if role in TABLE[act].roles)


def needs_everywhere(result: Schema, **_: object) -> Schema:
    for address, methods in result["paths"].items():
        for method, operation in methods.items():
            name = f"{method} {address.removeprefix('/api/v1/')}"
            if name in NEEDS:
                told = (operation.get("description", ""), said(NEEDS[name]))
                operation["description"] = "\n\n".join(filter(None, told))
    return result


NEEDS: dict[str, Need] = {
    "get archives/{id}": Need(Act.TAKE_ARCHIVE),
    "post archives/{id}/delete": Need(Act.TAKE_ARCHIVE),
    "get archives/{id}/file": Need(Act.TAKE_ARCHIVE),
    "get clubs": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/archives": Need(Act.TAKE_ARCHIVE),
    "post clubs/{slug}/archives": Need(Act.TAKE_ARCHIVE),
    "get clubs/{slug}/books": Need(Act.SEE_OWN_ACCOUNT),
    "get clubs/{slug}/calendar": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/calendar.ics": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/codes": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/contests": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/contests.csv": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/evenings": Need(Act.SEE_PUBLIC),
    "post clubs/{slug}/evenings": Need(Act.RUN_EVENING),
    "get clubs/{slug}/evenings.csv": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/flags": Need(Act.SEE_CLUB),
    "get clubs/{slug}/hooks": Need(Act.RUN_HOOKS),
    "post clubs/{slug}/hooks": Need(Act.RUN_HOOKS),
    "get clubs/{slug}/imports": Need(Act.IMPORT_SHEETS),
    "post clubs/{slug}/imports": Need(Act.IMPORT_SHEETS),
    "get clubs/{slug}/invitations": Need(Act.INVITE),
    "post clubs/{slug}/invitations": Need(Act.INVITE),
    "get clubs/{slug}/invitations.csv": Need(Act.INVITE),
    "post clubs/{slug}/invitations/revoke": Need(Act.INVITE),
    "get clubs/{slug}/limits": Need(Act.SEE_CLUB),
    "post clubs/{slug}/limits": Need(Act.SET_CLUB),
    "get clubs/{slug}/log": Need(Act.SEE_LOG),
    "get clubs/{slug}/log.csv": Need(Act.SEE_LOG),
    "post clubs/{slug}/matches": Need(Act.START_ANY, Act.START_OWN),
    "get clubs/{slug}/me": Need(Act.SEE_CLUB),
    "post clubs/{slug}/me": Need(Act.CHOOSE_OWN),
    "get clubs/{slug}/me/calendar": Need(Act.CHOOSE_OWN),
    "post clubs/{slug}/me/calendar": Need(Act.CHOOSE_OWN),
    "get clubs/{slug}/me/limits": Need(Act.SEE_OWN_ACCOUNT),
    "post clubs/{slug}/me/limits": Need(Act.CHOOSE_OWN),
    "get clubs/{slug}/players": Need(Act.SEE_CLUB),
    "post clubs/{slug}/players": Need(Act.ADD_PLAYER),
    "get clubs/{slug}/players.csv": Need(Act.SEE_CLUB),
    "post clubs/{slug}/players/import": Need(Act.ADD_PLAYER),
    "post clubs/{slug}/players/import/preview": Need(Act.ADD_PLAYER),
    "get clubs/{slug}/ratings": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/ratings.csv": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/rights": Need(Act.SEE_PUBLIC),
    "get clubs/{slug}/roles": Need(Act.GIVE_ROLE),
    "post clubs/{slug}/roles": Need(Act.GIVE_ROLE),
    "get clubs/{slug}/roles.csv": Need(Act.GIVE_ROLE),
    "get clubs/{slug}/roles/preview": Need(Act.GIVE_ROLE),
    "post clubs/{slug}/roles/take": Need(Act.GIVE_ROLE),
    "get clubs/{slug}/rules": Need(Act.SEE_CLUB),
    "post clubs/{slug}/rules": Need(Act.SET_CLUB),
    "get clubs/{slug}/rules/{id}": Need(Act.SEE_CLUB),
    "post clubs/{slug}/rules/{id}/retire": Need(Act.SET_CLUB),
    "get clubs/{slug}/score-sheet.csv": Need(Act.SEE_CLUB),
    "post clubs/{slug}/seasons": Need(Act.OPEN_SEASON),
    "get clubs/{slug}/second-factor": Need(Act.SET_CLUB),
    "post clubs/{slug}/second-factor": Need(Act.SET_CLUB),
    "get clubs/{slug}/settings": Need(Act.SET_CLUB),
    "post clubs/{slug}/settings": Need(Act.SET_CLUB),
    "get clubs/{slug}/settlements": Need(Act.SEE_OWN_ACCOUNT),
    "post clubs/{slug}/settlements": Need(Act.SETTLE),
    "get clubs/{slug}/settlements/preview": Need(Act.SETTLE),
    "get clubs/{slug}/tournaments": Need(Act.SEE_PUBLIC),
    "post clubs/{slug}/tournaments": Need(Act.RUN_SEASON),
    "get contests/{id}": Need(Act.SEE_PUBLIC),
    "post contests/{id}/accept": Need(Act.RUN_CONTEST, Act.PLAY_OWN),
    "post contests/{id}/corrections": Need(Act.CORRECT),
    "post contests/{id}/corrections/preview": Need(Act.CORRECT),
    "post contests/{id}/deal": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "post contests/{id}/draw": Need(Act.RUN_CONTEST),
    "get contests/{id}/entries": Need(Act.SEE_PUBLIC),
    "post contests/{id}/events": Need(Act.RUN_CONTEST, Act.PLAY_OWN),
    "post contests/{id}/undo": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "post contests/{id}/undo/preview": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "get evenings/{id}": Need(Act.SEE_PUBLIC),
    "get evenings/{id}/accounts": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "get evenings/{id}/accounts.csv": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "post evenings/{id}/arrivals": Need(Act.MARK_PRESENT),
    "post evenings/{id}/changes": Need(Act.RUN_EVENING),
    "post evenings/{id}/contests": Need(Act.RUN_CONTEST),
    "post evenings/{id}/departures": Need(Act.MARK_PRESENT),
    "get evenings/{id}/fixtures": Need(Act.START_ANY),
    "post evenings/{id}/fixtures": Need(Act.START_ANY),
    "get evenings/{id}/letters": Need(Act.SIGN_OFF),
    "post evenings/{id}/letters": Need(Act.SIGN_OFF),
    "post evenings/{id}/matches": Need(Act.START_ANY),
    "get evenings/{id}/pairings": Need(Act.START_ANY),
    "get evenings/{id}/results": Need(Act.SEE_PUBLIC),
    "get evenings/{id}/results.csv": Need(Act.SEE_PUBLIC),
    "get evenings/{id}/sign-off": Need(Act.SIGN_OFF),
    "post evenings/{id}/sign-off": Need(Act.SIGN_OFF),
    "post evenings/{id}/tables": Need(Act.RUN_EVENING),
    "post evenings/{id}/walk-ins": Need(Act.ADD_PLAYER),
    "get fixtures/{id}": Need(Act.SEE_PUBLIC),
    "post fixtures/{id}/award": Need(Act.RUN_SEASON),
    "post fixtures/{id}/award/back": Need(Act.RUN_SEASON),
    "post fixtures/{id}/postpone": Need(Act.RUN_SEASON),
    "get flags/{id}": Need(Act.SEE_CLUB),
    "post flags/{id}/settle": Need(Act.SETTLE_FLAG),
    "get hands/{id}": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "get hook-kinds": Need(None),
    "get hooks/{id}": Need(Act.RUN_HOOKS),
    "post hooks/{id}": Need(Act.RUN_HOOKS),
    "post hooks/{id}/delete": Need(Act.RUN_HOOKS),
    "get hooks/{id}/deliveries": Need(Act.RUN_HOOKS),
    "get hooks/{id}/deliveries.csv": Need(Act.RUN_HOOKS),
    "post hooks/{id}/replay": Need(Act.RUN_HOOKS),
    "get hooks/{id}/replay/preview": Need(Act.RUN_HOOKS),
    "post hooks/{id}/test": Need(Act.RUN_HOOKS),
    "get imports/{id}": Need(Act.IMPORT_SHEETS),
    "post imports/{id}/check": Need(Act.IMPORT_SHEETS),
    "post imports/{id}/entries": Need(Act.IMPORT_SHEETS),
    "get imports/{id}/faults": Need(Act.IMPORT_SHEETS),
    "get imports/{id}/faults.csv": Need(Act.IMPORT_SHEETS),
    "post invitations/accept": Need(None),
    "get invitations/{secret}": Need(None),
    "get irregularities": Need(None),
    "get irregularities/{irregularity}/ruling": Need(None),
    "get laws": Need(None),
    "get laws/{number}": Need(None),
    "get leagues": Need(Act.SEE_PUBLIC),
    "get leagues/{id}": Need(Act.SEE_PUBLIC),
    "get leagues/{id}/events": Need(Act.SEE_PUBLIC),
    "get matches": Need(Act.SEE_PUBLIC),
    "get matches/{id}": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "get matches/{id}/entries": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "post matches/{id}/entries/{number}/corrections": Need(Act.CORRECT),
    "post matches/{id}/entries/{number}/corrections/preview": Need(Act.CORRECT),
    "post matches/{id}/entries/{number}/mend": Need(Act.MEND_ANY, Act.MEND_OWN),
    "get matches/{id}/flags": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "post matches/{id}/flags": Need(Act.FLAG_ANY, Act.FLAG_OWN),
    "get matches/{id}/games": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "post matches/{id}/games": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "post matches/{id}/games/{game}/confirm": Need(Act.CONFIRM_ANY, Act.CONFIRM_OWN),
    "get matches/{id}/hands": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "post matches/{id}/hands": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "get matches/{id}/notation": Need(Act.SEE_PUBLIC, Act.SEE_EVENING),
    "post matches/{id}/rubber": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "post matches/{id}/undo": Need(Act.ENTER_ANY, Act.ENTER_OWN),
    "get odds": Need(None),
    "get payments/{id}": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "post payments/{id}": Need(Act.PAY_ANY, Act.PAY_OWN),
    "get players/{id}": Need(Act.SEE_CLUB),
    "post players/{id}": Need(Act.CHANGE_PLAYER),
    "post players/{id}/anonymise": Need(Act.ANONYMISE),
    "get players/{id}/anonymise/preview": Need(Act.ANONYMISE),
    "get players/{id}/matches.csv": Need(Act.SEE_CLUB),
    "post players/{id}/merge": Need(Act.MERGE_PLAYERS),
    "get players/{id}/merge/preview": Need(Act.MERGE_PLAYERS),
    "get players/{id}/rating": Need(Act.SEE_CLUB),
    "get players/{id}/rating/history": Need(Act.SEE_CLUB),
    "get players/{id}/record": Need(Act.SEE_CLUB),
    "get players/{id}/statement": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "get players/{id}/statement.csv": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "post players/{id}/statement/letter": Need(Act.SETTLE, Act.CHOOSE_OWN),
    "get seasons/{id}": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/adjustments": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/adjustments": Need(Act.RUN_SEASON),
    "post seasons/{id}/adjustments/preview": Need(Act.RUN_SEASON),
    "post seasons/{id}/adjustments/{adjustment}/end": Need(Act.RUN_SEASON),
    "post seasons/{id}/division": Need(Act.OPEN_SEASON),
    "get seasons/{id}/divisions": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/divisions": Need(Act.OPEN_SEASON),
    "get seasons/{id}/entrants": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/entrants": Need(Act.RUN_SEASON),
    "get seasons/{id}/fixtures": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/fixtures.csv": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/fixtures.ics": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/next": Need(Act.OPEN_SEASON),
    "post seasons/{id}/plan": Need(Act.RUN_SEASON),
    "post seasons/{id}/returns": Need(Act.RUN_SEASON),
    "get seasons/{id}/standings": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/standings.csv": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/standings.ndjson": Need(Act.SEE_PUBLIC),
    "get seasons/{id}/standings/{player}": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/what-if": Need(Act.SEE_PUBLIC),
    "post seasons/{id}/withdrawals": Need(Act.RUN_SEASON),
    "get settlements/{id}": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "get settlements/{id}/accounts.csv": Need(Act.SEE_ACCOUNTS, Act.SEE_OWN_ACCOUNT),
    "post table-codes": Need(None),
    "get tables/{id}": Need(Act.SEE_PUBLIC),
    "get tables/{id}/code": Need(Act.RUN_EVENING),
    "get tables/{id}/code/renewals": Need(Act.RUN_EVENING),
    "post tables/{id}/code/renewals": Need(Act.RUN_EVENING),
    "post tables/{id}/name": Need(Act.RUN_EVENING),
    "get tournaments/{id}": Need(Act.SEE_PUBLIC),
    "post tournaments/{id}/draw": Need(Act.RUN_SEASON),
    "post tournaments/{id}/entrants": Need(Act.RUN_SEASON),
    "post tournaments/{id}/kept-apart": Need(Act.RUN_SEASON),
    "post tournaments/{id}/meetings/{fixture}/award": Need(Act.RUN_SEASON),
    "post tournaments/{id}/meetings/{fixture}/award-back": Need(Act.RUN_SEASON),
    "post tournaments/{id}/order": Need(Act.RUN_SEASON),
    "post tournaments/{id}/plan": Need(Act.RUN_SEASON),
    "post tournaments/{id}/returns": Need(Act.RUN_SEASON),
    "post tournaments/{id}/rounds-off": Need(Act.RUN_SEASON),
    "get tournaments/{id}/rounds/{number}": Need(Act.SEE_PUBLIC),
    "post tournaments/{id}/rounds/{number}/publish": Need(Act.RUN_SEASON),
    "post tournaments/{id}/rounds/{number}/take-back": Need(Act.RUN_SEASON),
    "post tournaments/{id}/schedule": Need(Act.RUN_SEASON),
    "get tournaments/{id}/standings": Need(Act.SEE_PUBLIC),
    "post tournaments/{id}/start": Need(Act.START_ANY),
    "get tournaments/{id}/standings.csv": Need(Act.SEE_PUBLIC),
    "get tournaments/{id}/tree": Need(Act.SEE_PUBLIC),
    "post tournaments/{id}/withdrawals": Need(Act.RUN_SEASON),
}
