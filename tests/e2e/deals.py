"""Known deals that nobody sees: the table's secret is set, and every browser adds the same number;
or bots play games that are the same in every run."""

import hashlib
from collections.abc import Callable

from games.rules import fairness
from tests.e2e.browser import Visitor
from tests.site import Site

KNOWN = 7
FIX_ENTROPY = """(() => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => bytes.length === 16 ? bytes.fill(%d) : real(bytes);
})()"""
SET_SECRET = (
    "from games.rules import fairness; from games.table.models import Table; "
    "secret = bytes.fromhex('{secret}'); "
    "Table.objects.filter(code='{code}').update("
    "secret=secret, commitment=fairness.commitment(secret))"
)


def fix_entropy(visitor: Visitor) -> None:
    """Make this browser add a known number to the deal instead of a random one, whatever the
    seat."""
    visitor.context.add_init_script(FIX_ENTROPY % KNOWN)


def set_secret(site: Site, code: str, secret: bytes) -> None:
    """Set the table's part of the deal, as if it had been drawn."""
    done = site.manage("shell", "-c", SET_SECRET.format(secret=secret.hex(), code=code))
    assert done.returncode == 0, done.stderr


def same_games(site: Site, script: str) -> list[str]:
    """Run a script in the site, with the same random numbers in every run; returns the words of its
    last line."""
    fixed = f"from tests import luck; luck.fix({script!r})\n{script}"
    done = site.manage("shell", "-v0", "-c", fixed)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1].split()


def find_secret(code: str, players: int, fits: Callable[[bytes], bool]) -> bytes:
    """A secret whose game key fits."""
    entropies = [bytes([KNOWN]) * 16] * players
    for number in range(5000):
        secret = hashlib.sha256(b"%d" % number).digest()
        if fits(fairness.key(secret, code, entropies)):
            return secret
    raise AssertionError("no such deal")
