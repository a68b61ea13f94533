import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const COPIES = { "preact.js": "preact/dist/preact.mjs", "idiomorph.js": "idiomorph/dist/idiomorph.esm.js" };

for (const [copy, original] of Object.entries(COPIES)) {
  test(`${copy} is that of its package`, () => {
    const [here, there] = [`games/static/games/vendor/${copy}`, `node_modules/${original}`].map((path) =>
      readFileSync(path, "utf8").replace(/^\/\/# sourceMappingURL=.*/m, "").trim(),
    );
    assert.equal(here, there);
  });
}
