"""The columns of a score sheet, in the order in which they are written."""

OF_MATCH = (
    "match",
    "evening_id",
    "evening",
    "table",
    "season_id",
    "season",
    "player_a_id",
    "player_a",
    "player_b_id",
    "player_b",
    "code",
    "options",
    "rules",
    "format",
    "games",
    "rubbers",
    "game_values",
    "rubber_bonus",
    "first_dealer",
    "started_at",
)
OF_PLAY = (
    "line",
    "game",
    "dealer",
    "opening",
    "king",
    "tricks_a",
    "tricks_b",
    "abandoned_by",
    "marks",
    "rulings",
    "score_a",
    "score_b",
)
COLUMNS = (*OF_MATCH, *OF_PLAY, "at")
REQUIRED = ("match",)
OPTIONAL = tuple(column for column in COLUMNS if column not in REQUIRED)

# What a line is: something played, or a match of which nothing was entered.
HAND, GAME, RUBBER, MATCH = "hand", "game", "rubber", "match"
LINES = (HAND, GAME, RUBBER, MATCH)
CELLS_OF = {
    HAND: OF_PLAY[1:10],
    GAME: ("game", "score_a", "score_b"),
    RUBBER: ("game", "score_a", "score_b"),
    MATCH: (),
}
# Marks were kept, and there were none; an empty cell is "not noted".
NO_MARKS = "none"
YES, NO = "yes", "no"
