"""The language of a page: chosen by cookie or browser, and said in the answer."""

import pytest

pytestmark = pytest.mark.django_db


def test_an_answer_says_its_language_and_what_it_depends_on(client):
    answer = client.get("/", headers={"Accept-Language": "de, en;q=0.5"})
    assert answer["Content-Language"] == "en"
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    assert b'<html lang="en">' in answer.content


def test_a_script_is_right_to_left_where_its_language_is(client, settings):
    settings.LANGUAGES = [("en", "English"), ("ar", "العربية")]
    client.cookies["lang"] = "ar"
    answer = client.get("/rules/")
    assert answer["Content-Language"] == "ar"
    assert b'<html lang="ar" dir="rtl">' in answer.content
