// The files of an own server after an erasure: not even free pages of the database contain erased data, no later backup does, and an
// earlier backup does not bring it back.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, test } from "vitest";
import { isLock } from "../../scripts/lib/backup/lock.ts";
import { restoreBackup } from "../../scripts/lib/backup/restore.ts";
import { takeBackup } from "../../scripts/lib/backup/take.ts";
import { compactErased } from "../../scripts/lib/compact.ts";
import { filesBelow } from "../../scripts/lib/content-hash.ts";
import { eraseAgainIn } from "../../scripts/lib/own-server.ts";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";

const SITE = "http://localhost:5999";
const CANARY = "bytecanary";
const home = mkdtempSync(join(tmpdir(), "seed-desk-bytes-"));
let stop: (() => Promise<void>) | undefined;
afterAll(async () => {
  await stop?.();
  rmSync(home, { recursive: true, force: true });
});

/** Files below the folder whose name or bytes contain the canary. */
const filesContaining = (folder: string): string[] =>
  filesBelow(folder).filter((file) => file.includes(CANARY) || readFileSync(file).includes(CANARY));

/** The state after a start was killed while it erased again, or after its store failed: a job that is leased, or waits. */
function leaveHalfDone(
  state: string,
  projectId: string,
  contactId: string,
  job: { state: string; due: number; lease: number | null },
): void {
  for (const path of filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(path);
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'jobs'").get())
      db.prepare(
        `INSERT INTO jobs (id, project_id, kind, key, payload, state, attempts, due_at, lease, lease_until, created_at)
          VALUES ('job_left', ?, 'erasure.erase', ?, ?, ?, 1, ?, 'gone', ?, 0)`,
      ).run(projectId, `erase:${contactId}`, JSON.stringify({ contactId }), job.state, job.due, job.lease);
    db.close();
  }
}

test("erased data is gone from the files, from later backups, and from a restored earlier backup", async () => {
  const state = join(home, "state");
  const shelf = join(home, "shelf");
  let desk = await serveBuild({ state, tick: false });
  ({ stop } = desk);
  let owner = new Operator(desk.url);
  await owner.setup();
  const project = await owner.project("Harbour", SITE);
  const visitor = new Visitor(desk.url, project.key, SITE);
  await visitor.start();
  const text = new TextEncoder().encode(`${CANARY} body `.repeat(500)) as Uint8Array<ArrayBuffer>;
  const file = (await visitor.upload(`${CANARY}.txt`, text)).body.file.id;
  const opened = await visitor.open(`${CANARY} message `.repeat(400), { attachments: [file] });
  for (let i = 1; i <= 10; i++) await visitor.postMessage(opened.body.conversation.id, `${CANARY} again `.repeat(i * 60));
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: CANARY, email: `${CANARY}@example.test` }] } });
  const { cookie } = owner;
  await desk.stop();
  assert.ok(filesContaining(state).length >= 2);
  assert.equal(compactErased(state), false, "nobody was erased yet");
  const earlier = await takeBackup(state, shelf);
  assert.ok(filesContaining(earlier.folder).length >= 2);

  desk = await serveBuild({ state, tick: false });
  ({ stop } = desk);
  owner = new Operator(desk.url, cookie);
  const path = `/api/management/projects/${project.id}/contacts/${visitor.contactId}`;
  assert.equal((await owner.post(`${path}/erase`, {})).status, 202);
  for (let left = 100; left > 0; left--) {
    const { erasure } = (await owner.call<{ erasure: { state: string } }>(`${path}/erasure`)).body;
    if (erasure.state === "erased") break;
    assert.notEqual(left, 1, "the erasure did not end");
    await new Promise((wake) => setTimeout(wake, 50));
  }
  // Killed instead of stopped, so the database was not rewritten; the next command does that.
  const killed = join(home, "killed");
  cpSync(state, killed, { recursive: true, filter: (source) => !isLock(basename(source)) });
  assert.ok(filesContaining(killed).length > 0, "the log still holds it");
  assert.deepEqual(filesContaining((await takeBackup(killed, shelf)).folder), []);
  assert.deepEqual(filesContaining(killed), []);
  await desk.stop();
  assert.deepEqual(filesContaining(state), []);

  const soon = Date.now() + 300_000;
  for (const left of [undefined, { state: "running", due: 0, lease: soon }, { state: "queued", due: soon, lease: null }]) {
    const { pending } = await restoreBackup({ state, from: earlier.folder, replace: true, noLaterErasures: false });
    assert.equal(pending, 1);
    assert.ok(filesContaining(state).length >= 2);
    if (left) leaveHalfDone(state, project.id, visitor.contactId, left);
    assert.equal(await eraseAgainIn(state, {}), 1);
    assert.deepEqual(filesContaining(state), []);
  }
});
