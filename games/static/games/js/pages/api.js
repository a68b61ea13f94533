// The page about the API: shows what a reading request answers, without leaving the page.
const panel = /** @type {HTMLElement} */ (document.querySelector("[data-answer]"));

/** @param {HTMLAnchorElement} link */
async function show(link) {
  const answer = await fetch(link.href, { credentials: "omit" });
  const text = JSON.stringify(await answer.json(), null, 2);
  const head = `${answer.status} ${link.pathname}`;
  /** @type {HTMLElement} */ (panel.querySelector("pre")).textContent = `${head}\n\n${text}`;
  panel.hidden = false;
  /** @type {HTMLElement} */ (panel.querySelector("h2")).focus();
}

document.querySelectorAll("[data-try]").forEach((link) => {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const to = /** @type {HTMLAnchorElement} */ (link);
    show(to).catch(() => location.assign(to.href)); // the browser then says what is wrong
  });
});
