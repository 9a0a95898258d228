// Work on a paired computer: the connector as people get it, from its packed archive, against the real worker.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type Delegation } from "../../modules/delegated-work/contract.ts";
import { ConnectorDesk } from "./connector-kit.ts";

const LONG = process.env["LONG"] !== undefined && process.env["LONG"] !== "";
let desk: ConnectorDesk;
let grantId: string;
/** Programs of the adapters: each is started without a shell, whatever it is written in. */
const script = (name: string): string => join(desk.home, name);
function writeScript(name: string, body: string): void {
  writeFileSync(script(name), `#!${process.execPath}\nimport fs from "node:fs";\nimport { spawn } from "node:child_process";\n${body}\n`);
  chmodSync(script(name), 0o755);
}
const use = (computer: string, name: string, more: object = {}): void =>
  desk.configure(computer, {
    commands: [script(name)],
    folders: [desk.home],
    work: { report: { command: [script(name), "--fixed"], ask: "never", ...more } },
  });

beforeAll(async () => {
  desk = await ConnectorDesk.open();
  await desk.install();
  writeFileSync(join(desk.home, "package.json"), '{ "type": "module" }\n');
  mkdirSync(script("jobs"));
  // Keeps what it was given, to the byte.
  writeScript(
    "keep",
    `const task = fs.readFileSync(0);
fs.appendFileSync(${JSON.stringify(script("kept"))}, JSON.stringify({ task: task.toString("base64"), args: process.argv.slice(2), env: process.env, cwd: process.cwd(), files: fs.readdirSync(".") }) + "\\n");
process.stdout.write("Kept " + task.length + " bytes.");`,
  );
  // They hang, each with a child that has one too; the one ignores being asked to end.
  const hang = `const level = Number(process.argv[3] ?? 0);
fs.appendFileSync(${JSON.stringify(script("pids"))}, process.pid + "\\n");
if (level < 2) spawn(process.argv[1], ["--fixed", String(level + 1)], { stdio: "inherit" });
if (level === 0) process.stderr.write("progress: Looking\\u001b[2J around\\n");
setInterval(() => {}, 1000);`;
  writeScript("hang", hang);
  writeScript("ignore", `process.on("SIGTERM", () => {});\n${hang}`);
  writeScript(
    "asks",
    `const task = fs.readFileSync(0, "utf8");
process.stdout.write(task.includes("answered,") ? "Then it is " + task.split("\\n").at(-1) : "question: Which of\\u001b[2J the two?");`,
  );
  // Leaves a copy of each of its files, and a link that leads elsewhere; its report is its task.
  writeScript(
    "copy",
    `for (const name of fs.readdirSync("files")) fs.copyFileSync("files/" + name, process.env.SEED_DESK_OUTPUT + "/" + name);
fs.symlinkSync("/etc/passwd", process.env.SEED_DESK_OUTPUT + "/link");
process.stdout.write(fs.readFileSync(0));`,
  );
  // Takes its time, unless it was begun before: then it was slept over.
  writeScript(
    "slow",
    `const path = ${JSON.stringify(script("slow-pids"))};
const isAgain = fs.existsSync(path);
fs.appendFileSync(path, process.pid + "\\n");
if (isAgain) process.stdout.write("Slept.");
else setTimeout(() => process.stdout.write("Too early."), 200_000);`,
  );
  writeScript("fail", `process.stderr.write("first\\nthe disk is full\\n"); process.stdout.write("x"); process.exit(3);`);
  writeScript("flood", `process.stdout.write(Buffer.alloc(200_000, 0xff)); setInterval(() => {}, 1000);`);
  await desk.pair("one", ["--kinds", "report"], { kinds: ["report"], days: 30, jobsPerDay: LONG ? 1000 : 100 });
  // The other tests need some of the day's jobs too.
  if (LONG) await (await desk.served.runtime.getD1Database("DB")).prepare("UPDATE device_grants SET jobs_per_day = 2000").run();
  const { body } = await desk.owner.call<{ items: { id: string }[] }>(`${desk.base}/device-grants`);
  grantId = body.items[0]?.id ?? "";
  await desk.pair("two", ["--kinds", "report"], { id: grantId });
}, 180_000);
afterAll(() => desk.close());

