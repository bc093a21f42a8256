from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        # Books are locked before seasons, and so hear first that two players are one.
        self._ledger_listens()
        self._outbox_listens()
        from ecarte_club.clubs.signals import (
            evening_signed_off,
            player_changed,
            players_merged,
            players_merging,
        )
        from games.signals import (
            figures_asked,
            follows_asked,
            gone_asked,
            held_asked,
            match_changed,
            match_started,
            matches_entered,
            odds_asked,
        )

        from . import consequences, odds
        from .contests.consequences import contest_figures
        from .contests.showing import contest_follows, contest_went_on, contests_held
        from .services import annulling, contests, merging, standings, tournaments

        match_started.connect(standings.standing_enter, dispatch_uid="standing_enter")
        # A contest posts in its book, which is locked before the season.
        match_changed.connect(contests.contest_follow, dispatch_uid="contest_follow")
        match_changed.connect(annulling.annulment_follow, dispatch_uid="annulment_follow")
        # The season of the match, or its tournament.
        match_changed.connect(tournaments.tournament_follow, dispatch_uid="tournament_follow")
        evening_signed_off.connect(contests.sign_off_guard, dispatch_uid="contest_sign_off")
        players_merging.connect(contests.merge_guard, dispatch_uid="contest_merge")
        held_asked.connect(contests_held, dispatch_uid="contests_held")
        follows_asked.connect(contest_follows, dispatch_uid="contest_follows")
        gone_asked.connect(contest_went_on, dispatch_uid="contest_went_on")
        figures_asked.connect(contest_figures, dispatch_uid="contest_figures")
        figures_asked.connect(consequences.season_figures, dispatch_uid="season_figures")
        odds_asked.connect(odds.of_game, dispatch_uid="odds_of_game")
        player_changed.connect(standings.names_follow, dispatch_uid="names_follow")
        matches_entered.connect(standings.standings_gather, dispatch_uid="standings_gather")
        players_merged.connect(merging.standings_merge, dispatch_uid="standings_merge")
        self._rulings_listen()
        self._tournaments_listen()
        self._fixtures_listen()
        self._teams_listen()
        self._ratings_listen()

    def _rulings_listen(self) -> None:
        from ecarte_club.clubs import signals as of_clubs

        from .services import adjustments

        of_clubs.player_anonymised.connect(
            adjustments.adjustments_forget, dispatch_uid="adjustments_forget"
        )
        of_clubs.player_kept_asked.connect(
            adjustments.adjustments_kept, dispatch_uid="adjustments_kept"
        )

    def _fixtures_listen(self) -> None:
        """A match is begun before the fixture that it plays is looked for."""
        from ecarte_club.clubs import signals as of_clubs
        from games import signals as of_games

        from .planning import showing
        from .services.planning import following, merging

        of_games.match_started.connect(following.fixture_follow, dispatch_uid="fixture_follow")
        of_games.matches_entered.connect(following.fixtures_gather, dispatch_uid="fixtures_gather")
        of_games.follows_asked.connect(showing.fixture_follows, dispatch_uid="fixture_follows")
        of_games.due_asked.connect(showing.fixtures_due, dispatch_uid="fixtures_due")
        of_games.player_told_asked.connect(showing.fixture_told, dispatch_uid="fixture_told")
        of_clubs.players_merging.connect(merging.entrants_guard, dispatch_uid="entrants_guard")
        of_clubs.players_merged.connect(merging.entrants_move, dispatch_uid="entrants_move")
        of_clubs.player_anonymised.connect(merging.fixtures_forget, dispatch_uid="fixtures_forget")
        of_clubs.player_kept_asked.connect(merging.fixtures_kept, dispatch_uid="fixtures_kept")

    def _teams_listen(self) -> None:
        from ecarte_club.clubs import signals as of_clubs
        from games import signals as of_games

        from .services.teams import following, merging
        from .teams import consequences, deeds, showing

        deeds.register()
        of_games.match_started.connect(following.board_follow, dispatch_uid="board_follow")
        of_games.matches_entered.connect(following.boards_gather, dispatch_uid="boards_gather")
        of_games.figures_asked.connect(consequences.team_figures, dispatch_uid="team_figures")
        of_games.follows_asked.connect(showing.board_follows, dispatch_uid="board_follows")
        of_games.due_asked.connect(showing.boards_told_due, dispatch_uid="boards_due")
        of_games.player_told_asked.connect(showing.meeting_told, dispatch_uid="meeting_told")
        of_clubs.players_merging.connect(merging.teams_guard, dispatch_uid="teams_guard")
        of_clubs.players_merged.connect(merging.teams_move, dispatch_uid="teams_move")
        of_clubs.player_anonymised.connect(merging.teams_forget, dispatch_uid="teams_forget")
        of_clubs.player_kept_asked.connect(merging.teams_kept, dispatch_uid="teams_kept")

    def _ledger_listens(self) -> None:
        from ecarte_club.clubs import signals

        from . import deed_words
        from .archive import words as archive_words
        from .services import archives, statements
        from .services import ledger_people as people

        deed_words.register()
        archive_words.register()
        signals.player_anonymised.connect(archives.archives_forget, dispatch_uid="archives_forget")
        signals.players_merging.connect(people.ledger_evenings, dispatch_uid="ledger_evenings")
        signals.players_merged.connect(people.ledger_merge, dispatch_uid="ledger_merge")
        signals.player_anonymised.connect(people.ledger_forget, dispatch_uid="ledger_forget")
        signals.players_merged.connect(statements.statements_move, dispatch_uid="statements_move")
        signals.player_anonymised.connect(
            statements.statements_forget, dispatch_uid="statements_forget"
        )
        signals.player_kept_asked.connect(
            statements.statements_kept, dispatch_uid="statements_kept"
        )
        signals.player_kept_asked.connect(people.ledger_kept, dispatch_uid="ledger_kept")

    def _outbox_listens(self) -> None:
        """What is told of a change stands before what is told of the standings that follow it."""
        from ecarte_club.clubs import signals as of_clubs
        from games import signals as of_games

        from .services import outbox

        of_clubs.evening_opened.connect(outbox.evening_opened_told, dispatch_uid="told_opened")
        of_clubs.evening_signed_off.connect(
            outbox.evening_signed_off_told, dispatch_uid="told_signed_off"
        )
        of_clubs.player_changed.connect(outbox.player_changed_told, dispatch_uid="told_player")
        of_clubs.player_anonymised.connect(
            outbox.player_anonymised_told, dispatch_uid="told_anonymised"
        )
        of_clubs.players_merged.connect(outbox.players_merged_told, dispatch_uid="told_merged")
        of_games.match_started.connect(outbox.match_started_told, dispatch_uid="told_started")
        of_games.match_changed.connect(outbox.match_changed_told, dispatch_uid="told_changed")
        of_games.matches_entered.connect(outbox.matches_entered_told, dispatch_uid="told_entered")

    def _ratings_listen(self) -> None:
        """Last of all: seasons are locked before the ratings of a club."""
        from ecarte_club.clubs import signals as of_clubs
        from games import signals as of_games

        from .ratings.foreseen import rating_figures
        from .ratings.showing import rating_told
        from .services import ratings

        of_games.match_changed.connect(ratings.rating_follow, dispatch_uid="rating_follow")
        of_games.matches_entered.connect(ratings.ratings_gather, dispatch_uid="ratings_gather")
        of_clubs.players_merged.connect(ratings.ratings_merge, dispatch_uid="ratings_merge")
        of_clubs.player_kept_asked.connect(ratings.rating_kept, dispatch_uid="rating_kept")
        of_games.player_told_asked.connect(rating_told, dispatch_uid="rating_told")
        of_games.figures_asked.connect(rating_figures, dispatch_uid="rating_figures")

    def _tournaments_listen(self) -> None:
        from ecarte_club.clubs import signals as of_clubs
        from games import signals as of_games

        from .contests.signals import contest_moved
        from .services import tournaments
        from .tournaments import consequences, deeds, showing

        deeds.register()
        of_games.figures_asked.connect(
            consequences.tournament_figures, dispatch_uid="tournament_figures"
        )
        of_games.follows_asked.connect(showing.meeting_follows, dispatch_uid="meeting_follows")
        contest_moved.connect(tournaments.pool_follow, dispatch_uid="pool_follow")
        of_games.match_started.connect(
            tournaments.tournament_enter, dispatch_uid="tournament_enter"
        )
        of_games.matches_entered.connect(
            tournaments.tournament_gather, dispatch_uid="tournament_gather"
        )
        of_clubs.players_merging.connect(
            tournaments.tournament_merge_guard, dispatch_uid="tournament_merge_guard"
        )
        of_clubs.players_merged.connect(
            tournaments.tournament_merge, dispatch_uid="tournament_merge"
        )
