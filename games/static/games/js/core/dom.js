// Elements of the page that must be there, and what an event hit.

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

/** This part of the page as the server draws it now. @param {string} name */
export async function fetchPart(name) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  return find(name, new DOMParser().parseFromString(await answer.text(), "text/html"));
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
