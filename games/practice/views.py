"""Pages of what somebody plays alone. All but the choice in a problem only read: see apps.py."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial, wraps
from typing import Any, Concatenate, Final, ParamSpec, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Robot
from ecarte_club.clubs.views.common import post_page, safe_page
from ecarte_club.core.exceptions import Absent, TooOften
from ecarte_club.core.pages import new_key, write
from ecarte_club.core.throttling import address, wait, within_rate
from games.engine.cards import PACK, Card, suit
from games.engine.hand.state import Action, Phase, Say
from games.engine.robots.advice import Option
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, Score
from games.matches.labels import engine
from games.matches.labels.advice import HINTS, SOURCE, action_text, advice_text
from games.matches.labels.hands import suit_name
from games.matches.selectors.robots import robot_tables

from . import labels
from .rules.hands import READER, ROBOT, Decision, Played, played, tricks_on_table
from .rules.lessons import LESSONS, Lesson
from .rules.problems import Problem
from .selectors.addresses import Game, actions_of, did, sent_text
from .selectors.problems import Choices, choices_on, past_days, problem_on
from .services import problem_choose

WORDS: Final = (
    *(Say.PROPOSE, Say.STAND, Say.ACCEPT, Say.ACCEPT_IF_ENOUGH, Say.REFUSE),
    *(Say.NOT_ENOUGH, Say.KING),
)
OPTIONS_MOST: Final = 6
ANSWERED: Final = "problems"
"""The cookie of a guest: the days whose problem was answered in this browser, and nothing else."""
ANSWERED_AGE: Final = 40 * 86_400
ANSWERS_MOST: Final = 40


PAGES_MOST: Final = 120
"""A minute, for each address: a page plays its hand again."""

P = ParamSpec("P")
PracticePage = Callable[Concatenate[HttpRequest, P], HttpResponse]


def for_practice(view: PracticePage[P]) -> PracticePage[P]:
    """For anybody, where the site lets guests practise; else after signing in."""

    @wraps(view)
    def asked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.GUESTS_MAY_PRACTISE and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not within_rate(f"practice:{address(request)}", PAGES_MOST):
            text = _("Too many pages in a minute from here. Wait a little, then reload this page.")
            raise TooOften(text, wait=wait())
        return view(request, *args, **kwargs)

    return cast("PracticePage[P]", asked)


def practice_page(view: PracticePage[P]) -> PracticePage[P]:
    return safe_page(for_practice(view))


def name_of(request: HttpRequest) -> str:
    return request.user.name if request.user.is_authenticated else ""


@practice_page
def learn(request: HttpRequest) -> HttpResponse:
    """What there is."""
    levels = [(level.value, level.label) for level in Robot]
    page = {"lessons": lesson_lines(), "levels": levels, "tab": "learn"}
    return render(request, "practice/learn.html", page)


def lesson_lines() -> list[tuple[str, object]]:
    return [(lesson.id, labels.LESSONS[lesson.id].title) for lesson in LESSONS]


@practice_page
def play(request: HttpRequest) -> HttpResponse:
    """A game against a robot, by anybody; it counts for nothing and is not stored."""
    if "game" not in request.GET:
        level = request.GET.get("level", Robot.BEGINNER)
        if level not in Robot.values:
            raise Absent
        return redirect(f"{reverse('practice_play')}{Game.begun(level).query()}")
    game = Game.of(request.GET)
    at = played(game.start, actions_of(request.GET), robot_tables())
    shown = table_of(request, at, game.level)
    score = at.state.score
    page = {
        **shown,
        "game": game,
        "fields": [*game.fields, *did(at.accepted)],
        "advice_link": game.query([*did(at.accepted), ("advice", "1")]),
        "advice": asked_advice(request, at),
        "next": game.next(score).query() if at.is_over and is_open(score) else "",
        "is_won": score.a >= GAME_IS,
        "is_lost": score.b >= GAME_IS,
        "tab": "learn",
    }
    return render(request, "practice/play.html", page)


def is_open(score: Score) -> bool:
    return max(score.a, score.b) < GAME_IS


def asked_advice(request: HttpRequest, at: Played) -> Any:
    if "advice" not in request.GET:
        return None
    advised = at.advice(robot_tables())
    return advised and advice_text(advised)


@practice_page
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """A hand about one printed hint, with the adviser's word after each decision."""
    found = next((one for one in LESSONS if one.id == name), None)
    if found is None:
        raise Absent
    actions = actions_of(request.GET)
    at = played(found.start, (*found.before, *actions), robot_tables(), judged=True)
    own = at.accepted[len(found.before) :]
    decisions = decisions_of(found, at)
    page = {
        **table_of(request, at, found.start.level),
        "lesson": found,
        "words": labels.LESSONS[found.id],
        "hint": HINTS[found.hint],
        "source": SOURCE,
        "fields": did(own),
        "judgement": labels.judgement(decisions[-1]) if decisions and own else None,
        "given_away": labels.given_away(decisions) if at.is_over else "",
        "number": LESSONS.index(found) + 1,
        "number_of": len(LESSONS),
        "next": next_lesson(found),
        "tab": "learn",
    }
    return render(request, "practice/lesson.html", page)


