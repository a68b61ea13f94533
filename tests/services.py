"""Loaded before Django (see pyproject.toml): gives each test process its own services.

DATABASE_URL and REDIS_URL, when set, are used instead; keys then carry a prefix of this process.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from warsite.local import valkey

folder = Path(tempfile.mkdtemp(prefix="ws"))
(folder / "static").mkdir()  # the middleware for static files warns when it is missing
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.development.settings"
os.environ["WARSITE_HOME"] = str(folder)
os.environ["SECRET_KEY"] = "tests only"
os.environ["DEBUG"] = "0"
os.environ["LIMITS"] = "0"  # all tests come from one network
os.environ["KEY_PREFIX"] = f"test{os.getpid()}"
os.environ["TEST_DATABASE"] = str(folder / "test.sqlite3")
if not os.environ.get("REDIS_URL") or os.environ.get("REDIS_URL_OF_TESTS"):
    server, url = valkey.start(folder)
    atexit.register(server.wait)
    atexit.register(server.terminate)
    os.environ["REDIS_URL"] = os.environ["REDIS_URL_OF_TESTS"] = url
