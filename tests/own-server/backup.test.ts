// Backup and restore of an own server: only while it is stopped, complete or refused, and the installation continues from its copy.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, test } from "vitest";
import { refuseHalfRestored } from "../../scripts/lib/backup/places.ts";
import { restoreBackup } from "../../scripts/lib/backup/restore.ts";
import { takeBackup } from "../../scripts/lib/backup/take.ts";
import { filesBelow } from "../../scripts/lib/content-hash.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, PNG, Visitor } from "../support/desk.ts";
import { start } from "../support/start.ts";

const SITE = "http://localhost:5999";
const home = mkdtempSync(join(tmpdir(), "seed-desk-backup-"));
const state = join(home, "state");
const shelf = join(home, "shelf");
let backup = "";
let project: { id: string; key: string };
let fileId = "";
let visitor: Visitor;
let cookie = "";
let conversationId = "";

const serve = (folder = state): Promise<Served> => serveBuild({ state: folder, tick: false });
const command = (name: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [inRoot(`scripts/${name}.ts`), ...args], { cwd: ROOT, encoding: "utf8" });
const databaseOf = (folder: string): string =>
  filesBelow(join(folder, "d1"), (file) => /[0-9a-f]{64}\.sqlite$/.test(file))[0] ?? assert.fail(`no database in ${folder}`);
/** Changes a stopped installation's database. */
function edit(folder: string, sql: string): void {
  const db = new DatabaseSync(databaseOf(folder));
  db.exec(sql);
  db.close();
}
/** Another state folder with the backup restored into it. */
async function restoreElsewhere(): Promise<string> {
  const folder = join(mkdtempSync(join(home, "elsewhere-")), "state");
  await restoreBackup({ state: folder, from: backup, replace: false, noLaterErasures: true });
  return folder;
}

