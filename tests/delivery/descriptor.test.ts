// The operations descriptor: what it contains, what it must never reveal or open, and that it reports every planted fault.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { checkFacts } from "../../scripts/lib/descriptor/check.ts";
import { type Facts, readFacts } from "../../scripts/lib/descriptor/facts.ts";
import { parseJsonc } from "../../scripts/lib/descriptor/jsonc.ts";
import { isAtLeast } from "../../scripts/lib/node-version.mjs";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

const CANARY = "canary-2b8e41d6c0";
const SCRIPT = inRoot("scripts/operations.mjs");

interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const operations = (command: string, env: NodeJS.ProcessEnv = {}, flags: readonly string[] = []): CommandResult =>
  spawnSync(process.execPath, [...flags, SCRIPT, command], { cwd: ROOT, encoding: "utf8", env: { PATH: process.env["PATH"], ...env } });

interface Need {
  readonly variable: string;
  readonly kind: string;
  readonly declared: unknown;
}
interface Descriptor {
  readonly version: number;
  readonly edition: string;
  readonly modules: readonly { readonly name: string }[];
  readonly routes: readonly { readonly path: string; readonly who: string }[];
  readonly variables: readonly Need[];
  readonly migrations: readonly { readonly file: string }[];
  readonly capabilities: readonly {
    readonly name: string;
    readonly inThisRelease: boolean;
    readonly needs: readonly Need[];
    readonly oneOf: readonly Need[];
  }[];
}

test("describes version 1: modules, routes, variables, migrations and capabilities by name", () => {
  const { status, stdout, stderr } = operations("describe");
  assert.deepEqual([status, stderr], [0, ""]);
  const descriptor = JSON.parse(stdout) as Descriptor;
  assert.deepEqual([descriptor.version, descriptor.edition], [1, "seed-desk"]);
  assert.ok(descriptor.modules.some(({ name }) => name === "conversations"));
  assert.ok(descriptor.routes.some(({ path, who }) => path === "/health" && who === "anyone"));
  assert.ok(descriptor.migrations.some(({ file }) => file === "0103_contact_erasure.sql"));
  assert.deepEqual(descriptor.variables.map(({ variable }) => variable).sort(), [...PUBLIC_VARIABLES, ...SECRET_VARIABLES].sort());
  assert.equal(
    descriptor.capabilities.length,
    14,
    "one for each row of the specification, push notifications, and imports of conversations",
  );
  assert.deepEqual(
    descriptor.capabilities.filter((one) => one.inThisRelease).map(({ name }) => name),
    [
      "owner-access-and-registration",
      "ai-replies",
      "knowledge-crawl-and-semantic-search",
      "help-center-import",
      "desk-import",
      "email",
      "web-push",
      "lead-research-and-outreach",
      "code-hosting",
      "brand-images",
      "website-preview",
      "customer-widget",
      "public-limits-and-ai-ceilings",
      "training-and-evaluation",
    ],
  );
});

test("public variables are reported as declared or not, secrets are not read, and no value is printed", () => {
  const given = Object.fromEntries([...PUBLIC_VARIABLES, ...SECRET_VARIABLES].map((name) => [name, `${CANARY}-${name}`]));
  for (const command of ["describe", "check"]) {
    const { stdout, stderr } = operations(command, {
      ...given,
      PLATFORM_API_TOKEN: CANARY,
      SVC_PUBLIC_ORIGIN: `https://${CANARY}.example`,
    });
    assert.ok(!`${stdout}${stderr}`.includes(CANARY), command);
    if (command === "check") assert.match(stderr, /^RATE_LIMITS: the declared value is not valid$/m);
    else {
      const { variables, capabilities } = JSON.parse(stdout) as Descriptor;
      for (const { kind, declared, variable } of [...variables, ...capabilities.flatMap(({ needs, oneOf }) => [...needs, ...oneOf])])
        assert.equal(declared, kind === "secret" ? "not inspected" : true, variable);
    }
  }
  const { variables } = JSON.parse(operations("describe", { SVC_PUBLIC_ORIGIN: "https://desk.example" }).stdout) as Descriptor;
  assert.deepEqual(
    variables.filter(({ declared }) => declared === true).map(({ variable }) => variable),
    ["APP_ORIGIN"],
  );
  // An unknown key could contain a value too.
  assert.ok(!operations("check", { RATE_LIMITS: `{"${CANARY}": 1}` }).stderr.includes(CANARY));
});

