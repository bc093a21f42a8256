"""Settings of the site. Everything has a default that works on a bare machine."""

import os
import socket
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from ecarte_club import env, federation, network

BASE_DIR = Path(__file__).resolve().parent.parent
ENV = os.environ

DATA_DIR = Path(ENV.get("DATA_DIR") or BASE_DIR / "var")
DATA_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.flag(ENV, "DEBUG")
SECRET_KEY = env.secret_key(ENV, DATA_DIR)
SECRET_KEY_FALLBACKS = env.old_secret_keys(ENV, DATA_DIR)
PUSH_KEY = env.push_key(ENV, DATA_DIR)
# Where the server listens, if `make run` started it: what is told to phones derives from it.
LISTEN = ENV.get("LISTEN", "") or "127.0.0.1:8000"
ALLOWED_HOSTS = env.listed(ENV, "ALLOWED_HOSTS", ",".join(network.names(LISTEN)))
REDIS_URL = env.redis_url(ENV)
SITE_URL = env.address(ENV, "SITE_URL", network.address(LISTEN))
LIVE_URL = env.address(ENV, "LIVE_URL", "/live/")
# What holds live connections: our own server, or nginx with its module nchan, to which every
# process posts its events.
LIVE_ENGINE = env.choice(ENV, "LIVE_ENGINE", ("own", "nchan"))
LIVE_PUBLISH_URL = env.addresses(ENV, "LIVE_PUBLISH_URL", "http://127.0.0.1:8010/")
# Who may create clubs after the first: nobody, those with a code from the operator, or everybody.
SIGN_UP = env.choice(ENV, "SIGN_UP", ("closed", "invited", "open"))
# Other sites of the same federation, and the secret by which they know one another.
CELLS = federation.cells(ENV)
CELL_SECRET = env.token(ENV, "CELL_SECRET")
HTTPS = SITE_URL.startswith("https://")
# An OpenID provider that accounts may sign in with, or must; the site may be one for others.
SINGLE_SIGN_ON = federation.provider(ENV)
PASSWORD_SIGN_IN = federation.password_sign_in(ENV, SINGLE_SIGN_ON)
OIDC_PROVIDER = env.flag(ENV, "OIDC_PROVIDER")

INSTALLED_APPS = [
    "ecarte_club.operators.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.idp.oidc",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "ecarte_club.core",
    "ecarte_club.clubs",
    "games.evenings",
    "games.matches",
    "games.sheets",
    "games.laws",
    "games.verify",
    "games.online",
    "games.adviser",
    "games.practice",
    "scoring.leagues",
    "scoring.ledger",
    "scoring.contests",
    "scoring.tournaments",
    "scoring.calendar",
    "scoring.ratings",
    "scoring.webhooks",
    "scoring.notifications",
    "scoring.archive",
    "scoring.sample",
    "scoring.cells",
    "ecarte_club.operators",
]

MIDDLEWARE = [
    "ecarte_club.core.middleware.monitoring",
    "django.middleware.security.SecurityMiddleware",
    "ecarte_club.core.middleware.api_headers",
    "scoring.leagues.middleware.standings_cache",
    "scoring.leagues.middleware.visitors_standings",
    "games.evenings.middleware.visitors_pages",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ecarte_club.core.middleware.PagesZipped",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.evenings.authentication.phone_middleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

if OIDC_PROVIDER:
    MIDDLEWARE.append("ecarte_club.clubs.openid_provider.sign_in_forms")

# What follows a change, in lock order.
FOLLOWERS = "ecarte_club.followers.FOLLOWERS"

ROOT_URLCONF = "ecarte_club.urls"
WSGI_APPLICATION = "ecarte_club.wsgi.application"
ASGI_APPLICATION = "ecarte_club.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ecarte_club.clubs.views.common.site",
            ],
            "builtins": ["ecarte_club.core.templatetags.addresses"],
            "libraries": {"i18n": "ecarte_club.core.templatetags.texts"},
        },
    },
]

# Templates load our tags of translation by the name of Django's, which are found beside them.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]

