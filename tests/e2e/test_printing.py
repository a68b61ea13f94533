"""Paper is white, whatever the screen is."""

import pytest

pytestmark = pytest.mark.outer
DARKNESS = """() => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = getComputedStyle(document.body).color;
  canvas.fillRect(0, 0, 1, 1);
  return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""


@pytest.mark.parametrize("theme", ["system", "chosen"])
def test_pages_print_dark_on_white(visit, theme):
    visitor = visit(dark=theme == "system")
    page = visitor.open("/")
    if theme == "chosen":
        visitor.context.add_cookies([{"name": "theme", "value": "dark", "url": page.url}])
    for address in ("/", "/rules/war/", "/history/"):
        page.goto(address)
        assert page.evaluate(DARKNESS) > 200
        page.emulate_media(media="print")
        assert page.evaluate(DARKNESS) < 60
        page.emulate_media(media="screen")
