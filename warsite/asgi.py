"""The entry point of the web process: pages over HTTP, live tables over websockets."""

import gc
import os
import sys
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
# Everything asks the database in threads, moves included; a move must not wait 5 ms for each of the
# others, again and again.
sys.setswitchinterval(0.0002)
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import get_resolver, path, re_path  # noqa: E402

from games.api.sockets import ByToken  # noqa: E402
from games.sockets.routing import websocket_urlpatterns  # noqa: E402
from warsite.cookies import OldCookies  # noqa: E402
from warsite.limits import Limits  # noqa: E402
from warsite.middleware import OwnOrigin  # noqa: E402
from warsite.operations import alive  # noqa: E402

pages = URLRouter([path("health/alive/", cast(Any, alive)), re_path("", cast(Any, http))])
sockets = URLRouter(websocket_urlpatterns)  # type: ignore[arg-type]  # the stubs lack URLPattern
origins = [settings.PUBLIC_URL, *settings.CSRF_TRUSTED_ORIGINS]
own = OwnOrigin(AuthMiddlewareStack(sockets), origins)
doors: dict[str, Any] = {"http": Limits(cast(Any, pages)), "websocket": ByToken(sockets, own)}
if settings.HOST_COOKIES:
    doors = {kind: OldCookies(door) for kind, door in doors.items()}
application = ProtocolTypeRouter(doors)
# A full collection visits every object, which takes 50 to 100 ms without any response.  What is
# loaded now stays for ever, so exclude it.  Connections last too, and a thousand of them take as
# long: look at the oldest objects ten times less often than usual.
_ = get_resolver().url_patterns  # loads all pages
gc.collect()
gc.freeze()
gc.set_threshold(700, 10, 100)
