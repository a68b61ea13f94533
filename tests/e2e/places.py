"""Every page of the site, with a URL that shows something."""

from playwright.sync_api import Page

from tests.e2e.browser import Visitor

PASSWORD = "Seven-of-Clubs-52"


def sign_up(visitor: Visitor, name: str) -> None:
    """Make an account; tests share a site, so each has names of its own."""
    page = visitor.open("/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("form button[type=submit]:has-text('Sign up')")
    page.wait_for_url(lambda url: "/account/signup" not in url)


def choose(page: Page, name: str, value: str) -> None:
    """Set one option; the server returns the form before the next."""
    field = page.locator(f"[name={name}]")
    with page.expect_response("**/new/"):
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
    page.locator("[data-fragment]:not([aria-busy])").wait_for()


def open_table(visitor: Visitor, **chosen: str) -> str:
    """Open a table with the form; returns its code."""
    page = visitor.open("/new/")
    page.locator("details[data-more] summary").click()
    for name, value in chosen.items():
        choose(page, name, value)
    page.click("button[value=open]")
    page.wait_for_url("**/t/*/")
    return page.url.rstrip("/").rsplit("/", 1)[1]


def first_address(visitor: Visitor, path: str, start: str) -> str:
    """The first link of a page that starts with `start`."""
    link = visitor.open(path).locator(f"main a[href^='{start}']").first
    return link.get_attribute("href") or ""


def begin(visitor: Visitor, game: str) -> str:
    """Start a table of this game against bots, from the home page; returns its URL."""
    page = visitor.open("/")
    page.locator(f"form:has([name=game][value={game}]) button[value=bot]").click()
    page.wait_for_url("**/t/*/")
    return page.url


def counted(visitor: Visitor, game: str, games: int, **chosen: str) -> str:
    """The URL of a finished lab run."""
    query = "".join(f"&{name}={value}" for name, value in chosen.items())
    page = visitor.open(f"/lab/?game={game}{query}")
    page.fill("[name=games]", str(games))
    page.click("button:has-text('Run')")
    page.wait_for_url("**/lab/*/")
    page.locator("[data-run=done]").wait_for(timeout=400_000)
    return page.url


def save_rules(visitor: Visitor) -> str:
    """Save house rules under a name, which the lab begins to measure; returns their URL."""
    page = visitor.open("/rules/set/new/?game=war&auto=2&slap=5")
    page.get_by_label("Name").fill("Grandma’s War")
    page.click("button[value=save]")
    page.locator("[data-run=done] .stats").wait_for(timeout=400_000)
    return page.url


def finished(visitor: Visitor) -> dict[str, str]:
    """The code of the newest finished game of each kind."""
    return {
        game: first_address(visitor, f"/history/?game={game}", "/g/").split("/")[2]
        for game in ("war", "ww3", "ultimate")
    }


def places(visitor: Visitor, stored: dict[str, str]) -> dict[str, str]:
    """Name of the picture -> URL.  The visitor is signed up and has a waiting table.  `stored`:
    codes of finished games, by the name of the game."""
    sign_up(visitor, "Ada")
    waiting = open_table(visitor)
    page = visitor.open("/")
    page.locator("[aria-label='Play now'] button").first.click()
    page.wait_for_url("**/t/*/")
    playing = page.url
    fighting = begin(visitor, "ultimate")
    warring = begin(visitor, "ww3")
    run = counted(visitor, "war", 2000)
    return {
        "rule-set": save_rules(visitor),
        "rule-set-new": "/rules/set/new/",
        "home": "/",
        "table-ultimate": fighting,
        "replay-ultimate": f"/g/{stored['ultimate']}/?at=60&view=2",
        "table-ww3": warring,
        "table-ww3-finished": f"/t/{stored['ww3']}/",
        "replay-ww3": f"/g/{stored['ww3']}/?at=3&view=1",
        "options": "/play/war/",
        "watch": "/watch/",
        "new": "/new/",
        "find": "/find/",
        "circles": "/circles/",
        "who-may": "/tournaments/new/",
        "people": "/me/people/",
        "invitations": "/me/invitations/",
        "sanctions": "/me/sanctions/",
        "tokens": "/me/tokens/",
        "bots": "/me/bots/",
        "report": "/report/",
        "report-player": "/p/sergeant/report/",
        "conduct": "/conduct/",
        "terms": "/terms/",
        "privacy": "/privacy/",
        "api": "/api/",
        "boards": "/ratings/",
        "bot-ratings": "/ratings/bots/",
        "table-playing": playing,
        "table-waiting": f"/t/{waiting}/",
        "table-watched": first_address(visitor, "/watch/", "/t/"),
        "table-finished": f"/t/{stored['war']}/",
        "history": "/history/",
        "history-wrong": "/history/?player=nobody-has-this-name",
        "replay": f"/g/{stored['war']}/?at=7",
        "verify": f"/g/{stored['war']}/verify/",
        "player": "/p/sergeant/",
        "player-own": "/p/ada/",
        "lab": "/lab/",
        "lab-ww3": "/lab/?game=ww3",
        "lab-ultimate": "/lab/?game=ultimate",
        "lab-question": "/lab/q/order/",
        "lab-luck": "/lab/luck/war/?options=slap%3D5",
        "lab-sweep": "/lab/sweep/?game=war&vary=order",
        "lab-calibration": "/lab/chances/",
        "lab-run": run,
        "lab-game": f"{run}7/?at=7",
        "daily": "/daily/",
        "train-today": "/train/today/",
        "rules": "/rules/",
        "rules-war": "/rules/war/",
        "rules-ww3": "/rules/ww3/",
        "rules-ultimate": "/rules/ultimate/",
        "credits": "/credits/",
        "mine": "/mine/",
        "me": "/me/",
        "notices": "/me/notices/",
        "preferences": "/me/preferences/",
        "email": "/account/email/",
        "password": "/account/password/change/",
        "passkeys": "/account/2fa/",
        "sessions": "/account/sessions/",
        "logout": "/account/logout/",
        "missing": "/g/NOSUCHGAME/",
    }


def crowded(visitor: Visitor) -> dict[str, str]:
    """Pages with as many seats as possible, which take longer."""
    run = counted(visitor, "ultimate", 300, seats="8")
    return {"lab-run-ultimate": run, "lab-game-ultimate": f"{run}3/?at=60"}


def of_people(visitor: Visitor) -> dict[str, str]:
    """A circle of this visitor, and boards."""
    page = visitor.open("/circles/")
    page.get_by_label("Name").fill("Class 4b")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/circles/*/")
    return {"circle": page.url, "board": "/ratings/ww3/", "boards-bots": "/ratings/bots/"}


# For visitors who have not signed in.
ENTRANCE = {
    "login": "/account/login/",
    "signup": "/account/signup/",
    "reset": "/account/password/reset/",
}
