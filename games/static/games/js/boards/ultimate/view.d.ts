// What a viewer sees of Ultimate War, written from games/rules/ultimate/view_types.py, and what its board adds.
declare namespace UltimateWar {
  type Board = import("./board.js").Board;

  type Zone = "stack" | "hand";
  /** A card of one's own: "stack", "hand" or a field card. */
  type Source = string;
  type View = Shown.UltimateView;
  type Seat = Shown.UltimateSeat;
  type Card = Shown.Source;
  type Challenge = Shown.Challenge;
  type Question = Shown.Question;
  type May = Shown.May;

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
