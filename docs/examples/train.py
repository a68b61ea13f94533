"""What do my choices cost?  python3 train.py https://example.org asks `choose` at every place."""

import json
import sys
import time
import urllib.request as web
from os import environ
from statistics import fmean, stdev


def choose(place):
    """Your bot: `view` is what the seat knows, `acts` what it can do."""
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


costs = []
for key in call("?game=ww3"):
    act = choose(call(f"/{key}"))
    costs.append(100 * call(f"/{key}/answer", {"act": act})["cost"])
half = 1.96 * stdev(costs) / len(costs) ** 0.5
print(f"{fmean(costs):.2f} points a choice, give or take {half:.2f}, at {len(costs)} places")
