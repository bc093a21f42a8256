"""Results, players and late corrections."""

from ecarte_club.clubs.rights import Act

from .kinds import Read, Write

READS = {
    "evenings/{id}/results": Read("evenings/{evening}/results", any_table=True),
    "evenings/{id}/results.csv": Read("evenings/{evening}/results.csv", any_table=True),
    "players/{id}/record": Read("players/{player}/record", Act.SEE_CLUB),
    "players/{id}/matches.csv": Read("players/{player}/matches.csv", Act.SEE_CLUB),
}
WRITES = {
    "matches/{id}/entries/{number}/corrections/preview": Write(
        "matches/{match}/entries/{number}/corrections/preview",
        Act.CORRECT,
        lambda _: {
            "version": 1,
            "hand": {"dealer": "b", "opening": "exchanged", "tricks": {"a": 2, "b": 3}},
            "reason": "misread",
        },
        # A look: nothing is kept of it but the answer to its key.
        status=200,
    ),
}
