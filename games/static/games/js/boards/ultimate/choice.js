// One gesture for everything: pick a card of yours, pick a target; in either order.
// What is allowed and why not is in the view; nothing is judged here.
import { rankIndex } from "../../core/card_words.js";
import { t } from "../../core/words.js";

const LONGEST_WAIT_MS = 3500;
const ATTACKS = new Set(["confront", "challenge", "war", "multi"]);

/** @typedef {UltimateWar.Source} Source */
/** @typedef {UltimateWar.Target} Target */
/** @typedef {UltimateWar.Zone | "field"} Place */

/**
 * @typedef {object} On
 * @property {(act: string, args: object) => void} send
 * @property {(text: string) => void} say
 * @property {() => void} changed
 */

export class Choice {
  /** @param {Boards.Clock} clock @param {On} on */
  constructor(clock, on) {
    this.view = /** @type {UltimateWar.View} */ ({}); // before the deal
    this.clock = clock;
    this.on = on;
    /** @type {Set<string>} field cards taken back as options */
    this.unwanted = new Set();
    /** @type {Set<string>} field cards offered on purpose */
    this.wanted = new Set();
    this.clear();
  }

  clear() {
    /** @type {Source | null} */
    this.source = null;
    /** @type {Target | null} */
    this.target = null;
    /** @type {Source | null} the card to call the whole table with */
    this.calling = null;
    /** @type {number | null} the opponent whose cards are meant */
    this.seat = null;
    this.offering = false; // are option cards being chosen?
  }

  /** A new view: what was chosen may be gone. @param {UltimateWar.View} view */
  see(view) {
    this.view = view;
    const { may } = view;
    if (!may) {
      this.clear();
      return;
    }
    if (this.source && !(this.source in may.sources)) this.source = null;
    if (this.calling && may.sources[this.calling] !== "") this.calling = null;
    if (this.target && this.isGone(this.target)) this.target = null;
    for (const set of [this.wanted, this.unwanted]) {
      for (const code of set) if (!(code in may.offers)) set.delete(code);
    }
  }

  /** @param {Target} target */
  isGone(target) {
    const { seats, may, asks } = this.view;
    if (target.kind === "field") return !seats[target.seat - 1].field.some((row) => row.card === target.card);
    if ("id" in target) return may?.answer?.id !== target.id;
    return target.kind === "join" && !asks?.acts.includes("join");
  }

  /** @param {Target} target */
  aimsAt(target) {
    return JSON.stringify(target) === JSON.stringify(this.target);
  }

  // Why not; "" for yes ---------------------------------------------------------------------

  /** The words of a refusal; a code that is missing stands for a card that is not there. @param {string} [code] */
  sentence(code = "NO_SOURCE") {
    const why = this.view.may?.why ?? {};
    return code && (why[code] ?? why.NO_SOURCE ?? "");
  }

  /** The same in two words, for a button that is off. @param {string} code */
  short(code) {
    return this.view.may?.short[code] ?? "";
  }

  /** Why this card of mine cannot be chosen at all; an answer may use what is bound otherwise. @param {Source} source */
  whySource(source) {
    const { may } = this.view;
    if (!may) return t("you-are-watching");
    const codes = [may.sources[source], may.answer?.option[source], may.answer?.change[source]];
    return codes.includes("") ? "" : this.sentence(codes[0]);
  }

  /** Why a target of somebody else is out of reach, whatever is chosen. @param {number} seat @param {Place | "war"} what */
  whyTarget(seat, what) {
    return this.view.may ? this.sentence(this.codeTarget(seat, what)) : t("you-are-watching");
  }

  /** @param {number} seat @param {Place | "war"} what */
  codeTarget(seat, what) {
    const { may, seats } = this.view;
    const row = may?.targets.find((each) => each.seat === seat);
    if (!may || !row || row[what]) return row?.[what] ?? "";
    if (what === "war") return (seats[seat - 1].war_at ?? 0) > this.clock.now() ? "TOO_SOON" : "";
    if (this.source && may.sources[this.source]) return may.sources[this.source];
    return what !== "field" && !this.offered().length ? "OPTION_NEEDED" : "";
  }

  /** @param {Source} source */
  whyOption(source) {
    const codes = this.view.may?.answer?.option;
    return codes ? this.sentence(codes[source]) : "";
  }

