// What this browser remembers about sound, speech and keys, and what an account prefers on all devices.
import { embedded } from "./dom.js";

const KEY = "warsite:settings";

/**
 * @typedef {object} Settings
 * @property {boolean | null} sound null: nobody was asked yet
 * @property {string} volume in percent
 * @property {boolean} vibrate
 * @property {string[]} seen hints that need not be shown again
 * @property {string} talk what is read out: "all", "mine" or "decisions"
 * @property {boolean} keys do single letters count?
 * @property {Record<string, string>} own changed keys: key -> meaning
 */

/** @type {Settings} */
const DEFAULTS = { sound: null, volume: "60", vibrate: true, seen: [], talk: "all", keys: true, own: {} };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @type {HTMLFormElement | null} */
const account = document.querySelector("[data-preferences]");
const chosen = account && embedded("preferences");

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored(), ...chosen };

/** Keep these with the account, if there is one; the server leaves out what is no preference. @param {object} values */
export function keep(values) {
  if (!account) return;
  const form = new FormData(account);
  for (const [name, value] of Object.entries(values)) form.set(name, String(value));
  fetch(account.action, { method: "POST", body: form, keepalive: true }).catch(() => {}); // this browser has it
}

/** A new account begins with what its browser remembers. @param {DOMStringMap} look */
export function carryAlong({ theme = "", deck = "" }) {
  if (account && !chosen) keep({ ...stored(), theme, deck });
}

/** @param {Partial<Settings>} values */
export function change(values) {
  Object.assign(settings, values);
  keep(values);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // refused in private windows: kept until the page closes
  }
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
