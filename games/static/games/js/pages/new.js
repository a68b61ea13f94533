// The new table form: every change asks the server, which knows the rules, for the form again.
const form = document.querySelector("form[data-draft]");
const box = form.querySelector("[data-fragment]");
let running = null;

function dress() {
  for (const button of box.querySelectorAll("[data-without-script]")) button.hidden = true;
}

function replace(text) {
  const focused = document.activeElement?.id;
  const opened = box.querySelector("[data-more]")?.open;
  box.replaceChildren(document.createRange().createContextualFragment(text));
  if (opened) box.querySelector("[data-more]").open = true;
  if (focused) document.getElementById(focused)?.focus();
  form.querySelector("[data-said]").textContent = box.querySelector("[data-words]").innerText;
  dress();
}

async function ask() {
  running?.abort();
  running = new AbortController();
  const body = new FormData(form);
  body.set("do", "check");
  box.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "X-Fragment": "draft" },
      signal: running.signal,
    });
    if (answer.ok) replace(await answer.text());
  } catch (problem) {
    if (problem.name !== "AbortError") return; // offline: the form still works as it stands
  }
  box.removeAttribute("aria-busy");
}

form.addEventListener("change", ask);
form.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("aria-disabled") === "true") event.preventDefault();
});
dress();
