// What waits for a person: the list of it, and what a member decides about a report.
import { beforeAll, expect, test, vi } from "vitest";
import { waitingCount, waitingWork } from "../../modules/delegated-work/waiting-work.ts";
import type { WaitingWork } from "../../modules/delegated-work/contract.ts";
import { DelegatedWork, GRANT } from "./delegated-kit.ts";
import { join } from "./member-kit.ts";
import { base, pair, type Paired } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let work: DelegatedWork;
let device: Paired;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  work = new DelegatedWork(world);
  device = await pair(world, { grant: GRANT });
});
const list = async (cursor?: string, at = world): Promise<{ items: WaitingWork[]; next: string | null }> =>
  (await at.as<{ items: WaitingWork[]; next: string | null }>(`${base(at)}/waiting-work${cursor === undefined ? "" : `?cursor=${cursor}`}`))
    .body;
const waiting = async (): Promise<string[]> => (await list()).items.map(({ delegation }) => delegation.id);
const count = async (cookie?: string): Promise<number> =>
  (await world.as<{ count: number }>(`${base(world)}/waiting-work/count`, {}, cookie)).body.count;
const review = (id: string, decision: string, cookie?: string) =>
  world.as<{ error?: string }>(`${base(world)}/delegations/${id}/review`, { body: { decision } }, cookie);
interface Note {
  readonly kind: string;
  readonly actor: { readonly id: string | null };
  readonly note?: { readonly content: string; readonly origin: { readonly proposal?: { readonly by: string } } };
}
const notes = async (conversation: string): Promise<Note[]> =>
  (await world.as<{ events: Note[] }>(`${world.conversations}/${conversation}`)).body.events.filter(({ kind }) => kind === "note");
/** Work whose proposed reply came after the customer wrote again. */
async function late(by = device, cookie?: string): Promise<{ conversation: string; id: string }> {
  const begun = await work.started(by, { kind: "reply" }, cookie);
  await work.visitor.postMessage(begun.conversation, "Never mind");
  await work.report(by, begun.id, begun.claimId, "It left on **Monday**.");
  await vi.waitFor(async () => expect((await work.one(begun.conversation)).deliveryState).toBe("review"));
  return begun;
}

test("questions and reports that wait are listed until they are answered or decided, and nothing else is", async () => {
  const running = await work.started(device);
  const asked = await work.started(device);
  await work.ask(device, asked.id, asked.claimId, "Which?");
  const reported = await late();
  const { items } = await list();
  expect(items.map(({ delegation }) => delegation.id)).toEqual([asked.id, reported.id]);
  expect(items[0]).toMatchObject({ delegation: { turns: [{ text: "Which?", answer: null }] }, person: expect.any(String) });
  expect(items[1]?.delegation).toMatchObject({ report: "It left on **Monday**.", deliveryState: "review" });
  // A colleague can decide about the report, and not answer for another member.
  const mate = await join(world, "operator");
  expect([await count(), await count(mate.cookie)]).toEqual([2, 1]);
  const stranger = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  expect((await list(undefined, stranger)).items).toEqual([]);
  await work.answer(asked.id, 1, "The first");
  expect(await waiting()).toEqual([reported.id]);
  await review(reported.id, "discard");
  expect([await waiting(), await count()]).toEqual([[], 0]);
  for (const { id } of [running, asked]) await work.cancel(id);
});

