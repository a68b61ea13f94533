// Moments as people type them: on their own clock, or in UTC; one in each line.
const MOMENT = /^(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d)$/;
const MINUTE_MS = 60000;

/** Moments in UTC, as the reader's clock says; whatever else is there stays. @param {string} text */
export function toLocal(text) {
  return inOther(text, "Z", (at) => new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS));
}

/** The other way round. @param {string} text */
export function toUtc(text) {
  return inOther(text, "", (at) => at);
}

/**
 * Whether a typed time comes twice on the reader's clock, or never; "" if there is no doubt.
 * @param {string} text @returns {"" | "twice" | "never"}
 */
export function doubtOf(text) {
  const times = text.split("\n").map((line) => MOMENT.exec(line.trim())).filter((match) => match !== null);
  const said = times.map(([, day, , time]) => `${day}T${time}`);
  if (said.some((time) => toLocal(toUtc(time)) !== time)) return "never";
  return said.some(comesTwice) ? "twice" : "";
}

/** @param {string} time */
function comesTwice(time) {
  const first = new Date(time).getTime();
  const others = [-60, -30, 30, 60].map((minutes) => new Date(first + minutes * MINUTE_MS));
  return others.some((other) => toLocal(other.toISOString().slice(0, 16)) === time);
}

/** @param {string} text @param {string} zone "Z" for UTC @param {(at: Date) => Date} shift */
function inOther(text, zone, shift) {
  const lines = text.split("\n").map((line) => {
    const [, day, between, time] = MOMENT.exec(line.trim()) ?? [];
    const at = new Date(`${day}T${time}${zone}`);
    return Number.isNaN(at.getTime()) ? line : shift(at).toISOString().slice(0, 16).replace("T", between);
  });
  return lines.join("\n");
}
