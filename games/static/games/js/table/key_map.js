// Players can swap two keys, so that no action is ever without one. No access to the page.
import { change, settings } from "../core/settings.js";
import { t } from "../core/words.js";

/** What a pressed key means: its own letter, unless it was changed. @param {string} key */
export function meaningOf(key) {
  return settings.own[key] ?? key;
}

/** The key that means this now. @param {string} meaning */
export function keyOf(meaning) {
  return Object.keys(settings.own).find((key) => settings.own[key] === meaning) ?? meaning;
}

/** @param {string} meaning */
export function keyLabel(meaning) {
  const key = keyOf(meaning);
  return key === " " ? t("space") : key.toUpperCase();
}

/** The key gets this meaning; the key that had it gets the other. @param {string} meaning @param {string} key */
export function assignKey(meaning, key) {
  change({ own: { ...settings.own, [keyOf(meaning)]: meaningOf(key), [key]: meaning } });
}

export function resetKeys() {
  change({ own: {} });
}
