// The list of keys: each becomes a button that waits for another key.
import { find, pressedKey } from "../core/dom.js";
import { t } from "../core/words.js";
import { assignKey, keyLabel, keyOf, resetKeys } from "./key_map.js";

export class KeysDialog {
  /** @param {HTMLDialogElement} dialog @param {() => void} changed */
  constructor(dialog, changed) {
    this.changed = changed;
    this.note = find("keys-note", dialog);
    this.hint = this.note.textContent;
    /** @type {HTMLButtonElement | null} the one that waits for its new key */
    this.waiting = null;
    /** @type {NodeListOf<HTMLElement>} */
    const keys = dialog.querySelectorAll("dt kbd");
    this.buttons = [...keys].map((kbd) => this.button(kbd)).filter((button) => button !== null);
    this.reset = find("keys-reset", dialog);
    this.reset.addEventListener("click", () => this.resetAll());
    dialog.addEventListener("keydown", (event) => this.pressed(event));
    dialog.addEventListener("close", () => this.stop());
    this.draw();
  }

  /** @param {HTMLElement} kbd */
  button(kbd) {
    const words = kbd.textContent?.trim() ?? "";
    const meaning = words === t("space") ? " " : words.toLowerCase();
    if (meaning.length !== 1) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key";
    button.dataset.meaning = meaning;
    button.dataset.action = kbd.closest("dt")?.nextElementSibling?.textContent ?? "";
    button.addEventListener("click", () => this.ask(button));
    kbd.replaceWith(button);
    button.append(kbd);
    return button;
  }

  /** @param {HTMLButtonElement} button */
  ask(button) {
    this.stop();
    this.waiting = button;
    button.setAttribute("aria-pressed", "true");
    this.note.textContent = t("press-new-key", { action: button.dataset.action ?? "" });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.waiting || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault(); // Escape closes nothing, Enter presses nothing
    event.stopPropagation();
    const key = pressedKey(event);
    if (key.length === 1) assignKey(this.waiting.dataset.meaning ?? "", key.toLowerCase());
    this.stop();
    this.draw();
  }

  stop() {
    this.waiting?.setAttribute("aria-pressed", "false");
    this.waiting = null;
    this.note.textContent = this.hint;
  }

  resetAll() {
    resetKeys();
    this.stop();
    this.draw();
  }

  draw() {
    for (const button of this.buttons) {
      const { meaning = "", action } = button.dataset;
      const label = keyLabel(meaning);
      button.children[0].textContent = label;
      button.setAttribute("aria-label", t("change-key", { key: label, action: action ?? "" }));
    }
    this.reset.hidden = this.buttons.every(({ dataset: { meaning = "" } }) => keyOf(meaning) === meaning);
    this.changed();
  }
}
