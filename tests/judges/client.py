"""Uses the client that openapi-python-client has made, as its readers would.

Runs in that program's environment: python client.py FOLDER ADDRESS TOKEN"""

import sys

folder, address, token = sys.argv[1:]
sys.path.insert(0, folder)

from client import AuthenticatedClient  # noqa: E402
from client.api.games import get_games  # noqa: E402
from client.api.lab import get_lab_runs_code, post_lab_runs  # noqa: E402
from client.models import RunRequest  # noqa: E402

with AuthenticatedClient(base_url=address, token=token) as client:
    found = get_games.sync(client=client, game="war", limit=3)
    assert 0 < len(found.games) <= 3 and found.games[0].seats[0].name, found
    request = RunRequest(game="ww3", games=100, policies=["general"], seed=7)
    started = post_lab_runs.sync(client=client, body=request)
    assert started.game == "ww3" and started.policies == ["general"] * 3, started
    told = get_lab_runs_code.sync(client=client, code=started.code)
    assert told["code"] == started.code, told