test("the descriptor needs only the named files: no writes, no processes, no network", () => {
  const readable = [
    ...["kernel", "modules", "edition", "scripts", "bench", "node_modules"].map((folder) => `${inRoot(folder)}/*`),
    ...["package.json", "wrangler.jsonc", "migrations.lock.json", ".gitignore", "pnpm-lock.yaml"].map((file) => inRoot(file)),
  ];
  // Without --allow-net, --allow-child-process, and --allow-fs-write Node itself refuses all of these.
  const flags = ["--permission", ...readable.map((path) => `--allow-fs-read=${path}`)];
  for (const command of ["describe", "check"]) {
    const { status, stderr } = operations(command, {}, flags);
    assert.equal(status, 0, stderr);
  }
  // The sandbox works: with the same flags a private file cannot be read.
  const peek = spawnSync(process.execPath, [...flags, "-e", `fs.readFileSync(${JSON.stringify(inRoot(".dev.vars"))})`], {
    encoding: "utf8",
  });
  assert.match(peek.stderr, /ERR_ACCESS_DENIED/);
});

test("an unknown command lists the two that exist", () => {
  const { status, stderr } = operations("deploy");
  assert.deepEqual([status, stderr], [2, "usage: node scripts/operations.mjs describe | check\n"]);
});

test("check reports every planted fault, each on its own line", async () => {
  const facts = await readFacts({});
  assert.deepEqual(checkFacts(facts), []);
  const { worker, pkg, operations: descriptor, modules, routes, migrations } = facts;
  const planted: readonly (readonly [Partial<Facts>, RegExp])[] = [
    [{ operations: { ...descriptor, version: 2 } }, /version must be 1/],
    [{ operations: { ...descriptor, edition: "" } }, /edition must be an identifier/],
    [{ worker: { ...worker, d1_databases: [] } }, /binding DB \(d1\) is missing/],
    [{ worker: { ...worker, r2_buckets: [{ binding: "MEDIA" }] } }, /binding FILES \(r2\) is missing[\s\S]*binding MEDIA \(r2\) is not/],
    [{ worker: { ...worker, main: "edition/none.ts" } }, /main names no file/],
    [{ worker: { ...worker, compatibility_flags: [] } }, /nodejs_compat/],
    [{ worker: { ...worker, triggers: { crons: ["*/5 * * * *"] } } }, /schedule "\* \* \* \* \*" is missing/],
    [{ worker: { ...worker, queues: { ...worker.queues, consumers: [] } } }, /nobody consumes the queue seed-desk-jobs/],
    [{ worker: { ...worker, queues: { ...worker.queues, consumers: [{ queue: "seed-desk-jobs" }] } } }, /needs a dead-letter queue/],
    [{ worker: { ...worker, migrations: [] } }, /ConversationCoordinator is in no new_sqlite_classes/],
    [{ worker: { ...worker, account_id: "x" } }, /names an account or a route/],
    [{ worker: { ...worker, vars: { SVC_SETUP_TOKEN: CANARY } } }, /SVC_SETUP_TOKEN is a secret and stands in a committed file/],
    [{ worker: { ...worker, vars: { RATE_LIMIT: "{}" } } }, /RATE_LIMIT is no variable/],
    [{ declared: { AI_DAILY_CEILINGS: CANARY } }, /^AI_DAILY_CEILINGS: the declared value is not valid$/],
    [{ pkg: { ...pkg, scripts: {} } }, /the script setup is missing/],
    [
      { pkg: { ...pkg, scripts: { ...pkg.scripts, verify: "exec node scripts/gone.ts" } } },
      /verify runs scripts\/gone\.ts, which does not exist/,
    ],
    [{ pkg: { ...pkg, packageManager: "pnpm@10" } }, /must pin pnpm exactly/],
    [{ migrations: migrations.slice(1) }, /0001_kernel\.sql: locked, but gone/],
    [{ lock: {} }, /0104_inbound_email_classification\.sql: not in migrations\.lock\.json/],
    [{ modules: modules.filter(({ name }) => name !== "accounts") }, /module projects: needs accounts/],
    [{ routes: [...routes, ...routes.slice(0, 1)] }, /declared twice[\s\S]*mounted twice/],
    [{ proved: new Set() }, /nothing proves member/],
    [{ ignored: [] }, /\.gitignore: \.dev\.vars must be ignored/],
  ];
  for (const [change, says] of planted) {
    const faults = checkFacts({ ...facts, ...change });
    assert.match(faults.join("\n"), says);
    for (const fault of faults) assert.ok(!fault.includes("\n") && !fault.includes(CANARY), fault);
  }
});

