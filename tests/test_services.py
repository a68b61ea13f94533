import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured

from tests.conftest import forget_keys
from warsite.services import at_database, broker, pool_size


@pytest.mark.services
def test_the_cache_is_a_real_server():
    cache.set("a", 1)
    assert cache.get("a") == 1


def test_a_url_names_each_database():
    assert at_database("redis://h:6379", 2) == "redis://h:6379/2"
    assert at_database("unix:///tmp/x.sock", 1) == "unix:///tmp/x.sock?db=1"
    assert broker("unix:///tmp/x.sock") == "redis+socket:///tmp/x.sock?virtual_host=0"
    assert broker("redis://h:6379/5") == "redis://h:6379/5"
    assert at_database("redis://:pass@h:6379/5", 2) == "redis://:pass@h:6379/7"
    assert at_database("unix:///tmp/x.sock?db=5", 1) == "unix:///tmp/x.sock?db=6"
    with pytest.raises(ImproperlyConfigured, match="no number"):
        at_database("redis://h:6379/five", 1)


def test_a_pool_that_sockets_would_use_up_is_refused():
    assert pool_size(8) == 8
    with pytest.raises(ImproperlyConfigured, match="at least 8"):
        pool_size(7)


@pytest.mark.services
def test_only_keys_of_this_process_are_forgotten():
    with redis.Redis.from_url(at_database(settings.REDIS_URL, 1)) as server:
        server.set("somebody-else", 1, ex=60)
        cache.set("ours", 1)
        forget_keys(1)
        assert server.get("somebody-else") == b"1"
        server.delete("somebody-else")
    assert cache.get("ours") is None
