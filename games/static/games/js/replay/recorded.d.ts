// A recording as it is sent (docs/protocol.md, games/table/replay/recording.py): numbers count from those before.
declare namespace Recorded {
  type Event = Protocol.Event & { at?: number };
  type Kind = Protocol.Line["kind"];
  type Line = [place: number, text: string, kind?: Kind];

  /** What the log says of one place. */
  type Entry = [place: number, lines: [text: string, kind: Kind][]];

  interface Moves {
    /** Places since the frame before. */
    b: number;
    /** Version, ms, events, lines. */
    m: [number, number, Event[], Line[]][];
  }

  /** Changes of the view; those of a seat by its number. */
  type Changes = Partial<Omit<Protocol.View, "seats">> & { seats?: Record<string, Partial<Protocol.Seat>> };

  interface Part {
    frames: (Moves & { d: Changes })[];
    /** Moves that belong to the first frame of the next part. */
    rest: Moves;
    /** Points of the chart from this one on. */
    first: number;
    front: number[][];
    wars: [place: number, depth: number][];
    next: string | null;
  }
}
