"""Emblems: map signs beside players' names, drawn in the sprite sheet of the cards as `e-<emblem>`.
Every emblem is available to everybody."""

from zlib import crc32

from django.db import models
from django.utils.translation import gettext_lazy as _


class Emblem(models.TextChoices):
    PEAK = "peak", _("Peak")
    HILLS = "hills", _("Hills")
    RIVER = "river", _("River")
    LAKE = "lake", _("Lake")
    ISLAND = "island", _("Island")
    BRIDGE = "bridge", _("Bridge")
    TOWER = "tower", _("Tower")
    MILL = "mill", _("Mill")
    LIGHT = "light", _("Lighthouse")
    BOAT = "boat", _("Boat")
    ANCHOR = "anchor", _("Anchor")
    WAVE = "wave", _("Wave")
    SUN = "sun", _("Sun")
    MOON = "moon", _("Moon")
    STAR = "star", _("Star")
    CLOUD = "cloud", _("Cloud")
    WIND = "wind", _("Wind")
    SNOW = "snow", _("Snow")
    PINE = "pine", _("Pine")
    OAK = "oak", _("Oak")
    LEAF = "leaf", _("Leaf")
    SHELL = "shell", _("Shell")
    KEY = "key", _("Key")
    WHEEL = "wheel", _("Wheel")


def of_bot(level: str, number: int) -> str:
    """The emblem of a bot of the site.  The bots of one level have different emblems."""
    emblems = Emblem.values
    return emblems[(crc32(level.encode()) + number) % len(emblems)]
