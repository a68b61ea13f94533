// The menu of a person: who they are and what one can do about them, at a seat or beside a line of chat. The server
// draws it (templates/people/_menu.html).
import { find, hitButton } from "../core/dom.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

/** Any button with `data-person` opens it; its value is the name. */
export class PersonMenu {
  /** @param {string} code of the table */
  constructor(code) {
    this.code = code;
    this.name = "";
    this.dialog = /** @type {HTMLDialogElement} */ (find("person-dialog"));
    this.body = find("person-menu");
    document.addEventListener("click", (event) => {
      const button = hitButton(event, "button[data-person]");
      if (!button) return;
      if (event.detail) button.blur(); // by a pointer: the space bar means the game again
      this.open(button);
    });
    this.dialog.addEventListener("click", (event) => {
      if (hitButton(event)?.value === "here") this.tell("mute-here", this.name);
    });
    this.dialog.addEventListener("submit", (event) => this.submitted(event));
  }

  /** @param {HTMLButtonElement} button */
  async open(button) {
    this.name = button.value;
    find("person-name").textContent = this.name;
    this.body.replaceChildren();
    this.dialog.showModal();
    const query = new URLSearchParams({ table: this.code });
    /** @type {HTMLElement | null} */
    const line = button.closest("[data-line]");
    if (line?.dataset.line) query.set("line", line.dataset.line);
    const markup = await this.fetched(`menu/?${query}`);
    if (markup === undefined || this.name !== button.value) return;
    this.body.replaceChildren(...new DOMParser().parseFromString(markup, "text/html").body.children);
  }

  /** Changes of the reader's own lists; the table stays on the screen. @param {SubmitEvent} event */
  async submitted(event) {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-relation]")) return;
    event.preventDefault();
    const answer = await this.fetched("relation/", {
      method: "POST",
      body: new FormData(form, submitter),
      headers: { "X-Fragment": "relation" },
    });
    if (answer === undefined) return;
    toast(answer);
    this.tell("relation");
  }

  /** A part of this person's address as text; undefined without a connection. @param {string} path @param {RequestInit} [init] */
  async fetched(path, init) {
    try {
      return await (await fetch(`/p/${encodeURIComponent(this.name)}/${path}`, init)).text();
    } catch {
      this.dialog.close();
      toast(t("connection-lost"));
    }
  }

  /** The rest of the page. @param {"mute-here" | "relation"} what @param {string} [detail] */
  tell(what, detail) {
    this.dialog.close();
    document.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
