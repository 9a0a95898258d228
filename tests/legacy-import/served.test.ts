// Imported data in the running product: it is read, found and answered, nobody is told of it, and an erasure reaches all of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { stateIn } from "../../scripts/lib/legacy/state.ts";
import { objectsOf } from "../../scripts/lib/legacy/validate.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { occurrences, readEverything } from "../chaos/erasure-store.ts";
import { count } from "../chaos/final.ts";
import { vars } from "../chaos/load.ts";
import { Operator } from "../support/desk.ts";
import { folder, importHere } from "./kit.ts";

type Line = Record<string, unknown>;
const CANARY = "zqlegacycanary";
let served: Served | undefined;
afterAll(async () => await served?.stop());

/** An export in which one contact has a canary wherever it may have words. */
function exportWithCanary(file: string): { owner: string; projectId: string; contactId: string; conversationId: string } {
  generateExport(file, { messages: 60, seed: 31, files: 2 });
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const summary = lines.find((line) => line["kind"] === "bucketSummary") as Line;
  const contactId = String(summary["contactId"]);
  const conversation = lines.find((line) => line["contactId"] === contactId && line["kind"] === "conversation") as Line;
  const conversationId = String(conversation["id"]);
  const messages = new Set<string>();
  const bytes = Buffer.from(`${CANARY} in a file`);
  mkdirSync(objectsOf(file), { recursive: true });
  writeFileSync(join(objectsOf(file), "canary.txt"), bytes);
  const changed = lines.map((line) => {
    if (line["id"] === contactId)
      return {
        ...line,
        name: `${CANARY} name`,
        email: `${CANARY}@mail.example`,
        identifier: `${CANARY}-id`,
        metadata: { key: `${CANARY} value` },
      };
    if (line["id"] === conversationId) return { ...line, subject: `${CANARY} subject`, status: "open", channel: "email" };
    if (line["kind"] === "end") return { ...line, records: Number(line["records"]) + 1 };
    if (line["kind"] === "bucketSummary" && line["contactId"] === contactId)
      return { ...line, summary: `${CANARY} summary`, bucket: `${CANARY}-bucket` };
    if (line["conversationId"] !== conversationId && !messages.has(String(line["messageId"]))) return line;
    if (line["kind"] === "delegation") return { ...line, task: `${CANARY} task`, report: `${CANARY} report` };
    if (line["kind"] === "work") return { ...line, detail: `${CANARY} detail` };
    if (line["kind"] === "file")
      return {
        ...line,
        name: `${CANARY}.txt`,
        object: "canary.txt",
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      };
    const message = line["message"] as Line | undefined;
    if (!message) return line;
    messages.add(String(message["id"]));
    const origin = { door: "email", automatic: null };
    return { ...line, message: { ...message, origin, content: `${CANARY} ${String(message["content"])}` } };
  });
  const note = { kind: "contactNote", id: "cnt_0123456789abcdefghjkmnpqrs", contactId, content: `${CANARY} note` };
  const author = lines.find((line) => line["kind"] === "membership" && line["projectId"] === summary["projectId"]) as Line;
  const place = { projectId: summary["projectId"], authorId: author["accountId"], createdAt: "2025-01-01T00:00:00.000Z" };
  changed.splice(changed.findIndex((line) => line["id"] === contactId) + 1, 0, { ...note, ...place });
  writeFileSync(file, changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const owner = lines.find((line) => line["kind"] === "account") as Line;
  return {
    owner: String(owner["id"]),
    projectId: String(summary["projectId"]),
    contactId,
    conversationId,
  };
}

test(
  "imported data is read, found and answered; nobody is told of it; an erasure leaves nothing of the person",
  { timeout: 480_000 },
  async () => {
    const persistTo = join(folder, "served");
    const state = stateIn(persistTo);
    served = await serveBuild({ state, tick: false, queue: false, vars: vars() });
    const owner = new Operator(served.url);
    assert.equal((await owner.setup()).status, 201);
    const { body: me } = await owner.call<{ person: { id: string } }>("/api/account/me");
    await served.stop();

    const file = join(folder, "served.jsonl");
    const { owner: theirs, projectId, contactId, conversationId } = exportWithCanary(file);
    const { applied } = await importHere(persistTo, file, new Map([[theirs, me.person.id]]));
    assert.equal(applied.conflict, undefined);

    served = await serveBuild({ state, tick: false, queue: false, vars: vars() });
    const person = new Operator(served.url, owner.cookie);
    for (let n = 0; n < 3; n += 1) await served.tick();
    for (const [table, what] of [
      ["mail_deliveries", "mails"],
      ["system_mails", "mails of the product"],
      ["notices", "notices"],
      ["bell_entries", "entries of the bell"],
      ["assistant_rounds", "rounds of the assistant"],
      ["ai_calls", "calls of models"],
      ["unseen_mails", "mails about missed replies"],
    ] as const)
      assert.equal(await count(served, `SELECT count(*) FROM ${table}`), 0, what);
    const project = `/api/dashboard/projects/${projectId}`;
    const thread = await person.call<{ events: { message?: { content: string } }[] }>(`${project}/conversations/${conversationId}`);
    assert.equal(thread.status, 200);
    assert.match(thread.body.events[0]?.message?.content ?? "", new RegExp(CANARY));
    const found = await person.call(`${project}/conversation-search?q=${CANARY}`);
    assert.equal(found.status, 200);
    assert.ok(JSON.stringify(found.body).includes(conversationId), "the search finds imported messages");
    const holds = await person.call<{ items: { id: string; detail: string }[]; spent: { calls: number } }>(
      `/api/management/projects/${projectId}/legacy-import`,
    );
    assert.equal(holds.body.items.length, 3);
    assert.equal(holds.body.spent.calls, 24);
    const [first] = holds.body.items;
    const reconcile = `/api/management/projects/${projectId}/legacy-import/holds/${first?.id}/reconcile`;
    assert.equal((await person.post(reconcile, { outcome: "happened" })).status, 200);
    assert.equal((await person.post(reconcile, { outcome: "happened" })).status, 200);
    assert.equal((await person.post(reconcile, { outcome: "set_aside" })).status, 409);

    // The conversation goes on with the next revision and sequence.
    const list = await person.call<{ conversation: { revision: number } }>(`${project}/conversations/${conversationId}`);
    const answered = await person.post(`${project}/conversations/${conversationId}/messages`, {
      ...{ clientId: crypto.randomUUID(), frontier: list.body.conversation.revision, content: `An answer to ${CANARY}`, attachments: [] },
    });
    assert.equal(answered.status, 201, JSON.stringify(answered.body));

    // Mails' texts, files and their objects, reports of delegations, summaries of buckets, held work: all of it is there before, and nothing after.
    const places = new Set(occurrences(await readEverything(served), CANARY).map((one) => /^\w+/.exec(one)?.[0]));
    for (const table of ["contacts", "conversations", "messages", "contact_notes", "files", "object", "delegations"])
      assert.ok(places.has(table), table);
    for (const table of ["legacy_bucket_summaries", "legacy_import_holds"]) assert.ok(places.has(table), table);
    assert.equal((await person.post(`/api/management/projects/${projectId}/contacts/${contactId}/erase`, {})).status, 202);
    for (
      let ticks = 0;
      ticks < 10 && (await count(served, "SELECT count(*) FROM contact_erasures WHERE finished_at IS NULL")) > 0;
      ticks += 1
    )
      await served.tick();
    assert.deepEqual(occurrences(await readEverything(served), CANARY), []);
    await served.stop();

    // The same export again brings nothing of the person back.
    const again = await importHere(persistTo, file, new Map([[theirs, me.person.id]]));
    assert.deepEqual([again.applied.written, again.applied.conflict], [0, undefined]);
    // Neither does another export of the same data, which leaves out what belongs to them.
    const later = join(folder, "later.jsonl");
    writeFileSync(later, readFileSync(file, "utf8").replace("2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"));
    cpSync(objectsOf(file), objectsOf(later), { recursive: true });
    const other = await importHere(persistTo, later, new Map([[theirs, me.person.id]]));
    assert.deepEqual([other.applied.conflict, other.plan.erased > 0], [undefined, true]);
    served = await serveBuild({ state, tick: false, queue: false, vars: vars() });
    assert.deepEqual(occurrences(await readEverything(served), CANARY), []);
  },
);
