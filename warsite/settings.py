"""Settings: one file, values from the environment (see docs/operations.md)."""

from ipaddress import ip_network
from pathlib import Path

import environ
from csp.constants import NONE, SELF

from games.lab.runs import cache
from warsite import home, services, static
from warsite.local import places, processes
from warsite.logs import LOGGING as LOGGING
from warsite.services import BUSY_S, at_database, broker, keep_trying, link_options, pool_size

env = environ.Env()
BASE_DIR, HOME = places.ROOT, home.HOME

SECRET_KEY = env("SECRET_KEY", default="") or home.secret_key()
DEBUG = env.bool("DEBUG", default=False)
PUBLIC_URL = env("PUBLIC_URL", default="http://127.0.0.1:8000")
OWN_URLS = env.list("OWN_URLS", default=[PUBLIC_URL])  # under which this site can be opened
SECURE = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# By these names Prometheus reads each process.
ALLOWED_HOSTS += services.host_names(env.str("WEB_SERVERS", ""), env.str("PROGRAM_SERVERS", ""))
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[PUBLIC_URL])
ADMINS = [("operator", address) for address in env.list("ADMINS", default=[])]
# Shown on the pages of terms and privacy, to everybody.
CONTACT_EMAIL = env("CONTACT_EMAIL", default="")
SHOW_GAME = env.bool("SHOW_GAME", default=True)  # one game of bots always runs, to be watched
WORKER = env.bool("WORKER", default=True)  # browsers keep the rules for when they are offline
SHOW_TOURNAMENTS = env.bool("SHOW_TOURNAMENTS", default=False)  # an arena of bots, a newcomers' cup

INSTALLED_APPS = [
    "games.apps.GamesConfig",
    "games.apps.OperatorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "servestatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "corsheaders",
    "csp",
    "django_celery_beat",
    "django_prometheus",
    "django_structlog",
]

MIDDLEWARE = [
    "servestatic.middleware.ServeStaticMiddleware",  # files need none of the others
    # From here on all are synchronous: each change costs a change of threads.
    "warsite.middleware.release_connections",
    "warsite.middleware.head_as_get",
    "warsite.middleware.without_cookies",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "warsite.middleware.keep_resources",
    "corsheaders.middleware.CorsMiddleware",
    "warsite.middleware.WholeAnswers",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.pages.account.sign_in.GuestMiddleware",
    "games.pages.account.preferences.prefer_language",
    "warsite.middleware.LoggedRequests",
    "games.api.middleware.api_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
    "games.pages.about.errors.RefusalMiddleware",
]

ROOT_URLCONF = "warsite.urls"
ASGI_APPLICATION = "warsite.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.account.header.header",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LANGUAGE_COOKIE_NAME = "lang"
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = "warsite.formats"
TIME_ZONE = "UTC"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # any body (limits.py); the largest form has a few kB

# Database ------------------------------------------------------------------------------------

POOL = {
    "min_size": 1,
    "max_size": pool_size(env.int("DATABASE_POOL", default=16)),
    "timeout": BUSY_S,
    # The pool gives up after a failed attempt or two, and whoever waits then would wait in vain.
    "reconnect_timeout": 0.5,
    "reconnect_failed": keep_trying,
}
LOCK_MS = 2000  # whoever waits longer for a row gives up, and tries again later
# The other end may vanish without a word, and leave its locks to nobody: after so long both ends
# notice (of a program that only hangs, the transaction ends).
GONE_MS = 10_000
IDLE_MS = 60_000
SESSION = {
    "lock_timeout": LOCK_MS,
    "idle_in_transaction_session_timeout": IDLE_MS,
    "tcp_user_timeout": GONE_MS,
    "tcp_keepalives_idle": 4,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
}
WATCHFUL = {
    "connect_timeout": 5,
    "tcp_user_timeout": GONE_MS,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{HOME / 'warsite.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    home.make_private(Path(DATABASES["default"]["NAME"]))
    # Immediate transactions: otherwise a read followed by a write fails with "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
        "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364;",
    }
    # A file, because live tables write from several threads.
    DATABASES["default"]["TEST"] = {
        "NAME": env("TEST_DATABASE", default=str(HOME / "test.sqlite3"))
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # pooled ones may be older than the server
    DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | {
        "pool": POOL,
        "options": " ".join(f"-c {name}={value}" for name, value in SESSION.items()),
        **WATCHFUL,
    }

# Valkey or Redis -----------------------------------------------------------------------------

REDIS_URL = env("REDIS_URL", default="") or home.stored_value("redis_url")
COPIES_URL = env("COPIES_URL", default="") or REDIS_URL  # a server that may forget anything
KEY_PREFIX = env("KEY_PREFIX", default="warsite")
# A hanging server is a dead one; connections that were idle are tried before they are used.
PATIENCE = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0, "health_check_interval": 10}
if REDIS_URL:
    CACHES = {
        name: {
            "BACKEND": backend,
            "LOCATION": at_database(url, 1),
            "KEY_PREFIX": KEY_PREFIX,
            "VERSION": 2,  # version of how values are stored
            "OPTIONS": PATIENCE,
        }
        for name, backend, url in (
            ("default", "warsite.cache.Cache", REDIS_URL),
            ("copies", "warsite.cache.Copies", COPIES_URL),
        )
    }
    CHANNEL_LAYERS = {
        "default": {
            # `channels_redis.core` would need another `socket_timeout` (docs/decisions/live.md).
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {"address": at_database(REDIS_URL, 2)}
                    | PATIENCE
                    | link_options(REDIS_URL, GONE_MS)
                ],
                "prefix": KEY_PREFIX,
            },
        }
    }
    CELERY_BROKER_URL = broker(REDIS_URL)
