"""Pages of replays and their recordings."""

import json


def page(client, game, query=""):
    answer = client.get(f"/g/{game.code}/{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())  # like a browser reads it


def recording_of(client, game, eyes="all"):
    answer = client.get(f"/g/{game.code}/frames.json", {"view": eyes})
    return json.loads(answer.content)
