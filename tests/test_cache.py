"""The cache is accessed through one client; making one costs more than an access."""

from contextvars import Context

import pytest
from django.core.cache import cache


@pytest.mark.services
def test_every_question_goes_through_the_same_client():
    backend = cache._cache
    assert backend.get_client("one") is backend.get_client("two", write=True)
    of_requests = [Context().run(lambda: cache._cache) for _request in range(2)]
    assert of_requests[0] is not of_requests[1]
    assert {one.get_client() for one in of_requests} == {backend.get_client()}
    cache.set("asked", {"by": "a test"}, 10)
    assert cache.get("asked") == {"by": "a test"}
    assert cache.get("unheard-of") is None


@pytest.mark.services
def test_nothing_in_the_cache_is_pickled():
    cache.set("bytes", b"\x00\xff", 10)
    cache.set("number", 7, 10)
    assert (cache.get("bytes"), cache.incr("number")) == (b"\x00\xff", 8)
    with pytest.raises(TypeError):
        cache.set("code", print, 10)


@pytest.mark.services
def test_what_others_keep_in_the_same_database_stays(settings):
    cache.set("mine", 1, 10)
    theirs = cache._cache.get_client()
    theirs.set(f"{settings.KEY_PREFIX}_of_another:mine", 1, 10)
    cache.clear()
    assert cache.get("mine") is None
    assert theirs.delete(f"{settings.KEY_PREFIX}_of_another:mine") == 1
