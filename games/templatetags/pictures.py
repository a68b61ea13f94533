"""Addresses of the pictures that links to a page are shown with."""

from django import template
from django.urls import reverse

from games.table.models import Status, Table

register = template.Library()


@register.simple_tag
def picture_of(table: Table, at: str = "") -> str:
    """The picture of a table that waits, of the ending of a game, or of a place in it; "" if it is
    not for everybody, or its cards are not."""
    if table.private or not table.is_for_everybody:
        return ""
    if table.status == Status.OPEN:
        return reverse("table_picture", args=[table.code])
    if table.status != Status.FINISHED:
        return ""
    if at:
        return reverse("place_picture", args=[table.code, at])
    return reverse("game_picture", args=[table.code])
