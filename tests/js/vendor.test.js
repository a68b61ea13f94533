import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("the copy of preact is that of the package", () => {
  const [copy, original] = ["games/static/games/vendor/preact.js", "node_modules/preact/dist/preact.mjs"].map((path) =>
    readFileSync(path, "utf8").replace(/^\/\/# sourceMappingURL=.*/m, "").trim(),
  );
  assert.equal(copy, original);
});
