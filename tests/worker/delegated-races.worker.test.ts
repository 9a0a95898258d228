// Pairs of events about delegated work that meet: whichever comes first, the end is one that the table of the module's SPEC knows, and
// nothing is half done. 200 times each in the long run.
import { beforeAll, expect, test } from "vitest";
import type { Delegation, Work } from "../../modules/delegated-work/contract.ts";
import { LONG } from "./long.ts";
import { join } from "./member-kit.ts";
import { base, pair, type Paired } from "./paired-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

const TIMES = LONG ? 200 : 4;
const TIMEOUT = LONG ? 1_800_000 : 60_000;
const GRANT = { kinds: ["report", "reply"], days: 30, jobsPerDay: 1000 };
let world: World;
/** Conversations that are free again after each race. */
const talks: string[] = [];
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  for (let i = 0; i < 3; i += 1) talks.push((await (await world.visitor()).open("Where is it?")).body.conversation.id);
});
/** Runs it so often, each time a little later, so that the two meet at different points. */
async function often(race: (id: string, late: () => Promise<void>) => Promise<void>): Promise<void> {
  for (let i = 0; i < TIMES; i += 1) {
    // Hours, because people may pair and sign in so often in one.
    world.clock.advance({ hours: 1 });
    if (i % 100 === 0) world.cookie = ((await world.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    await race(talks[i % talks.length] ?? "", async () => {
      for (let turns = 0; turns < i % 12; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    });
  }
}
const delegate = async (id: string, by: Paired, cookie?: string): Promise<Answer<{ delegation: Delegation; code?: string }>> =>
  world.as(
    `${world.conversations}/${id}/delegations`,
    { body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), grantId: by.grantId, kind: "report", task: "Look" } },
    cookie,
  );
const call = <T>(by: Paired, path: string, body: object): Promise<Answer<{ data: T | null; code?: string }>> =>
  world.call(`/api/connector/${path}`, { body, headers: { authorization: `Bearer ${by.token}` } });
const claim = (by: Paired, claimId: string = crypto.randomUUID()) => call<Work>(by, "claim", { claimId });
async function started(id: string, by: Paired, cookie?: string): Promise<{ id: string; claimId: string }> {
  const made = await delegate(id, by, cookie);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const claimId = crypto.randomUUID();
  expect((await claim(by, claimId)).body.data?.id).toBe(made.body.delegation.id);
  return { id: made.body.delegation.id, claimId };
}
interface Stored {
  readonly status: string;
  readonly delivery: string | null;
  readonly report: string | null;
  readonly effect: string | null;
  readonly notes: number;
}
const stored = async (id: string): Promise<Stored> => {
  const [row] = await world.rows<Stored>(
    `SELECT w.status, w.delivery_state AS delivery, w.report, (SELECT e.state FROM delegation_effects e WHERE e.delegation_id = w.id) AS effect,
       (SELECT count(*) FROM conversation_events n WHERE n.client_id LIKE w.id || ':%') AS notes FROM delegations w WHERE w.id = ?`,
    id,
  );
  if (!row) throw new Error("no such delegation");
  return row;
};
const revoke = (by: Paired) => world.as(`${base(world)}/devices/${by.deviceId}`, { method: "DELETE" });
/** A member has so many grants at a time. */
const done = ({ grantId }: Paired) => world.as(`${base(world)}/device-grants/${grantId}`, { method: "DELETE" });
const REVOKED = { status: "revoked", delivery: "authority_revoked", report: null, effect: null, notes: 0 };
const DONE = { status: "completed", delivery: null, report: "Found.", effect: "done", notes: 1 };
const BLOCKED = { status: "completed", delivery: "authorization_lost", report: "Found.", effect: "blocked", notes: 0 };

test("a revocation and a report: the report is stored with its note or blocked, or nothing of it is", { timeout: TIMEOUT }, async () => {
  const seen = new Set<string>();
  await often(async (talk, late) => {
    const by = await pair(world, { grant: GRANT });
    const job = await started(talk, by);
    const [said] = await Promise.all([
      call<{ status: string }>(by, `jobs/${job.id}/report`, { claimId: job.claimId, outcome: "done", report: "Found." }),
      late().then(() => revoke(by)),
    ]);
    await world.tick();
    const end = await stored(job.id);
    const isStored = said.status === 200 && said.body.data !== null;
    expect(isStored ? [DONE, BLOCKED] : [REVOKED]).toContainEqual(end);
    seen.add(`${end.status} ${end.effect}`);
    await done(by);
  });
  if (LONG) expect(seen.size).toBeGreaterThan(1);
});

test(
  "a heartbeat and its member who leaves: the work is revoked as membership lost, whoever comes first",
  { timeout: TIMEOUT },
  async () => {
    await often(async (talk, late) => {
      const mate = await join(world, "operator");
      const by = await pair(world, { grant: GRANT, cookie: mate.cookie });
      const job = await started(talk, by, mate.cookie);
      const [beat, left] = await Promise.all([
        late().then(() => call(by, `jobs/${job.id}/heartbeat`, { claimId: job.claimId, progress: "Looking" })),
        world.as(`${base(world)}/leave`, { body: {} }, mate.cookie),
      ]);
      expect([beat.status === 401 || (beat.status === 200 && left.status === 200), left.status]).toEqual([true, 200]);
      expect(await stored(job.id)).toMatchObject({ status: "revoked", delivery: "membership_lost", notes: 0 });
      expect((await call(by, `jobs/${job.id}/heartbeat`, { claimId: job.claimId })).status).toBe(401);
    });
  },
);

test("two computers that claim one job: one of them has it, also when the claim is sent twice", { timeout: TIMEOUT }, async () => {
  const a = await pair(world, { grant: { ...GRANT, days: 365 } });
  const b = await pair(world, { grant: a.grantId });
  await often(async (talk, late) => {
    const made = await delegate(talk, a);
    expect(made.status).toBe(201);
    const { id } = made.body.delegation;
    const own = crypto.randomUUID();
    const all = await Promise.all([claim(a, own), late().then(() => claim(b)), claim(a, own), claim(a)]);
    const had = all.flatMap(({ body }, i) => (body.data?.id === id ? [i] : []));
    expect([[0], [1], [3], [2], [0, 2]].map(String)).toContain(String(had));
    expect((await stored(id)).status).toBe("started");
    await world.as(`${base(world)}/delegations/${id}/cancel`, { body: {} });
  });
});

test("an effect that is recovered and a revocation: the note is there once, or the effect is blocked", { timeout: TIMEOUT }, async () => {
  await often(async (talk, late) => {
    const by = await pair(world, { grant: GRANT });
    const job = await started(talk, by);
    // As if the worker had ended between the report and its note.
    await world.rows("UPDATE delegations SET status = 'completed', outcome = 'done', report = 'Found.' WHERE id = ?", job.id);
    await world.rows(
      "INSERT INTO delegation_effects (delegation_id, project_id, kind, state, changed_at) VALUES (?, ?, 'note', 'pending', 0)",
      ...[job.id, world.projectId],
    );
    await Promise.all([world.tick(), late().then(() => revoke(by))]);
    const end = await stored(job.id);
    expect([DONE, BLOCKED]).toContainEqual(end);
    await world.tick();
    expect(await stored(job.id)).toEqual(end);
    await done(by);
  });
});

test("delegating and closing: it is delegated once, or refused as stale with nothing stored", { timeout: TIMEOUT }, async () => {
  const by = await pair(world, { grant: { ...GRANT, days: 365 } });
  await often(async (talk, late) => {
    const count = async () =>
      (await world.rows<{ n: number }>("SELECT count(*) AS n FROM delegations WHERE conversation_id = ?", talk))[0]?.n ?? 0;
    const before = await count();
    const frontier = await world.revision(talk);
    const status = (to: string, at: number) =>
      world.as(`${world.conversations}/${talk}/status`, { body: { clientId: crypto.randomUUID(), frontier: at, status: to } });
    const [made, closed] = await Promise.all([delegate(talk, by), late().then(() => status("closed", frontier))]);
    expect([201, 409]).toContain(made.status);
    expect(await count()).toBe(before + (made.status === 201 ? 1 : 0));
    if (made.status === 201) await world.as(`${base(world)}/delegations/${made.body.delegation.id}/cancel`, { body: {} });
    if (closed.status < 300) await status("open", await world.revision(talk));
  });
});
