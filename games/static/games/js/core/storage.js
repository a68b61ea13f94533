// Values that a browser or a tab remembers, as JSON.  Private windows may refuse; then the page does, until it closes.
class Remembered {
  kept = new Map();

  /** @param {() => Storage} storage */
  constructor(storage) {
    this.storage = storage;
  }

  /** @template T @param {string} key @param {T} otherwise @returns {T} */
  read(key, otherwise) {
    try {
      return JSON.parse(this.storage().getItem(key) ?? "null") ?? otherwise;
    } catch {
      return this.kept.get(key) ?? otherwise;
    }
  }

  /** @param {string} key @param {unknown} value undefined: forget it */
  write(key, value) {
    this.kept.set(key, value);
    try {
      if (value === undefined) this.storage().removeItem(key);
      else this.storage().setItem(key, JSON.stringify(value));
    } catch {
      // see above
    }
  }
}

export const browser = new Remembered(() => localStorage);
export const tab = new Remembered(() => sessionStorage);
