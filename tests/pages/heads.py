"""The heads of pages."""

import json
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.conf import settings


class Head(HTMLParser):
    """The head of a page, read by a parser that knows nothing of its templates."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title, self.within = "", ""
        self.metas: dict[str, list[str]] = {}
        self.links: dict[str, list[str]] = {}
        self.structured: list[dict] = []  # what it says as JSON-LD
        self.feed(page.split("</head>")[0])

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.within = known.get("type") if tag == "script" else tag
        if tag == "meta":
            name = known.get("property") or known.get("name") or ""
            self.metas.setdefault(name, []).append(known.get("content", ""))
        if tag == "link":
            self.links.setdefault(known["rel"], []).append(known["href"])

    def handle_data(self, data):
        if self.within == "title":
            self.title += data
        if self.within == "application/ld+json":
            self.structured.append(json.loads(data))

    def handle_endtag(self, tag):
        self.within = ""

    def only(self, name: str) -> str:
        (content,) = self.metas[name]
        return content


def verified(page: str, path: str) -> Head:
    """The head of a public page, with everything that it needs: one of each, whole and not too
    long."""
    head = Head(page)
    title, description = head.only("og:title"), head.only("description")
    assert head.title.startswith(title) and "warsite" in head.title, path
    assert 0 < len(title) < 120 and "\n" not in title, path
    assert 10 < len(description) < 320 and "  " not in description, (path, description)
    assert head.only("og:description") == description
    assert "{" not in description and "%(" not in description
    picture = urlsplit(head.only("og:image"))
    assert picture.scheme and picture.netloc and picture.path.endswith(".png")
    is_plain = picture.path.startswith(settings.STATIC_URL)
    assert ("map" in head.only("og:image:alt")) == is_plain and head.only("og:image:alt")
    assert urlsplit(head.only("og:url")).path == path.partition("?")[0]
    assert head.only("twitter:card") == "summary_large_image"
    for said in head.structured:
        assert said["@context"] == "https://schema.org" and "robots" not in head.metas
        if said["@type"] == "BreadcrumbList":
            above, here = said["itemListElement"]
            assert (above["position"], here["position"]) == (1, 2)
            assert urlsplit(here["item"]).path == path and path.startswith(
                urlsplit(above["item"]).path
            )
            assert here["name"] == title
    return head
