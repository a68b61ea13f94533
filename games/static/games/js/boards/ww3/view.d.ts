// What a viewer sees of World War III, written from games/rules/ww3/view_types.py.
declare namespace WorldWarThree {
  type Board = import("./board.js").Board;
  type View = Shown.WorldWarThreeView;
  type Seat = Shown.WorldWarThreeSeat;
  type War = Shown.Duel;
  type Side = Shown.Side;
  type Asks = Shown.WorldWarThreeAsks;
}
