"""The form that opens a contest: its table, what is agreed, the gallery, who plays and in which
order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as data_fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import add_classes
from games.engine.terms import FormatKind
from games.evenings.models import Table
from games.matches.services.matches import MatchTerms
from games.matches.templatetags.matches import table_name
from games.matches.views.start import TermsForm
from scoring.ledger.labels.unit import unit_words

from .labels.texts import GALLERY, TERMS, Term
from .rules import bets
from .rules.machine import CONTESTS, Kind
from .rules.social import on_loss_by
from .services.opening import Places, Plan

MOST = 1_000_000
LATER = "later"
GAMES = [
    (FormatKind.ONE_GAME.value, _("One game")),
    (FormatKind.RUBBER.value, _("A rubber, best of three")),
]
WITH_GALLERY = {Kind.MATCH, Kind.CUL_LEVE}


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody who is here: whether they play, and the place they cut."""

    name: str
    plays: forms.BoundField
    cut: forms.BoundField


class ContestForm(TermsForm):
    """Of one kind. `agreed_…` and `gallery_…` are its terms, `plays_…` and `cut_…` of players."""

    table = forms.ChoiceField(label=_("Table"))
    gallery = forms.BooleanField(label=_("The gallery may bet"), required=False)
    places = forms.ChoiceField(label=_("Places"), widget=forms.RadioSelect, initial=Places.DRAWN)

    def __init__(
        self,
        *args: Any,
        club: Club,
        kind: Kind,
        tables: Sequence[tuple[str, Any]],
        here: Sequence[Player],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.kind, self.here, self.words = kind, here, unit_words(club)
        for name in ("games", "rubbers", "game_values", "rubber_bonus"):
            del self.fields[name]
        self.choose("table", tables)
        self.choose("places", _places(kind))
        self.choose("format", GAMES)
        self.fields["format"].initial = FormatKind.ONE_GAME.value
        if kind is not Kind.MATCH:
            del self.fields["format"]
        self._terms(TERMS[kind], CONTESTS[kind].terms, "agreed")
        if kind is Kind.BOX:
            rules = club_rules.of_club(club)
            usual = on_loss_by(club_rules.code(rules.code, rules.options))
            self.fields["agreed_on_loss"].initial = usual.value
        if CONTESTS[kind].has_gallery:
            self.fields["gallery"].initial = kind in WITH_GALLERY
            self._terms(GALLERY, bets.Terms, "gallery")
        else:
            del self.fields["gallery"]
        for player in here:
            self.fields[f"plays_{player.pk}"] = forms.BooleanField(
                label=player.name, required=False
            )
            self.fields[f"cut_{player.pk}"] = forms.IntegerField(
                label=_("Place cut"), min_value=1, max_value=len(here), required=False
            )
        add_classes(self)

    def _terms(self, terms: Sequence[Term], kind: type, part: str) -> None:
        usual = {one.name: one.default for one in data_fields(kind)}
        for term in terms:
            name = term.called(self.words)
            self.fields[f"{part}_{term.name}"] = _field(term, name, usual[term.name])

    def agreed_fields(self) -> Iterator[forms.BoundField]:
        return (self[f"agreed_{term.name}"] for term in TERMS[self.kind])

    def gallery_fields(self) -> Iterator[forms.BoundField]:
        has = CONTESTS[self.kind].has_gallery
        return (self[f"gallery_{term.name}"] for term in (GALLERY if has else ()))

    def rows(self) -> Iterator[Row]:
        for player in self.here:
            yield Row(player.name, self[f"plays_{player.pk}"], self[f"cut_{player.pk}"])

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        cuts = [sent.get(f"cut_{pk}") for pk in self.playing()]
        named = [cut for cut in cuts if cut]
        if sent.get("places") == Places.CUT and len(set(named)) < len(named):
            self.add_error("places", _("Give each place once."))
        return sent

    def playing(self) -> list[int]:
        """Who has a place that was cut plays too."""
        sent = self.cleaned_data
        return [
            one.pk for one in self.here if sent.get(f"plays_{one.pk}") or sent.get(f"cut_{one.pk}")
        ]

    def order(self) -> list[int]:
        """By the places cut; who has none comes after, as listed."""
        sent, last = self.cleaned_data, len(self.here) + 1
        return sorted(self.playing(), key=lambda pk: sent.get(f"cut_{pk}") or last)

    def terms(self) -> MatchTerms:
        sent = self.cleaned_data
        rubber = sent.get("format") == FormatKind.RUBBER
        return MatchTerms.under(
            self._rules.get(sent["code"]) or Rules(sent["code"]),
            format=FormatKind.RUBBER if rubber else FormatKind.ONE_GAME,
            games=3 if rubber else 1,
        )

    def plan(self) -> Plan:
        places = self.cleaned_data["places"]
        gallery = self._agreed("gallery", GALLERY) if self.cleaned_data.get("gallery") else None
        return Plan(
            kind=self.kind,
            table=int(self.cleaned_data["table"]),
            terms=self.terms(),
            agreed=self._agreed("agreed", TERMS[self.kind]),
            gallery=gallery,
            players=self.order(),
            places=Places.LISTED if places == LATER else places,
        )

    def _agreed(self, part: str, terms: Sequence[Term]) -> Mapping[str, Any]:
        """What was left empty is as usual."""
        found = {term.name: self.cleaned_data.get(f"{part}_{term.name}") for term in terms}
        return {name: value for name, value in found.items() if value not in (None, "")}

    def add_fault(self, fault: Fault) -> None:
        named = {name.replace(".", "_"): text for name, text in fault.errors.items()}
        known = {name: text for name, text in named.items() if name in self.fields}
        self.fault = fault
        for name, text in known.items():
            self.add_error(name, str(text))
        if not known:
            pages.tell(self, fault)


def _places(kind: Kind) -> list[tuple[str, Any]]:
    found = [
        (Places.DRAWN.value, _("Drawn by the site")),
        (Places.CUT.value, _("Cut at the table")),
    ]
    return [*found, (LATER, _("Later"))] if kind is Kind.POOL else found


def _field(term: Term, label: Any, usual: Any) -> forms.Field:
    words: dict[str, Any] = {"label": label, "help_text": term.hint}
    if term.is_yes:
        return forms.BooleanField(**words, required=False, initial=usual)
    if term.choices:
        return forms.ChoiceField(
            **words,
            choices=[(str(value), text) for value, text in term.choices],
            widget=forms.RadioSelect,
            initial=str(usual),
        )
    return forms.IntegerField(
        **words,
        min_value=0,
        max_value=MOST,
        required=False,
        initial=usual,
    )


def free_tables(tables: Sequence[Table], taken: set[int]) -> list[tuple[str, Any]]:
    return [(str(one.pk), table_name(one.name)) for one in tables if one.pk not in taken]
