"""Settings and services of a site in production."""

import yaml

from warsite.local import processes

ROOT = processes.ROOT
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]


PRODUCTION = {
    "SECRET_KEY": "kS8-long-and-drawn-by-chance-0123456789-abcdefghijklmnopqrstuvwxyz",
    "PUBLIC_URL": "https://war.example.org",
    "ALLOWED_HOSTS": "war.example.org,127.0.0.1",
    "TRUSTED_PROXIES": "1",
}
