// What a viewer sees of War, written from games/rules/war/view_types.py.
declare namespace War {
  type Board = import("./board.js").Board;
  /** While cards turn over, the page shows a phase of its own. */
  type View = Omit<Shown.WarView, "phase"> & { phase: Shown.WarView["phase"] | "turning" };
  type Seat = Shown.WarSeat;
}
