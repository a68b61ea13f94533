// What the server says at a table (docs/protocol.md). Seats count from 1; times are ms of game time.
declare namespace Protocol {
  /** "Kd"; capitals for suits of the second pack, "X1" a joker, "??" a face-down card. */
  type Card = string;

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

  interface Ack {
    ack: string;
    v: number;
  }

  interface Reject {
    reject: string;
    code: string;
    text: string;
    v: number;
  }

  interface Beat {
    v: number;
    now: number;
    /** of the server, epoch ms; `now` is that of the game */
    time: number;
    probe?: string;
    watchers?: number;
  }

  interface Problem {
    error: string;
    text: string;
  }

  type Message = State | Difference | Ack | Reject | { beat: Beat } | { pong: number; now: number } | { me: object } | { calls: string; now: number } | { chat: ChatFrame } | Problem;

  /** Replaces all lines of a room after line `from`. */
  interface ChatFrame {
    room: string;
    from: number;
    lines: Said[];
  }

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

  /** A line of chat: a text or a quick word. */
  interface Said {
    c: number;
    v: number;
    who: string;
    text?: string;
    quick?: string;
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

  interface Table {
    code: string;
    status: "open" | "running" | "finished" | "aborted";
    game: string;
    rules_version: number;
    title: string;
    options: string[];
    players: number;
    private: boolean;
    arranged: boolean;
    rated: boolean;
    chat: "text" | "quick" | "off";
    agree: boolean;
    seats: Player[];
    offer: Offer | null;
    deal_ms: number;
    limit_ms: number | null;
    paused: boolean;
    rematch: string | null;
    commitment: string;
    day: string | null;
    end: string;
    result: string;
    reason: string;
  }

  /** Who sits on a seat. */
  interface Player {
    number: number;
    name: string;
    emblem: string;
    bot: boolean;
    level: string;
    ready: boolean;
    away_ms: number | null;
    substitute: boolean;
    /** What happens to a player who is away, in game time. */
    absence: { then: "bot" | "out"; until: number } | null;
    place: number | null;
    won: boolean | null;
    you: boolean;
  }

  interface Offer {
    what: "finish" | "fast";
    by: number;
    yes: number[];
    until: number;
  }

  /** A line of the log; cards as {Kd}. */
  interface Line {
    n: number;
    number: number;
    text: string;
    kind: string;
    /** It speaks to the reader as *you*. */
    mine?: boolean;
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
  interface View {
    game: string;
    phase: string;
    you: number | null;
    number: number;
    wars: number;
    turn: number;
    since: number;
    until: number | null;
    call: { title: string; detail: string };
    seats: Seat[];
    reveal?: Reveal | null;
    asks: Asks | null;
    result: Result | null;
    /** How it went for the viewer's own seat, once it is out or the game is over. */
    own?: { title: string; detail: string };
    /** What helps a newcomer now. */
    hints?: { key: string; text: string }[];
  }

  interface Seat {
    seat: number;
    ready: boolean;
    auto?: boolean;
    out: boolean;
    place: number | null;
    won: boolean;
  }

  /** The last cards turned face up: all screens show them at `show_at`. */
  interface Reveal {
    id: number;
    show_at: number;
    open: boolean;
    ends: number | null;
    ranks?: string[];
  }

  /** What this viewer may do now, and what happens if they do nothing. */
  interface Asks {
    acts: string[];
    label: string;
    until: number;
    silence: string;
  }

  interface Result {
    end: string;
    winners: number[];
    places: number[];
    text: string;
  }
}
