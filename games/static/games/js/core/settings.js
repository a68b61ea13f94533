// What this browser remembers about sound, speech and keys.
const KEY = "warsite:settings";
const DEFAULTS = { sound: false, talk: "all", keys: true, own: {} };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = { ...DEFAULTS, ...stored() };

export function change(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // refused in private windows: kept until the page closes
  }
}

// Fields marked data-setting follow the stored values and change them.
export function joinSettings(onChange) {
  for (const field of document.querySelectorAll("[data-setting]")) {
    const name = field.dataset.setting;
    if (field.type === "checkbox") field.checked = Boolean(settings[name]);
    else field.value = settings[name];
    field.addEventListener("change", () => {
      change(name, field.type === "checkbox" ? field.checked : field.value);
      onChange(name);
    });
  }
}
