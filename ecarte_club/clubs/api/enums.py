"""Lists of values that several operations share, for the schema to name them once."""

from ecarte_club.clubs.models import InvitationState, Office, Shown
from ecarte_club.clubs.permissions import Act, Role
from games.engine.codes import CODES as CODES_OF_LAWS

ROLES = [role.value for role in Role]
OFFICES = [role.value for role in Office.OFFICES]
ACTS = [act.value for act in Act]
SHOWN = list(Shown.values)
CODES = list(CODES_OF_LAWS)
YES_OR_NO = ["yes", "no"]
STATES = [state.value for state in InvitationState]