test("a member adds what waits as a proposed reply of their own, once, whatever became of the computer", async () => {
  const mine = await pair(world, { name: "Mine", grant: GRANT });
  const { conversation, id } = await late(mine);
  await world.as(`${base(world)}/devices/${mine.deviceId}`, { method: "DELETE" });
  const mate = await join(world, "operator");
  const both = await Promise.all([review(id, "add", mate.cookie), review(id, "add", mate.cookie)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [note, ...more] = await notes(conversation);
  expect(more).toEqual([]);
  expect(note).toMatchObject({
    actor: { id: mate.accountId },
    note: { content: "It left on **Monday**.", origin: { proposal: { by: "Mine" } } },
  });
  expect(await work.one(conversation)).toMatchObject({
    ...{ status: "completed", deliveryState: null },
    effects: [{ kind: "reply", state: "done", revision: 4 }],
  });
  for (const decision of ["discard", "restore"]) expect((await review(id, decision)).status).toBe(409);
  expect((await notes(conversation)).length).toBe(1);
});

test("what is added has the files of the report, and a report that is sent back takes them out of the next one", async () => {
  const begun = await work.started(device, { kind: "reply" });
  const sent = await world.call<{ file: { id: string } }>(
    `/api/connector/jobs/${begun.id}/files?${new URLSearchParams({ claimId: begun.claimId, name: "log.txt", clientId: crypto.randomUUID() })}`,
    {
      method: "POST",
      raw: "left on Monday",
      headers: { authorization: `Bearer ${device.token}`, "content-length": "14" },
    },
  );
  expect(sent.status).toBe(201);
  await work.visitor.postMessage(begun.conversation, "Never mind");
  const body = { claimId: begun.claimId, outcome: "done", report: "It left.", files: [sent.body.file.id] };
  await work.call(device, `jobs/${begun.id}/report`, body);
  await vi.waitFor(async () => expect((await work.one(begun.conversation)).deliveryState).toBe("review"));
  expect((await review(begun.id, "add")).status).toBe(200);
  const [note] = await notes(begun.conversation);
  expect(note?.note).toMatchObject({ content: "It left.", attachments: [{ id: sent.body.file.id, name: "log.txt" }] });
  const frontier = await world.revision(begun.conversation);
  expect((await work.sendBack(begun.id, { frontier })).status).toBe(201);
  expect((await work.one(begun.conversation)).reportFiles).toEqual([]);
  // The old claim's report is known with its files, and another one is not taken for it.
  expect((await work.call(device, `jobs/${begun.id}/report`, body)).status).toBe(200);
  expect((await work.call(device, `jobs/${begun.id}/report`, { ...body, files: [] })).status).toBe(409);
  await work.cancel(begun.id);
});

test("what was discarded is not added, stays readable, and comes back when that is taken back", async () => {
  const { conversation, id } = await late();
  for (let i = 0; i < 2; i += 1) expect((await review(id, "discard")).status).toBe(200);
  expect(await work.one(conversation)).toMatchObject({
    deliveryState: null,
    report: "It left on **Monday**.",
    effects: [{ state: "discarded" }],
  });
  expect((await review(id, "add")).status).toBe(409);
  expect((await work.sendBack(id, { frontier: 3 })).status).toBe(409);
  expect(await notes(conversation)).toEqual([]);
  for (let i = 0; i < 2; i += 1) expect((await review(id, "restore")).status).toBe(200);
  expect(await work.one(conversation)).toMatchObject({ deliveryState: "review", effects: [{ state: "needs_review" }] });
  expect((await work.sendBack(id, { frontier: 3 })).status).toBe(201);
  expect(await waiting()).toEqual([]);
  expect((await review(id, "add")).status).toBe(409);
  await work.cancel(id);
});

test("what an erasure or a lost authority has settled is not decided about any more", async () => {
  const [waits, gone] = [await late(), await late()];
  await review(gone.id, "discard");
  for (const { conversation } of [waits, gone]) {
    const [row] = await world.rows<{ contact_id: string }>("SELECT contact_id FROM conversations WHERE id = ?", conversation);
    await world.as(`/api/management/projects/${world.projectId}/contacts/${row?.contact_id}/erase`, { body: {} });
  }
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  for (const { id } of [waits, gone]) for (const decision of ["add", "restore"]) expect((await review(id, decision)).status).toBe(409);
  expect(await waiting()).toEqual([]);
  const running = await work.started(device);
  for (const decision of ["add", "discard", "restore"]) expect((await review(running.id, decision)).status).toBe(409);
  expect((await review("dlg_00000000000000000000000000", "add")).status).toBe(404);
  expect((await review(running.id, "throw away")).status).toBe(400);
  await work.cancel(running.id);
});

test("the list is paged without gaps, and reads as much beside a long history as without", async () => {
  const { conversation, id } = await late();
  const copies = (name: string, n: number, state: string) =>
    world
      .rows(
        `INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, frontier, client_id, status, outcome, report, delivery_state, created_at, started_at, ended_at, device_id)
        SELECT 'dlg_' || ? || printf('%022d', value), project_id, conversation_id, account_id, grant_id, kind, task, 1, ? || value, 'completed', outcome, report, ?, 1, 1, 1, device_id
        FROM delegations, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?) SELECT value FROM n) WHERE id = ?`,
        ...[name, name, state === "done" ? null : "review", n, id],
      )
      .then(() =>
        world.rows(
          "INSERT INTO delegation_effects (delegation_id, project_id, kind, state, changed_at) SELECT id, project_id, 'reply', ?, 1 FROM delegations WHERE id LIKE 'dlg_' || ? || '%'",
          ...[state, name],
        ),
      );
  await copies("0001", 60, "needs_review");
  const read = async (): Promise<readonly number[]> => {
    const ctx = {
      ...world.ctx(),
      caller: { kind: "member", projectId: world.projectId, accountId: (await work.one(conversation)).accountId, role: "owner" },
    };
    await waitingWork(ctx as never, undefined);
    const listed = ctx.db.cost.rowsRead;
    await waitingCount(ctx as never);
    return [listed, ctx.db.cost.rowsRead - listed];
  };
  const before = await read();
  const found: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 4; page += 1) {
    const { items, next } = await list(cursor);
    found.push(...items.map(({ delegation }) => delegation.id));
    if (next === null) break;
    cursor = next;
  }
  expect(found).toEqual([...Array.from({ length: 60 }, (_, i) => `dlg_0001${String(i + 1).padStart(22, "0")}`), id]);
  expect(await count()).toBe(61);
  await copies("0002", 400, "done");
  expect(await read()).toEqual(before);
});
