// The form of a tournament: moments are typed on the reader's own clock and sent in UTC.
import { doubtOf, toLocal, toUtc } from "./moments.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-twice]"));
/** What a field says while nobody has touched it. @type {WeakMap<Field, string>} */
const untouched = new WeakMap();

/** @returns {NodeListOf<Field>} */
function fields() {
  return form.querySelectorAll("[data-utc]");
}

function showLocal() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const field of fields()) {
    if (untouched.has(field)) continue;
    field.value = toLocal(field.defaultValue);
    untouched.set(field, field.value);
  }
  for (const zone of form.querySelectorAll("[data-zone]")) zone.textContent = timeZone;
  const place = form.querySelector("input[name=zone]");
  if (place instanceof HTMLInputElement) place.value = timeZone;
}

/** Say what is odd about a typed time. @param {Field} field */
function sayDoubt(field) {
  const doubt = field.value === untouched.get(field) ? "" : doubtOf(field.value);
  const text = (doubt && form.dataset[doubt]) || "";
  field.setCustomValidity(doubt === "never" ? text : "");
  const row = field.closest(".row");
  let line = row?.querySelector("[role=status]");
  if (!line && text) {
    line = document.createElement("p");
    line.setAttribute("role", "status");
    line.className = "help";
    row?.append(line);
  }
  if (line) line.textContent = text;
}

showLocal();
form.addEventListener("renewed", showLocal);
form.addEventListener("input", ({ target }) => {
  const field = /** @type {Field} */ (target);
  if (untouched.has(field)) sayDoubt(field);
});
form.addEventListener("formdata", ({ formData }) => {
  // What nobody has touched is sent as it came: a time that comes twice would move otherwise.
  for (const field of fields()) {
    const same = field.value === untouched.get(field);
    formData.set(field.name, same ? field.defaultValue : toUtc(field.value));
  }
});