async function delegate(
  task: string,
  from?: { readonly conversation: string; readonly files: readonly string[] },
): Promise<{ id: string; conversation: string }> {
  const conversation = from?.conversation ?? (await desk.conversation());
  // A report or an earlier delegation has moved the conversation on.
  const { revision } = (await desk.owner.call<{ conversation: { revision: number } }>(`${desk.base}/conversations/${conversation}`)).body
    .conversation;
  const { status, body } = await desk.owner.post<{ delegation: { id: string } }>(`${desk.base}/conversations/${conversation}/delegations`, {
    ...{ clientId: randomUUID(), frontier: revision, grantId, kind: "report", task, files: from?.files ?? [] },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.delegation.id, conversation };
}
const read = async (id: string): Promise<Delegation> =>
  (await desk.owner.call<{ delegation: Delegation }>(`${desk.base}/delegations/${id}`)).body.delegation;
async function waitFor<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never: ${what}`);
}
/** The same for what takes minutes. */
async function waitLong(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 400_000; waited += 1000) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`never: ${what}`);
}
const completed = (id: string): Promise<Delegation> =>
  waitFor(`work ${id} completed`, async () => {
    const found = await read(id);
    return found.status === "completed" && found.effects.every(({ state }) => state === "done") && found;
  });
const lines = (name: string): string[] => (existsSync(script(name)) ? readFileSync(script(name), "utf8").trim().split("\n") : []);
const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0);
    // One that has ended and waits to be collected is not alive.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, "utf8") : "");
  } catch {
    return false;
  }
};
const heldClaim = (computer: string): string =>
  (JSON.parse(readFileSync(join(desk.place(computer), "work.json"), "utf8")) as { claimId: string }).claimId;

const HOSTILE = [
  "$(touch owned) `touch owned` ; rm -rf . && touch owned | tee owned > owned",
  "--option --exec=/bin/sh ../../etc/passwd ~ * %PATH% $HOME",
  "\u001b]0;owned\u0007\u001b[2J\u009b31m \u202etxt.exe \r Work done.",
  "quotes \" ' \\ and Zoë 🐢",
].join("\n");

test("a hostile task reaches the program as its bytes, the terminal as visible text, and the report becomes a note", async () => {
  use("one", "keep");
  const { id, conversation } = await delegate(HOSTILE);
  const running = desk.start("one", "run");
  const done = await completed(id);
  const bytes = Buffer.from(HOSTILE);
  assert.deepEqual([done.outcome, done.report], ["done", `Kept ${bytes.length} bytes.`]);
  const [kept, ...more] = lines("kept").map((line) => JSON.parse(line) as Record<string, never>);
  assert.deepEqual([more, kept?.["args"], kept?.["files"]], [[], ["--fixed"], ["output"]]);
  assert.deepEqual(Buffer.from(kept?.["task"] ?? "", "base64"), bytes);
  // Node adds one of its own on some systems.
  const names = Object.keys(kept?.["env"] ?? {}).filter((name) => !name.startsWith("__"));
  assert.deepEqual(names.sort(), ["HOME", "PATH", "SEED_DESK_OUTPUT", "SEED_DESK_WORK_ID", "SEED_DESK_WORK_KIND"]);
  assert.ok(!existsSync(kept?.["cwd"] ?? ""), "the working folder is gone");
  assert.ok(!readdirSync(desk.home).includes("owned") && !readdirSync(desk.place("one")).includes("owned"));

  const events = (
    await desk.owner.call<{ events: { kind: string; note?: { content: string } }[] }>(`${desk.base}/conversations/${conversation}`)
  ).body.events;
  assert.deepEqual(
    events.flatMap(({ note }) => note?.content ?? []),
    [done.report],
  );
  await running.until(/is done/);
  assert.doesNotMatch(running.said.out.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u, "what a terminal would obey");
  assert.match(running.said.out, / {2}\| \\u\{1b\}\]0;owned\\u\{7\}\\u\{1b\}\[2J\\u\{9b\}31m \\u\{202e\}txt\.exe \\u\{d\} Work done\.\n/);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);

  const log = join(desk.place("one"), "log/work.jsonl");
  assert.deepEqual([statSync(log).mode & 0o777, statSync(join(log, "..")).mode & 0o777], [0o600, 0o700]);
  const text = readFileSync(log, "utf8");
  assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
  const said = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; task?: string });
  assert.deepEqual(
    said.map(({ event }) => event),
    ["asked", "started", "ended", "reported"],
  );
  assert.equal(said[0]?.task, HOSTILE);
});

test("work that is delegated while a connector waits is picked up within two seconds, and other commands can be used beside it", async () => {
  use("one", "keep");
  const running = desk.start("one", "run");
  await running.until(/Connected\./);
  // It waits by now.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(desk.connector("one", "status").status, 0);
  const { id } = await delegate("Be quick");
  const from = Date.now();
  await waitFor("a start", async () => (await read(id)).startedAt !== null);
  assert.ok(Date.now() - from < 2000, `${Date.now() - from} ms`);
  await completed(id);
  await running.until(/is done/);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
});

test("files of the task come into the job's folder, and files of the program go with its report", async () => {
  use("one", "copy");
  const { id: conversation, files } = await desk.conversationWith([
    ["../../.bashrc", "one"],
    ["-rf $(touch owned).txt", "two"],
  ]);
  const { id } = await delegate("Copy them", { conversation, files });
  const running = desk.start("one", "run");
  const done = await completed(id);
  assert.equal(done.outcome, "done", done.report ?? "");
  assert.match(
    done.report ?? "",
    /^Copy them\n\n--- Files, in the folder of this work\nfiles\/bashrc \(3 bytes\)\nfiles\/rf _\(touch owned\)\.txt \(3 bytes\)/,
  );
  assert.match(done.report ?? "", /\[Files that were left out:\nlink: not a file that can be read\]$/);
  assert.deepEqual(
    done.reportFiles.map(({ name, size }) => [name, size]),
    [
      ["bashrc", 3],
      ["rf _(touch owned).txt", 3],
    ],
  );
  const { events } = (
    await desk.owner.call<{ events: { note?: { attachments: { id: string }[] } }[] }>(`${desk.base}/conversations/${conversation}`)
  ).body;
  assert.deepEqual(
    events.flatMap(({ note }) => note?.attachments.map((file) => file.id) ?? []),
    done.reportFiles.map((file) => file.id),
  );
  const read = await desk.owner.call<string>(`/files/${done.reportFiles[0]?.id}`);
  assert.equal(read.status, 200);
  assert.match(running.said.out, / {2}\| with the file .*bashrc, 3 bytes\n/);
  await running.until(/is done/);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);

  // More than the person allows is not begun.
  use("one", "copy", { fileBytes: 5 });
  const more = await desk.conversationWith([["large.txt", "sixsix"]]);
  const large = await delegate("Too much", { conversation: more.id, files: more.files });
  const again = desk.start("one", "run");
  const refused = await completed(large.id);
  assert.deepEqual([refused.outcome, refused.report], ["failed", "The files of the task have 6 bytes, and the configuration allows 5."]);
  again.child.kill("SIGTERM");
  assert.equal(await again.ended, 0, again.said.err);
});

test("cancelled while a child and a grandchild run: all are gone five seconds after the heartbeat that says so", async () => {
  use("one", "ignore");
  // A heartbeat every second, or in the long run as often as in reality.
  const seconds = LONG ? 10 : 1;
  const { close } = await between("one", LONG ? "real" : "short");
  const { id } = await delegate("Look around");
  const running = desk.start("one", "run");
  const ids = (await waitFor("three processes", () => lines("pids").length === 3 && lines("pids"))).map(Number);
  assert.deepEqual(ids.map(isAlive), [true, true, true]);
  assert.equal((await desk.owner.post(`${desk.base}/delegations/${id}/cancel`, {})).status, 200);
  const cancelled = Date.now();
  await waitFor("an end", () => ids.every((each) => !isAlive(each)));
  assert.ok(Date.now() - cancelled < seconds * 1000 + 5000, `${Date.now() - cancelled} ms`);
  await running.until(/was taken back\. What ran for it was ended/);
  assert.equal((await read(id)).report, null);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  close();
});

test("asleep for longer than the lease, the connector ends what ran and does the work anew, once", async () => {
  use("one", "slow");
  const before = lines("slow-pids").length;
  const { close } = await between("one", LONG ? "real" : "short");
  const { id } = await delegate("Sleep");
  const running = desk.start("one", "run");
  await waitFor("a start", () => lines("slow-pids").length === before + 1);
  running.child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, LONG ? 70_000 : 4000));
  running.child.kill("SIGCONT");
  await running.until(/could not be reached\. It begins again when it can/);
  const done = await completed(id);
  assert.deepEqual([done.outcome, done.report], ["done", "Slept."]);
  const pids = lines("slow-pids").slice(before).map(Number);
  assert.equal(pids.length, 2, "begun twice");
  assert.ok(!isAlive(pids[0] ?? 0), "the first was ended");
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  close();
});

test("killed amid work, the connector sends the same claim again, ends what it left, and reports once", async () => {
  use("two", "hang");
  const before = lines("pids").length;
  const { id } = await delegate("Survive");
  const killed = desk.start("two", "run");
  const ids = (await waitFor("three processes", () => lines("pids").length === before + 3 && lines("pids"))).slice(before).map(Number);
  assert.match(desk.connector("two", "run").stderr, /runs already/);
  const claim = heldClaim("two");
  killed.child.kill("SIGKILL");
  await killed.ended;
  assert.equal(heldClaim("two"), claim);
  assert.ok(ids.every(isAlive), "nothing ends them while the connector is gone");
  use("two", "keep");
  const again = desk.start("two", "run");
  assert.equal((await completed(id)).report, "Kept 7 bytes.");
  await again.until(/was interrupted\. It begins again, in a fresh folder/);
  assert.ok(
    ids.every((each) => !isAlive(each)),
    "what was left running has ended",
  );
  const db = await desk.served.runtime.getD1Database("DB");
  const stored = await db.prepare("SELECT claim_id FROM delegations WHERE id = ?").bind(id).all();
  assert.deepEqual(stored.results, [{ claim_id: claim }]);
  again.child.kill("SIGTERM");
  assert.equal(await again.ended, 0, again.said.err);
});

test("a program that fails or writes too much is reported as failed", async () => {
  use("one", "fail");
  const failing = await delegate("Fail");
  const first = desk.start("one", "run");
  const failed = await completed(failing.id);
  assert.equal(failed.outcome, "failed");
  assert.equal(failed.report, "The program ended with exit code 3.\n\nThe last lines of its errors:\nfirst\nthe disk is full");
  first.child.kill("SIGTERM");
  assert.equal(await first.ended, 0, first.said.err);

  use("one", "flood", { outputBytes: 100_000 });
  const flooding = await delegate("Flood");
  const second = desk.start("one", "run");
  const flooded = await completed(flooding.id);
  assert.equal(flooded.outcome, "failed");
  assert.match(
    flooded.report ?? "",
    /^The program was ended because it wrote more than 100000 bytes\.[\s\S]*\ufffd\ufffd[\s\S]*15000 is the most\.\]$/,
  );
  second.child.kill("SIGTERM");
  assert.equal(await second.ended, 0, second.said.err);
});

test("a program asks its member back: nothing runs while it waits, and the answer comes to it on its standard input", async () => {
  use("one", "asks");
  const { id } = await delegate("Which account?");
  const first = desk.start("one", "run");
  const [asked] = await waitFor("a question", async () => {
    const { turns } = await read(id);
    return turns.length > 0 && turns;
  });
  assert.deepEqual([asked?.kind, asked?.text, asked?.answer], ["question", "Which of\u001b[2J the two?", null]);
  await first.until(/Work .* asks:\n {2}\| Which of\\u\{1b\}\[2J the two\?\n/);
  // A claim for other work may wait already.
  const held = join(desk.place("one"), "work.json");
  await waitFor("nothing held", () => {
    try {
      return !readFileSync(held, "utf8").includes('"job"');
    } catch {
      return true;
    }
  });
  assert.equal((await read(id)).status, "queued");
  first.child.kill("SIGTERM");
  assert.equal(await first.ended, 0, first.said.err);
  assert.equal((await desk.owner.post(`${desk.base}/delegations/${id}/answer`, { turn: 1, answer: "the one in euros" })).status, 200);
  const second = desk.start("one", "run");
  assert.equal((await completed(id)).report, "Then it is the one in euros");
  second.child.kill("SIGTERM");
  assert.equal(await second.ended, 0, second.said.err);

  // What the service does not take ends as a report, so that the work does not stay open.
  const often = await delegate("Which account?");
  const db = await desk.served.runtime.getD1Database("DB");
  for (let turn = 1; turn <= 8; turn += 1)
    await db
      .prepare(
        `INSERT INTO delegation_turns (delegation_id, turn, project_id, round, kind, device_id, claim_id, said, said_at)
          SELECT id, ?, project_id, 1, 'question', 'dev', ?, 'Which?', 0 FROM delegations WHERE id = ?`,
      )
      .bind(turn, `${often.id}-${turn}`, often.id)
      .run();
  const third = desk.start("one", "run");
  const failed = await completed(often.id);
  assert.equal(failed.outcome, "failed");
  assert.match(failed.report ?? "", /^The question was not taken: .*asked 8 questions.*\n\nThe question:\nWhich of/);
  third.child.kill("SIGTERM");
  assert.equal(await third.ended, 0, third.said.err);
});

test("without a terminal, work that asks first is not claimed, and one line says why", async () => {
  use("one", "keep", { ask: "always" });
  const { id } = await delegate("Ask me");
  const running = desk.start("one", "run");
  await running.until(/Work of the kind “report” is not taken: .*there is no terminal.*\n.*Nothing is run on this computer/);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  assert.equal((await read(id)).status, "queued");
  assert.equal((await desk.owner.post(`${desk.base}/delegations/${id}/cancel`, {})).status, 200);
});

/** Stands between a computer and the service: shortens the service's intervals if told to, and does what `meddle` says to a request. */
async function between(computer: string, intervals: "short" | "real" = "short") {
  const state = { meddle: undefined as ((path: string) => "cut" | "lose the answer" | undefined) | undefined, claims: [] as string[] };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = request.url ?? "";
      const body = Buffer.concat(chunks).toString();
      const what = state.meddle?.(path);
      if (what === "cut") return void request.socket.destroy();
      if (path.endsWith("/claim")) state.claims.push((JSON.parse(body) as { claimId: string }).claimId);
      const headers = { authorization: request.headers.authorization ?? "", "content-type": "application/json" };
      const answer = await fetch(`${desk.served.url}${path}`, {
        method: request.method ?? "GET",
        headers,
        ...(body === "" ? {} : { body }),
      });
      const given = await answer.text();
      const text =
        intervals === "real"
          ? given
          : given.replace('"leaseSeconds":60', '"leaseSeconds":3').replace('"heartbeatSeconds":10', '"heartbeatSeconds":1');
      if (what === "lose the answer") return void request.socket.destroy();
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
      // The connector, or the service, has gone meanwhile.
    })().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const file = join(desk.place(computer), "credential.json");
  const before = readFileSync(file, "utf8");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(before) as object), origin }));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
    if (existsSync(file)) writeFileSync(file, before);
  };
  return { state, close };
}

test("a report is kept until the service has acknowledged it, and stored once", async () => {
  use("two", "keep");
  const { state, close } = await between("two");
  const attempts: string[] = [];
  state.meddle = (path) => {
    if (!path.endsWith("/report")) return undefined;
    attempts.push(path);
    return attempts.length === 1 ? "cut" : "lose the answer";
  };
  const { id } = await delegate("Report");
  const first = desk.start("two", "run");
  await first.until(/The report of work .* is kept/);
  assert.equal((await read(id)).status, "started");
  // The second attempt arrives, but its answer is lost; then the connector is killed. The next one sends the same report.
  await waitFor("a second attempt", () => attempts.length === 2);
  const stored = await completed(id);
  first.child.kill("SIGKILL");
  await first.ended;
  const ran = lines("kept").length;
  state.meddle = undefined;
  const second = desk.start("two", "run");
  // What it waits with by now is a claim without a report.
  const kept = join(desk.place("two"), "work.json");
  await waitFor("the acknowledgement", () => !existsSync(kept) || !readFileSync(kept, "utf8").includes('"report"'));
  assert.deepEqual(await read(id), stored);
  assert.equal(lines("kept").length, ran, "it was not done again");
  second.child.kill("SIGTERM");
  assert.equal(await second.ended, 0, second.said.err);
  close();
});

const AT_ONCE = 10;
const SHARED = LONG ? 1000 : 20;
test(`two connectors under one grant share ${SHARED} jobs: none is done twice, and none is lost`, async () => {
  const before = lines("kept").length;
  // Ten at a time, because so few visitors come from one address in an hour: each conversation is delegated again when it is free.
  const conversations: string[] = [];
  for (let i = 0; i < AT_ONCE; i += 1) conversations.push(await desk.conversation());
  const tasks = Array.from({ length: SHARED }, (_, i) => `Job ${i}`);
  for (const computer of ["one", "two"]) use(computer, "keep");
  const delegateAll = async (some: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const [i, task] of some.entries()) ids.push((await delegate(task, { conversation: conversations[i] ?? "", files: [] })).id);
    return ids;
  };
  const ids = await delegateAll(tasks.slice(0, AT_ONCE));
  const running = ["one", "two"].map((computer) => desk.start(computer, "run"));
  const done = await Promise.all(ids.map(completed));
  for (let from = AT_ONCE; from < SHARED; from += AT_ONCE) {
    const more = await delegateAll(tasks.slice(from, from + AT_ONCE));
    done.push(...(await Promise.all(more.map(completed))));
  }
  const kept = lines("kept")
    .slice(before)
    .map((line) => Buffer.from((JSON.parse(line) as { task: string }).task, "base64").toString());
  assert.deepEqual(kept.sort(), tasks.toSorted());
  assert.ok(done.every(({ outcome }) => outcome === "done"));
  assert.equal(new Set(done.map(({ device }) => device)).size, 1, "both have the name of the host");
  for (const { child, said, ended } of running) {
    assert.match(said.out, /is done/, "both had a share");
    child.kill("SIGTERM");
    assert.equal(await ended, 0, said.err);
  }
});

// In reality's intervals; the short form is below.
test.runIf(LONG)("the network lost for longer than the lease amid work: what runs is ended, and done again once it is back", async () => {
  use("two", "slow");
  rmSync(script("slow-pids"), { force: true });
  const { state, close } = await between("two", "real");
  const { id } = await delegate("Lose the network");
  const running = desk.start("two", "run");
  await waitFor("a start", () => lines("slow-pids").length === 1);
  state.meddle = () => "cut";
  await waitLong("an end", () => /could not be reached\. It begins again when it can/.test(running.said.out));
  assert.ok(!isAlive(Number(lines("slow-pids")[0])));
  state.meddle = undefined;
  await waitLong("the report", async () => (await read(id)).status === "completed");
  assert.deepEqual([(await read(id)).report, lines("slow-pids").length], ["Slept.", 2]);
  running.child.kill("SIGTERM");
  assert.equal(await running.ended, 0, running.said.err);
  close();
});

test("without contact for as long as the lease, and when access is revoked, what runs is ended; the claim outlives the former", async () => {
  use("two", "hang");
  const { state, close } = await between("two");
  const { id } = await delegate("Hang");
  const pidsFrom = async (before: number): Promise<number[]> =>
    (await waitFor("three processes", () => lines("pids").length === before + 3 && lines("pids"))).slice(before).map(Number);
  let before = lines("pids").length;
  const first = desk.start("two", "run");
  let ids = await pidsFrom(before);
  await waitFor("progress", async () => (await read(id)).progress?.text === "Looking\u001b[2J around");
  await first.until(/ Looking\\u\{1b\}\[2J around\n/);
  state.meddle = () => "cut";
  const cutAt = Date.now();
  await waitFor("an end", () => ids.every((each) => !isAlive(each)));
  assert.ok(Date.now() - cutAt < 3000 + 5000, `${Date.now() - cutAt} ms`);
  await first.until(/could not be reached\. It begins again when it can/);
  state.meddle = undefined;
  first.child.kill("SIGTERM");
  assert.equal(await first.ended, 0, first.said.err);

  // A stop by its person ends it too, and keeps the claim.
  before = lines("pids").length;
  const second = desk.start("two", "run");
  ids = await pidsFrom(before);
  second.child.kill("SIGINT");
  assert.equal(await second.ended, 0, second.said.err);
  assert.ok(ids.every((each) => !isAlive(each)));
  assert.equal((await read(id)).status, "started");

  before = lines("pids").length;
  const third = desk.start("two", "run");
  ids = await pidsFrom(before);
  assert.equal(new Set(state.claims).size, 1, "the same claim each time");
  const { body } = await desk.owner.call<{ items: { id: string }[] }>(`${desk.base}/device-grants`);
  assert.ok(body.items.some((grant) => grant.id === grantId));
  assert.equal((await desk.owner.call(`${desk.base}/device-grants/${grantId}`, { method: "DELETE" })).status, 200);
  const revokedAt = Date.now();
  await waitFor("an end", () => ids.every((each) => !isAlive(each)));
  assert.ok(Date.now() - revokedAt < 1000 + 5000, `${Date.now() - revokedAt} ms`);
  assert.equal(await third.ended, 5);
  assert.match(third.said.err, /access was revoked|no access/i);
  assert.equal((await read(id)).status, "revoked");
  close();
});
