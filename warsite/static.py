"""Static files under hashed names, including the imports between script modules."""

import re
from collections.abc import Iterator
from typing import Any
from wsgiref.headers import Headers

import brotli  # type: ignore[import-untyped]
from django.core.files.base import ContentFile
from servestatic.compress import Compressor
from servestatic.storage import CompressedManifestStaticFilesStorage

SCRIPTS = "games/js/"
COMMENTS = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.M)  # whole lines


class QuickCompressor(Compressor):  # type: ignore[misc]
    """A compressor with slightly lower quality: the best one takes twenty times as long to save a
    few more percent."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        packed: bytes = brotli.compress(data, quality=9)
        return packed


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage with one URL per content, so that a module is never loaded twice, and never stale.

    It rewrites only the site's own modules, because those of packages may import names that are not
    files.  The site's modules are sent without comments, which are a quarter of their bytes."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # a chain of imports is hashed from its end, a module a pass
    _js_module_import_aggregation_patterns = (
        f"{SCRIPTS}*.js",  # * matches folders, too
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def post_process(
        self, paths: dict[str, Any], *, dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        if not dry_run:
            for name in paths:
                if name.startswith(SCRIPTS):
                    self.take_comments_out(name)
                    paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def take_comments_out(self, name: str) -> None:
        """Replace the copy of this script by one without comments.  The copy may be a link to the
        script itself."""
        with self.open(name) as copy:
            text = COMMENTS.sub("", copy.read().decode())
        self.delete(name)
        self.save(name, ContentFile(text))

    def create_compressor(self, **options: Any) -> Compressor:
        return QuickCompressor(**options)


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Add to files those headers of the security middleware for pages that files need, too."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
