"""Starting a match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.labels import CODE_NAMES
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules, clubs, player_names
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.clubs.views.common import club_of, club_page, form_page
from ecarte_club.clubs.views.players import offering
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.sentences import and_list
from games.engine.codes import CODES, HighestCut
from games.engine.seats import Seat
from games.engine.terms import FormatKind
from games.matches.changes import DuePair, due_by_pair, due_pairs, open_fixtures_of
from games.matches.models import Event
from games.matches.services.matches import BONUS_MOST, GAMES_MOST, MatchTerms, match_start

# Before the id of house rules, among the codes to choose from.
HOUSE = "house-"
KINDS = [
    (FormatKind.RUBBER.value, _("Rubber")),
    (FormatKind.GAMES.value, _("Games")),
    (FormatKind.ONE_GAME.value, _("One game")),
]
OFFERED_MOST = 12
SEVERAL = 2
SEATS = [
    (Seat.A.value, _("First player")),
    (Seat.B.value, _("Second player")),
]


def event_choices(club: Club) -> list[tuple[str, Any]]:
    """A friendly match unless somebody chooses a season; the newest of these first.

    None of those for which nobody chooses two players: drawn, or of teams.
    """
    events = club.events.filter(drawn=False, of_teams=False)
    return [("", _("None (friendly match)")), *_choices(events)]


def _choices(events: QuerySet[Event]) -> list[tuple[str, Any]]:
    return [(str(pk), name) for pk, name in events.order_by("-pk").values_list("pk", "name")]


class TermsForm(Form):
    """The terms of a match, or of all matches of a season."""

    format = forms.ChoiceField(
        label=_("Format"), choices=KINDS, widget=forms.RadioSelect, initial=FormatKind.RUBBER.value
    )
    games = forms.IntegerField(
        label=_("Games"),
        min_value=1,
        max_value=GAMES_MOST,
        initial=3,
        help_text=_("Rubber: the best of this many games. Otherwise all of them are played."),
    )
    rubbers = forms.IntegerField(
        label=_("Rubbers"),
        min_value=1,
        max_value=GAMES_MOST,
        initial=1,
        required=False,
        help_text=_("The match is the best of this many rubbers."),
    )
    code = forms.ChoiceField(label=_("Code of laws"))
    game_values = forms.BooleanField(
        label=_("Count double and treble games"),
        required=False,
        help_text=_("Treble if the loser has no points, double if they have one or two (law 46)."),
    )
    rubber_bonus = forms.IntegerField(
        label=_("Bonus for the rubber"),
        min_value=0,
        max_value=BONUS_MOST,
        initial=0,
        required=False,
        help_text=_("The printed laws give no bonus. Leave 0 unless your club has agreed one."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = {f"{HOUSE}{rules.pk}": rules for rules in club_rules.live(club.pk)}
        self._rules = {value: club_rules.of_house(rules) for value, rules in found.items()}
        named = [(value, rules.name) for value, rules in found.items()]
        printed = [(code, CODE_NAMES[code]) for code in CODES]
        self._named = [*named, *printed]
        self.choose("code", self._named)
        self.fields["code"].initial = f"{HOUSE}{club.rules_id}" if club.rules_id else club.code

    def terms(self) -> MatchTerms:
        given = self.cleaned_data
        return MatchTerms.under(
            self._rules.get(given["code"]) or Rules(given["code"]),
            format=given["format"],
            games=1 if given["format"] == FormatKind.ONE_GAME else given["games"],
            rubbers=self._rubbers(),
            game_values=given["game_values"],
            rubber_bonus=given["rubber_bonus"] or 0,
        )

    def _rubbers(self) -> int:
        """Whatever stands there, of another format there are none."""
        given = self.cleaned_data
        return (given["rubbers"] or 1) if given["format"] == FormatKind.RUBBER else 1


class NameField(forms.CharField):
    """A player by name; the value is the id, as that of a list would be."""

    def __init__(self, club: Club, person: Person, **kwargs: Any) -> None:
        widget = forms.TextInput({"class": "input", **offering(club.slug)})
        super().__init__(widget=widget, max_length=120, **kwargs)
        self.person = person

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        try:
            return str(player_names.picked(self.person, typed).pk) if typed else ""
        except Invalid as fault:
            raise forms.ValidationError(str(fault.detail)) from fault

    def prepare_value(self, value: Any) -> Any:
        """The player whom the page proposes is shown by name."""
        if isinstance(value, int):
            own = clubs.players(self.person).filter(pk=value)
            return next(iter(player_names.labels(self.person, own)), "")
        return value


def _highest_chooses(rules: Rules) -> bool:
    code = club_rules.code(rules.code, rules.options)
    return code.highest_cut.value is HighestCut.CHOOSES


class PairForm(TermsForm):
    """Two players, and what they play for: a friendly match, unless they choose a season. Two who
    have a fixture due are asked once (`offered`: the event that was offered)."""

    player_a = forms.ChoiceField(label=_("First player"))
    player_b = forms.ChoiceField(label=_("Second player"))
    event = forms.ChoiceField(label=_("Season"), required=False)
    offered = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    # Offered where the two have several to play in the season.
    fixture = forms.IntegerField(label=_("Fixture"), required=False, widget=forms.Select)
    # Where it is not known yet, the pad asks with the first hand.
    first_dealer = forms.ChoiceField(
        label=_("Who deals first"),
        choices=[*SEATS, ("", _("Not cut yet"))],
        widget=forms.RadioSelect,
        required=False,
        initial="",
    )

    def __init__(self, *args: Any, club: Club, day: date, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.club, self.day = club, day
        boards = _choices(club.events.filter(drawn=False, of_teams=True))
        last = [(_("Boards of a team meeting"), boards)] if boards else []
        self.choose("event", [*event_choices(club), *last])
        for name in ("format", "games", "code"):
            self.fields[name].required = False
        self.fields["first_dealer"].help_text = self._cut_hint()
        first = [self.initial.get(name) for name in ("event", "player_a", "player_b")]
        if not self.is_bound and all(str(one or "").isdecimal() for one in first):
            event, *players = (int(str(one)) for one in first)
            self._offer_fixtures(event, players)

    def _cut_hint(self) -> str:
        """What the cut decides, by the codes that can be chosen here."""
        rules = {**{code: Rules(code) for code in CODES}, **self._rules}
        names = [str(name) for value, name in self._named if _highest_chooses(rules[value])]
        if not names:
            return gettext(
                "Cut for deal: the highest card deals. In écarté the king is highest, the seven "
                "lowest."
            )
        # Translators: codes of laws, by name: “Britannica 1911”, “Britannica 1911 and Club rules”
        return gettext(
            "Cut for deal: the highest card deals. Under these rules that player chooses who "
            "deals: %(rules)s. In écarté the king is highest, the seven lowest."
        ) % {"rules": and_list(names)}

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("event"):
            self._check_fixture(given)
            return given
        given["fixture"] = None
        for name in ("format", "games", "code"):
            if name not in self.errors and not given.get(name):
                self.add_error(name, _("Required for a friendly match."))
        if given.get("player_a") and given.get("player_b"):
            self._offer(int(given["player_a"]), int(given["player_b"]))
        return given

    def _check_fixture(self, given: Mapping[str, Any]) -> None:
        """Of several that the two have to play in the season, one is chosen."""
        players = [given.get(name) for name in ("player_a", "player_b")]
        if not all(players):
            return
        several = self._offer_fixtures(int(given["event"]), [int(one or 0) for one in players])
        if several and given.get("fixture") not in several:
            text = gettext("These two have several fixtures to play. Choose the one they play now.")
            self.add_error("fixture", text)

    def _offer_fixtures(self, event: int, players: Sequence[int]) -> list[int]:
        found = open_fixtures_of(event, players)
        if len(found) < SEVERAL:
            return []
        cast(forms.Select, self.fields["fixture"].widget).choices = [
            ("", gettext("Choose a fixture")),
            *((str(pk), title) for pk, title in found),
        ]
        return [pk for pk, _title in found]

    @property
    def has_fixtures(self) -> bool:
        return bool(cast(forms.Select, self.fields["fixture"].widget).choices)

    def _offer(self, *players: int) -> None:
        """The fixture, which the form that is shown again has chosen."""
        due = due_by_pair(self.club.pk, self.day, players).get(frozenset(players))
        if due is None or self.cleaned_data.get("offered") == str(due.event_id):
            return
        pages.choose_again(self, event=str(due.event_id), offered=str(due.event_id))
        text = _(
            "%(a)s and %(b)s have a fixture due: %(fixture)s. It is chosen now. Choose “None "
            "(friendly match)” if they play a friendly match instead."
        )
        names = {"a": due.player_a.name, "b": due.player_b.name, "fixture": due.title}
        self.add_error("event", text % names)

    def arguments(self) -> dict[str, Any]:
        """Arguments of match_start. Within a season its own terms hold."""
        given = self.cleaned_data
        event, dealer = given["event"], given["first_dealer"]
        return {
            "player_a": int(given["player_a"]),
            "player_b": int(given["player_b"]),
            "event_id": int(event) if event else None,
            "fixture_id": given.get("fixture") if self.has_fixtures else None,
            "terms": None if event else self.terms(),
            "first_dealer": Seat(dealer) if dealer else None,
        }


class StartForm(PairForm):
    table = forms.CharField(label=_("Table"), max_length=20, required=False)

    def __init__(self, *args: Any, club: Club, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, club=club, day=timezone.localdate(), **kwargs)
        self.offers_names = player_names.are_many(person)
        self._choose_players(club, person)

    def _choose_players(self, club: Club, person: Person) -> None:
        """Lists of them all, or text where they are too many. Who starts but own matches is one."""
        nobody: list[tuple[str, Any]] = [("", _("Choose a player"))]
        here = () if self.offers_names else clubs.players(person).members_first()
        every = [(str(player.pk), player.name) for player in here]
        own = clubs.players(person).filter(pk=person.player_id or 0)
        if not person.may(Act.START_ANY):
            self.choose("player_a", [(str(player.pk), player.name) for player in own])
        elif self.offers_names:
            self.fields["player_a"] = NameField(club, person, label=_("First player"))
        else:
            self.choose("player_a", [*nobody, *every])
        if self.offers_names:
            self.fields["player_b"] = NameField(club, person, label=_("Second player"))
        else:
            self.choose("player_b", [*nobody, *every])

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "table": self.cleaned_data["table"]}


def chosen_pair(query: Mapping[str, str]) -> dict[str, int | str]:
    """What a link to the form has chosen already."""
    players = {name: whole_number(query.get(name, "")) for name in ("player_a", "player_b")}
    given: dict[str, int | str] = {name: pk for name, pk in players.items() if pk is not None}
    return {**given, "event": query.get("event", ""), "fixture": query.get("fixture", "")}


def own_due(club: Club, person: Person, day: date) -> list[DuePair]:
    """Of the person, who is the first player: nobody else may be, unless they start any match."""
    me = person.player_id
    found = due_pairs(club.pk, day, [me] if me else [])[:OFFERED_MOST]
    return [
        one if one.player_a.pk == me else replace(one, player_a=one.player_b, player_b=one.player_a)
        for one in found
    ]


@login_required
@form_page
def start(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.START_OWN)
    initial = {"player_a": person.player_id, **chosen_pair(request.GET)}
    form = StartForm(request.POST or None, club=club, person=person, initial=initial)
    only_free = "seat_anyway" not in request.POST

    def begin() -> int:
        return match_start(by=person, only_free=only_free, **form.arguments()).pk

    if answer := pages.submitted(request, form, begin):
        return redirect("pad", slug=slug, pk=answer.body)
    due = own_due(club, person, form.day)
    return club_page(request, "matches/start.html", club, person, form=form, due=due, tab="matches")
