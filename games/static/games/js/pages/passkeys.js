// Passkeys: allauth's scripts ask the browser for them. This says where there can be none, and when one was refused.
import { find } from "../core/dom.js";

const KEYS = "#passkey_login, #mfa_webauthn_add, #mfa_webauthn_authenticate, #mfa_webauthn_reauthenticate";
const isNumber = /^[\d.]+$|^\[/.test(location.hostname); // a passkey belongs to a host name
const key = document.querySelector(KEYS);
const words = find("passkey-words");

/** @param {string} name of the sentence */
function say(name) {
  words.hidden = false;
  for (const each of words.children) each.toggleAttribute("hidden", !each.matches(`[data-passkey-${name}]`));
}

key?.closest("form")?.append(words);
if (key && (isNumber || !isSecureContext || !("credentials" in navigator))) {
  key.setAttribute("disabled", "");
  const here = new URL(location.href);
  here.hostname = "localhost";
  find("passkey-localhost").setAttribute("href", here.href);
  say(location.hostname === "127.0.0.1" ? "near" : "needs");
}
document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // it would be written to the console
  const { exception } = /** @type {CustomEvent<{exception: Error}>} */ (event).detail;
  say(exception.name === "InvalidStateError" ? "known" : "refused");
});
