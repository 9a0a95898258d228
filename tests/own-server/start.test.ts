// `npm start` as a server: what it refuses to serve, with a reason, before any port is open.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { COMPACTED } from "../../scripts/lib/compact.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { LOCK_FILE, lockState } from "../../scripts/lib/backup/lock.ts";
import { Operator, Visitor } from "../support/desk.ts";
import { start } from "../support/start.ts";

const TOKEN = "a-setup-token-of-this-test-0123456789";
const home = mkdtempSync(join(tmpdir(), "seed-desk-start-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const refusals: readonly (readonly [string, Record<string, string>, readonly string[], RegExp])[] = [
  [
    "a public origin without a setup token",
    { APP_ORIGIN: "https://desk.example" },
    [],
    /APP_ORIGIN makes this a server: put a SVC_SETUP_TOKEN of at least 32/,
  ],
  ["a token of 31 characters", { APP_ORIGIN: "https://desk.example", SVC_SETUP_TOKEN: TOKEN.slice(0, 31) }, [], /at least 32 characters/],
  [
    "a local origin without a token when others can reach the port",
    { APP_ORIGIN: "http://localhost:8787" },
    ["--host", "0.0.0.0"],
    /On your own computer, leave APP_ORIGIN out, or let it name localhost and leave out --host/,
  ],
  [
    "a local origin with a token that is too short",
    { APP_ORIGIN: "http://localhost:8787", SVC_SETUP_TOKEN: TOKEN.slice(0, 31) },
    [],
    /at least 32 characters/,
  ],
  [
    "an invalid origin, even with a token",
    { APP_ORIGIN: "http://desk.example", SVC_SETUP_TOKEN: TOKEN },
    [],
    /not served with an APP_ORIGIN that is not valid/,
  ],
  ["an empty origin", { APP_ORIGIN: " ", SVC_SETUP_TOKEN: TOKEN }, [], /APP_ORIGIN is empty in \S+vars: write/],
  [
    "a state folder that is a file",
    {},
    ["--state", import.meta.filename],
    /^ended with 1: EEXIST: file already exists, mkdir '[^']+start\.test\.ts'\n$/,
  ],
  [
    "an open port without a public origin",
    { SVC_SETUP_TOKEN: TOKEN },
    ["--host", "0.0.0.0"],
    /set APP_ORIGIN and SVC_SETUP_TOKEN in \S+vars first/,
  ],
];
for (const [what, vars, flags, says] of refusals) {
  test(`npm start refuses ${what}`, async () => {
    const folder = mkdtempSync(join(home, "desk-"));
    await assert.rejects(start(folder, vars, flags), (error: Error) => {
      assert.match(error.message, says);
      assert.match(error.message, /^ended with 1: /);
      assert.doesNotMatch(error.message, /\.dev\.vars/, "another file was named");
      for (const value of Object.values(vars))
        if (value !== vars["APP_ORIGIN"]) assert.ok(!error.message.includes(value), "a secret is told");
      return true;
    });
    assert.ok(!existsSync(join(folder, "state")), "nothing was made");
  });
}

test("a second server beside a running one is refused; a killed one blocks nobody; only the first is told to open /setup", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const first = await start(folder, {});
  assert.match(first.printed(), /open \/setup to create the first owner/);
  await new Operator(first.url).setup();
  await assert.rejects(start(folder, {}), /in use by process \d+ \(serving\)/);
  const gone = new Promise((done) => first.process.once("exit", done));
  first.process.kill("SIGKILL");
  await gone;
  const second = await start(folder, {});
  assert.doesNotMatch(second.printed(), /\/setup/);
  assert.equal(await second.stop(), 0);
  assert.ok(!existsSync(join(folder, "state", LOCK_FILE)));
});

test("open pages keep their styles and scripts when the build that is served is replaced", async (t) => {
  const build = mkdtempSync(join(home, "build-"));
  cpSync(inRoot("dist"), build, { recursive: true });
  process.env["SEED_DESK_BUILD"] = join(build, "server/wrangler.json");
  t.onTestFinished(() => void delete process.env["SEED_DESK_BUILD"]);
  const desk = await start(mkdtempSync(join(home, "desk-")), {});
  const [style] = readdirSync(join(build, "client/assets")).filter((name) => name.endsWith(".css"));
  rmSync(build, { recursive: true });
  assert.equal((await fetch(`${desk.url}/assets/${style}`)).status, 200);
  assert.equal((await fetch(`${desk.url}/widget.js`)).status, 200);
  assert.equal(await desk.stop(), 0);
});

