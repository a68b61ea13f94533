// The form of a tournament: moments are typed on the reader's own clock and sent in UTC.
import { toLocal, toUtc } from "./moments.js";

/** @type {NodeListOf<HTMLInputElement>} */
const fields = document.querySelectorAll("[data-utc]");
for (const field of fields) field.value = toLocal(field.defaultValue);
for (const zone of document.querySelectorAll("[data-zone]")) {
  zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
fields[0]?.form?.addEventListener("formdata", ({ formData }) => {
  for (const field of fields) formData.set(field.name, toUtc(field.value));
});
