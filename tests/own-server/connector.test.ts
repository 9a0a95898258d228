// The connector as people get it: downloaded from the product, checked, installed from its archive into an empty folder, and paired with
// the real worker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { ARCHIVE, ConnectorDesk, VERSION } from "./connector-kit.ts";

let desk: ConnectorDesk;
beforeAll(async () => {
  desk = await ConnectorDesk.open();
}, 120_000);
afterAll(() => desk.close());

const place = (name: string): string => desk.place(name);
const connector = (...args: Parameters<ConnectorDesk["connector"]>) => desk.connector(...args);
const start = (...args: Parameters<ConnectorDesk["start"]>) => desk.start(...args);
const pair = (at: string, ...more: string[]) => desk.pair(at, more);
const devices = async (): Promise<{ id: string; name: string; revoked: { why: string } | null; lastSeenAt: string | null }[]> => {
  const { body } = await desk.owner.call<{ items: { devices: never[] }[] }>(`${desk.base}/device-grants`);
  return body.items.flatMap((grant) => grant.devices);
};

test("the download is served with its SHA-256, and installs into an empty folder without the network", async () => {
  const { bytes, sum } = await desk.install();
  assert.equal(sum, `${createHash("sha256").update(bytes).digest("hex")}  ${ARCHIVE}\n`);
  const manifest = JSON.parse(readFileSync(join(desk.home, "node_modules/@seed-desk/connector/package.json"), "utf8")) as Record<
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
  assert.match(connector("first", "pair", desk.served.url).stderr, /already paired/);

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
  assert.equal((await desk.owner.call(`${desk.base}/devices/${device?.id}`, { method: "DELETE" })).status, 200);
  const ended = connector("open", "run");
  assert.deepEqual([ended.status, existsSync(file)], [5, false]);
  assert.match(ended.stderr, /access was revoked/);
});

test("its token is replaced on disk before it is used, and a copy of the old one ends the pairing", { timeout: 60_000 }, async () => {
  await pair("rotating");
  const file = join(place("rotating"), "credential.json");
  const tokenIn = (text: string): string => (JSON.parse(text) as { token: string }).token;
  const first = readFileSync(file, "utf8");
  const db = await desk.served.runtime.getD1Database("DB");
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
  write({
    ...{ commands: ["agent"], folders: ["logs", "/srv/work"], token: "x" },
    work: {
      report: { command: ["sh", "-c"], folder: "/srv/workshop", seconds: 0, ask: "maybe", environment: ["A=b"], shell: true },
      deploy: {},
    },
  });
  const { stdout, status } = connector("faulty", "doctor");
  assert.equal(status, 1);
  const settings = ["folder", "seconds", "ask", "environment.0", "shell", "command"].map((setting) => `work.report.${setting}`);
  for (const place of ["commands.0", "folders.0", ...settings, "work.deploy", "token"])
    assert.match(stdout, new RegExp(`config\\.json: ${place.replaceAll(".", "\\.")}: `), stdout);
  assert.equal(connector("faulty", "pair", desk.served.url).status, 4);
  const nowhere = { commands: ["/no/such/program"], folders: ["/no/such/folder"] };
  write({ ...nowhere, work: { report: { command: ["/no/such/program"], folder: "/no/such/folder/../folder/in" } } });
  assert.match(
    connector("faulty", "doctor").stdout,
    /commands: \/no\/such\/program isn’t there[\s\S]*folders: \/no\/such\/folder isn’t a folder/,
  );
});

