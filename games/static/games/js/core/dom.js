// Elements of the page that must be there, what an event hit, and moments as their reader's clock says.

/** The element with this data attribute. @param {string} name @param {ParentNode} [root] */
export function find(name, root = document) {
  /** @type {HTMLElement | null} */
  const element = root.querySelector(`[data-${name}]`);
  if (!element) throw new Error(`[data-${name}] is missing`);
  return element;
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`#${id} is missing`);
  return element;
}

/** The data of a JSON script element. @param {string} id */
export function embedded(id) {
  return JSON.parse(byId(id).textContent ?? "");
}

/** This page as the server draws it now. @param {string} [address] of it with another query */
export async function fetchPage(address = location.href) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (answer.status === 404 && address === location.href) location.reload(); // it has gone, and says so
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  showLocalTimes(fresh);
  return fresh;
}

/** @param {string} name of a part of it */
export async function fetchPart(name) {
  return find(name, await fetchPage());
}

/** What was hit, or what it lies in. @param {Event} event @param {string} selector */
export function hit(event, selector) {
  /** @type {HTMLElement | null} */
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element;
}

/** @param {Event} event @param {string} [selector] */
export function hitButton(event, selector = "button") {
  const element = hit(event, selector);
  return element instanceof HTMLButtonElement ? element : null;
}

/** The reader's own kind of the page's language, such as en-GB. */
function locale() {
  const language = document.documentElement.lang;
  return navigator.languages.find((each) => each.split("-")[0] === language.split("-")[0]) ?? language;
}

function timeFormat() {
  return new Intl.DateTimeFormat(locale(), {
    ...{ day: "numeric", month: "short", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit" },
  });
}

/** @param {number} at epoch ms */
export function localTime(at) {
  return timeFormat().format(at);
}

/** Without a script they are in UTC, as the title still says. @param {ParentNode} root */
export function showLocalTimes(root) {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = root.querySelectorAll("time[data-local]");
  if (!times.length) return; // a format takes longer to make than a table to draw
  const format = timeFormat();
  for (const time of times) {
    time.title ||= time.textContent?.trim() ?? "";
    time.textContent = format.format(new Date(time.dateTime));
  }
}

/** The pressed key; where a layout has no Latin letters, the letter that stands there on most keyboards. @param {KeyboardEvent} event */
export function pressedKey({ key, code }) {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return isForeign && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}
