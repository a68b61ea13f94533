"""What a public forge reads: its check, and the pages for those who take part."""

import re

import yaml

from tests.each import each
from tests.production import ROOT, SERVICES

RUN = (ROOT / ".ci" / "run").read_text()
CHECK = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text())["jobs"]["check"]
PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
PAGES += [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))]


def test_the_forge_runs_every_step_of_the_check_before_a_landing():
    (usual,) = re.findall(r"\|\| set -- (.*)$", RUN, re.M)
    assert CHECK["strategy"]["matrix"]["step"] == usual.split()
    assert CHECK["steps"][-1]["run"] == ".ci/run ${{ matrix.step }}"


def test_it_brings_the_services_of_compose():
    for name in ("postgres", "valkey"):
        service = CHECK["services"][name]
        assert service["image"] == SERVICES[name]["image"]
        (port,) = service["ports"]
        assert f"127.0.0.1:{port.split(':')[0]}" in RUN


def anchors(text: str) -> set[str]:
    """The anchors that a forge makes of headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each(PAGES)
def test_links_of_the_documents_lead_somewhere(page):
    file = ROOT / page
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", file.read_text()):
        path, _, anchor = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text()), link
