"""The entry point of the web process: pages over HTTP, live tables over websockets."""

import gc
import os
import sys
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
# Moves are written in threads; the loop that serves sockets must not wait 5 ms for each of them.
sys.setswitchinterval(0.001)
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import OriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from games.live.routing import websocket_urlpatterns  # noqa: E402
from warsite.limits import BodyLimit  # noqa: E402

sockets = URLRouter(websocket_urlpatterns)  # type: ignore[arg-type]  # the stubs lack URLPattern
# Other sites must not use our cookie; "*" would let them.
origins = [settings.PUBLIC_URL, *settings.CSRF_TRUSTED_ORIGINS]
origins += [host for host in settings.ALLOWED_HOSTS if host != "*"]
application = ProtocolTypeRouter(
    {
        "http": BodyLimit(cast(Any, http)),
        "websocket": OriginValidator(AuthMiddlewareStack(sockets), origins),
    }
)
# A full collection visits every object, which takes 50 to 100 ms without any response.  What is
# loaded now stays for ever, so exclude it.
_ = get_resolver().url_patterns  # loads all pages
gc.collect()
gc.freeze()
