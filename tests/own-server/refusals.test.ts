// Refusals of the local commands: work beside a running server, a development server for other machines, unknown variables.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { lockState } from "../../scripts/lib/backup/lock.ts";
import { readDevVars } from "../../scripts/lib/dev-vars.ts";
import { copyOfFiles } from "../support/checkout.ts";

const checkout = copyOfFiles();
const state = join(checkout, ".wrangler/state/v3");
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

interface CommandResult {
  readonly status: number | null;
  readonly stderr: string;
}
const commandIn = (env: Readonly<Record<string, string>>, name: string, ...args: string[]): CommandResult =>
  spawnSync(process.execPath, [join(checkout, `scripts/${name}.ts`), ...args], {
    cwd: checkout,
    env: { ...process.env, npm_config_user_agent: "", ...env }, // the tests may themselves be run by npm
    encoding: "utf8",
    timeout: 30_000,
  });
const command = (name: string, ...args: string[]): CommandResult => commandIn({}, name, ...args);

const LOCAL = ["setup", "deploy"] as const;

test("setup and deploy --local are refused beside a running server", () => {
  const unlock = lockState(state, "serving");
  for (const name of LOCAL) {
    const { status, stderr } = command(name, "--local");
    assert.equal(status, 1);
    assert.match(stderr, /^\S+ is in use by process \d+ \(serving\)\. Stop it first, then try again\.\n$/);
  }
  unlock();
  assert.ok(!existsSync(join(state, "d1")), "nothing was made");
});

test("setup and deploy --local are refused over an interrupted restore, or one with erasures to repeat", () => {
  const pending = join(state, "erase-again.json");
  writeFileSync(pending, "[]");
  for (const name of LOCAL) assert.match(command(name, "--local").stderr, /^A restore left people to erase again/);
  rmSync(pending);
  mkdirSync(`${state}.restored`);
  for (const name of LOCAL) assert.match(command(name, "--local").stderr, /^A restore was interrupted/);
  rmSync(`${state}.restored`, { recursive: true });
  assert.ok(!existsSync(join(state, "d1")));
  assert.equal(command("setup", "--local").status, 0);
  assert.ok(existsSync(join(state, "d1")));
  lockState(state, "serving")();
});

test("the development server listens on this machine only", () => {
  for (const host of ["0.0.0.0", "::", "192.0.2.1", ""]) {
    const { status, stderr } = command("dev", `--host=${host}`);
    assert.deepEqual([status, /^pnpm dev serves this machine alone: .* npm start with APP_ORIGIN/.test(stderr)], [1, true], stderr);
  }
});

test("unknown variables in .dev.vars stop deploy --local, test variables also stop the development server, and none reaches a worker", () => {
  const file = join(checkout, ".dev.vars");
  writeFileSync(file, "LEAD_MODEL=m\nLOG_REQUESTS=1\nSVC_LOCAL_OWNER_LOGIN=1\nOPENAI_KEY=canary-5d2\nTEST_SCRYPT_LOG_N=1\n");
  assert.deepEqual(readDevVars(file), {
    vars: { LEAD_MODEL: "m", LOG_REQUESTS: "1", SVC_LOCAL_OWNER_LOGIN: "1" },
    unknown: ["OPENAI_KEY", "TEST_SCRYPT_LOG_N"],
  });
  const deploy = command("deploy", "--local");
  assert.equal(deploy.status, 1);
  assert.match(
    deploy.stderr,
    /^\.dev\.vars: OPENAI_KEY isn’t a Seed Desk variable\n\.dev\.vars: TEST_SCRYPT_LOG_N isn’t a Seed Desk variable/,
  );
  const dev = command("dev");
  assert.equal(dev.status, 1);
  assert.match(dev.stderr, /OPENAI_KEY isn’t a Seed Desk variable\n[^]*TEST_ variables are for tests alone/);
  for (const { stderr } of [deploy, dev]) assert.ok(!stderr.includes("canary-5d2"), "a value is told");
});

test("an unknown option, or one without its value, prints the usage", () => {
  const shelf = mkdtempSync(join(tmpdir(), "seed-desk-shelf-"));
  for (const [name, ...args] of [
    ["backup"],
    ["backup", "--to", shelf, "--remote", "--state", state],
    ["backup", "--to", shelf, "--all"],
    ["restore"],
    ["restore", "--from"],
    ["restore", "--from", shelf, "--force"],
    ["start", "--hosts"],
    ["dev", "--host"],
  ] as const) {
    const { status, stderr } = command(name, ...args);
    assert.deepEqual([status, /^usage: (npm|pnpm) [^\n]+\n$/.test(stderr)], [2, true], `${name} ${args.join(" ")}: ${stderr}`);
  }
  assert.deepEqual(readdirSync(shelf), []);
  rmSync(shelf, { recursive: true });
});

test("options that npm consumed because -- was missing are named, not lost", () => {
  for (const [name, args, env] of [
    ["start", ["9000"], { npm_config_port: "9000" }],
    ["start", [], { npm_config_port: "9000" }],
    ["setup", [], { npm_config_remote: "true" }],
    ["restore", ["/backup/one"], { npm_config_from: "/backup/one" }],
  ] as const) {
    const { status, stderr } = commandIn(env, name, ...args);
    assert.deepEqual(
      [status, /^npm kept --(port|remote|from) for itself: write "--" before the options\.\nusage: /.test(stderr)],
      [2, true],
      stderr,
    );
  }
  for (const name of ["setup", "backup"]) {
    const { status, stderr } = commandIn({ npm_config_user_agent: "npm/11.19.1 node/v26.8.1" }, name);
    assert.deepEqual([status, stderr.startsWith('No option came through npm: write "--" before the options.\nusage: ')], [2, true], stderr);
  }
  const { status, stderr } = command("start", "9000");
  assert.deepEqual([status, stderr.split("\n")[0]], [2, "A word without an option: 9000"]);
});
