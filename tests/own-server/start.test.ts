// `npm start` as a server: what it refuses to serve, in words, before any port is open.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { start } from "../support/start.ts";

const TOKEN = "a-setup-token-of-this-test-0123456789";
const home = mkdtempSync(join(tmpdir(), "seed-desk-start-"));
after(() => rmSync(home, { recursive: true, force: true }));

const refusals: readonly (readonly [string, Record<string, string>, readonly string[], RegExp])[] = [
  [
    "a public origin without a setup token",
    { APP_ORIGIN: "https://desk.example" },
    [],
    /APP_ORIGIN makes this a server: put a SVC_SETUP_TOKEN of at least 32/,
  ],
  ["a token of 31 characters", { APP_ORIGIN: "https://desk.example", SVC_SETUP_TOKEN: TOKEN.slice(0, 31) }, [], /at least 32 characters/],
  [
    "an origin of the own computer without a token",
    { APP_ORIGIN: "http://localhost:8787" },
    [],
    /On your own computer, leave APP_ORIGIN out instead/,
  ],
  [
    "an origin that is none, even with a token",
    { APP_ORIGIN: "http://desk.example", SVC_SETUP_TOKEN: TOKEN },
    [],
    /not served with an APP_ORIGIN that is not valid/,
  ],
  ["an open port without a public origin", { SVC_SETUP_TOKEN: TOKEN }, ["--host", "0.0.0.0"], /set APP_ORIGIN and SVC_SETUP_TOKEN/],
];
for (const [what, vars, flags, says] of refusals) {
  test(`refused: ${what}`, async () => {
    const folder = mkdtempSync(join(home, "desk-"));
    await assert.rejects(start(folder, vars, flags), (error: Error) => {
      assert.match(error.message, says);
      assert.match(error.message, /^ended with 1: /);
      for (const value of Object.values(vars))
        if (value !== vars["APP_ORIGIN"]) assert.ok(!error.message.includes(value), "a secret is told");
      return true;
    });
    assert.ok(!existsSync(join(folder, "state")), "nothing was made");
  });
}

test("served: an origin of the own computer with a token, and setup then asks for it", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const desk = await start(folder, { APP_ORIGIN: "http://localhost:8787", SVC_SETUP_TOKEN: TOKEN });
  const body = JSON.stringify({ name: "Olga", email: "olga@example.test", password: "correct horse battery", setupToken: "" });
  const headers = { "content-type": "application/json", origin: "http://localhost:8787" };
  const answer = await fetch(`${desk.url}/setup`, { method: "POST", body, headers });
  assert.equal(answer.status, 403, await answer.text());
  assert.equal(await desk.stop(), 0);
});
