"""The Atom feed of the lab's gallery: an entry for each question, the last one first."""

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.lab.runs.gallery import GALLERY, Question
from games.pages.feeds import OfSite, served
from warsite.addresses import address_for_others


class Entry(NamedTuple):
    """A question and its whole address."""

    question: Question
    address: str


if TYPE_CHECKING:
    Entries = Feed[Entry, HttpRequest]
else:  # the real class takes no types
    Entries = Feed


class Questions(OfSite, Entries):
    """The questions of the gallery."""

    def title(self) -> str:
        return _("Questions about War, answered at warsite")

    def link(self, request: HttpRequest) -> str:
        return address_for_others(request, reverse("lab"))

    def items(self, request: HttpRequest) -> list[Entry]:
        newest = sorted(GALLERY.values(), key=lambda question: question.added, reverse=True)
        return [Entry(question, self.address(request, question)) for question in newest]

    def address(self, request: HttpRequest, question: Question) -> str:
        return address_for_others(request, reverse("lab_question", args=[question.key]))

    def item_title(self, item: Entry) -> str:
        return str(item.question.text)

    def item_description(self, item: Entry) -> str:
        return str(item.question.line)

    def item_link(self, item: Entry) -> str:
        return item.address

    def item_updateddate(self, item: Entry) -> datetime:
        return datetime.combine(item.question.added, time(), UTC)


feed = served(Questions())
