// Keys of one's own: who likes another key better changes the two, so that none is ever lost.
import { change, settings } from "./settings.js";

const WORDS = { " ": "Space" };

// What a pressed key means: its own letter, unless it was changed.
export function meant(key) {
  return settings.own[key] ?? key;
}

// The key that means this now.
export function keyOf(meaning) {
  return Object.keys(settings.own).find((key) => settings.own[key] === meaning) ?? meaning;
}

export function keyWords(meaning) {
  const key = keyOf(meaning);
  return WORDS[key] ?? key.toUpperCase();
}

function assign(meaning, key) {
  const old = keyOf(meaning);
  change("own", { ...settings.own, [old]: meant(key), [key]: meaning });
}

// The list of keys: each becomes a button that waits for another key.
export class KeyList {
  constructor(dialog, changed) {
    this.dialog = dialog;
    this.changed = changed;
    this.note = dialog.querySelector("[data-keys-note]");
    this.calm = this.note.textContent;
    this.buttons = [...dialog.querySelectorAll("dt kbd")].map((kbd) => this.button(kbd)).filter(Boolean);
    this.reset = dialog.querySelector("[data-keys-reset]");
    this.reset.addEventListener("click", () => this.forget());
    dialog.addEventListener("keydown", (event) => this.pressed(event));
    dialog.addEventListener("close", () => this.stop());
    this.draw();
  }

  button(kbd) {
    const words = kbd.textContent.trim();
    const meaning = words === "Space" ? " " : words.toLowerCase();
    if (meaning.length !== 1) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key";
    button.dataset.meaning = meaning;
    button.dataset.deed = kbd.closest("dt").nextElementSibling.textContent;
    button.addEventListener("click", () => this.ask(button));
    kbd.replaceWith(button);
    button.append(kbd);
    return button;
  }

  ask(button) {
    this.stop();
    this.asked = button;
    button.setAttribute("aria-pressed", "true");
    this.note.textContent = `Press the new key for: ${button.dataset.deed}. Escape leaves it as it is.`;
  }

  pressed(event) {
    if (!this.asked || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault(); // Escape closes nothing, Enter presses nothing
    event.stopPropagation();
    if (event.key.length === 1) assign(this.asked.dataset.meaning, event.key.toLowerCase());
    this.stop();
    this.draw();
  }

  stop() {
    this.asked?.setAttribute("aria-pressed", "false");
    this.asked = null;
    this.note.textContent = this.calm;
  }

  forget() {
    change("own", {});
    this.stop();
    this.draw();
  }

  draw() {
    for (const button of this.buttons) {
      const words = keyWords(button.dataset.meaning);
      button.firstElementChild.textContent = words;
      button.setAttribute("aria-label", `${words}: ${button.dataset.deed}. Change this key`);
    }
    this.reset.hidden = !this.buttons.some(({ dataset: { meaning } }) => keyOf(meaning) !== meaning);
    this.changed();
  }
}
