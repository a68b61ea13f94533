"""Sitemaps, read as search engines do."""

from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

from django.test import Client

PLACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


def locations(client: Client, path: str) -> list[str]:
    """The addresses in a sitemap, or in an index of sitemaps."""
    return [place.text for place in ElementTree.fromstring(client.get(path).content).iter(PLACE)]


def found(client: Client) -> list[str]:
    """The paths of all pages in the sitemaps that robots are told of; they may open each."""
    robots = RobotFileParser()
    robots.parse(client.get("/robots.txt").content.decode().splitlines())
    (named,) = robots.site_maps()
    pages = [page for part in locations(client, named) for page in locations(client, part)]
    assert all(robots.can_fetch("*", page) for page in pages)
    assert {urlsplit(page).netloc for page in pages} == {"testserver"}
    return [urlsplit(page).path for page in pages]
