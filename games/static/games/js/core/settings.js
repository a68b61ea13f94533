// What this browser remembers of its player's preferences, and what an account prefers on all devices.
import { embedded } from "./dom.js";
import { browser, tab } from "./storage.js";

const KEY = "warsite:settings";
const UNSENT = "warsite:unsent"; // changed in this tab; the account may not have it yet

/**
 * @typedef {object} Settings
 * @property {boolean | null} sound null: nobody was asked yet
 * @property {string} sounds the kind: "" or "wood"
 * @property {string} volume in percent
 * @property {boolean} vibrate
 * @property {string[]} seen hints that need not be shown again
 * @property {string} talk what is read out: "all", "mine" or "decisions"
 * @property {boolean} keys do single letters count?
 * @property {Record<string, string>} own changed keys: key -> meaning
 * @property {boolean} auto games begin with auto-play on
 * @property {string} hand whose thumb a key that never moves lies under: "right" or "left"
 * @property {boolean} confirm_resign
 * @property {boolean} confirm_leave ask before a page with a running game is closed
 * @property {string} speed of replays
 * @property {boolean} sound_chat
 * @property {boolean} chat_hidden
 * @property {boolean} quiet no text of others
 */

/** @type {Settings} */
const DEFAULTS = {
  ...{ sound: null, sounds: "", volume: "60", vibrate: true, sound_chat: false },
  ...{ seen: [], talk: "all", keys: true, own: {}, hand: "right", auto: false, confirm_resign: true, confirm_leave: false },
  ...{ speed: "1", chat_hidden: false, quiet: false },
};

/** @type {HTMLFormElement | null} */
const account = document.querySelector("[data-preferences]");
const chosen = account && embedded("preferences");
/** @type {Partial<Settings>} */
let unsent = account ? tab.read(UNSENT, {}) : {};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...browser.read(KEY, {}), ...chosen, ...unsent };

/** Whether nothing should move: the system's wish counts unless the player has one. */
export function isReduced() {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === "reduced" : matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Keep these with the account, if there is one; the server leaves out what is no preference. @param {object} values */
export function keep(values) {
  if (!account) return;
  const sent = (unsent = { ...unsent, ...values });
  tab.write(UNSENT, sent);
  const form = new FormData(account);
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null) form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  /** A busy site has kept nothing. @param {Response} answer */
  const answered = ({ status }) =>
    status !== 429 && status < 500 && sent === unsent && tab.write(UNSENT, (unsent = {}));
  fetch(account.action, { method: "POST", body: form, keepalive: true }).then(answered, () => {});
}

// A page may go before the account has its change, or there was no connection: the next page of this tab sends it.
if (Object.keys(unsent).length) keep({});
else tab.write(UNSENT, {}); // of an account that has signed out

/** A new account begins with what its browser remembers. @param {DOMStringMap} look */
export function carryAlong({ theme = "", deck = "", back = "", motion = "" }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (account && !chosen) keep({ ...browser.read(KEY, {}), theme, deck, back, motion, zone });
}

/** @param {Partial<Settings>} values */
export function change(values) {
  Object.assign(settings, values);
  keep(values);
  browser.write(KEY, settings);
}

// Fields marked data-setting show the stored values and change them.
export function bindSettings() {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = document.querySelectorAll("[data-setting]");
  for (const field of fields) {
    const name = /** @type {keyof Settings} */ (field.dataset.setting);
    const box = field instanceof HTMLInputElement && field.type === "checkbox" ? field : null;
    if (box) box.checked = Boolean(settings[name]);
    else field.value = String(settings[name]);
    field.addEventListener("change", () => change({ [name]: box ? box.checked : field.value }));
  }
}
