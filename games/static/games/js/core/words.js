// The words of this page in its language: its catalogue came with it (games/templatetags/script_words.py).
import { embedded } from "./dom.js";

/** @type {{plural: string, words: Record<string, string | string[]>}} */
const catalogue = document.getElementById("words") ? embedded("words") : { plural: "", words: {} };

/** Which form goes with this count; the rules of all languages repeat after a hundred. @param {number} count */
function formFor(count) {
  return Number(catalogue.plural[count < 100 ? count : 100 + (count % 100)]);
}

/**
 * The text of this key with its arguments; `count` chooses between the forms of a plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const entry = catalogue.words[key] ?? key;
  const text = typeof entry === "string" ? entry : entry[formFor(Number(values.count))];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
