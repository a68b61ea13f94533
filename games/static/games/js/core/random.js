/** 16 random bytes in hex. */
export function randomHex() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID(); // not offered over plain http
  const [, first, second, third, fourth, last] = /(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(randomHex()) ?? [];
  return `${first}-${second}-4${third}-8${fourth}-${last}`;
}