beforeAll(async () => {
  const served = await serve();
  const owner = new Operator(served.url);
  await owner.setup();
  cookie = owner.cookie;
  project = await owner.project("Acme", SITE);
  visitor = new Visitor(served.url, project.key, SITE);
  await visitor.start();
  const file = await visitor.upload("receipt.png", PNG);
  fileId = file.body.file.id;
  const opened = await visitor.open("Where is my order?", { attachments: [fileId] });
  conversationId = opened.body.conversation.id;
  await served.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("backup and restore are refused while the server runs, and nothing is written", async () => {
  const served = await serve();
  try {
    for (const { status, stderr } of [
      command("backup", "--to", shelf, "--state", state),
      command("restore", "--from", shelf, "--state", state),
    ]) {
      assert.equal(status, 1);
      assert.match(stderr, /in use by process \d+ \(serving\)|is no backup/);
    }
    await assert.rejects(takeBackup(state, shelf), /in use by process \d+ \(serving\)\. Stop it first/);
    await assert.rejects(takeBackup(home, join(home, "..", "elsewhere")), /is no state folder of Seed Desk/);
    await assert.rejects(serve(), /in use by process/, "nor is the same folder served twice");
    assert.ok(!existsSync(shelf));
  } finally {
    await served.stop();
  }
});

test("a stopped installation is copied with its last rows; files are readable by their owner only, and the checksums are right", () => {
  const { status, stdout, stderr } = command("backup", "--to", shelf, "--state", state);
  assert.equal(status, 0, stderr);
  backup = stdout.split("\n")[0] ?? "";
  assert.match(stdout, /each compared with its source; SHA-256 of manifest\.json: [0-9a-f]{64}\nNot in it: the file with the variables/);
  const manifest = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8")) as {
    files: Record<string, unknown>;
    migrations: string[];
  };
  assert.equal(manifest.migrations.length, readdirSync(inRoot(".generated/migrations")).length);
  const content = filesBelow(join(backup, "state")).map((file) => file.slice(join(backup, "state/").length));
  assert.deepEqual(content, Object.keys(manifest.files).sort());
  assert.ok(
    content.some((file) => file.startsWith("r2/seed-desk-files/blobs/")) && !content.some((file) => /in-use|-wal|migrated/.test(file)),
  );
  for (const file of filesBelow(backup)) assert.equal(statSync(file).mode & 0o777, 0o600, file);
  assert.equal(statSync(backup).mode & 0o777, 0o700);
});

test("the installation continues from the copy: people, conversation, file, replay, a new live reply, an existing visitor", async () => {
  const folder = await restoreElsewhere();
  const served = await serve(folder);
  try {
    const owner = new Operator(served.url, cookie);
    assert.equal((await owner.call("/api/account/me")).status, 200, "the session of before");
    assert.equal((await new Operator(served.url).login()).status, 200);
    const read = await owner.call(`/api/dashboard/projects/${project.id}/conversations/${conversationId}`);
    assert.ok(JSON.stringify(read.body).includes("Where is my order?"));
    assert.equal((await owner.call(`/files/${fileId}`)).status, 200);
    const socket = await owner.socket(project.id, 0);
    await socket.until((frame) => frame.type === "live");
    assert.equal(socket.events()[0]?.event?.message?.content, "Where is my order?", "replayed from the beginning");
    const reply = await owner.post(`/api/dashboard/projects/${project.id}/conversations/${conversationId}/messages`, {
      clientId: randomUUID(),
      frontier: 1,
      content: "On its way",
    });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    await socket.until((frame) => frame.event?.message?.content === "On its way");
    socket.close();
    const again = new Visitor(served.url, project.key, SITE);
    again.token = visitor.token;
    assert.equal((await again.postMessage(conversationId, "Thank you")).status, 201);
  } finally {
    await served.stop();
  }
});

test("existing data is never replaced without --replace, and is then moved aside as a whole", async () => {
  const refused = command("restore", "--from", backup, "--state", state);
  assert.deepEqual([refused.status, /contains data/.test(refused.stderr)], [1, true], refused.stderr);
  const { status, stdout, stderr } = command("restore", "--from", backup, "--state", state, "--replace");
  assert.equal(status, 0, stderr);
  const kept = /is in (\S+)\. Remove it/.exec(stdout)?.[1] ?? assert.fail(stdout);
  assert.ok(existsSync(databaseOf(kept)));
  assert.deepEqual(
    readdirSync(home).filter((name) => /partial|restored/.test(name)),
    [],
  );
  await (await serve()).stop();
});

test("a changed, missing, or foreign file, a newer version's backup, and no backup at all are refused, and nothing changes", async () => {
  const folder = join(mkdtempSync(join(home, "empty-")), "state");
  const refuseDamaged = (spoil: (copy: string) => void): string => {
    const copy = join(mkdtempSync(join(home, "spoilt-")), "copy");
    cpSync(backup, copy, { recursive: true });
    spoil(copy);
    return copy;
  };
  const listed = (path: string): string =>
    refuseDamaged((copy) => {
      const file = join(copy, "manifest.json");
      const sum = JSON.stringify({ bytes: 1, sha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" }); // "x"
      writeFileSync(file, readFileSync(file, "utf8").replace('"files": {', `"files": {${JSON.stringify(path)}:${sum},`));
      const target = join(copy, "state", path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, "x");
    });
  const cases: readonly (readonly [string, RegExp])[] = [
    ...["../outside", "/outside", "d1/../../outside", "a//b", "a/./b", "a\\b"].map((path): [string, RegExp] => [
      listed(path),
      /leaves its folder/,
    ]),
    ...["erase-again.json", "Erase-Again.json", ".in-use", ".in-use-guard", "migrated", "restored-from.json", "cache/x"].map(
      (path): [string, RegExp] => [listed(path), /is never part of a backup/],
    ),
    [refuseDamaged((copy) => writeFileSync(join(copy, "manifest.json"), "{")), /manifest\.json is damaged/],
    [refuseDamaged((copy) => writeFileSync(join(copy, "manifest.json"), "null")), /manifest\.json is damaged/],
    [refuseDamaged((copy) => appendFileSync(databaseOf(join(copy, "state")), "x")), /sqlite: changed since the backup was made/],
    [refuseDamaged((copy) => rmSync(databaseOf(join(copy, "state")))), /sqlite: missing/],
    [refuseDamaged((copy) => writeFileSync(join(copy, "state/extra"), "x")), /extra: not in the backup's list/],
    [refuseDamaged((copy) => rmSync(join(copy, "manifest.json"))), /is no backup/],
    [
      refuseDamaged((copy) => {
        const file = join(copy, "manifest.json");
        writeFileSync(file, readFileSync(file, "utf8").replace('"migrations": [', '"migrations": ["9999_later.sql",'));
      }),
      /made by a newer version .* does not know 9999_later\.sql/,
    ],
  ];
  for (const [from, says] of cases) {
    await assert.rejects(restoreBackup({ state: folder, from, replace: false, noLaterErasures: true }), says);
    assert.deepEqual(readdirSync(dirname(folder)), []);
  }
});

test("a damaged database is not backed up", async () => {
  const folder = await restoreElsewhere();
  const file = databaseOf(folder);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 * 3, 4096 * 5);
  writeFileSync(file, bytes);
  await assert.rejects(takeBackup(folder, join(home, "never")), /the database .* is damaged/);
  assert.deepEqual(readdirSync(join(home, "never")), []);
});

test("a restore interrupted between its two renames is detected: nothing is served or saved until the same command has finished it", async () => {
  const folder = await restoreElsewhere();
  const staged = await restoreElsewhere();
  renameSync(staged, `${folder}.restored`);
  await assert.rejects(serve(folder), /A restore was interrupted/);
  await assert.rejects(takeBackup(folder, shelf), /A restore was interrupted/);
  renameSync(folder, `${folder}.replaced-before`); // as after the first rename
  await assert.rejects(serve(folder), /A restore was interrupted/);
  assert.ok(!existsSync(folder));
  await restoreBackup({ state: folder, from: backup, replace: false, noLaterErasures: false });
  await (await serve(folder)).stop();
});

test("an interrupted restore of one backup is not finished by a restore of another, which says what to do", async () => {
  const folder = await restoreElsewhere();
  const other = (await takeBackup(await restoreElsewhere(), join(home, "other-shelf"))).folder;
  renameSync(folder, `${folder}.restored`);
  const restore = (from: string): ReturnType<typeof command> => command("restore", "--from", from, "--state", folder);
  const refused = restore(other);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /interrupted restore of another backup left\. Finish that first: --from \S+seed-desk-/);
  assert.ok(refused.stderr.includes(backup));
  assert.ok(!existsSync(folder));
  assert.equal(restore(backup).status, 0);
});

/** Preloaded into a command: kills it right before its n-th change of a folder. */
const killBefore = (n: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    let calls = 0;
    for (const name of ["copyFileSync", "renameSync", "rmSync", "writeFileSync"]) {
      const real = fs[name];
      fs[name] = (...given) => {
        if (++calls === ${n}) process.kill(process.pid, "SIGKILL");
        return real(...given);
      };
    }
    syncBuiltinESMExports();`)}`;

test("a restore killed before any of its changes leaves the old data, or a complete copy that the next run puts in place", (t) => {
  const nameIn = (folder: string): unknown => {
    const db = new DatabaseSync(databaseOf(folder));
    const name = db.prepare("SELECT name FROM projects").get()?.["name"];
    assert.equal(db.prepare("PRAGMA integrity_check").get()?.["integrity_check"], "ok");
    db.close();
    return name;
  };
  const root = mkdtempSync(join(home, "killed-"));
  const folder = join(root, "state");
  const restore = ["--from", backup, "--state", folder, "--replace"];
  assert.equal(command("restore", ...restore, "--no-later-erasures").status, 0);
  const ends = { old: 0, complete: 0 };
  for (let n = 1; ; n += 1) {
    const live = existsSync(join(folder, "d1"));
    if (live) edit(folder, "UPDATE projects SET name = 'Live'");
    const { signal, status } = spawnSync(process.execPath, ["--import", killBefore(n), inRoot("scripts/restore.ts"), ...restore], {
      cwd: ROOT,
    });
    if (signal === null) {
      assert.equal(status, 0);
      break;
    }
    if (existsSync(`${folder}.restored`)) {
      assert.throws(() => refuseHalfRestored(folder), /A restore was interrupted/);
      const again = command("restore", ...restore);
      assert.equal(again.status, 0, again.stderr);
      assert.equal(nameIn(folder), "Acme", `the copy, after change ${n}`);
      ends.complete += 1;
    } else {
      assert.equal(nameIn(folder), "Live", `the old data, before change ${n}`);
      ends.old += 1;
    }
  }
  assert.equal(nameIn(folder), "Acme");
  assert.ok(ends.old >= 10 && ends.complete >= 2, JSON.stringify(ends));
  void t.annotate(
    `killed before ${ends.old + ends.complete} changes: ${ends.old} times the old data, ${ends.complete} times a complete copy`,
  );
});

// --- erasures ----------------------------------------------------------------

const TOMBSTONE =
  "INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at, finished_at) VALUES ('ers_1', 'prj_1', 'con_1', 'acc_1', 1000, 2000)";

test("a contact erased after the copy was made is not brought back: the start refuses until the erasure has run again", async () => {
  const root = mkdtempSync(join(home, "erased-"));
  const folder = join(root, "state");
  await restoreBackup({ state: folder, from: backup, replace: false, noLaterErasures: true });
  edit(folder, TOMBSTONE);
  const restored = await restoreBackup({ state: folder, from: backup, replace: true, noLaterErasures: false });
  assert.equal(restored.pending, 1);
  // This release has no verb that carries out the erasure, so nothing is served.
  await assert.rejects(takeBackup(folder, shelf), /left people to erase again/);
  await assert.rejects(start(root, {}), /1 erasures are later than the restored backup[\s\S]*Seed Desk won’t start/);
  // What the verb will do: finish the tombstone.
  edit(folder, "UPDATE contact_erasures SET finished_at = 3000 WHERE id = 'ers_1' AND finished_at IS NULL");
  const desk = await start(root, {});
  assert.equal((await fetch(`${desk.url}/health`)).status, 200);
  assert.equal(await desk.stop(), 0);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("erase")),
    [],
  );
});

test("when the machine is lost, a journal kept elsewhere names the erasures; without one a restore requires a statement", async () => {
  const root = mkdtempSync(join(home, "journal-"));
  const folder = join(root, "state");
  await restoreBackup({ state: folder, from: backup, replace: false, noLaterErasures: true });
  edit(folder, TOMBSTONE);
  const desk = await start(root, {});
  await desk.stop();
  const journal = readdirSync(root).find((name) => name.startsWith("erasures-")) ?? assert.fail("no journal");
  const line = JSON.parse(readFileSync(join(root, journal), "utf8")) as Record<string, unknown>;
  assert.deepEqual(Object.keys(line), ["id", "projectId", "contactId", "erasedBy", "startedAt", "finished"]);

  const fresh = join(mkdtempSync(join(home, "new-machine-")), "state");
  const options = { state: fresh, from: backup, replace: false, noLaterErasures: false };
  await assert.rejects(restoreBackup(options), /This machine has no record of who was erased[\s\S]*--no-later-erasures/);
  assert.ok(!existsSync(join(fresh, "d1")));
  assert.equal((await restoreBackup({ ...options, erasures: join(root, journal) })).pending, 1);
});

test("a backup folder inside the data is refused, even when it or the data is reached by a link", async () => {
  const root = mkdtempSync(join(home, "links-"));
  const folder = join(root, "state");
  await restoreBackup({ state: folder, from: backup, replace: false, noLaterErasures: true });
  symlinkSync(join(folder, "r2"), join(root, "shelf"));
  symlinkSync(folder, join(root, "data"));
  for (const [state, to] of [
    [folder, join(folder, "backups")],
    [folder, join(root, "shelf")],
    [folder, join(root, "shelf/new/folder")],
    [join(root, "data"), join(folder, "backups")],
  ] as const)
    await assert.rejects(takeBackup(state, to), /lies inside the data that it is a backup of/, to);
  assert.deepEqual(
    readdirSync(join(folder, "r2")).filter((name) => name !== "seed-desk-files" && name.startsWith("seed-desk-")),
    [],
  );
});

test("another installation's data does not tell who was erased in this one", async () => {
  const folder = join(mkdtempSync(join(home, "other-")), "state");
  const served = await serve(folder);
  await new Operator(served.url).setup("someone@else.test");
  await served.stop();
  await assert.rejects(restoreBackup({ state: folder, from: backup, replace: true, noLaterErasures: false }), /This machine has no record/);
});