else:  # enough for one-off commands; every running shape names a server
    CACHES = {
        name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
        for name in ("default", "copies")
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CELERY_BROKER_URL = "memory://"

# What each process keeps: by `{% cache %}` rows that cannot change, and parts that differ only by
# language and look; the public lists of the home page.  At most 10 MB.
CACHES["template_fragments"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "template_fragments",
    "OPTIONS": {"MAX_ENTRIES": 3000},
}
# The same for standings, of up to a hundred rows each: at most 10 MB.
CACHES["standings"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "standings",
    "OPTIONS": {"MAX_ENTRIES": 50},
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{KEY_PREFIX}:",
    "socket_timeout": 5.0,  # a worker waits for a second at a time
    "socket_connect_timeout": PATIENCE["socket_connect_timeout"],
    "socket_keepalive": True,
    "health_check_interval": PATIENCE["health_check_interval"],
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_IMPORTS = ["games.tasks"]
CELERY_TASK_DEFAULT_QUEUE = "live"
CELERY_TASK_ROUTES = {
    f"games.tasks.{task}": {"queue": "sims"}
    for task in ("play_chunk", "play_part", "play_forecast")
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
BEAT_IN_WORKER = env.bool("BEAT_IN_WORKER", default=False)  # the live worker sends periodic tasks
CELERY_BEAT_SYNC_EVERY = 1  # task; `manage.py healthy beat` looks at what is written then
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.tasks.{task}", "schedule": every, "options": {"expire_seconds": every}}
    for name, task, every in (
        ("show", "show", 10),
        ("rate", "rate", 60),
        ("announce", "announce", 60),
        ("mail", "send_mails", 60),
        ("tidy", "tidy", 3600),
        ("archive", "archive", 600),
        ("backup", "back_up", 3600),
        ("chances", "compute_chances", 10),
        ("requeue", "requeue_stuck_runs", 20),
    )
}

# The lab -------------------------------------------------------------------------------------

LAB_WANTED = HOME / processes.LAB_WANTED
cache.use_folder()

# Static files --------------------------------------------------------------------------------

STATIC_URL = "/static/"
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True  # half as many to compress
SERVESTATIC_ADD_HEADERS_FUNCTION = static.add_headers
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(HOME / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "warsite.static.HashedFiles"
    },
}

# People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = [
    "games.pages.account.backend.PasswordBackend",  # the others only keep sessions and permissions
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "games.accounts.hashers.BoundedArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "games.pages.account.adapter.Adapter"
ACCOUNT_FORMS = {
    key: f"games.pages.account.forms.{form}Form"
    for key, form in {
        "login": "Login",
        "signup": "Signup",
        "add_email": "AddEmail",
        "change_password": "ChangePassword",
        "set_password": "SetPassword",
        "reset_password": "ResetPassword",
        "reset_password_from_key": "ResetPasswordKey",
        "reauthenticate": "Reauthenticate",
    }.items()
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # nobody learns whether an address has an account
ACCOUNT_EMAIL_NOTIFICATIONS = True  # about a new password, address or second factor
ACCOUNT_EMAIL_SUBJECT_PREFIX = "warsite: "
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before the email changes
ACCOUNT_RATE_LIMITS = {"signup": "100/m/ip"}  # a class does so together
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
USERSESSIONS_TRACK_ACTIVITY = False
if env("EMAIL_URL", default=""):
    vars().update(env.email("EMAIL_URL"))
else:
    EMAIL_BACKEND, EMAIL_FILE_PATH = "games.notices.mail.PrivateFiles", HOME.resolve() / "mail"
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="warsite <noreply@localhost>")

# Safety --------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Scripts of any page may use the API, with a token or for what is public; cookies never work there.
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = ["authorization", "content-type", "idempotency-key"]
CORS_EXPOSE_HEADERS = [
    *("RateLimit", "RateLimit-Policy", "Retry-After", "Link", "ETag", "Idempotent-Replay"),
]
CORS_PREFLIGHT_MAX_AGE = 600

PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in ("camera", "geolocation", "microphone", "payment", "usb", "display-capture")
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# With this prefix no other host of the domain can set them, and no page without HTTPS.
HOST_COOKIES = "__Host-" if SECURE else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{HOST_COOKIES}sessionid", f"{HOST_COOKIES}csrftoken"
MESSAGE_STORAGE = "warsite.cookies.Messages"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_ENGINE = "django.contrib.sessions.backends.db"
CSRF_FAILURE_VIEW = "games.pages.about.errors.csrf_failure"
if SECURE:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
    SILENCED_SYSTEM_CHECKS = ["security.W021"]  # preloading cannot be taken back: never by default
LIMITS = env.bool("LIMITS", default=True)  # by person, by network and for the whole site
# Networks for which the limits by network are so many times as high.
NETWORK_LIMITS = {
    ip_network(network): int(times)
    for network, times in env.dict("NETWORK_LIMITS", default={}).items()
}
METRICS_TOKEN = env("METRICS_TOKEN", default="")
BACKUP_FOLDER, BACKUPS_KEPT = env("BACKUP_FOLDER", default=""), env.int("BACKUPS_KEPT", default=7)
