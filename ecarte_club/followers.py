"""What follows a change, in the order in which it happens, which is the order of locks: players,
matches, evenings, books, seasons and tournaments, ratings.

Each row is the dotted path of a function and the reason for its place. `ecarte_club.core.followers`
calls them inside the transaction of the change; the answers to questions are shown in their order.
"""

from collections.abc import Mapping

from ecarte_club.core.followers import Follower

FOLLOWERS: Mapping[str, tuple[Follower, ...]] = {
    "club_reading": (
        Follower("scoring.cells.receivers.reading_redirect", "it may be in another cell"),
    ),
    "club_writing": (
        Follower("scoring.cells.receivers.writing_refuse", "nothing is written while it moves"),
    ),
    "robots_leaving": (
        Follower("games.online.services.robots.robots_leave", "what they play is abandoned"),
    ),
    "robots_unrated": (
        Follower("scoring.ratings.services.robot_results_drop", "ratings are locked last"),
    ),
    "match_started": (
        Follower(
            "scoring.webhooks.receivers.match_started_message",
            "a message about a match comes before those about the standings that follow it",
        ),
        Follower("scoring.leagues.services.standings.standing_enter", "both get a line"),
        Follower(
            "scoring.tournaments.services.meetings.tournament_enter",
            "the match takes its pairing, or is refused",
        ),
        Follower(
            "scoring.leagues.services.starting.fixture_follow",
            "the match takes the fixture or board that it plays",
        ),
        Follower("scoring.notifications.receivers.match_started_notify", "nothing waits for it"),
    ),
    "match_changed": (
        Follower(
            "games.online.services.tables.match_follow",
            "a hand in play online is played to its end, before anything follows",
        ),
        Follower("scoring.webhooks.receivers.match_changed_message", "as above"),
        Follower(
            "scoring.contests.services.following.contest_follow",
            "it posts in its book, which is locked before the season",
        ),
        Follower(
            "scoring.leagues.services.starting.annulment_follow",
            "an annulled or abandoned match leaves its fixture before the standings follow",
        ),
        Follower(
            "scoring.tournaments.services.meetings.tournament_annulment_follow",
            "the same in a tournament",
        ),
        Follower(
            "scoring.tournaments.services.meetings.tournament_follow",
            "the standings of its season, or those of its tournament and what is due next",
        ),
        Follower(
            "scoring.ratings.services.rating_follow",
            "the ratings of a club are locked last",
        ),
        Follower("scoring.notifications.receivers.result_notify", "nothing waits for it"),
    ),
    "turn_began": (Follower("scoring.notifications.receivers.turn_notify", "to their devices"),),
    "round_published": (
        Follower("scoring.notifications.receivers.round_notify", "to the devices of its players"),
    ),
    "session_stays": (
        Follower("scoring.notifications.receivers.session_follow", "so does its device"),
    ),
    # Score sheets: many matches, entered whole.
    "matches_entered": (
        Follower("scoring.webhooks.receivers.matches_entered_message", "as above"),
        Follower("scoring.leagues.services.standings.standings_gather", "all lines at once"),
        Follower("scoring.tournaments.services.meetings.tournament_gather", "their pairings"),
        Follower("scoring.leagues.services.starting.fixtures_gather", "their fixtures or boards"),
        Follower("scoring.ratings.services.ratings_gather", "locked last"),
    ),
    "match_moving": (
        Follower(
            "scoring.contests.services.following.move_guard",
            "a game of a pool stays at the table of the pool",
        ),
    ),
    "season_missing": (
        Follower(
            "scoring.leagues.services.divisions.season_import",
            "a season is of a league and a division, which are opened with it",
        ),
    ),
    "season_places": (
        Follower(
            "scoring.leagues.selectors.seasons.season_places",
            "an exported file names the league and the division of its seasons",
        ),
    ),
    "contest_moved": (
        Follower(
            "scoring.tournaments.services.pools.pool_follow",
            "a pool of a tournament hears who won it",
        ),
    ),
    "books_settling": (
        Follower("scoring.contests.services.following.settle_guard", "nothing is in play any more"),
    ),
    "books_settled": (
        Follower(
            "scoring.ledger.services.settling.statements_write", "e-mails to those who want them"
        ),
        Follower("scoring.notifications.receivers.debts_notify", "payments are written by then"),
    ),
    "outbox_written": (
        Follower(
            "scoring.webhooks.services.sending.send_if_subscribed",
            "after the commit: webhooks are sent at once",
        ),
    ),
    "evening_opened": (Follower("scoring.webhooks.receivers.evening_opened_message", "a message"),),
    "evening_signing_off": (
        Follower(
            "games.matches.services.stopping.unfinished_lock",
            "matches are locked before their evening",
        ),
    ),
    "evening_signed_off": (
        Follower(
            "scoring.contests.services.following.sign_off_guard",
            "an evening whose pools are in play is not signed off",
        ),
        Follower(
            "games.matches.services.stopping.unfinished_close",
            "nothing is in play after it; before the results go out",
        ),
        Follower("games.matches.services.stopping.pads_close", "open pads say so"),
        Follower("games.evenings.results.result_emails_write", "the results go out by e-mail"),
        Follower("scoring.webhooks.receivers.evening_signed_off_message", "a message"),
    ),
    "player_changed": (
        Follower("scoring.webhooks.receivers.player_changed_message", "a message"),
        Follower("scoring.leagues.services.standings.names_follow", "new versions of standings"),
    ),
    "players_merging": (
        Follower(
            "games.matches.services.people.matches_move",
            "two who met are two people; matches are locked before evenings",
        ),
        Follower("scoring.ledger.services.limits.ledger_evenings", "their evenings are locked too"),
        Follower("scoring.contests.services.following.merge_guard", "refuses, before any change"),
        Follower("scoring.tournaments.services.merging.tournament_merge_guard", "as above"),
        Follower("scoring.leagues.services.people.competitors_guard", "as above"),
    ),
    "players_merged": (
        Follower("games.evenings.services.evenings.evenings_merge", "locks evenings before books"),
        Follower("games.matches.services.people.emails_move", "e-mails hang on evenings"),
        Follower("scoring.ledger.services.limits.ledger_merge", "books, before seasons"),
        Follower("scoring.ledger.services.settling.statements_move", "e-mails of books"),
        Follower(
            "scoring.webhooks.receivers.players_merged_message",
            "before the messages about standings",
        ),
        Follower("scoring.leagues.services.people.standings_merge", "lines are added together"),
        Follower("scoring.tournaments.services.merging.tournament_merge", "as seasons"),
        Follower("scoring.leagues.services.people.competitors_move", "entrants, teams, fixtures"),
        Follower("scoring.ratings.services.ratings_merge", "locked last"),
    ),
    "players_recorded": (
        Follower("games.matches.services.people.merge_rows", "matches and e-mails"),
        Follower("games.evenings.services.evenings.merge_rows", "evenings"),
        Follower("scoring.ledger.services.limits.merge_rows", "limits and statements"),
        Follower("scoring.leagues.services.people.merge_rows", "entrants, fixtures, teams"),
        Follower("scoring.tournaments.services.merging.merge_rows", "pools and pairings"),
    ),
    "players_unmerging": (
        Follower("games.matches.services.people.matches_unmerge", "locks matches"),
        Follower("games.evenings.services.evenings.evenings_unmerge", "locks evenings"),
        Follower("scoring.ledger.services.limits.ledger_unmerge_guard", "locks books"),
        Follower("scoring.leagues.services.people.competitors_unmerge_guard", "what was played"),
    ),
    "players_unmerged": (
        Follower("scoring.ledger.services.limits.ledger_unmerge", "books, before seasons"),
        Follower("scoring.tournaments.services.merging.tournament_unmerge", "as seasons"),
        Follower("scoring.leagues.services.people.standings_unmerge", "worked out again"),
        Follower("scoring.ratings.services.ratings_unmerge", "locked last"),
    ),
    "player_anonymised": (
        Follower("games.matches.services.people.player_forget", "e-mails and flags"),
        Follower("games.sheets.services.imports.imports_forget", "uploads may name them"),
        Follower("scoring.archive.services.archives_forget", "archives name them"),
        Follower("scoring.ledger.services.limits.ledger_forget", "limits"),
        Follower("scoring.ledger.services.settling.statements_forget", "unsent statements"),
        Follower("scoring.webhooks.receivers.player_anonymised_message", "a message"),
        Follower("scoring.leagues.services.adjustments.adjustments_forget", "reasons"),
        Follower("scoring.leagues.services.manual_orders.manual_orders_forget", "reasons"),
        Follower("scoring.tournaments.services.merging.reasons_forget", "reasons"),
        Follower("scoring.leagues.services.people.reasons_forget", "reasons"),
        Follower("scoring.notifications.receivers.devices_forget", "of accounts that are closed"),
    ),
    # Questions of pages and programs.
    "outbox_ages": (
        Follower("scoring.webhooks.selectors.outbox_age", "how far webhooks are behind"),
    ),
    "stored_data": (
        Follower("games.matches.services.people.player_records", "matches first"),
        Follower("games.sheets.selectors.stored_sheets", "uploads"),
        Follower("scoring.ledger.services.settling.statements_stored", "statements"),
        Follower("scoring.ledger.services.limits.ledger_stored", "accounts"),
        Follower("scoring.leagues.services.adjustments.stored_adjustments", "points adjustments"),
        Follower("scoring.leagues.services.people.stored_fixtures", "fixtures"),
        Follower("scoring.tournaments.services.merging.stored_pools", "pools of tournaments"),
        Follower("scoring.leagues.services.people.stored_teams", "teams"),
        Follower("scoring.ratings.services.rating_stored", "ratings"),
        Follower("scoring.notifications.selectors.devices_stored", "devices"),
    ),
    "match_figures": (
        Follower("games.evenings.results.evening_figures", "results of the evening"),
        Follower("scoring.contests.selectors.summaries.contest_figures", "who owes what"),
        Follower("scoring.leagues.selectors.effects.season_figures", "standings of players"),
        Follower(
            "scoring.tournaments.selectors.followers.tournament_figures", "standings and tree"
        ),
        Follower("scoring.leagues.selectors.effects.team_figures", "standings of teams"),
        Follower("scoring.ratings.selectors.recount.rating_figures", "ratings"),
    ),
    "game_odds": (Follower("scoring.contests.selectors.odds.of_game", "the gallery's chances"),),
    "evening_games": (
        Follower("scoring.contests.selectors.summaries.evening_contests", "pools at tables"),
    ),
    "engagements": (
        Follower(
            "scoring.contests.selectors.summaries.evening_engagements",
            "who sits or waits in a pool or chouette is not free",
        ),
        Follower(
            "scoring.tournaments.selectors.followers.round_engagements",
            "who is still to play in a round of tonight is not free",
        ),
    ),
    "evening_unsettled": (
        Follower("scoring.ledger.selectors.accounts.evening_unsettled", "accounts to settle up"),
    ),
    "next_steps": (
        Follower("scoring.contests.selectors.summaries.contest_follows", "a game of a pool"),
        Follower("scoring.tournaments.selectors.followers.meeting_follows", "a pairing"),
        Follower("scoring.leagues.selectors.effects.next_step", "a fixture or a board"),
    ),
    "further_figures": (
        Follower(
            "scoring.tournaments.selectors.followers.pool_figures", "who won a pool of a tournament"
        ),
    ),
    "player_skills": (
        Follower("scoring.ratings.selectors.listing.skills_of_players", "by the ratings"),
    ),
    "match_backers": (
        Follower("scoring.contests.selectors.backing.backers", "who has bet on a player"),
    ),
    "home_lines": (
        Follower("scoring.tournaments.selectors.followers.tournament_lines", "pairings to play"),
        Follower("scoring.ledger.labels.home.account_lines", "who is to pay whom"),
    ),
    "tournament_pool": (
        Follower("scoring.tournaments.selectors.followers.pool_played", "a pool of a tournament"),
    ),
    "event_address": (
        Follower("scoring.tournaments.selectors.followers.tournament_address", "a tournament"),
    ),
    "running_contests": (
        Follower("scoring.contests.selectors.summaries.running_in", "pools in play"),
    ),
    "next_steps_after_undo": (
        Follower("scoring.contests.selectors.summaries.contest_went_on", "an undone game"),
    ),
    "matches_due": (
        Follower("scoring.leagues.selectors.effects.due_fixtures", "fixtures to play tonight"),
        Follower("scoring.leagues.selectors.effects.due_boards", "boards to play tonight"),
    ),
    "pairs_due": (
        Follower("scoring.leagues.selectors.effects.due_fixture_pairs", "fixtures of two players"),
        Follower("scoring.leagues.selectors.effects.due_board_pairs", "boards of two players"),
    ),
    "fixtures_open": (
        Follower("scoring.leagues.selectors.effects.pair_fixtures", "fixtures of a season"),
    ),
    "pairings_drawn": (
        Follower("scoring.tournaments.selectors.followers.pairing_drawn", "of a tournament"),
    ),
    "matches_uncounted": (
        Follower("scoring.leagues.selectors.effects.season_uncounted", "matches beyond fixtures"),
    ),
    "matches_by_correspondence": (
        Follower("games.online.selectors.tables.correspondence", "days for an action"),
    ),
    "matches_online": (
        Follower("games.online.selectors.places.matches_online", "matches in play online"),
    ),
    "online_places": (
        Follower("games.online.selectors.places.online_places", "where they are played online"),
    ),
    "full_hands": (
        Follower("games.online.selectors.transcripts.full_hands", "of matches played online"),
    ),
    "advice_places": (
        Follower("games.adviser.selectors.advice.advice_places", "in practice against robots"),
    ),
    "fixtures_left": (
        Follower("scoring.leagues.selectors.effects.season_fixtures_left", "imported matches"),
    ),
    "profile_facts": (
        Follower("scoring.leagues.selectors.effects.fixture_fact", "the next fixture"),
        Follower("scoring.leagues.selectors.effects.meeting_fact", "the next meeting"),
        Follower("scoring.ratings.selectors.recount.rating_fact", "the rating"),
    ),
}
