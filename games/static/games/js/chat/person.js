// The menu of a name in the chat: what this reader does not want to read of that person, and reporting.
import { find, hitButton } from "../core/dom.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

export class PersonMenu {
  /** @param {(name: string) => void} muteHere @param {() => void} changed the account's lists have changed */
  constructor(muteHere, changed) {
    this.muteHere = muteHere;
    this.changed = changed;
    this.name = "";
    this.dialog = /** @type {HTMLDialogElement} */ (find("person-dialog"));
    this.dialog.addEventListener("click", (event) => {
      const button = hitButton(event);
      if (button?.value === "here") this.muteHere(this.name);
      else if (button?.value) this.change(button.value);
      if (button) this.dialog.close();
    });
  }

  /** @param {string} name @param {string} report the address to report this line */
  open(name, report) {
    this.name = name;
    find("person-name").textContent = name;
    const own = name === find("chat").dataset.me;
    find("person-acts").hidden = own;
    /** @type {HTMLAnchorElement} */ (find("person-page")).href = `/p/${encodeURIComponent(name)}/`;
    const link = document.querySelector("[data-person-report]");
    if (link instanceof HTMLAnchorElement) link.href = report;
    this.dialog.showModal();
  }

  /** @param {string} act "mute" or "block" */
  async change(act) {
    const form = document.querySelector("[data-person-form]");
    if (!(form instanceof HTMLFormElement)) return;
    const body = new FormData(form);
    body.set("do", act);
    try {
      const address = `/p/${encodeURIComponent(this.name)}/relation/`;
      const answer = await fetch(address, { method: "POST", body, headers: { "X-Fragment": "relation" } });
      toast(await answer.text());
      if (answer.ok) this.changed();
    } catch {
      toast(t("connection-lost"));
    }
  }
}
