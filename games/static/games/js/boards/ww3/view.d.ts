// What a viewer sees of World War III (games/rules/ww3/view.py).
declare namespace WorldWarThree {
  type Board = import("./board.js").Board;

  interface View extends Protocol.View {
    centre: number;
    /** Whose turn it is. */
    at: number | null;
    laid: { seat: number; card: Protocol.Card }[];
    top: { card: Protocol.Card; seat: number } | null;
    seats: Seat[];
    war: War | null;
    last: { winner: number; loser: number; size: number } | null;
    rules: { secret: boolean; cap: number; solo: boolean };
    asks: Asks | null;
  }

  interface Seat extends Protocol.Seat {
    pickup: number;
    hand: Protocol.Card[];
    /** The place in the hand of the card that must be laid. */
    must: number | null;
    discard: Protocol.Card[];
    /** Declared twos. */
    shown: Protocol.Card[];
    captured: number;
    fights: boolean;
  }

  interface War {
    stage: number;
    sides: Side[];
    /** Why the run that is shown is void. */
    back: string | null;
    over: boolean;
    /** Why they fight, who is ahead and what can be lost. */
    stakes: { kind: string; term: string; text: string }[];
  }

  interface Side {
    seat: number;
    /** The card that counts. */
    card: Protocol.Card | null;
    /** Cards of this run by stages, and the stage whose card is held. */
    row: (Protocol.Card | null)[];
    held: number | null;
  }

  interface Asks extends Protocol.Asks {
    targets?: number[];
    choices: { act: string; label: string; args: { opponent?: number } }[];
  }
}
