// What a viewer sees of Ultimate War (games/rules/ultimate/view.py). A code is "" for yes, else a refusal.
declare namespace UltimateWar {
  type Board = import("./board.js").Board;

  type Zone = "stack" | "hand";
  /** A card of one's own: "stack", "hand" or a field card. */
  type Source = string;
  type Codes = Record<string, string>;

  interface View extends Protocol.View {
    pot: number;
    seats: Seat[];
    challenges: Challenge[];
    questions: Question[];
    multi: { seat: number; opened: number; answers: { seat: number; act: "join" | "pass" }[] } | null;
    clocks: { end: number; muster: number | null; pulse: number | null };
    plan: object | null;
    may: May | null;
  }

  interface Seat extends Protocol.Seat {
    stack: number;
    hand: Protocol.Card | null;
    field: { card: Protocol.Card; locked: boolean; pledged: boolean }[];
    locked: Zone[];
    total: number;
    /** From when a war may be called on it. */
    war_at: number | null;
  }

  interface Card {
    zone: Zone | "field";
    card: Protocol.Card | null;
  }

  interface Challenge {
    id: number;
    seat: number;
    source: Card;
    target: number;
    zone: Zone;
    opened: number;
    until: number;
    proposal: (Card & { until: number }) | null;
    options: Protocol.Card[];
  }

  /** What is asked of who looks, and what they wait for. */
  interface Question {
    kind: "answer" | "waits" | "consent" | "join" | "table" | "call";
    key: string;
    /** Of the challenge. */
    id: number;
    title: string;
    detail: string;
    until: number | null;
    since?: number;
    options: Protocol.Card[];
    answers: { action: string; label: string; look: string }[];
  }

  /** What one's own seat may do, apart from pauses. */
  interface May {
    moves: Codes;
    sources: Codes;
    offers: Codes;
    targets: { seat: number; field: string; stack: string; hand: string; war: string }[];
    answer: { id: number; option: Codes; change: Codes } | null;
    ready_at: number;
    call_at: number | null;
    why: Codes;
    /** The same in two words, for some of the codes. */
    short: Codes;
  }

  /** What a chosen card is for. */
  type Target =
    | { kind: "field"; seat: number; card: Protocol.Card }
    | { kind: "zone"; seat: number; zone: Zone }
    | { kind: "option"; id: number; card: Protocol.Card }
    | { kind: "change"; id: number }
    | { kind: "join" };

  interface Fight {
    /** Turned face up, and where they lay. */
    cards: { seat: number; zone: string; code: Protocol.Card }[];
    /** The first one goes to the second one. */
    isDuel: boolean;
    /** Some were not seen before. */
    isHidden: boolean;
    winner: number | null;
  }
}
