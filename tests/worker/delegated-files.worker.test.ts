// Files of delegated work: those that a computer gets with a task, and those that it sends with its report.
import { beforeAll, expect, test, vi } from "vitest";
import type { Delegation, Work } from "../../modules/delegated-work/contract.ts";
import { base, pair, type Paired } from "./paired-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let device: Paired;
const GRANT = { kinds: ["report", "reply"], days: 30, jobsPerDay: 1000 };
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  device = await pair(world, { grant: GRANT });
});
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
interface Talk {
  readonly id: string;
  readonly visitor: Visitor;
  readonly file: string;
}
/** A conversation whose first message has a file. */
async function talk(content = "order 4711"): Promise<Talk> {
  world.clock.advance({ seconds: 1 });
  const visitor = await world.visitor();
  const file = (await visitor.upload("../order.txt", bytes(content))).body.file.id;
  const { body } = await visitor.open("Where is it?", { attachments: [file] });
  return { id: body.conversation.id, visitor, file };
}
/** A file that only the team sees. */
async function ofNote(id: string): Promise<string> {
  const raw = bytes("internal");
  const { body } = await world.as<{ file: { id: string } }>(
    `${world.conversations}/${id}/files?name=note.txt&clientId=${crypto.randomUUID()}`,
    { raw, headers: { "content-length": String(raw.byteLength) } },
  );
  const noted = await world.as(`${world.conversations}/${id}/notes`, {
    body: { clientId: crypto.randomUUID(), content: "Look", attachments: [body.file.id] },
  });
  expect(noted.status).toBe(201);
  return body.file.id;
}
type Delegated = Answer<{ delegation: Delegation; code?: string }>;
const delegate = async (id: string, files: readonly string[], by = device): Promise<Delegated> =>
  world.as(`${world.conversations}/${id}/delegations`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), grantId: by.grantId, kind: "report", task: "Look", files },
  });
const one = async (id: string): Promise<Delegation> =>
  (await world.as<{ delegation: Delegation }>(`${base(world)}/delegations/${id}`)).body.delegation;
const bearer = ({ token }: Paired) => ({ authorization: `Bearer ${token}` });
const post = <T>(by: Paired, path: string, body: object): Promise<Answer<{ data: T | null; code?: string }>> =>
  world.call(`/api/connector/${path}`, { body, headers: bearer(by) });
interface Job {
  readonly id: string;
  readonly claimId: string;
  readonly talk: Talk;
  readonly work: Work;
}
async function started(by = device, from?: Talk): Promise<Job> {
  const about = from ?? (await talk());
  expect((await delegate(about.id, [about.file], by)).status).toBe(201);
  const claimId = crypto.randomUUID();
  const { data } = (await post<Work>(by, "claim", { claimId })).body;
  if (!data) throw new Error("nothing to claim");
  return { id: data.id, claimId, talk: about, work: data };
}
const download = (by: Paired, { id, claimId }: Pick<Job, "id" | "claimId">, file: string): Promise<Answer<string>> =>
  world.call(`/api/connector/jobs/${id}/files/${file}?claimId=${claimId}`, { headers: bearer(by) });
type Uploaded = Answer<{ file: { id: string; name: string; type: string }; code?: string }>;
const upload = (
  by: Paired,
  { id, claimId }: Pick<Job, "id" | "claimId">,
  name: string,
  content: string,
  clientId: string = crypto.randomUUID(),
): Promise<Uploaded> => {
  const raw = bytes(content);
  return world.call(`/api/connector/jobs/${id}/files?${new URLSearchParams({ claimId, name, clientId })}`, {
    raw,
    headers: { ...bearer(by), "content-length": String(raw.byteLength) },
  });
};
const report = (by: Paired, { id, claimId }: Job, files: readonly string[], text = "Found it.") =>
  post<{ status: string }>(by, `jobs/${id}/report`, { claimId, outcome: "done", report: text, files });
/** Rows and objects of files. */
const stored = async (): Promise<string[]> => [
  ...(await world.rows<{ id: string }>("SELECT id FROM files ORDER BY id")).map(({ id }) => id),
  ...(await world.env.FILES.list({ prefix: "f/" })).objects.map(({ key }) => key),
];
const noteOf = async (id: string) =>
  (
    await world.as<{ events: { kind: string; note?: { attachments: { id: string; name: string }[] } }[] }>(`${world.conversations}/${id}`)
  ).body.events.findLast(({ kind }) => kind === "note")?.note;

