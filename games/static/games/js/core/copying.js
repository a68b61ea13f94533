// Texts that people take along: copied or shared, or shown with the text selected where the browser refuses.
import { toast } from "./toast.js";
import { t } from "./words.js";

/** @param {string} text */
function copyFromPage(text) {
  const area = document.createElement("textarea"); // plain http has no clipboard API
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}

/** To be copied by hand. @param {string} text */
export function offer(text) {
  const field = document.createElement("input");
  field.className = "field";
  field.readOnly = true;
  field.value = text;
  field.ariaLabel = t("copy-by-hand");
  toast(t("copy-by-hand"), { stay: true, action: field });
  field.focus();
  field.select();
}

/** @param {string} text */
export async function copy(text) {
  let isCopied = false;
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      isCopied = true;
    }
  } catch {
    // refused, as in a frame or without a permission; the other way may still be open
  }
  if (isCopied || copyFromPage(text)) toast(t("copied"));
  else offer(text);
}

/** The system's sheet; who closes it has chosen so. @param {ShareData} data @param {string} url to be copied if there is none */
export async function share(data, url) {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) offer(url);
  }
}
