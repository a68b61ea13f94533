// What a viewer sees of War (games/rules/war/view.py).
declare namespace War {
  type Board = import("./board.js").Board;

  interface View extends Protocol.View {
    depth: number;
    pot: number;
    center: number;
    seats: Seat[];
    reveal: (Protocol.Reveal & { ranks: string[] }) | null;
    /** What can be slapped, and why not now; absent where nobody slaps. */
    slap?: { ranks: string; off: string };
    last: { winner: number; reason: string; size: number } | null;
  }

  interface Seat extends Protocol.Seat {
    pile: number;
    /** By stages: the battle card, then for each war the face-down cards and the one face up. */
    lane: Protocol.Card[][];
    fights: boolean;
    locked: boolean;
  }
}