test("a computer gets the files that were chosen with the task, only by its claim and only while it works", async () => {
  const other = await pair(world, { name: "Other", grant: device.grantId });
  const job = await started();
  expect(job.work.files).toEqual([{ id: job.talk.file, name: "order.txt", size: 10 }]);
  expect((await one(job.id)).files.map(({ name, size }) => [name, size])).toEqual([["order.txt", 10]]);
  const got = await download(device, job, job.talk.file);
  expect([got.status, got.body, got.headers.get("content-type")]).toEqual([200, "order 4711", "application/octet-stream"]);
  expect(got.headers.get("cache-control")).toBe("no-store");
  const elsewhere = await talk("somebody else's");
  expect((await download(device, { ...job, claimId: crypto.randomUUID() }, job.talk.file)).status).toBe(404);
  expect((await download(other, job, job.talk.file)).status).toBe(404);
  expect((await download(device, job, elsewhere.file)).status).toBe(404);
  await world.as(`${base(world)}/delegations/${job.id}/cancel`, { body: {} });
  expect((await download(device, job, job.talk.file)).status).toBe(404);
});

test("files of notes, of other conversations, repeated and missing ones are not delegated", async () => {
  const [about, other] = [await talk(), await talk()];
  const internal = await ofNote(about.id);
  const missing = "fil_00000000000000000000000000";
  for (const files of [[internal], [other.file], [about.file, about.file], [about.file, missing]]) {
    const refused = await delegate(about.id, files);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  }
  expect(
    (
      await delegate(
        about.id,
        Array.from({ length: 11 }, () => about.file),
      )
    ).status,
  ).toBe(400);
  expect(await world.rows("SELECT 1 FROM delegations WHERE conversation_id = ?", about.id)).toEqual([]);
  expect((await delegate(about.id, [about.file])).status).toBe(201);
  await world.rows("UPDATE delegations SET status = 'cancelled' WHERE conversation_id = ?", about.id);
});