DATABASES = {"default": env.database(ENV, DATA_DIR)}
# Read by ecarte_club.core.replica alone.
if _replica := env.replica(ENV):
    DATABASES["replica"] = _replica
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Sign-in (django-allauth): by e-mail, no self-made accounts; the committee invites.
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_FORMS = {
    "login": "ecarte_club.clubs.sign_in.SignInForm",
    "reset_password": "ecarte_club.clubs.sign_in.PasswordForgottenForm",
    "reset_password_from_key": "ecarte_club.clubs.sign_in.NewPasswordForm",
    "change_password": "ecarte_club.clubs.sign_in.ChangeOfPasswordForm",
    "reauthenticate": "ecarte_club.clubs.sign_in.PasswordAgainForm",
}
MFA_FORMS = {
    "authenticate": "ecarte_club.clubs.sign_in.CodeForm",
    "reauthenticate": "ecarte_club.clubs.sign_in.CodeAgainForm",
    "activate_totp": "ecarte_club.clubs.sign_in.FirstCodeForm",
}
ACCOUNT_ADAPTER = "ecarte_club.clubs.sign_in.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# Addresses change by a link that is sent to them, and not in the library's own list.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Écarté club"
MFA_ADAPTER = "ecarte_club.clubs.sign_in.SecondFactorAdapter"
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"APPS": [SINGLE_SIGN_ON.as_app()] if SINGLE_SIGN_ON else []}
}
SOCIALACCOUNT_ADAPTER = "ecarte_club.clubs.single_sign_on.Adapter"
IDP_OIDC_ADAPTER = "ecarte_club.clubs.openid_provider.Adapter"
IDP_OIDC_PRIVATE_KEY = federation.oidc_key(ENV, DATA_DIR) if OIDC_PROVIDER else ""
# Mails are sent to unknown addresses too, so that neither the answer nor its time tells them apart.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Kept for a day and good once: Django's own tokens end with the next change of the password.
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# Says what stays on the device: see games/matches/views/device.py.
ACCOUNT_LOGOUT_REDIRECT_URL = "signed_out"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# EMAIL_HOST, EMAIL_PORT and their like, by the one EMAIL_URL.
globals().update(env.mail(ENV))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.mail_from(ENV, SITE_URL)

# Scores are entered on bad wifi for hours: a scorer is not to be signed out in mid-evening.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_ENGINE = "ecarte_club.core.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_TRUSTED_ORIGINS = [SITE_URL.rstrip("/")]
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "ecarte_club.clubs.views.common.csrf_failure"

_live = urlsplit(LIVE_URL)
_live_origin = [f"{_live.scheme}://{_live.netloc}"] if _live.netloc else []
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "connect-src": [SELF, *_live_origin],
        # Browsers apply it to where a form's answer leads, too.
        "form-action": [SELF, *([SINGLE_SIGN_ON.origin] if SINGLE_SIGN_ON else [])],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
# A language once chosen stays, beyond the closing of the browser.
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
FORMAT_MODULE_PATH = ["ecarte_club.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone(ENV, "Europe/Paris")

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ecarte_club.core.static_files.Storage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Nobody types 256 kB at a card table.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {
                # Without Redis a limit is not counted for a while; entering scores goes on.
                "IGNORE_EXCEPTIONS": True,
                "SOCKET_CONNECT_TIMEOUT": 0.2,
                "SOCKET_TIMEOUT": 0.5,
            },
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Who sends a task waits for no broker that is away; workers try again by themselves. A line is
# given up once it is dead for five seconds: by the system, as a worker whose own patience ends
# while it confirms a task takes no other.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "max_retries": 0,
    "socket_connect_timeout": 0.5,
    "socket_keepalive": True,
    "socket_keepalive_options": {
        socket.TCP_KEEPIDLE: 5,
        socket.TCP_KEEPINTVL: 1,
        socket.TCP_USER_TIMEOUT: 5000,
    },
}
CELERY_TIMEZONE = "UTC"
# A worker takes from the queues that it names, and from `celery` alone if it names none: all else,
# where nothing takes long.
CELERY_TASK_ROUTES = {
    "ecarte_club.clubs.tasks.*": {"queue": "letters"},
    "games.evenings.tasks.send_result_emails": {"queue": "letters"},
    "games.online.tasks.send_turn_email": {"queue": "letters"},
    "scoring.ledger.tasks.send_statements": {"queue": "letters"},
    "scoring.notifications.tasks.send_notifications": {"queue": "webhooks"},
    "scoring.webhooks.tasks.send_hooks": {"queue": "webhooks"},
    "scoring.ratings.tasks.bring_ratings": {"queue": "ratings"},
    "scoring.*.tasks.recount_*": {"queue": "recounts"},
    "games.online.tasks.act_robots": {"queue": "robots"},
}
# What one that is at work has reserved, no other takes.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Workers log as everything else does.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# Writes and reads a person, a token or (signed out) an address may make in a minute.
API_RATE = env.whole_number(ENV, "API_RATE", 600, least=1)

# Whether people without an account may practise against robots, and learn.
GUESTS_MAY_PRACTISE = env.flag(ENV, "GUESTS_MAY_PRACTISE", default=True)

# Live connections that one address may hold open in each live process: a whole club is often behind
# one address.
LIVE_STREAMS = env.whole_number(ENV, "LIVE_STREAMS", 500, least=1)

# Whether webhooks and notifications may go to private networks and without TLS, as on a machine of
# one's own.
HOOKS_PRIVATE = env.flag(ENV, "HOOKS_PRIVATE")

