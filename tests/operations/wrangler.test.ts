// The real scripts and the real wrangler against the double: a whole setup and deploy with a canary in every variable, and six faults.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { refuse } from "../doubles/platform/answers.ts";
import { type PlatformDouble, startPlatformDouble } from "../doubles/platform/index.ts";
import { canaryVariables, needles, seenIn, watchCommandLines } from "./canaries.ts";
import { type Checkout, type Ended, filesOf, makeCheckout } from "./checkout.ts";
import { platformContents } from "./world.ts";

const SETUP = ["scripts/setup.ts", "--remote"];
const DEPLOY = ["scripts/deploy.ts", "--remote"];

let checkout: Checkout;
let first: PlatformDouble;
let second: PlatformDouble;
/** The platform after the first run: every other way must lead to the same. */
let wanted: unknown;

const environment = (double: PlatformDouble): Record<string, string> => ({
  ...canaryVariables(),
  TMPDIR: join(checkout.root, ".tmp"),
  PLATFORM_ACCOUNT_ID: double.state.accountId,
  PLATFORM_API_TOKEN: double.token,
  SVC_RESOURCE_PREFIX: "acme",
  SEED_DESK_PLATFORM_DOUBLE: double.url,
});
const folder = (): string => join(checkout.root, ".seed/deployment/acme");
const secretsFiles = (): string[] => readdirSync(folder()).filter((file) => file.startsWith("secrets-"));

/** Running wrangler processes of this checkout. */
const wranglers = (): string[] =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(checkout.root) && line.includes("wrangler"));

async function runCommand(args: readonly string[], double: PlatformDouble): Promise<Ended> {
  const ended = await checkout.run(args, environment(double));
  assert.equal(ended.code, 0, ended.output);
  return ended;
}

async function expectFailure(args: readonly string[], double: PlatformDouble, message: RegExp): Promise<void> {
  const ended = await checkout.run(args, environment(double));
  assert.notEqual(ended.code, 0, ended.output);
  assert.match(ended.output, message);
  assert.deepEqual(seenIn(ended.output, needles([double.token, double.state.accountId])), []);
  assert.deepEqual(secretsFiles(), []);
}

beforeAll(async () => {
  checkout = makeCheckout();
  mkdirSync(join(checkout.root, ".tmp"));
  // Local state must not get into what is published.
  writeFileSync(join(checkout.root, ".dev.vars"), "OPENAI_API_KEY=canary7f3-local\n");
  first = await startPlatformDouble();
  second = await startPlatformDouble();
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  checkout.remove();
});

test("a whole setup and deploy prints no value, and a repeat changes nothing", async () => {
  const sources = new Set(filesOf(checkout.root).keys());
  const commandLines = watchCommandLines();
  const outputs = [
    await runCommand(["scripts/setup.ts", "--plan"], first),
    await runCommand(SETUP, first),
    await runCommand(DEPLOY, first),
  ].map((ended) => ended.output);
  wanted = platformContents(first.state);
  outputs.push((await runCommand(SETUP, first)).output, (await runCommand(DEPLOY, first)).output);
  assert.deepEqual(platformContents(first.state), wanted);

  const marks = needles([first.token, first.state.accountId]);
  for (const text of [...outputs, ...commandLines()]) assert.deepEqual(seenIn(text, marks), [], text);
  const elsewhere = [...filesOf(checkout.root)].filter(([path]) => !path.startsWith(".seed/") && !sources.has(path));
  for (const [path, bytes] of elsewhere) assert.deepEqual(seenIn(bytes, marks), [], path);
  // Caches of Node, the message compiler, and wrangler; our own files are only in .seed and .generated.
  const caches = /^(\.generated|project\.inlang|\.tmp\/node-compile-cache|\.home\/\.config\/\.wrangler)\//;
  assert.deepEqual(
    elsewhere
      .map(([path]) => path)
      .filter((path) => !caches.test(path))
      .slice(0, 10),
    [],
  );
});

test("the published state is the target's, and nothing else", () => {
  const worker = first.state.scripts.get("acme");
  assert.equal(worker?.version, 2);
  assert.ok((worker.modules["index.js"] ?? 0) > 100_000);
  const expected = canaryVariables();
  const secrets = first.state.secrets.get("acme") ?? new Map<string, string>();
  for (const [name, value] of secrets) assert.equal(value, expected[name]);
  assert.equal(secrets.size, SECRET_VARIABLES.length);
  const plain = (worker.metadata["bindings"] as { type: string; name: string; text: string }[]).filter((one) => one.type === "plain_text");
  for (const { name, text } of plain) assert.equal(text, name === "APP_ORIGIN" ? expected["SVC_PUBLIC_ORIGIN"] : expected[name]);
  assert.equal(plain.length, PUBLIC_VARIABLES.length);
});

test("wrangler gets no domain to attach, and our calls never ask for an override", () => {
  const records = first.calls.filter(({ path }) => path.endsWith("/domains/records"));
  assert.equal(records.length, 2);
  for (const { body } of records) {
    assert.match(body, /"override_existing_origin":false,"override_existing_dns_record":false/);
  }
});

