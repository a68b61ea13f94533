"""What do my choices cost?  python3 train.py https://example.org [ultimate] asks `choose` at every
place, or at those of one game."""

import json
import sys
import time
import urllib.request as web
from os import environ
from statistics import fmean, stdev


def choose(place):
    """Your bot: `game` is played, `view` is what the seat knows, `acts` what it can do."""
    return place["acts"][0]["act"]


def call(path, body=None):
    asked = web.Request(f"{sys.argv[1]}/api/v1/train{path}", body and json.dumps(body).encode())
    asked.add_header("Content-Type", "application/json")
    if token := environ.get("WARSITE_TOKEN"):  # more requests a minute
        asked.add_header("Authorization", f"Bearer {token}")
    while True:
        try:
            return json.load(web.urlopen(asked, None, 60))
        except web.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers["Retry-After"]))  # too many requests a minute


costs = {}
for key in call(f"?game={sys.argv[2]}" if sys.argv[2:] else ""):
    place = call(f"/{key}")
    truth = call(f"/{key}/answer", {"act": choose(place)})
    costs.setdefault(place["game"], []).append(100 * truth["cost"])
for game, lost in costs.items():
    half = 1.96 * stdev(lost) / len(lost) ** 0.5
    print(
        f"{game}: {fmean(lost):.2f} points a choice, give or take {half:.2f}, at {len(lost)} places"
    )