def decisions_of(lesson: Lesson, at: Played) -> Sequence[Decision]:
    """Without those that the lesson made."""
    made = len(played(lesson.start, lesson.before, robot_tables(), judged=True).decisions)
    return at.decisions[made:]


def next_lesson(lesson: Lesson) -> str:
    at = LESSONS.index(lesson) + 1
    return LESSONS[at].id if at < len(LESSONS) else ""


@practice_page
def problem(request: HttpRequest, day: date | None = None) -> HttpResponse:
    """Of today, or of a day before; with the answer once something is chosen."""
    day = day or timezone.localdate()
    found = problem_on(day)
    chosen = chosen_of(request, found.played)
    option = found.advice.of(chosen) if chosen is not None else None
    page: dict[str, Any] = {
        **table_of(request, found.played, found.start.level),
        "day": day,
        "is_today": day == timezone.localdate(),
        "fields": [],
        "past": past_days(),
        "key": new_key(),
        "tab": "learn",
    }
    if option is not None:
        counted = choices_on(day)
        page |= {
            "judgement": labels.judgement(Decision(option, found.advice)),
            "rows": option_rows(found, option, counted),
            "answered": labels.answered_text(counted.players) if counted.players else "",
            "choices": [],
        }
    return render(request, "practice/problem.html", page)


def option_rows(found: Problem, chosen: Option, counted: Choices) -> list[labels.OptionRow]:
    """The best, and whatever was chosen."""
    best, rows = found.advice.best, []
    for place, option in enumerate(found.advice.options):
        number = counted.of.get(sent_text(option.action), 0)
        if place < OPTIONS_MOST or number or option is chosen:
            rows.append(labels.option_row(option, number, counted.players, best, chosen))
    return rows


@post_page
@for_practice
def problem_choice(request: HttpRequest, day: date) -> HttpResponse:
    """Counted once for an account, and once for each browser of guests; then the answer."""
    actions = actions_of(request.POST)[:1]
    answered = (request.get_signed_cookie(ANSWERED, "") or "").split()
    user = request.user if request.user.is_authenticated else None
    if actions and (user is not None or day.isoformat() not in answered):
        write(request, partial(problem_choose, day=day, action=actions[0], user=user))
    address_of = reverse("problem_of_day", args=[day])
    back = redirect(f"{address_of}?{urlencode(did(actions))}#table" if actions else address_of)
    if actions and user is None:
        days = [*answered, day.isoformat()] if day.isoformat() not in answered else answered
        back.set_signed_cookie(
            ANSWERED,
            " ".join(days[-ANSWERS_MOST:]),
            max_age=ANSWERED_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return back


def chosen_of(request: HttpRequest, at: Played) -> Action | None:
    """What is legal, if something was chosen."""
    actions = actions_of(request.GET)
    return actions[0] if actions and actions[0] in at.seen.legal else None


def table_of(request: HttpRequest, at: Played, level: str) -> dict[str, Any]:
    """What every page with cards has."""
    seen, names = at.seen, labels.names_of(name_of(request), level)
    on_table = tricks_on_table(seen)
    legal = set(seen.legal) if not at.is_over and seen.to_act is READER else set()
    discards = [len(one) for one in legal if isinstance(one, tuple)]
    question = labels.QUESTIONS.get(seen.phase, "") if legal else ""
    score = at.state.score
    return {
        "hand": [
            {"card": card, "name": sent_text(card), "legal": card in legal}
            for card in in_order(seen.hand or (), seen.trump)
        ],
        "choices": [(str(word), action_text(word)) for word in WORDS if word in legal],
        "discards": {"least": min(discards), "most": max(discards)} if discards else None,
        "question": question,
        "refused": engine.refusal(at.refused) if at.refused else "",
        "near": side(names, READER, score, seen.dealer, seen.tricks.a),
        "far": side(names, ROBOT, score, seen.dealer, seen.tricks.b),
        "backs": range(seen.cards[1]),
        "turn_up": seen.turn_up,
        "trumps": suit_name(seen.trump) if seen.trump is not None else "",
        "stock": seen.stock,
        "near_played": on_table.get(READER),
        "far_played": on_table.get(ROBOT),
        "log": labels.sentences(at.done, names),
        "is_over": at.is_over or seen.phase is Phase.OVER,
        "score": labels.score_text(score),
    }


def side(
    names: dict[Seat, str], seat: Seat, score: Score, dealer: Seat | None, tricks: int
) -> dict[str, Any]:
    return {
        "name": names[seat],
        "seat": seat.value,
        "score": min(score.of(seat), GAME_IS),
        "deals": dealer is seat,
        "tricks": tricks,
    }


def in_order(cards: Sequence[int], trump: int | None) -> list[Card]:
    """Trumps first, each suit from the top."""
    return sorted((PACK[card] for card in cards), key=lambda card: (suit(card) != trump, -card))