test("the artifact contains no value except in its configuration, which is never published", () => {
  const marks = needles([first.token, first.state.accountId]);
  for (const [path, bytes] of filesOf(join(folder(), "dist"))) {
    if (path !== "server/wrangler.json") assert.deepEqual(seenIn(bytes, marks), [], path);
  }
  for (const { path, body } of first.calls.filter((call) => call.path.includes("/assets"))) assert.deepEqual(seenIn(body, marks), [], path);
});

test("the private file is readable by its owner only", () => {
  assert.equal(statSync(join(folder(), "wrangler.json")).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder(), "publish.json")).mode & 0o777, 0o600);
  for (const path of [folder(), join(folder(), ".."), join(folder(), "../..")]) assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.deepEqual(secretsFiles(), []);
  const text = readFileSync(join(folder(), "wrangler.json"), "utf8");
  assert.ok(!text.includes("setup token"), "secrets are not recorded");
  assert.ok(!text.includes(checkout.root), "no path of this machine");
});

test("fault 1: a migration is refused half-way; setup resumes there", async () => {
  // The platform's error may repeat what it was sent.
  const { OPENAI_API_KEY, LEAD_MODEL } = canaryVariables();
  second.fault({ on: /\/query$/, trouble: refuse(400, 7500, `SQLITE_ERROR near "${OPENAI_API_KEY}", "${LEAD_MODEL}"`), after: 8 });
  await expectFailure(SETUP, second, /near "<OPENAI_API_KEY>", "<LEAD_MODEL>".*Applying the migrations failed.*run this again/s);
  second.calm();
  await runCommand(SETUP, second);
});

test("a failed build prints its error without values or local paths, and nothing is uploaded", async () => {
  const file = join(checkout.root, "edition/worker.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `${text}\nconst = "${canaryVariables()["OPENAI_API_KEY"]}";\n`);
  const { code, output } = await checkout.run(DEPLOY, environment(second));
  writeFileSync(file, text);
  assert.notEqual(code, 0);
  assert.match(output, /<checkout>\/edition\/worker\.ts.*const = "<OPENAI_API_KEY>".*Building the worker and the dashboard failed/s);
  assert.deepEqual(seenIn(output, needles([second.token, second.state.accountId, checkout.root])), []);
  assert.equal(second.state.scripts.size, 0);
});

test("fault 2: uploading assets is not permitted; no code is uploaded", async () => {
  second.fault({ on: /assets-upload-session/, trouble: refuse(403, 10_000, "Authentication error"), times: 9 });
  await expectFailure(DEPLOY, second, /Publishing failed/);
  assert.equal(second.state.scripts.size, 0);
  second.calm();
});

test("fault 3: Ctrl-C during the upload of the code; the secrets file and wrangler are gone", async () => {
  let mode = 0;
  const running = checkout.start(DEPLOY, environment(second));
  second.fault({
    on: /PUT .*\/scripts\/acme$/,
    trouble: "hang",
    meanwhile: () => {
      const [file] = secretsFiles();
      mode = statSync(join(folder(), file ?? "")).mode & 0o777;
      running.child.kill("SIGINT");
    },
  });
  const { code, output } = await running.ended;
  assert.equal(code, 130, output);
  assert.equal(mode, 0o600);
  assert.deepEqual(secretsFiles(), []);
  assert.deepEqual(wranglers(), []);
  second.calm();
});

test("fault 4: killed during the upload of the code; the next run first removes the secrets file", async () => {
  const running = checkout.start(DEPLOY, environment(second));
  second.fault({ on: /PUT .*\/scripts\/acme$/, trouble: "hang", meanwhile: () => running.child.kill("SIGKILL") });
  assert.equal((await running.ended).signal, "SIGKILL");
  assert.equal(secretsFiles().length, 1);
  for (let i = 0; i < 50 && wranglers().length > 0; i++) await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(wranglers(), [], "wrangler ended with it");
  second.calm();
  await runCommand(["scripts/setup.ts", "--remote"], second);
  assert.deepEqual(secretsFiles(), []);
});

test("fault 5: the answer to the upload is lost, then a DNS record holds the host: the record is kept", async () => {
  const host = "canary7f3-desk.example.com";
  second.state.records.add(host);
  second.fault({ on: /PUT .*\/scripts\/acme$/, trouble: "lose" });
  await expectFailure(DEPLOY, second, /left with its owner, untouched|Publishing failed/);
  second.calm();
  await expectFailure(DEPLOY, second, /DNS record or a custom domain that is not this worker's.*untouched/);
  assert.ok(second.state.records.has(host));
  assert.equal(second.state.domains.size, 0);
  second.state.records.delete(host);
});

test("fault 6: /health never answers; the next deploy ends in the same state as the first", async () => {
  second.fault({ on: /\/origin\//, trouble: { status: 503, body: {} }, times: 1000 });
  await expectFailure(DEPLOY, second, /code is published, but after .* \/health does not answer/);
  second.calm();
  await runCommand(DEPLOY, second);
  assert.deepEqual(platformContents(second.state), wanted);
  assert.ok(!existsSync(join(checkout.root, "dist")), "the checkout's own build is not touched");
});
