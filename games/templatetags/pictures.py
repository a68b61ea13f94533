"""Addresses of the pictures that are shown with links to a page."""

from django import template
from django.urls import reverse

from games.table.models import Status, Table

register = template.Library()


@register.simple_tag
def picture_of(table: Table, at: str = "") -> str:
    """The picture of an open table, of the ending of a game, or of a place in it; "" if the table
    or its cards are not public."""
    if table.private or not table.is_for_everybody:
        return ""
    if table.status == Status.OPEN:
        return reverse("table_picture", args=[table.code])
    if table.status != Status.FINISHED:
        return ""
    if at:
        return reverse("place_picture", args=[table.code, at])
    return reverse("game_picture", args=[table.code])
