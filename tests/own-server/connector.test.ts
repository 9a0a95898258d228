// The connector as people get it: downloaded from the product, checked, installed from its archive into an empty folder, and paired with
// the real worker.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";

const VERSION = (JSON.parse(readFileSync(new URL("../../connector/package.json", import.meta.url), "utf8")) as { version: string }).version;
const ARCHIVE = `seed-desk-connector-${VERSION}.tgz`;

let served: Served;
let owner: Operator;
let projectId: string;
const home = mkdtempSync(join(tmpdir(), "seed-desk-connector-"));
const command = join(home, "node_modules/.bin/seed-desk-connector");
const children: ChildProcess[] = [];
beforeAll(async () => {
  served = await serveBuild({ vars: { TEST_SCRYPT_LOG_N: "4" }, tick: false });
  owner = new Operator(served.url);
  await owner.setup();
  ({ id: projectId } = await owner.project("Acme", "https://acme.example"));
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await served.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Where one computer keeps its files. */
const place = (name: string): string => join(home, name);
const environment = (at: string): NodeJS.ProcessEnv => ({
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
  HOME: home,
  SEED_DESK_CONNECTOR_HOME: place(at),
});
function connector(at: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { env: environment(at), encoding: "utf8", timeout: 60_000 });
  assert.doesNotMatch((stdout + stderr).replaceAll("\n", ""), /\p{Cc}/u, "control characters in the output");
  return { status, stdout, stderr };
}
/** A command that keeps running, with what it has printed. */
function start(at: string, ...args: string[]) {
  const child = spawn(command, args, { env: environment(at), stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let waited = 0; waited < 30_000; waited += 50) {
      const found = pattern.exec(said.out);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`never said ${pattern}: ${JSON.stringify(said)}`);
  };
  return { child, said, ended, until };
}
const base = (): string => `/api/dashboard/projects/${projectId}`;
async function open(code: string): Promise<{ id: string; revision: number; name: string; kinds: string[]; version: string }> {
  const { status, body } = await owner.post<{ pairing: never }>("/api/account/pairings/open", { code });
  assert.equal(status, 200, JSON.stringify(body));
  return body.pairing;
}
async function pair(at: string, ...more: string[]) {
  const pairing = start(at, "pair", served.url, ...more);
  const [, code = ""] = await pairing.until(/check that the code there is {3}([A-Z]{4}-[A-Z]{4})/);
  const shown = await open(code);
  const grant = { kinds: shown.kinds, days: 30, jobsPerDay: 5 };
  const approved = await owner.post(`${base()}/device-pairings/${shown.id}/approve`, { revision: shown.revision, grant });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(await pairing.ended, 0, pairing.said.err);
  return { said: pairing.said.out, shown };
}
const devices = async (): Promise<{ id: string; name: string; revoked: { why: string } | null; lastSeenAt: string | null }[]> => {
  const { body } = await owner.call<{ items: { devices: never[] }[] }>(`${base()}/device-grants`);
  return body.items.flatMap((grant) => grant.devices);
};

test("the download is served with its SHA-256, and installs into an empty folder without the network", async () => {
  const response = await fetch(`${served.url}/downloads/${ARCHIVE}`);
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const sum = await (await fetch(`${served.url}/downloads/${ARCHIVE}.sha256`)).text();
  assert.equal(sum, `${createHash("sha256").update(bytes).digest("hex")}  ${ARCHIVE}\n`);
  writeFileSync(join(home, ARCHIVE), bytes);
  writeFileSync(join(home, "package.json"), "{}\n");
  const npm = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", join(home, ARCHIVE)];
  const installed = spawnSync("npm", npm, {
    cwd: home,
    encoding: "utf8",
    env: { ...environment("none"), npm_config_cache: join(home, ".npm") },
  });
  assert.equal(installed.status, 0, installed.stderr);
  const manifest = JSON.parse(readFileSync(join(home, "node_modules/@seed-desk/connector/package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  assert.deepEqual([manifest["dependencies"], manifest["scripts"]], [undefined, undefined]);
  assert.equal(connector("none", "--version").stdout, `seed-desk-connector ${VERSION}\n`);
  assert.ok(!existsSync(place("none")), "asking for the version makes nothing");
});

test("wrong usage is refused with exit code 2, and --help says what there is", () => {
  assert.equal(connector("none", "--help").status, 0);
  for (const args of [
    [],
    ["fly"],
    ["pair"],
    ["pair", "http://desk.example"],
    ["pair", "https://x.example", "--kind=report"],
    ["status", "x"],
  ])
    assert.equal(connector("none", ...args).status, 2, args.join(" "));
  for (const name of ["status", "unpair", "run"]) assert.equal(connector("none", name).status, 3, name);
});

test("pairs, keeps its credential private, says what it may do, and unpairs", { timeout: 60_000 }, async () => {
  const { said, shown } = await pair("first", "--name", "Build box", "--kinds", "report,reply");
  assert.deepEqual([shown.name, shown.kinds, shown.version], ["Build box", ["report", "reply"], VERSION]);
  assert.match(said, /“Build box” is paired with the project “Acme” as a computer of /);
  const file = join(place("first"), "credential.json");
  assert.deepEqual([statSync(file).mode & 0o777, statSync(place("first")).mode & 0o777], [0o600, 0o700]);
  const { stdout, status } = connector("first", "status");
  assert.deepEqual([status, stdout.includes("At most 5 jobs a day")], [0, true]);
  assert.equal(connector("first", "doctor").status, 0);
  assert.match(connector("first", "pair", served.url).stderr, /already paired/);

  const running = start("first", "run");
  await running.until(/Connected\./);
  // Beside a running connector the others wait for their turn.
  assert.equal(connector("first", "status").status, 0);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  assert.ok((await devices()).some(({ name, lastSeenAt }) => name === "Build box" && lastSeenAt !== null));

  assert.equal(connector("first", "unpair").status, 0);
  assert.ok(!existsSync(file));
  assert.deepEqual(
    (await devices()).map(({ name, revoked }) => [name, revoked?.why]),
    [["Build box", "unpaired"]],
  );
});

test("a credential or a folder that others can read is refused, with the command that mends it", { timeout: 60_000 }, async () => {
  await pair("open");
  const file = join(place("open"), "credential.json");
  chmodSync(file, 0o644);
  const refused = connector("open", "status");
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, /credential\.json has mode 0644, .*chmod 600 /);
  assert.equal(connector("open", "doctor").status, 1);
  chmodSync(file, 0o600);
  chmodSync(place("open"), 0o755);
  assert.match(connector("open", "run").stderr, /chmod 700 /);
  chmodSync(place("open"), 0o700);
  assert.equal(connector("open", "status").status, 0);

  // Revoked on the service: the credential is worthless, and so removed.
  const [device] = (await devices()).filter(({ revoked }) => revoked === null);
  assert.equal((await owner.call(`${base()}/devices/${device?.id}`, { method: "DELETE" })).status, 200);
  const ended = connector("open", "run");
  assert.deepEqual([ended.status, existsSync(file)], [5, false]);
  assert.match(ended.stderr, /access was revoked/);
});

test("its token is replaced on disk before it is used, and a copy of the old one ends the pairing", { timeout: 60_000 }, async () => {
  await pair("rotating");
  const file = join(place("rotating"), "credential.json");
  const tokenIn = (text: string): string => (JSON.parse(text) as { token: string }).token;
  const first = readFileSync(file, "utf8");
  const db = await served.runtime.getD1Database("DB");
  await db.prepare("UPDATE device_tokens SET issued_at = issued_at - 172800000").run();
  const running = start("rotating", "run");
  await running.until(/Connected\./);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  const second = readFileSync(file, "utf8");
  assert.notEqual(tokenIn(second), tokenIn(first));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(connector("rotating", "status").status, 0);
  // Somebody has a copy of the folder as it was.
  writeFileSync(file, first, { mode: 0o600 });
  const copied = connector("rotating", "run");
  assert.deepEqual([copied.status, existsSync(file)], [5, false]);
  assert.match(copied.stderr, /somebody may have a copy/);
  writeFileSync(file, second, { mode: 0o600 });
  assert.equal(connector("rotating", "status").status, 5, "the real one goes too: nobody can tell them apart");
});

test("all faults of a configuration are told at once", () => {
  mkdirSync(place("faulty"), { mode: 0o700 });
  const write = (config: unknown): void => writeFileSync(join(place("faulty"), "config.json"), JSON.stringify(config), { mode: 0o600 });
  write({ work: { report: { command: ["agent"], folders: ["logs"], minutes: 0, shell: true }, deploy: {} }, token: "x" });
  const { stdout, status } = connector("faulty", "doctor");
  assert.equal(status, 1);
  for (const place of ["work.report.command", "work.report.folders.0", "work.report.minutes", "work.report.shell", "work.deploy", "token"])
    assert.match(stdout, new RegExp(`config\\.json: ${place.replaceAll(".", "\\.")}: `), stdout);
  assert.equal(connector("faulty", "pair", served.url).status, 4);
  write({ work: { report: { command: ["/no/such/program"], folders: ["/no/such/folder"] } } });
  assert.match(
    connector("faulty", "doctor").stdout,
    /command: \/no\/such\/program isn’t there[\s\S]*folders: \/no\/such\/folder isn’t a folder/,
  );
});

test(
  "what a hostile service answers reaches the terminal as visible text, and a redirect is not followed",
  { timeout: 60_000 },
  async () => {
    let asked = 0;
    const hostile = createServer((request, response) => {
      asked += 1;
      if (request.url === "/redirected") return void response.writeHead(302, { location: served.url }).end();
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: "\u001b]0;owned\u0007\u001b[2J\u202etxt.exe\r", code: "forbidden" }));
    });
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    const { port } = hostile.address() as AddressInfo;
    const { ended, said } = start("hostile", "pair", `http://127.0.0.1:${port}`);
    assert.equal(await ended, 1);
    assert.equal(said.err, "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{202e}txt.exe\\u{d}\n");
    assert.equal(asked, 1);
    hostile.closeAllConnections();
    hostile.close();
  },
);

test("a denied pairing ends with exit code 5", { timeout: 60_000 }, async () => {
  const pairing = start("denied", "pair", served.url);
  const [, code = ""] = await pairing.until(/check that the code there is {3}([A-Z]{4}-[A-Z]{4})/);
  const shown = await open(code);
  assert.equal((await owner.post(`/api/account/pairings/${shown.id}/deny`, { revision: shown.revision })).status, 200);
  assert.equal(await pairing.ended, 5);
  assert.ok(!existsSync(join(place("denied"), "credential.json")));
});
