// The new table form: every change asks the server, which knows the rules, for the form again.
import { find } from "../core/dom.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));
const fragment = find("fragment", form);
const TYPED = "textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
/** @type {AbortController | null} */
let request = null;
/** What typed fields said when the form was sent, by id. @type {Map<string, string>} */
let sent = new Map();

/** @returns {Map<string, string>} */
function typed() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = fragment.querySelectorAll(TYPED);
  return new Map([...fields].map((field) => [field.id, field.value]));
}

function hideUnneeded() {
  for (const button of fragment.querySelectorAll("[data-without-script]")) button.setAttribute("hidden", "");
}

/** @param {string} markup from our own server */
function replaceFragment(markup) {
  const focused = document.activeElement?.id;
  const later = [...typed()].filter(([id, text]) => text !== sent.get(id));
  const opened = [...fragment.querySelectorAll("details[data-more][open]")].map((more) => more.getAttribute("data-more"));
  fragment.replaceChildren(document.createRange().createContextualFragment(markup));
  for (const more of opened) fragment.querySelector(`details[data-more="${more}"]`)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus();
  find("said", form).textContent = find("words", fragment).innerText;
  hideUnneeded();
  form.dispatchEvent(new Event("renewed"));
  for (const [id, text] of later) {
    const field = document.getElementById(id);
    if (field?.matches(TYPED)) /** @type {HTMLInputElement} */ (field).value = text; // typed meanwhile
  }
}

async function renew() {
  request?.abort();
  const { signal } = (request = new AbortController());
  const body = new FormData(form);
  body.set("do", "check");
  sent = typed();
  fragment.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "draft" }, signal });
    if (answer.ok) replaceFragment(await answer.text());
  } catch {
    if (signal.aborted) return; // the newer request goes on
    toast(t("offline")); // the form still works as it stands
  }
  fragment.removeAttribute("aria-busy");
}

form.addEventListener("change", ({ target }) => {
  const isText = target instanceof HTMLElement && target.matches(`${TYPED}:not([type=number])`);
  if (!isText) void renew();
});
form.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("aria-disabled") === "true") event.preventDefault();
});
hideUnneeded();