test(
  "what a hostile service answers reaches the terminal as visible text, and a redirect is not followed",
  { timeout: 60_000 },
  async () => {
    let asked = 0;
    const hostile = createServer((request, response) => {
      asked += 1;
      if (request.url === "/redirected") return void response.writeHead(302, { location: desk.served.url }).end();
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

test("a service is written, found, and removed; a changed file stays without --force, and what asks first is not taken", () => {
  const unit = join(desk.home, ".config/systemd/user/seed-desk-connector.service");
  const said = join(desk.home, "systemctl-was-asked");
  const systemctl = join(desk.home, "bin/systemctl");
  mkdirSync(join(desk.home, "bin"), { recursive: true });
  const answer = (code: number): void => {
    writeFileSync(systemctl, `#!/bin/sh\necho "$@" >> "${said}"\n[ ${code} = 0 ] || echo "Failed to connect to bus"\nexit ${code}\n`);
    chmodSync(systemctl, 0o755);
  };
  const service = (...args: string[]) => connector("served", "service", ...args);
  if (process.platform !== "linux") return;
  answer(1);
  const refused = service("install");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /no systemd session of yours here \(Failed to connect to bus\)/);
  assert.ok(!existsSync(unit));

  answer(0);
  assert.deepEqual([service("status").status, service("uninstall").status, service().status, service("start").status], [1, 0, 2, 2]);
  const command = [join(desk.home, "bin/systemctl")];
  const kinds = { report: { command, ask: "never", environment: ["PATH", "API_KEY"] }, reply: { command } };
  desk.configure("served", { commands: command, work: kinds });
  const installed = service("install");
  assert.equal(installed.status, 0, installed.stderr);
  assert.match(installed.stdout, /will not take work of the kind “reply”: you want to be asked/);
  assert.match(installed.stdout, /will take work without asking: report\./);
  assert.match(installed.stdout, /terminal’s variables: API_KEY\./);
  assert.match(installed.stdout, /isn’t paired yet/);
  assert.match(installed.stdout, /^ {2}systemctl --user enable --now seed-desk-connector$/m);
  const text = readFileSync(unit, "utf8");
  // It starts what was installed, with the Node and the folder of this moment: proved by running exactly that.
  const [, node = "", script = ""] = /^ExecStart=:"([^"]+)" "([^"]+)" run$/m.exec(text) ?? [];
  const home = /"SEED_DESK_CONNECTOR_HOME=([^"]+)"/.exec(text)?.[1];
  assert.equal(home, place("served"));
  const run = spawnSync(node, [script, "run"], { env: { SEED_DESK_CONNECTOR_HOME: home }, encoding: "utf8" });
  assert.deepEqual([run.status, /isn’t paired/.test(run.stderr)], [3, true]);
  assert.equal(spawnSync(node, [script, "run", "--supervised"], { env: { SEED_DESK_CONNECTOR_HOME: home } }).status, 0);

  assert.match(service("install").stdout, /is there already/);
  assert.match(service("status").stdout, /As the connector wrote it\./);
  writeFileSync(unit, text.replace("UMask=0077", "UMask=0022"));
  for (const action of ["install", "uninstall"]) {
    const changed = service(action);
    assert.deepEqual([changed.status, /was changed, or isn’t the connector’s/.test(changed.stderr)], [1, true]);
  }
  assert.match(service("status").stdout, /Changed since the connector wrote it\./);
  assert.equal(service("install", "--force").status, 0);
  assert.equal(readFileSync(unit, "utf8"), text);
  writeFileSync(said, "");
  assert.equal(service("uninstall").status, 0);
  assert.ok(!existsSync(unit));
  assert.match(readFileSync(said, "utf8"), /^--user disable --now seed-desk-connector$/m);
});

test("a denied pairing ends with exit code 5", { timeout: 60_000 }, async () => {
  const pairing = start("denied", "pair", desk.served.url);
  const [, code = ""] = await pairing.until(/check that the code there is {3}([A-Z]{4}-[A-Z]{4})/);
  const shown = await desk.openPairing(code);
  assert.equal((await desk.owner.post(`/api/account/pairings/${shown.id}/deny`, { revision: shown.revision })).status, 200);
  assert.equal(await pairing.ended, 5);
  assert.ok(!existsSync(join(place("denied"), "credential.json")));
});