# Proxies in front that set X-Forwarded-For; one that the browser sends itself is not believed.
TRUSTED_PROXIES = env.whole_number(ENV, "TRUSTED_PROXIES", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

# A cache in front, such as Varnish: seconds that visitors share an answer of it, and where what
# changed is purged.
SHARED_CACHE_SECONDS = env.whole_number(ENV, "SHARED_CACHE_SECONDS", 0, most=60)
SHARED_CACHE_URLS = env.shared_cache_urls(ENV)

REST_FRAMEWORK = {
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ecarte_club.clubs.authentication.TokenAuthentication",
        "games.evenings.authentication.PhoneAuthentication",
        "ecarte_club.clubs.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": ["ecarte_club.core.throttling.MinuteThrottle"],
    "DEFAULT_PARSER_CLASSES": ["ecarte_club.core.parsing.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "ecarte_club.core.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "ecarte_club.core.schema.Operations",
    "DEFAULT_VERSIONING_CLASS": None,
    "EXCEPTION_HANDLER": "ecarte_club.core.problems.answer",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COERCE_DECIMAL_TO_STRING": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Écarté club",
    "VERSION": "1",
    "DESCRIPTION": (BASE_DIR / "ecarte_club" / "api_description.md").read_text(encoding="utf-8"),
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "SeatEnum": "games.matches.api.inputs.SEATS",
        "PracticeSideEnum": "games.practice.api.SIDES",
        "EntryKindEnum": "games.matches.models.Entry.Kind",
        "MatchStatusEnum": "games.matches.api.serializers.matches.STATUSES",
        "StoppedEnum": "games.matches.api.serializers.matches.STOPPED",
        "MarkKindEnum": "games.matches.api.inputs.MARK_KINDS",
        "RoleEnum": "ecarte_club.clubs.permissions.Role.values",
        "OfficeEnum": "ecarte_club.clubs.models.Office.OFFICES",
        "ActEnum": "ecarte_club.clubs.permissions.Act.values",
        "ShownEnum": "ecarte_club.clubs.models.NameVisibility.values",
        "CodeEnum": "games.engine.codes.CODES",
        "OnlineStatusEnum": "games.online.models.OnlineTable.Status",
        "ClockEnum": "games.online.models.Clock",
        "YesOrNoEnum": "ecarte_club.clubs.api.clubs.YES_OR_NO",
        "ContestKindEnum": "scoring.contests.api.inputs.KINDS",
        "InvitationStateEnum": "ecarte_club.clubs.models.InvitationState.values",
        "DeliveryStateEnum": "scoring.webhooks.api.serializers.STATES",
        "ArchiveStateEnum": "scoring.archive.api.STATES",
        "ToldKindEnum": "scoring.webhooks.api.serializers.TOLD_KINDS",
        "TournamentKindEnum": "scoring.tournaments.api.inputs.KINDS",
        "TournamentStateEnum": "scoring.tournaments.api.serializers.STATES",
        "MeetingAwardEnum": "scoring.tournaments.api.inputs.AWARD_NAMES",
        "TreeStateEnum": "scoring.tournaments.api.serializers.TREE_STATES",
        "PoolStateEnum": "scoring.tournaments.api.serializers.POOL_STATES",
        "AwardInAwardEnum": "scoring.leagues.api.serializers.fixtures.AWARD_NAMES",
        "FixtureOutStateEnum": "scoring.leagues.api.serializers.fixtures.STATES",
        "FixtureOutAwardEnum": "scoring.leagues.api.serializers.fixtures.AWARDED",
    },
    "PREPROCESSING_HOOKS": ["ecarte_club.core.schema.only_v1"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "ecarte_club.core.schema.problems_everywhere",
        "ecarte_club.clubs.api.requirements.needs_everywhere",
        "ecarte_club.clubs.api.examples.examples_everywhere",
        "ecarte_club.api_glossary.describe_fields",
    ],
}

# As lines for people, or as one JSON object a line for a program that gathers them.
LOG_FORMAT = env.choice(ENV, "LOG_FORMAT", ("text", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "ecarte_club.core.logs.TextFormatter"},
        "json": {"()": "ecarte_club.core.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "ecarte_club.core.logs.Console", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Without Redis tasks run in place: nobody reads a line for each, or that there is no server.
    "loggers": {
        name: {"level": "INFO" if REDIS_URL else "ERROR"}
        for name in ("celery.app.trace", "kombu.connection")
    }
    # What could not be posted is logged where it is posted from.
    | {"urllib3.connectionpool": {"level": "ERROR"}},
}

# Who has it reads /metrics; without one there is no such page.
METRICS_TOKEN = env.token(ENV, "METRICS_TOKEN")
# Errors go to Sentry, if the package is installed: requirements have it as the extra `sentry`.
env.sentry(ENV)
