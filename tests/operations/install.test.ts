// The guided installer: its questions, its checks before it does anything, and how it resumes after a stop.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, test } from "vitest";
import { type Approval, install } from "../../scripts/lib/install/install.ts";
import { Stopped, type Terminal, terminalOn } from "../../scripts/lib/install/terminal.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { refuse } from "../doubles/platform/answers.ts";
import { startPlatformDouble } from "../doubles/platform/index.ts";
import { copyOfCheckout, git, withoutGit } from "../support/checkout.ts";
import { canaryVariables, needles, seenIn } from "./canaries.ts";
import { makeCheckout } from "./checkout.ts";

const GOOD = {
  PLATFORM_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
  SVC_RESOURCE_PREFIX: "acme",
  SVC_PUBLIC_ORIGIN: "https://desk.acme.example",
};

/** A person at a terminal (or none), who answers by the first word of each question. */
function installerScene() {
  const root = join(mkdtempSync(join(tmpdir(), "seed-desk-install-")), ".seed");
  afterAll(() => rmSync(join(root, ".."), { recursive: true, force: true }));
  const output: string[] = [];
  const ran: string[] = [];
  let codes: Record<string, number> = {};
  const start = (options: {
    answers?: Record<string, string>;
    environment?: Record<string, string>;
    approval?: Approval;
    terminal?: Terminal;
  }): Promise<number> => {
    const answer = async (question: string): Promise<string> => {
      output.push(question);
      return options.answers?.[question.split(" ")[0] ?? ""] ?? "";
    };
    return install({
      root,
      environment: options.environment ?? {},
      approval: options.approval,
      terminal: options.terminal ?? {
        isInteractive: options.answers !== undefined,
        print: (line) => void output.push(line),
        ask: answer,
        askSecret: answer,
      },
      run: async ({ name }, variables) => {
        ran.push(`${name} ${variables["SVC_RESOURCE_PREFIX"]} ${variables["SVC_SETUP_TOKEN"]?.length}`);
        return codes[name] ?? 0;
      },
    });
  };
  return { root, said: output, ran, start, fail: (next: Record<string, number>) => void (codes = next) };
}

const ANSWERS = { Account: GOOD.PLATFORM_ACCOUNT_ID, Prefix: "acme", "Address,": GOOD.SVC_PUBLIC_ORIGIN, API: "token", Type: "acme" };
const hashIn = (output: readonly string[]): string => /--plan-hash ([0-9a-f]{16})/.exec(output.join("\n"))?.[1] ?? "";

test("a person answers, reads the commands, approves, and both run", async () => {
  const { said, ran, start, root } = installerScene();
  assert.equal(await start({ answers: ANSWERS }), 0);
  assert.deepEqual(ran, ["setup acme 43", "deploy acme 43"]);
  const text = said.join("\n");
  assert.match(text, /^Product: \S+, commit ([0-9a-f]{40}( with changes)?|unknown), migrations to \d{4}_\w+\.sql$/m);
  for (const line of ["pnpm run setup --remote", "pnpm run deploy --remote", "worker       acme", "queue        acme-jobs"])
    assert.ok(text.includes(line));
  const token = readFileSync(join(root, "deployment/acme/setup-token"), "utf8").trim();
  assert.ok(!text.includes(token) && !text.includes("desk.acme.example") && !text.includes("0123456789abcdef"));
  for (const file of ["install.json", "deployment/acme/setup-token"]) assert.equal(statSync(join(root, file)).mode & 0o777, 0o600);
  assert.ok(!readFileSync(join(root, "install.json"), "utf8").includes('"token"'), "the API token is not kept");
});

test("a given token is used and not written to a file", async () => {
  const { said, ran, start, root } = installerScene();
  assert.equal(await start({ answers: ANSWERS, environment: { SVC_SETUP_TOKEN: "t".repeat(40) } }), 0);
  assert.deepEqual(ran, ["setup acme 40", "deploy acme 40"]);
  assert.match(said.join("\n"), /the token is the one that you gave in SVC_SETUP_TOKEN\.$/);
  assert.ok(!existsSync(join(root, "deployment")));
});