test("from JSON with comments only comments and trailing commas are removed", () => {
  assert.deepEqual(parseJsonc('{ /* a */ "url": "http://x/*y*/", // b\n "list": [1, 2, /* c */ ], "quoted": "\\",}", }'), {
    url: "http://x/*y*/",
    list: [1, 2],
    quoted: '",}',
  });
});

// --- older Nodes ------------------------------------------------------------

test("versions are compared by their numbers", () => {
  for (const version of ["26.8.1", "26.10.0", "27.0.0"]) assert.ok(isAtLeast(version, "26.8.1"), version);
  for (const version of ["26.8.0", "26.7.9", "22.18.0", "20.20.2", "9.99.99"]) assert.ok(!isAtLeast(version, "26.8.1"), version);
});

const onPath = (process.env["PATH"] ?? "")
  .split(":")
  .map((folder) => `${folder}/node`)
  .filter((file) => existsSync(file));
const older = [...onPath, "/usr/bin/node", "/usr/local/bin/node"]
  .filter((file) => existsSync(file))
  .find((file) => !isAtLeast(execFileSync(file, ["-p", "process.versions.node"], { encoding: "utf8" }).trim(), "26.8.1"));

/** Syntax that Node 12 cannot parse. */
const TOO_NEW = /^(const .* = )?await\b|\?\.[^\d]|\?\?|^import .* with |#\w+ in /m;

for (const name of ["operations.mjs", "build-delivery-artifact.mjs", "install.mjs"]) {
  const script = inRoot("scripts", name);
  const says = new RegExp(
    `^This is Node [\\d.]+; Seed Desk's tools need 26\\.8\\.1 or newer\\.\n.*goes on:\n\n    node scripts/bootstrap\\.mjs scripts/${name} describe\n$`,
  );
  test(`${name} and its static imports have no syntax that Node 12 cannot parse`, () => {
    const text = readFileSync(script, "utf8");
    assert.deepEqual(
      [...text.matchAll(/^import .* from "(.*)";$/gm)].map((found) => found[1]),
      ["./lib/node-version.mjs"],
    );
    for (const source of [text, readFileSync(inRoot("scripts/lib/node-version.mjs"), "utf8")])
      assert.doesNotMatch(source.replaceAll(/^(\/\/|\/\*\*).*$/gm, ""), TOO_NEW);
  });
  test(`${name} under an older Node says what to do`, (t) => {
    t.skip(older === undefined, "no Node older than 26.8.1 on this machine");
    const { status, stdout, stderr } = spawnSync(older ?? "", [script, "describe"], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, says);
  });
  test(`${name} says what to do when the version is Node 20`, () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.0.0"})';
    const { status, stderr } = spawnSync(process.execPath, ["--import", pretend, script, "describe"], { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, says);
  });
}

test("describe names the version of the connector that is served, and the oldest that may connect", () => {
  const { connector } = JSON.parse(operations("describe").stdout) as { connector: { version: string; minimum: string } };
  const { version } = JSON.parse(readFileSync(inRoot("connector/package.json"), "utf8")) as { version: string };
  assert.equal(connector.version, version);
  assert.match(connector.minimum, /^\d+\.\d+\.\d+$/);
});
