// Acts of directors: their forms open in a dialog of the page, which reads itself again afterwards.
import { find, hit } from "../core/dom.js";
import { refresh } from "./live.js";

const dialog = /** @type {HTMLDialogElement} */ (find("act-dialog"));

/** Shows the form of an answer; one that led back to the console has done it. @param {Response} answer */
async function show(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = /** @type {HTMLFormElement | null} */ (page.querySelector("form[data-act-form]"));
  if (!form) {
    dialog.close();
    await refresh();
    return;
  }
  form.setAttribute("action", answer.url);
  const refused = page.querySelector(".notice.bad");
  dialog.replaceChildren(...(refused ? [refused] : []), form);
  if (!dialog.open) dialog.showModal();
  /** @type {HTMLElement | null} */
  const first = form.querySelector(".errors, input:not([type=hidden]), select, textarea, button");
  first?.focus();
}

document.addEventListener("click", async (event) => {
  const link = hit(event, "a[data-act]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("details")?.removeAttribute("open");
  try {
    await show(await fetch(link.href));
  } catch {
    location.href = link.href; // the browser says what is wrong
  }
});

dialog.addEventListener("close", () => dialog.replaceChildren()); // its fields have ids
dialog.addEventListener("click", (event) => {
  if (!hit(event, "[data-back]")) return;
  event.preventDefault();
  dialog.close();
});

dialog.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  try {
    await show(await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter) }));
  } catch {
    form.submit();
  }
});