test("any answer but the prefix runs nothing", async () => {
  const { ran, start } = installerScene();
  assert.equal(await start({ answers: { ...ANSWERS, Type: "yes" } }), 2);
  assert.deepEqual(ran, []);
});

test("stopped at deploy and started again, Enter accepts the earlier answers and both run", async () => {
  const { ran, start, fail } = installerScene();
  fail({ deploy: 130 });
  assert.equal(await start({ answers: ANSWERS }), 130);
  fail({});
  assert.equal(await start({ answers: { API: "token", Type: "acme" } }), 0);
  assert.deepEqual(ran, ["setup acme 43", "deploy acme 43", "setup acme 43", "deploy acme 43"]);
});

for (const [key, name] of [
  ["\u0003", "Ctrl-C"],
  ["\u0004", "Ctrl-D"],
] as const) {
  test(`${name} at a question ends the installer, which says what was kept; Enter repeats it at the next start`, async () => {
    const { ran, start, root } = installerScene();
    const typed = new PassThrough();
    const shown = new PassThrough();
    let text = "";
    shown.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (chunk.startsWith("Account id")) typed.write(`${GOOD.PLATFORM_ACCOUNT_ID}\r`);
      if (chunk.startsWith("Prefix")) typed.write(key);
    });
    const terminal = terminalOn(Object.assign(typed, { isTTY: true }), Object.assign(shown, { isTTY: true }));
    assert.equal(await start({ terminal }), 130);
    assert.match(text, /\nStopped; nothing was made on the platform\. Answers that are no secrets are kept in \.seed\/install\.json/);
    assert.deepEqual(JSON.parse(readFileSync(join(root, "install.json"), "utf8")), { PLATFORM_ACCOUNT_ID: GOOD.PLATFORM_ACCOUNT_ID });
    assert.equal(await start({ answers: { ...ANSWERS, Account: "" } }), 0);
    assert.equal(ran.length, 2);
  });
}

test("ended at the first question, nothing is kept", async () => {
  const { said, start, root } = installerScene();
  const stop = async (): Promise<never> => Promise.reject(new Stopped());
  assert.equal(await start({ terminal: { isInteractive: true, print: (line) => void said.push(line), ask: stop, askSecret: stop } }), 130);
  assert.deepEqual(said, ["Stopped; nothing was made on the platform and no answer was kept."]);
  assert.ok(!existsSync(join(root, "install.json")));
});

test("invalid answers are explained and asked again", async () => {
  const { said, start } = installerScene();
  let asked = 0;
  const answers = new Proxy(ANSWERS, { get: (all, key) => (key === "Prefix" && asked++ === 0 ? "A" : all[key as keyof typeof all]) });
  assert.equal(await start({ answers }), 0);
  assert.ok(said.some((line) => line.startsWith("SVC_RESOURCE_PREFIX must have 3 to 40")));
});

test("without a terminal only the exact plan that was approved runs", async () => {
  const { said, ran, start } = installerScene();
  const environment = { ...GOOD, PLATFORM_API_TOKEN: "t" };
  assert.equal(await start({ environment }), 2);
  const hash = hashIn(said);
  assert.equal(await start({ environment, approval: { prefix: "other", hash } }), 2);
  assert.equal(await start({ environment, approval: { prefix: "acme", hash: "0".repeat(16) } }), 2);
  assert.equal(await start({ environment: { ...environment, LEAD_MODEL: "m" }, approval: { prefix: "acme", hash } }), 2);
  assert.equal(
    await start({ environment: { ...environment, SVC_PUBLIC_ORIGIN: "https://x.acme.example" }, approval: { prefix: "acme", hash } }),
    2,
  );
  assert.deepEqual(ran, []);
  assert.equal(await start({ environment, approval: { prefix: "acme", hash } }), 0);
  assert.equal(ran.length, 2);
});

