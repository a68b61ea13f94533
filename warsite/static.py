"""Static files under hashed names, including the imports between script modules."""

from typing import Any
from wsgiref.headers import Headers

import brotli  # type: ignore[import-untyped]
from servestatic.compress import Compressor
from servestatic.storage import CompressedManifestStaticFilesStorage


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Compresses a little less: the best quality takes twenty times as long to save a few more
    percent."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        packed: bytes = brotli.compress(data, quality=9)
        return packed


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """One URL per content: a module is never loaded twice, and never stale.

    Only our own modules, because those of packages may import names that are not files."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # a chain of imports is hashed from its end, a module a pass
    _js_module_import_aggregation_patterns = (
        "games/js/*.js",  # * matches folders, too
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def create_compressor(self, **options: Any) -> Compressor:
        return QuickCompressor(**options)


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Add the headers that the security middleware adds to pages, as far as files need them."""
    headers["X-Content-Type-Options"] = "nosniff"
