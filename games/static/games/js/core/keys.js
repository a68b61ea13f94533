// Keys of the table. Active outside text fields; the letters can be switched off.
import { meant } from "./remap.js";
import { settings } from "./settings.js";

function typing(target) {
  return target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

function onControl(target) {
  return target.closest?.("button, a, summary, input, [role=tab], dialog");
}

export class Keys {
  // actions: spaced() -> does space mean anything now?, act(event) then does it; letter(key) ->
  // function or undefined; resign(), clear(), racing() -> bool
  constructor(actions) {
    this.actions = actions;
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("keyup", (event) => this.released(event));
  }

  pressed(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const key = event.key.length === 1 ? meant(event.key.toLowerCase()) : event.key;
    if (key === " " || key === "Enter") this.go(event);
    else if (key === "Escape") this.actions.clear();
    else if (settings.keys) this.letter(event, key);
  }

  // The act was done at the press; without this a focused button would do one more.
  released(event) {
    if (event.key === " " && this.spent) event.preventDefault();
    this.spent = false;
  }

  // In a race the key counts wherever the focus is; else a focused control keeps its own meaning.
  go(event) {
    const racing = this.actions.racing();
    const meant = this.actions.spaced();
    if (!racing && onControl(event.target) && !(meant && event.target.closest("[data-bar-main]"))) return;
    if (document.querySelector("dialog[open]") && !racing) return;
    event.preventDefault(); // also when it means nothing now: the page must not jump away
    this.spent = true;
    if (meant) this.actions.act(event);
  }

  letter(event, key) {
    if (event.shiftKey && key === "r") {
      event.preventDefault();
      this.actions.resign();
      return;
    }
    const action = this.actions.letter(key);
    if (!action) return;
    event.preventDefault();
    action(event);
  }
}
