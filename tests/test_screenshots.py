"""The index of `make screenshots`."""

from tests.e2e.screenshots import set_aside, write_index


def test_pictures_of_the_run_before_lie_beside_those_of_this_one(tmp_path):
    out = tmp_path / "screenshots"
    for pictures in ({"home.png": b"1", "gone.png": b"1"}, {"home.png": b"2", "new.png": b"2"}):
        set_aside(out)
        for name, content in pictures.items():
            (out / name).write_bytes(content)
    text = write_index(out).read_text()
    assert '<img loading="lazy" src="before/home.png" alt="before">' in text
    assert '<img loading="lazy" src="home.png" alt="after">' in text
    assert "gone.png" not in text and text.count("no picture before") == 1
    assert (out / "before" / "home.png").read_bytes() == b"1"
