// The preferences of a guest: this browser fills the page and keeps what changes.
import { bindSettings } from "../core/settings.js";
import { wear } from "../core/site.js";

bindSettings();
/** @type {NodeListOf<HTMLSelectElement>} */
const looks = document.querySelectorAll("[data-look]");
for (const field of looks) field.addEventListener("change", () => wear(field.dataset.look ?? "", field.value));
