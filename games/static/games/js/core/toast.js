// One sentence, at most one action, six seconds; hover or focus pauses, errors stay.
const STAY_MS = 6000;

function close(element) {
  element.remove();
}

function closer(element) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Close";
  button.addEventListener("click", () => close(element));
  element.append(button);
}

function expire(element) {
  let timer = 0;
  const start = () => {
    timer = setTimeout(() => close(element), STAY_MS);
  };
  const stop = () => clearTimeout(timer);
  for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, stop);
  for (const name of ["pointerleave", "focusout"]) element.addEventListener(name, start);
  start();
}

function begin(element) {
  if ("stay" in element.dataset) closer(element);
  else expire(element);
}

export function toast(text, { stay = false, action = null } = {}) {
  const element = document.createElement("p");
  element.className = "toast";
  if (stay) element.dataset.stay = "";
  const words = document.createElement("span");
  words.textContent = text;
  element.append(words);
  if (action) {
    const link = document.createElement("a");
    link.href = action.href;
    link.textContent = action.text;
    element.append(link);
  }
  document.getElementById("toasts").append(element);
  begin(element);
  return element;
}

export function watchToasts() {
  for (const element of document.querySelectorAll("#toasts .toast")) begin(element);
}