test("an approval is valid only for its commit, its files, and its last migration", (t) => {
  const skip = withoutGit();
  t.skip(skip !== false, String(skip));
  const folder = copyOfCheckout();
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const started = (...args: string[]) => {
    const env = { PATH: process.env["PATH"], HOME: folder, ...GOOD, PLATFORM_API_TOKEN: "t", SVC_SETUP_TOKEN: "t".repeat(40) };
    return spawnSync(process.execPath, ["scripts/install.mjs", ...args], { cwd: folder, env, encoding: "utf8" });
  };
  const hash = (): string => hashIn([started().stdout]);
  const hashes = [hash()];
  assert.equal(hash(), hashes[0]);
  git(folder, "commit", "-q", "--allow-empty", "-m", "Another");
  hashes.push(hash());
  appendFileSync(join(folder, "README.md"), "changed\n");
  hashes.push(hash());
  writeFileSync(join(folder, "edition/migrations/9999_next.sql"), "SELECT 1;\n");
  hashes.push(hash());
  assert.equal(new Set(hashes).size, 4);
  const stale = started("--approve", "acme", "--plan-hash", hashes[0] ?? "");
  assert.equal(stale.status, 2);
  assert.match(stale.stdout, /This is not the plan that was approved\./);
});

test("without a terminal, invalid variables end the installer", async () => {
  const { ran, start } = installerScene();
  assert.equal(await start({ environment: { SVC_RESOURCE_PREFIX: "acme" } }), 1);
  assert.deepEqual(ran, []);
});

test("an older Node prints what to do", () => {
  const old = ["/usr/bin/node", "/usr/local/bin/node"].find((path) => existsSync(path) && !isNew(path));
  const text = readFileSync(join(ROOT, "scripts/install.mjs"), "utf8");
  assert.ok(!/\bawait\b|\?\.|\?\?|`/.test(text.replaceAll(/^\/\/.*$/gm, "")), "only what old parsers know");
  if (old === undefined) return;
  const { status, stderr } = spawnSync(old, ["scripts/install.mjs"], { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /need 26\.8\.1 or newer[^]*node scripts\/bootstrap\.mjs scripts\/install\.mjs/);
});
const isNew = (path: string): boolean =>
  Number(execFileSync(path, ["-p", "process.versions.node.split('.')[0]"], { encoding: "utf8" })) >= 26;

test("the real installer without a terminal: plan, approval, setup, a refused deploy, and no value printed", async () => {
  const double = await startPlatformDouble();
  const checkout = makeCheckout();
  const env = {
    ...canaryVariables(),
    PLATFORM_ACCOUNT_ID: double.state.accountId,
    PLATFORM_API_TOKEN: double.token,
    SVC_RESOURCE_PREFIX: "acme",
    SEED_DESK_PLATFORM_DOUBLE: double.url,
  };
  try {
    writeFileSync(join(checkout.root, ".seed"), "");
    const unusable = await checkout.run(["scripts/install.mjs"], env);
    assert.deepEqual([unusable.code, /^EEXIST: file already exists, mkdir '[^\n]+\n$/.test(unusable.output)], [1, true], unusable.output);
    rmSync(join(checkout.root, ".seed"));
    const plan = await checkout.run(["scripts/install.mjs"], env);
    assert.equal(plan.code, 2, plan.output);
    assert.equal(double.calls.length, 0);
    // wrangler.test.ts covers a whole deploy.
    double.fault({ on: /GET .*\/r2\/buckets\//, trouble: refuse(403, 10_000, "Authentication error"), after: 1, times: 9 });
    const done = await checkout.run(["scripts/install.mjs", "--approve", "acme", "--plan-hash", hashIn([plan.output])], env);
    assert.equal(done.code, 1, done.output);
    assert.match(done.output, /migrations: \d+ applied now.*needs Workers R2 Storage Edit.*Stopped at deploy/s);
    assert.deepEqual(seenIn(plan.output + done.output, needles([double.token, double.state.accountId])), []);
    const refused = await checkout.run(["scripts/install.mjs", "--approve", "acme"], env);
    assert.match(refused.output, /usage:/);
  } finally {
    await double.stop();
    checkout.remove();
  }
});
