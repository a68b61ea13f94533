// Invitations on every page: those to answer, in the menu of the bell, and at a table what came of those sent.
import { byId, find } from "../core/dom.js";
import { toast } from "../core/toast.js";
import { isolated, t } from "../core/words.js";

/**
 * @typedef {{id: number, text: string, url: string}} Received
 * @typedef {{id: number, to: string, table: string, words: string, reason: string}} Sent
 */

/** Drawn again only when it changes, so that a button keeps its focus. */
class Changes {
  /** @param {HTMLElement} list @param {(rows: any[]) => Element[]} draw */
  constructor(list, draw) {
    this.list = list;
    this.draw = draw;
    this.drawn = "[]";
  }

  /** @param {object[]} rows */
  show(rows) {
    const now = JSON.stringify(rows);
    if (now === this.drawn) return;
    this.drawn = now;
    this.list.hidden = !rows.length;
    this.list.replaceChildren(...this.draw(rows));
  }
}

/** @param {HTMLTemplateElement} template */
const drawReceived = (template) => (/** @type {Received[]} */ rows) =>
  rows.map(({ text, url }) => {
    const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    find("words", row).textContent = text;
    row.querySelector("form")?.setAttribute("action", url);
    return row;
  });

/** @param {Sent[]} rows */
const drawSent = (rows) =>
  rows.map(({ to, words, reason }) => {
    const row = document.createElement("li");
    row.textContent = [`${isolated(to)}: ${words}`, reason].filter(Boolean).join(". ");
    return row;
  });

/** Accepting leads to the table; after declining the page stays. @param {SubmitEvent} event */
function decline(event) {
  const { submitter, target: form } = event;
  if (!(form instanceof HTMLFormElement) || submitter?.getAttribute("value") !== "decline") return;
  event.preventDefault();
  form.closest(".toast")?.remove();
  fetch(form.action, { method: "POST", body: new FormData(form, submitter) }).catch(() => toast(t("offline")));
}

/** A toast with its answers for each new one, while somebody looks. @param {HTMLTemplateElement} template @param {Received[]} rows */
function tell(template, rows) {
  if (document.hidden) return;
  for (const [at, row] of drawReceived(template)(rows).entries()) {
    toast(rows[at].text, { action: row.querySelector("form") });
  }
}

/** @type {HTMLElement | null} */
const list = document.querySelector("[data-invited]");
/** @type {HTMLElement | null} */
const sent = document.querySelector("[data-sent]");
if (list) {
  const template = /** @type {HTMLTemplateElement} */ (find("invitation"));
  const received = new Changes(list, drawReceived(template));
  const mine = sent && new Changes(sent, drawSent);
  /** @type {Set<number> | undefined} those that were there before */
  let known;
  for (const place of [list, byId("toasts")]) place.addEventListener("submit", decline);
  document.addEventListener("me", (event) => {
    const { invitations } = /** @type {CustomEvent} */ (event).detail;
    received.show(invitations.in);
    tell(template, invitations.in.filter((/** @type {Received} */ { id }) => known && !known.has(id)));
    known = new Set(invitations.in.map((/** @type {Received} */ { id }) => id));
    mine?.show(invitations.out.filter((/** @type {Sent} */ { table }) => table === sent?.dataset.sent));
  });
}