  /** May the chosen card go to this empty place of mine? @param {Place} place */
  whyPut(place) {
    const act = this.putAct(place);
    return act ? this.sentence(this.view.may?.moves[act]) : this.sentence("NO_SOURCE");
  }

  /** @param {Place} place */
  putAct(place) {
    if (this.source === "stack") return place === "hand" ? "draw" : "deploy";
    return this.source === "hand" && place === "field" ? "play" : "";
  }

  // Options -----------------------------------------------------------------------------------

  /** The option cards a challenge would offer: chosen ones, else the highest that is free. */
  offered() {
    const offers = this.view.may?.offers ?? {};
    const free = Object.keys(offers).filter((code) => !offers[code] && code !== this.source);
    const chosen = free.filter((code) => this.wanted.has(code));
    if (chosen.length) return chosen;
    const rest = free.filter((code) => !this.unwanted.has(code));
    const best = (rest.length ? rest : free).sort((a, b) => rankIndex(b) - rankIndex(a));
    return best.slice(0, 1);
  }

  /** @param {string} code */
  toggleOffer(code) {
    const on = this.offered().includes(code);
    if (!on) for (const each of this.offered()) this.wanted.add(each);
    (on ? this.wanted : this.unwanted).delete(code);
    (on ? this.unwanted : this.wanted).add(code);
    this.on.changed();
  }

  // Choosing ------------------------------------------------------------------------------

  /** @param {Source} source */
  pickSource(source) {
    const why = this.whySource(source);
    if (why) this.on.say(why);
    else if (this.offering && source !== "stack" && source !== "hand") this.toggleOffer(source);
    else {
      this.source = this.source === source && !this.target ? null : source;
      if (this.source && this.target) this.fire(this.source, this.target);
      this.on.changed();
    }
  }

  /** @param {Target} target */
  pick(target) {
    if (!this.view.may) this.on.say(t("you-are-watching"));
    else if (this.source) this.fire(this.source, target);
    else this.target = this.aimsAt(target) ? null : target;
    this.on.changed();
  }

  /** @param {Place} place */
  put(place) {
    if (!this.view.may) return;
    this.source ??= "stack"; // an empty place asks for the top of the stack
    const why = this.whyPut(place);
    if (why) this.on.say(why);
    else this.move(this.putAct(place));
    this.on.changed();
  }

  // Doing -----------------------------------------------------------------------------------

  /** @param {Source} src @param {Target} target */
  fire(src, target) {
    const [why, act, args] = this.order(src, target);
    if (why) this.on.say(why);
    else this.send(act, args);
  }

  /** Why not, act and arguments of this card against a target. @param {Source} src @param {Target} target @returns {[string, string, object]} */
  order(src, target) {
    const { may } = this.view;
    switch (target.kind) {
      case "option":
        return [this.whyOption(src), "option", { challenge: target.id, src, card: target.card }];
      case "change":
        return [this.sentence(may?.answer?.change[src]), "change", { challenge: target.id, src }];
      case "join":
        return [this.sentence(may?.sources[src]), "join", { src }];
      case "field":
        return [this.whyTarget(target.seat, "field"), "confront", { src, seat: target.seat, card: target.card }];
      default: {
        const { seat, zone } = target;
        return [this.whyTarget(seat, zone), "challenge", { src, seat, zone, options: this.offered() }];
      }
    }
  }

  /** @param {string} act */
  move(act) {
    const why = this.sentence(this.view.may?.moves[act]);
    if (why) this.on.say(why);
    else this.send(act, {});
  }

  /** @param {number} seat */
  war(seat) {
    const why = this.whyTarget(seat, "war");
    if (why) this.on.say(why);
    else this.send("war", { seat });
  }

  /** @param {string} force what those put in who pass */
  call(force) {
    const src = this.calling;
    if (src) this.send("multi", { src, force });
  }

  /** Between two attacks there is a pause: the click that comes too early waits for its end. @param {string} act @param {object} args */
  send(act, args) {
    const { may } = this.view;
    const ready = (act === "multi" ? may?.call_at : may?.ready_at) ?? 0;
    const wait = ATTACKS.has(act) ? ready - this.clock.now() : 0;
    clearTimeout(this.waiting);
    if (wait > LONGEST_WAIT_MS) {
      this.on.say(this.sentence("COOLDOWN"));
      return;
    }
    this.clear();
    if (wait > 0) this.waiting = setTimeout(() => this.on.send(act, args), wait + 5);
    else this.on.send(act, args);
  }
}
