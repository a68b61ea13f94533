"""Signed-in browsers, and what a page says."""

import re

from django.test import Client
from django.urls import reverse


def address(tournament, page="tournament", *args):
    return reverse(page, args=[tournament.code, *args])


def text(answer):
    """The text of the page, without markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


def log_in(client, name="Alice", password="correct horse", **more):
    return client.post("/account/login/", {"login": name, "password": password, **more})


def words(answer):
    return answer.content.decode()


def entered(form):
    """The form as a browser would send it, with its defaults."""
    return {
        field.html_name: field.value() for field in form if field.value() not in (None, "", False)
    }


def order(client, tournament, name, **values):
    """Press a button of the console."""
    return client.post(address(tournament, "tournament_console_act"), {"do": name} | values)


PASSWORD = "correct horse 7"
SIGN_UP = {"username": "Dora", "email": "", "password1": PASSWORD, "password2": PASSWORD}
