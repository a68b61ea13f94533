// The player opposite at one screen: a bar turned to them. Their acts go over HTTP, beside the socket.
import { h } from "../../vendor/preact.js";
import { chips, counter, icon } from "../core/cards.js";
import { find, hit, hitButton, pressedKey } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { uuid } from "../core/random.js";
import { settings } from "../core/settings.js";
import { t } from "../core/words.js";
import { keyLabel, meaningOf } from "./key_map.js";

/** @typedef {{view: Protocol.View | null, table: Protocol.Table, reaction: import("./reaction.js").Reaction}} Drawn */

const TEXT_FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open] *";
const AGAIN_MS = 700; // the same command is sent once more
const TRIES = 10;
const NOTICE_MS = 3000;

class Opposite {
  /** @param {HTMLElement} element @param {Boards.Game} game */
  constructor(element, game) {
    this.element = element;
    this.game = game;
    /** @type {Boards.Choice[]} */
    this.choices = [];
    /** @type {Drawn | null} */
    this.drawn = null;
    // The press counts: a second finger on the screen makes no click.
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("click", (event) => event.detail === 0 && this.press(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Drawn} drawn */
  show(drawn) {
    this.drawn = drawn;
    const { view, table } = drawn;
    const plays = view && table.status === "running" && !table.paused;
    this.choices = plays ? (this.game.opposite?.(view) ?? []) : [];
    this.element.hidden = table.status === "finished" || table.status === "aborted";
    const fixed = this.choices.find((choice) => choice.fixed);
    const others = this.choices.filter((choice) => choice !== fixed);
    if (fixed) this.element.dataset.reserved = "";
    if (view) this.tell(view, table);
    draw(find("opposite-keys", this.element), ...others.map((choice) => this.button(choice)));
    draw(find("opposite-fixed", this.element), fixed && this.button(fixed));
  }

  /** Their colour, and the words in the middle, which are upside down for them. @param {Protocol.View} view @param {Protocol.Table} table */
  tell({ call, you }, { seats }) {
    const seat = seats.find(({ number }) => number !== you);
    const colour = seat && counter(seat.number);
    draw(find("opposite-told", this.element), colour, h("b", null, chips(call.title)), h("span", null, chips(call.detail)));
  }

  /** @param {string} text */
  say(text) {
    find("opposite-say", this.element).textContent = text;
  }

  /** @param {Boards.Choice} choice */
  button(choice) {
    const { act, label, look, icon: sign, keys } = choice;
    const off = isBlocked(choice) || undefined;
    const props = { key: keys[0], type: /** @type {const} */ ("button"), class: `btn big ${look}`, "aria-disabled": off };
    return h("button", { ...props, "data-act": act }, sign && icon(sign), h("span", null, label), " ", h("kbd", null, keyLabel(keys[0])));
  }

  /** @param {Event} event */
  press(event) {
    const button = hitButton(event, "[data-act]");
    const choice = button && this.choices.find((each) => each.act === button.dataset.act);
    if (!choice) return;
    event.preventDefault();
    this.act(choice, event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !settings.keys || hit(event, TEXT_FIELDS)) return;
    const meaning = meaningOf(pressedKey(event).toLowerCase());
    const choice = this.choices.find((each) => each.keys.includes(meaning));
    if (choice) this.act(choice, event);
  }

  /** @param {Boards.Choice} choice @param {Event} event */
  act(choice, event) {
    const { view, reaction } = this.drawn ?? {};
    if (isBlocked(choice) || !view || !reaction) return;
    const race = choice.race ? view.reveal && { reveal: view.reveal.id, rt: reaction.ms(event) } : {};
    if (race) this.send({ id: uuid(), act: choice.act, ...choice.args, ...race });
  }

  /** Until it is known whether it was done. @param {object} command */
  async send(command, tries = TRIES) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.element.dataset.token ?? "" };
    const body = JSON.stringify(command);
    const sent = fetch(this.element.dataset.opposite ?? "", { method: "POST", headers, body });
    const answer = await sent.then((response) => response.json()).catch(() => ({ code: "TRY_AGAIN", text: t("offline") }));
    if (answer.code === "TRY_AGAIN" && tries > 1) setTimeout(() => this.send(command, tries - 1), AGAIN_MS);
    else if (answer.code && answer.code !== "GAME_OVER") this.refuse(answer.text);
  }

  /** @param {string} text */
  refuse(text) {
    this.say(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(""), NOTICE_MS);
  }
}

/** @param {Boards.Choice} choice */
function isBlocked({ idle, off }) {
  return Boolean(idle || off);
}

/** @type {Drawn | null} what the table has drawn before the board was there */
let last = null;
/** @type {Opposite | null} */
let opposite = null;
document.addEventListener("drawn", (event) => {
  last = /** @type {CustomEvent<Drawn>} */ (event).detail;
  opposite?.show(last);
});
/** @type {Promise<Boards.Game>} */
const game = import(find("table").dataset.board ?? "");
game.then((board) => {
  opposite = new Opposite(find("opposite"), board);
  if (last) opposite.show(last);
});