test("files of a report are in its note, for the team only, and a repetition stores nothing", async () => {
  const job = await started();
  const clientId = crypto.randomUUID();
  const hostile = "../../\u202elog\u001b<b>.csv";
  const first = await upload(device, job, hostile, "1,2", clientId);
  expect([first.status, first.body.file.type]).toEqual([201, "text/csv"]);
  expect(first.body.file.name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
  const again = await upload(device, job, hostile, "1,2", clientId);
  expect([again.status, again.body.file.id]).toEqual([200, first.body.file.id]);
  expect((await upload(device, job, "fake.png", "no image")).status).toBe(415);
  const before = await stored();
  expect((await report(device, job, [first.body.file.id])).body).toEqual({ data: { status: "completed" } });
  await vi.waitFor(async () => expect((await one(job.id)).effects).toMatchObject([{ state: "done" }]));
  expect((await noteOf(job.talk.id))?.attachments.map(({ id }) => id)).toEqual([first.body.file.id]);
  expect((await one(job.id)).reportFiles.map(({ id }) => id)).toEqual([first.body.file.id]);
  expect((await report(device, job, [first.body.file.id])).body).toEqual({ data: { status: "completed" } });
  expect((await report(device, job, [])).status).toBe(409);
  expect((await upload(device, job, "late.txt", "late")).status).toBe(404);
  expect(await stored()).toEqual(before);
  const theirs = await job.talk.visitor.call(`/files/${first.body.file.id}`);
  expect(theirs.status).toBe(404);
  expect((await world.as(`/files/${first.body.file.id}`)).status).toBe(200);
  // Sent back, it keeps them.
  const back = { clientId: crypto.randomUUID(), frontier: await world.revision(job.talk.id), note: "Which of the two?" };
  expect((await world.as(`${base(world)}/delegations/${job.id}/send-back`, { body: back })).status).toBe(201);
  const { reportFiles, turns } = await one(job.id);
  expect([reportFiles, turns.map(({ files }) => files.map(({ id, type }) => [id, type]))]).toEqual([
    [],
    [[[first.body.file.id, "text/csv"]]],
  ]);
  await world.as(`${base(world)}/delegations/${job.id}/cancel`, { body: {} });
});

test("for work of somebody else, after it was taken back or revoked, nothing is stored: neither a row nor an object", async () => {
  const mine = await pair(world, { name: "Mine", grant: GRANT });
  const stranger = await pair(world, { name: "Stranger", grant: GRANT });
  const job = await started(mine);
  const theirs = await started(stranger);
  const sent = await upload(mine, job, "a.txt", "a");
  const foreign = await upload(stranger, theirs, "b.txt", "b");
  const before = await stored();
  expect((await upload(mine, theirs, "x.txt", "x")).status).toBe(404);
  expect((await upload(mine, { ...job, claimId: crypto.randomUUID() }, "x.txt", "x")).status).toBe(404);
  expect((await upload(mine, { ...job, id: "dlg_00000000000000000000000000" }, "x.txt", "x")).status).toBe(404);
  // Somebody else's file, the customer's own, and a file twice: the work goes on.
  for (const files of [[foreign.body.file.id], [job.talk.file], [sent.body.file.id, sent.body.file.id]]) {
    const refused = await report(mine, job, files);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  }
  expect(await one(job.id)).toMatchObject({ status: "started", report: null, reportFiles: [] });
  await world.as(`${base(world)}/delegations/${theirs.id}/cancel`, { body: {} });
  expect((await upload(stranger, theirs, "late.txt", "late")).status).toBe(404);
  await world.as(`${base(world)}/devices/${mine.deviceId}`, { method: "DELETE" });
  expect((await upload(mine, job, "late.txt", "late")).status).toBe(401);
  expect((await report(mine, job, [sent.body.file.id])).status).toBe(401);
  expect((await download(mine, job, job.talk.file)).status).toBe(401);
  expect(await stored()).toEqual(before);
  // What no report names is gone a week later.
  world.clock.advance({ days: 8 });
  await world.tick();
  const [rows, objects] = [await stored(), before.length];
  expect(rows.length).toBe(objects - 4);
  expect(rows).not.toContain(sent.body.file.id);
});

test("one piece of work has so many files and bytes at most, and no more", async () => {
  world.cookie = ((await world.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const own = await pair(world, { name: "Full", grant: GRANT });
  const job = await started(own);
  expect((await upload(own, job, "a.txt", "a")).status).toBe(201);
  await world.rows("UPDATE abuse_counters SET n = 50 WHERE key = ?", `filesPerWork:${job.id}`);
  const before = await stored();
  expect((await upload(own, job, "b.txt", "b")).status).toBe(429);
  await world.rows("UPDATE abuse_counters SET n = 1 WHERE key = ?", `filesPerWork:${job.id}`);
  await world.rows("UPDATE abuse_counters SET n = 500000000 WHERE key = ?", `fileBytesPerWork:${job.id}`);
  expect((await upload(own, job, "b.txt", "b")).status).toBe(429);
  expect(await stored()).toEqual(before);
});

test("an erasure takes the files of tasks and reports with it, sent or not, and no more are given out or taken", async () => {
  const own = await pair(world, { name: "Own", grant: GRANT });
  const about = await talk("Amara's order");
  const job = await started(own, about);
  const kept = await upload(own, job, "Amara.txt", "Amara 1");
  await report(own, job, [kept.body.file.id]);
  await vi.waitFor(async () => expect((await one(job.id)).effects).toMatchObject([{ state: "done" }]));
  const second = await started(own, about);
  await upload(own, second, "Amara loose.txt", "Amara 2");
  await world.as(`/api/management/projects/${world.projectId}/contacts/${about.visitor.contactId}/erase`, { body: {} });
  expect((await download(own, second, about.file)).status).toBe(404);
  expect((await upload(own, second, "late.txt", "Amara 3")).status).toBe(404);
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(JSON.stringify(await world.rows("SELECT * FROM files"))).not.toContain("Amara");
  const { objects } = await world.env.FILES.list({ prefix: "f/" });
  for (const { key } of objects) expect(await (await world.env.FILES.get(key))?.text()).not.toContain("Amara");
  expect(await one(job.id)).toMatchObject({ files: [], reportFiles: [], report: "" });
});
