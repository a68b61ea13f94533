// The new table form: every change asks the server, which knows the rules, for the form again.
import { find } from "../core/dom.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));
const fragment = find("fragment", form);
/** @type {AbortController | null} */
let request = null;

function hideUnneeded() {
  for (const button of fragment.querySelectorAll("[data-without-script]")) button.setAttribute("hidden", "");
}

/** @param {string} markup from our own server */
function replaceFragment(markup) {
  const focused = document.activeElement?.id;
  const opened = fragment.querySelector("details[data-more]")?.hasAttribute("open");
  fragment.replaceChildren(document.createRange().createContextualFragment(markup));
  if (opened) fragment.querySelector("details[data-more]")?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus();
  find("said", form).textContent = find("words", fragment).innerText;
  hideUnneeded();
}

async function renew() {
  request?.abort();
  const { signal } = (request = new AbortController());
  const body = new FormData(form);
  body.set("do", "check");
  fragment.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "draft" }, signal });
    if (answer.ok) replaceFragment(await answer.text());
  } catch {
    if (signal.aborted) return; // the newer request goes on; offline: the form still works as it stands
  }
  fragment.removeAttribute("aria-busy");
}

form.addEventListener("change", renew);
form.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("aria-disabled") === "true") event.preventDefault();
});
hideUnneeded();
