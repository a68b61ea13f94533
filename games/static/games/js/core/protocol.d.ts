// What the server says at a table (docs/protocol.md). Seats count from 1; times are ms of game time.
declare namespace Protocol {
  type Card = Shown.Card;
  type Line = Shown.Line;
  type Ack = Shown.Ack;
  type Reject = Shown.Reject;
  type Beat = Shown.Beat;
  type Problem = Shown.ErrorMessage;
  type ChatFrame = Shown.Chat;
  type Said = Shown.Said;
  type Table = Shown.Table;
  type Player = Shown.Player;
  type Offer = Shown.Offer;
  type Seat = Shown.SeatView & { auto?: boolean };
  type Reveal = Shown.Reveal & { ranks?: string[] };
  type Asks = Shown.Asks;
  type Result = Shown.Result;

  /** Everything a viewer may know at version `v`. */
  interface State {
    v: number;
    from: number;
    now: number;
    watchers: number;
    view: View | null;
    table: Table;
    events: Event[];
    lines: Line[];
    /** Belongs into this state: a tree of the same keys. */
    words?: Words;
    /** A command of this connection that it contains. */
    ack?: string;
  }

  interface Words {
    view?: Fields;
    table?: Fields;
  }

  type Fields = Record<string, unknown>;

  /** A state that says only what differs from the one before, of version `base`. */
  interface Difference extends Omit<State, "view" | "table"> {
    base: number;
    view: Fields & { seats?: Record<string, Fields> };
    table?: Fields;
  }

  type Message = State | Difference | Ack | Reject | { beat: Beat } | { pong: number; now: number } | { me: object } | { calls: string; now: number } | { chat: ChatFrame } | Problem;

  /** Open tables and wishes, the same for all readers of a language; `count` of all, also those without a row. */
  interface LobbyFrame {
    count: number;
    rows: LobbyRow[];
  }

  interface LobbyRow {
    id: string;
    kind: "table" | "wish";
    url: string;
    title: string;
    rules: string;
    /** What is missing, in words. */
    seats: string;
    rated: boolean;
    /** What the link does, in words. */
    go: string;
    /** Epoch ms. */
    since: number;
    people: LobbyPerson[];
    /** Ids of the people on whose account a reader may leave it out. */
    of: number[];
  }

  interface LobbyPerson {
    id: number;
    name: string;
    url: string;
    /** "guest", "bot", "bot of Anna"; empty for people with accounts. */
    what: string;
    /** If it is rated. */
    points?: number;
    margin?: number;
    /** How slow their line is, at tables with races, or empty. */
    line: string;
  }

  /** It ends by itself; `until` is null for good. */
  interface Sanction {
    kind: string;
    until: number | null;
  }

  /** An act and its arguments, as sent with an id. */
  interface Command {
    act: string;
    [argument: string]: unknown;
  }

  /** What happened in move `n` at time `t`; the other fields depend on `ev`. */
  interface Event {
    n: number;
    t: number;
    ev: string;
    seat?: number;
    target?: number;
    card?: Card;
    seats?: number[];
    number?: number;
    [field: string]: unknown;
  }

  /** What the views of all games have in common. */
  interface View extends Shown.GameView {
    game: string;
    phase: string;
    seats: Seat[];
    reveal?: Reveal | null;
    asks: Asks | null;
  }

}
