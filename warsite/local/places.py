"""The folders for data and caches: in a checkout they are beside the packages, in an installation
in the home of its user."""

import os
from importlib.metadata import PackageNotFoundError, distribution, distributions
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

ROOT = Path(__file__).resolve().parents[2]  # the folder of the packages `warsite` and `games`
IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()
# What a wheel has in the package (see `force-include` in pyproject.toml).
INSTALLED = ROOT / "warsite" / "installed"
MANAGE = "manage.py" if IS_CHECKOUT else "warsite manage"  # as somebody types it
TEMPLATES = ROOT / "templates" if IS_CHECKOUT else INSTALLED / "templates"
VERIFIER = ROOT / "docs" / "verify.py" if IS_CHECKOUT else INSTALLED / "verify.py"


def home() -> Path:
    """The data folder of this installation."""
    if given := os.environ.get("WARSITE_HOME"):
        return Path(given)
    return ROOT / "var" if IS_CHECKOUT else user_data_path("warsite", appauthor=False)


def compiled() -> Path:
    """The folder for compiled rules, which can be deleted at any time."""
    if IS_CHECKOUT:
        return ROOT / ".numba_cache"
    return user_cache_path("warsite", appauthor=False) / "compiled"


def packages_mark() -> str:
    """A text that changes with the versions of this package and of those it uses."""
    if IS_CHECKOUT:
        about = (ROOT / "requirements" / "production.lock").stat()
        return f"{about.st_mtime_ns} {about.st_size}"
    versions = sorted(f"{one.metadata['Name']} {one.version}" for one in distributions())
    return "\n".join([*versions, own_record()])


def own_record() -> str:
    """The hashes of all files of the installed package; "" if it is not installed."""
    try:
        return distribution("warsite").read_text("RECORD") or ""
    except PackageNotFoundError:
        return ""
