# syntax=docker/dockerfile:1
# One image for every service; docker-compose.yml gives each its command.
FROM python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS build
WORKDIR /srv/warsite
# "observed": with what sends errors and traces elsewhere (docs/monitoring.md)
ARG LOCK=production
COPY requirements/production.lock requirements/observed.lock requirements/
RUN python -m venv /srv/venv \
    && /srv/venv/bin/pip install --no-cache-dir --require-hashes -r requirements/$LOCK.lock
COPY manage.py pyproject.toml ./
COPY warsite warsite
COPY games games
COPY templates templates
COPY docs/verify.py docs/verify.py
RUN /srv/venv/bin/python -m compileall -q warsite games \
    && SECRET_KEY=build WARSITE_HOME=/tmp/home STATIC_ROOT=/srv/static /srv/venv/bin/python manage.py collectstatic --noinput -v0
RUN SECRET_KEY=build WARSITE_HOME=/tmp/home NUMBA_CACHE_DIR=/srv/numba /srv/venv/bin/python manage.py warm

FROM python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
RUN useradd --uid 10001 --create-home --home-dir /srv/home warsite \
    && install --directory --owner=warsite --mode=0700 /srv/backups
# pg_dump for the daily backup: it must not be older than the server of docker-compose.yml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
    && apt-get install --yes --no-install-recommends postgresql-client-18 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /srv/venv /srv/venv
COPY --from=build /srv/static /srv/static
COPY --from=build /srv/warsite /srv/warsite
COPY --from=build --chown=warsite /srv/numba /srv/numba
WORKDIR /srv/warsite
ENV PATH=/srv/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    WARSITE_HOME=/srv/home \
    STATIC_ROOT=/srv/static \
    NUMBA_CACHE_DIR=/srv/numba
USER warsite
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health/', timeout=5)"]
CMD ["python", "-m", "warsite.web", "--host", "0.0.0.0", "--port", "8000"]