test("an ended process that its parent has not reaped does not hold the lock", async (t) => {
  t.skip(!existsSync("/proc/self/stat"), "this system has no /proc");
  // The shell becomes sleep and never waits for its child.
  const keeper = spawn("sh", ["-c", `"${process.execPath}" -e 0 & echo $!; exec sleep 30`], { stdio: ["ignore", "pipe", "ignore"] });
  const pid = Number(await new Promise<string>((done) => keeper.stdout.once("data", (data: Buffer) => done(data.toString()))));
  const fields = (): string[] =>
    readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  while (fields()[0] !== "Z") await new Promise((done) => setTimeout(done, 20));
  const state = mkdtempSync(join(home, "locked-"));
  writeFileSync(join(state, LOCK_FILE), JSON.stringify({ pid, started: fields()[19], doing: "serving" }));
  lockState(state, "a backup")();
  keeper.kill();
});

test("a local origin with a token is served, and setup then asks for it", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const desk = await start(folder, { APP_ORIGIN: "http://127.0.0.1:8787", SVC_SETUP_TOKEN: TOKEN });
  const body = JSON.stringify({ name: "Olga", email: "olga@example.test", password: "correct horse battery", setupToken: "" });
  const headers = { "content-type": "application/json", origin: "http://127.0.0.1:8787" };
  const answer = await fetch(`${desk.url}/setup`, { method: "POST", body, headers });
  assert.equal(answer.status, 403, await answer.text());
  assert.equal(await desk.stop(), 0);
});

test("a local origin without a token is served; setup is then open on this machine, and not through a proxy", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const desk = await start(folder, { APP_ORIGIN: "http://localhost:8787" });
  const body = JSON.stringify({ name: "Olga", email: "olga@example.test", password: "correct horse battery" });
  const setup = async (headers: Record<string, string>): Promise<number> => {
    const all = { "content-type": "application/json", origin: "http://localhost:8787", ...headers };
    const answer = await fetch(`${desk.url}/setup`, { method: "POST", body, headers: all });
    await answer.text();
    return answer.status;
  };
  assert.equal(await setup({ "cf-connecting-ip": "203.0.113.7" }), 503);
  assert.equal(await setup({ "x-forwarded-for": "203.0.113.7" }), 503);
  assert.equal(await setup({ "x-forwarded-proto": "https" }), 503);
  assert.equal(await setup({ origin: "https://evil.example" }), 403);
  assert.equal(await setup({}), 201);
  assert.equal(await desk.stop(), 0);
});

test("Ctrl-C in a terminal, which also ends the runtime, still writes the last erasures into the journal", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const desk = await start(folder, { OPENAI_KEY: "canary-1a9" });
  const body = JSON.stringify({ name: "Olga", email: "olga@example.test", password: "correct horse battery" });
  const headers = { "content-type": "application/json", origin: desk.url };
  assert.equal((await fetch(`${desk.url}/setup`, { method: "POST", body, headers })).status, 201);
  const { code, said } = await desk.interrupt();
  assert.equal(code, 0);
  assert.doesNotMatch(said, /could not be written|canary-1a9/);
  assert.match(said, /vars: OPENAI_KEY isn’t a Seed Desk variable and is ignored\n/);
  assert.equal(readdirSync(folder).filter((name) => name.startsWith("erasures-")).length, 1);
});

test("the journal has the last erasures before the database is rewritten, which may outlast a supervisor's timeout", async () => {
  const folder = mkdtempSync(join(home, "desk-"));
  const desk = await start(folder, {});
  const owner = new Operator(desk.url);
  await owner.setup();
  const project = await owner.project("Harbour", "http://localhost:5999");
  const visitor = new Visitor(desk.url, project.key, "http://localhost:5999");
  await visitor.start();
  const contact = `/api/management/projects/${project.id}/contacts/${visitor.contactId}`;
  assert.equal((await owner.post(`${contact}/erase`, {})).status, 202);
  const state = async () => (await owner.call<{ erasure: { state: string } }>(`${contact}/erasure`)).body.erasure.state;
  for (let left = 100; left > 0 && (await state()) !== "erased"; left--) await new Promise((wake) => setTimeout(wake, 50));
  assert.equal(await desk.stop(), 0);
  const journal = join(folder, readdirSync(folder).find((name) => name.startsWith("erasures-")) ?? "");
  assert.match(readFileSync(journal, "utf8"), new RegExp(visitor.contactId));
  assert.ok(statSync(journal).mtimeMs < statSync(join(folder, "state", COMPACTED)).mtimeMs);
});
