// Keys of the table. Active outside text fields; the letters can be switched off.
import { hit, pressedKey } from "../core/dom.js";
import { meaningOf } from "./key_map.js";
import { settings } from "../core/settings.js";

const TEXT_FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
const CONTROLS = "button, a, summary, input, [role=tab], dialog";

/**
 * @typedef {object} KeyActions
 * @property {() => Boards.Choice | undefined} main what the space key would do now
 * @property {(event: KeyboardEvent) => void} act do it
 * @property {(key: string) => ((event: KeyboardEvent) => void) | undefined} letter
 * @property {() => void} resign
 * @property {() => void} clear
 */

export class Keyboard {
  /** @param {KeyActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.spaceUsed = false;
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("keyup", (event) => this.released(event));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || hit(event, TEXT_FIELDS)) return;
    const pressed = pressedKey(event);
    const key = pressed.length === 1 ? meaningOf(pressed.toLowerCase()) : pressed;
    if (key === " " || key === "Enter") this.space(event);
    else if (key === "Escape") this.actions.clear();
    else if (settings.keys) this.letter(event, key);
  }

  /** The act was done at the press; without this a focused button would do one more. @param {KeyboardEvent} event */
  released(event) {
    if (event.key === " " && this.spaceUsed) event.preventDefault();
    this.spaceUsed = false;
  }

  /** In a race the key counts wherever the focus is; else a focused control keeps its own meaning. @param {KeyboardEvent} event */
  space(event) {
    const choice = this.actions.main();
    if (!choice?.race) {
      if (hit(event, CONTROLS) && !(choice && hit(event, "[data-bar-main]"))) return;
      if (document.querySelector("dialog[open]")) return;
    }
    event.preventDefault(); // also when it means nothing now: the page must not scroll
    this.spaceUsed = true;
    if (choice) this.actions.act(event);
  }

  /** @param {KeyboardEvent} event @param {string} key */
  letter(event, key) {
    const action = event.shiftKey && key === "r" ? this.actions.resign : this.actions.letter(key);
    if (!action) return;
    event.preventDefault();
    action(event);
  }
}
