// A film: frames as differences, opened into views when they come in.  A long one comes in parts.
export const ALL = "all";
export const WATCHER = "watcher";

const START = { view: {}, seats: {}, open: {}, own: {} };

// What is known after a frame, from what was known before it.
function next(known, frame) {
  const { seats: changes, ...rest } = frame.d;
  let { seats } = known;
  if (changes) {
    seats = { ...seats };
    for (const [seat, fields] of Object.entries(changes)) seats[seat] = { ...seats[seat], ...fields };
  }
  const open = frame.open ? { ...known.open, ...frame.open } : known.open;
  const own = frame.own ? { ...known.own, ...frame.own } : known.own;
  return { number: frame.b, at: frame.t, view: { ...known.view, ...rest }, seats, open, own };
}

export class Film {
  constructor(data, address) {
    this.frames = [];
    this.front = [];
    this.log = [];
    this.depths = new Map(); // place -> wars in a row
    this.numbers = new Map(); // place -> its frames
    this.add(data, address);
  }

  // The next part.  A place, and what is told of it, may go on where the part before ended.
  add(data, address) {
    for (const frame of data.frames) {
      this.frames.push(next(this.frames.at(-1) ?? START, frame));
      if (!this.numbers.has(frame.b)) this.numbers.set(frame.b, []);
      this.numbers.get(frame.b).push(this.frames.length - 1);
    }
    this.front.splice(data.first, Infinity, ...data.front);
    for (const [number, depth] of data.wars) this.depths.set(number, depth);
    this.wars = [...this.depths.keys()];
    this.addLog(data);
    this.length = this.frames.at(-1).number;
    this.last = this.frames.length - 1;
    this.next = data.next ? new URL(data.next, address).href : null;
  }

  // The last line of a part is kept back until it is whole.
  addLog({ log, next: more }) {
    const rest = [...log];
    if (this.kept && rest[0]?.[0] === this.kept[0]) rest[0] = [rest[0][0], [...this.kept[1], ...rest[0][1]]];
    else if (this.kept) rest.unshift(this.kept);
    this.kept = more ? rest.pop() : null;
    this.log.push(...rest);
  }

  static async fetch(address) {
    return new Film(...(await read(address)));
  }

  // Load the next part, unless there is none.
  async more() {
    if (this.next) this.add(...(await read(this.next)));
  }

  // What these eyes see: everything that was hidden, what a seat saw itself, or a spectator's view.
  view(index, eyes) {
    const { view, seats, open, own } = this.frames[index];
    const known = eyes === ALL ? open : own;
    const rows = Object.values(seats).map((seat) => {
      const mine = eyes === ALL || String(seat.seat) === eyes;
      return mine && known[seat.seat] ? { ...seat, ...known[seat.seat] } : seat;
    });
    return { ...view, seats: rows, you: eyes === ALL || eyes === WATCHER ? null : Number(eyes) };
  }

  // How a battle or a round ended; when there is no frame of it, the one before.
  ofNumber(wanted) {
    for (let number = wanted; number >= 0; number -= 1) {
      const found = this.numbers.get(number);
      if (found) return found.at(-1);
    }
    return 0;
  }

  // "112" ends battle 112, "112.2" is its second step.
  text(index) {
    const { number } = this.frames[index];
    const steps = this.numbers.get(number);
    return index === steps.at(-1) ? String(number) : `${number}.${steps.indexOf(index) + 1}`;
  }

  find(text) {
    const [number, step] = text.split(".").map(Number);
    const steps = this.numbers.get(number);
    if (!steps) return this.ofNumber(number); // not every second has a picture
    return steps[(step || steps.length) - 1] ?? 0;
  }

  warBefore(number) {
    return this.wars.filter((each) => each < number).at(-1) ?? null;
  }

  warAfter(number) {
    return this.wars.find((each) => each > number) ?? null;
  }
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return [await answer.json(), answer.url];
}
