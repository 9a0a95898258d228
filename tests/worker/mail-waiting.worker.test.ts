// Mail beyond the limits: a member's message is always stored, and its mail waits for its turn, in order and once.
import { expect, test } from "vitest";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { registry } from "../../edition/manifest.ts";
import { visitorMailWorld, type VisitorMailWorld } from "./visitor-mail-kit.ts";
import { writeDueNow } from "../../modules/email/outbox/held-queries.ts";
import { systemCtx } from "../../edition/worker.ts";
import type { Answer } from "./world.ts";

interface MailResult {
  readonly conversation: { readonly id: string; readonly contact: { readonly id: string } };
  readonly code?: string;
}
const TASKS = ["recover jobs", "bring out mails that wait"];
/** Runs only the mail tasks of the schedule. */
async function tick(world: VisitorMailWorld): Promise<void> {
  const execution = createExecutionContext();
  const ctx = { ...systemCtx(world.env, execution, world.clock), registry: world.registry };
  for (const task of world.registry.cron.filter(({ name }) => TASKS.includes(name)).toReversed()) await task.run(ctx);
  await waitOnExecutionContext(execution);
}
let n = 0;
const stranger = (): string => `s${(n += 1)}.${crypto.randomUUID().slice(0, 8)}@people.example`;
const start = (world: VisitorMailWorld, to: string, content = "Hello"): Promise<Answer<MailResult>> =>
  world.as<MailResult>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
    body: { clientId: crypto.randomUUID(), subject: "Order", content, to },
  });
const reply = async (world: VisitorMailWorld, id: string, content: string, mail?: unknown): Promise<Answer<MailResult>> =>
  await world.as<MailResult>(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), content, ...(mail === undefined ? {} : { mail }) },
  });
interface Row {
  readonly state: string;
  readonly error: string | null;
  readonly due_at: number | null;
  readonly strangers: number;
  readonly to_address: string | null;
  readonly attempts: number;
}
const rows = (world: VisitorMailWorld): Promise<Row[]> =>
  world.rows<Row>("SELECT * FROM mail_deliveries WHERE project_id = ? ORDER BY rowid", world.projectId);
const waiting = async (world: VisitorMailWorld): Promise<Row[]> => (await rows(world)).filter(({ state }) => state === "held");
/** Runs the schedule for up to `most` hours, every few minutes; answers the mails of each hour. */
async function hours(world: VisitorMailWorld, most: number): Promise<number[]> {
  const each: number[] = [];
  for (let hour = 0; hour < most && (hour === 0 || (await waiting(world)).length > 0); hour += 1) {
    const before = world.sent.length;
    for (const minutes of [1, 2, 2, 2, 53]) {
      world.clock.advance({ minutes });
      await tick(world);
    }
    each.push(world.sent.length - before);
  }
  return each;
}

// 200 of them take a minute on a busy machine, and show the same.
const STRANGERS = 30;
test("any number of replies and new mails is stored; their mails are limited per hour, keep their order, and are sent once", async () => {
  const world = await visitorMailWorld();
  const to = stranger();
  const made = await start(world, to, "0");
  expect(made.status).toBe(201);
  const { id } = made.body.conversation;
  const status = new Set<number>();
  for (let i = 1; i < 10; i += 1) {
    world.clock.advance({ seconds: 1 });
    status.add((await reply(world, id, String(i))).status);
  }
  await tick(world);
  await world.rows("UPDATE abuse_counters SET n = 90 WHERE key = ?", `mailsToStrangersPerProjectHour:${world.projectId}`);
  const strangers = Array.from({ length: STRANGERS }, stranger);
  for (const one of strangers) status.add((await start(world, one)).status);
  expect([...status]).toEqual([201]);
  const held = await waiting(world);
  expect(held.length).toBe(7 + STRANGERS - 10);
  const now = world.clock.now();
  for (const { due_at, error } of held) {
    expect(due_at).toBeGreaterThan(now);
    expect(error).toMatch(/at most 3 emails an hour|hourly limit/);
  }
  const mailsToFirst = () => world.sent.filter((mail) => mail.to === to).map(({ text }) => /\b\d\b/.exec(text.replace("Order", ""))?.[0]);
  expect(mailsToFirst()).toEqual(["0", "1", "2"]);
  const each = await hours(world, 8);
  expect(await waiting(world)).toEqual([]);
  expect(Math.max(...each)).toBeLessThanOrEqual(103);
  expect(mailsToFirst()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(
    world.sent
      .map((mail) => mail.to)
      .filter((one) => one !== to)
      .toSorted(),
  ).toEqual(strangers.toSorted());
  expect(new Set((await rows(world)).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(["sent 1"]));
  // Three per hour, after the first hour's.
  expect(each.length).toBeGreaterThanOrEqual(3);
}, 60_000);

test("the thread and the log show why a mail waits and when it is sent; a person cannot send it before", async () => {
  const world = await visitorMailWorld();
  const { id } = (await start(world, stranger())).body.conversation;
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ seconds: 1 });
    expect((await reply(world, id, `More ${i}`)).status).toBe(201);
  }
  await tick(world);
  interface Shown {
    readonly delivery: { state: string; error: string; dueAt: string };
    readonly messageId: string;
  }
  const { items } = (await world.as<{ items: Shown[] }>(`${world.conversations}/${id}/mails`)).body;
  const last = items.at(-1);
  expect(last?.delivery).toMatchObject({ state: "held", error: expect.stringContaining("3 emails an hour") });
  expect(Date.parse(last?.delivery.dueAt ?? "")).toBeGreaterThan(world.clock.now());
  const log = await world.as<{ items: { dueAt: string | null }[] }>(`/api/management/projects/${world.projectId}/email/deliveries`);
  expect(log.body.items.map(({ dueAt }) => dueAt !== null)).toEqual([true, false, false, false]);
  const again = await world.as<{ error: string }>(`/api/dashboard/projects/${world.projectId}/messages/${last?.messageId}/mail/resend`, {
    body: {},
  });
  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining("automatically") } });
});

test("a waiting mail is sent at once when its address is proved, and never when its contact is blocked or erased", async () => {
  const world = await visitorMailWorld();
  const startWaiting = async () => {
    const to = stranger();
    const { conversation } = (await start(world, to)).body;
    for (let i = 0; i < 4; i += 1) {
      world.clock.advance({ seconds: 1 });
      await reply(world, conversation.id, `More ${i}`);
    }
    await tick(world);
    return { to, ...conversation };
  };
  const [proved, blocked, erased] = [await startWaiting(), await startWaiting(), await startWaiting()];
  expect(await waiting(world)).toHaveLength(6);
  const contacts = `/api/management/projects/${world.projectId}/contacts`;
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE id = ?", blocked.contact.id);
  const gone = await world.as(`${contacts}/${erased.contact.id}/erase`, { body: {} });
  expect([200, 202], JSON.stringify(gone.body)).toContain(gone.status);
  world.sent.length = 0;
  await world.rows("UPDATE contacts SET email_verified = 1 WHERE id = ?", proved.contact.id);
  await world.rows("UPDATE mail_deliveries SET due_at = 1 WHERE state = 'held'");
  for (let i = 0; i < 6; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick(world);
  }
  expect(world.sent.map(({ to }) => to)).toEqual([proved.to, proved.to]);
  const ended = await world.rows<{ contact_id: string; state: string }>(
    "SELECT contact_id, state FROM mail_deliveries WHERE contact_id IN (?, ?) AND state NOT IN ('sent')",
    blocked.contact.id,
    erased.contact.id,
  );
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["failed"]));
  expect(ended).toHaveLength(4);
});

test("one project's many waiting mails do not delay another's", async () => {
  const world = await visitorMailWorld();
  const projects = await world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Beside", websiteOrigin: "https://beside.example" },
  });
  await start(world, stranger());
  await world.rows("UPDATE abuse_counters SET n = 100 WHERE key = ?", `mailsToStrangersPerProjectHour:${world.projectId}`);
  expect((await start(world, stranger())).status).toBe(201);
  const [held] = await waiting(world);
  expect(held).toMatchObject({ strangers: 1 });
  const columns = (await world.rows<{ name: string }>("SELECT name FROM pragma_table_info('mail_deliveries')")).map(({ name }) => name);
  const copied = columns.map((name) => ({ id: "'dlv_' || value", cause: "'c' || value", to_hash: "'h' || value" })[name] ?? `d.${name}`);
  await world.rows(
    `INSERT INTO mail_deliveries (${columns.join(", ")}) SELECT ${copied.join(", ")} FROM mail_deliveries d, (WITH RECURSIVE s(value) AS (SELECT 100000 UNION ALL SELECT value + 1 FROM s WHERE value < 100200) SELECT value FROM s) WHERE d.state = 'held' AND d.project_id = ?`,
    world.projectId,
  );
  const beside = projects.body.project.id;
  await world.rows(
    "UPDATE mail_deliveries SET project_id = ?, strangers = 0, proved = 1, due_at = due_at + 1 WHERE id = 'dlv_100200'",
    beside,
  );
  world.clock.advance({ hours: 1, minutes: 1 });
  const window = Math.floor(world.clock.now() / 3_600_000) * 3_600_000;
  await world.rows(
    "INSERT INTO abuse_counters (key, window, n, expires_at) VALUES (?, ?, 100, ?)",
    `mailsToStrangersPerProjectHour:${world.projectId}`,
    window,
    window + 3_600_000,
  );
  await tick(world);
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE project_id = ? AND state = 'held'", beside)).toEqual([]);
});

test("a proved address is no stranger: mails that waited only for the strangers' limit are sent", async () => {
  const world = await visitorMailWorld();
  const { conversation } = (await start(world, stranger())).body;
  await world.rows("UPDATE abuse_counters SET n = 100 WHERE key = ?", `mailsToStrangersPerProjectHour:${world.projectId}`);
  expect((await start(world, stranger())).status).toBe(201);
  expect(await waiting(world)).toMatchObject([{ strangers: 1 }]);
  await world.rows("UPDATE mail_deliveries SET contact_id = ? WHERE state = 'held'", conversation.contact.id);
  const now = world.clock.now();
  await world.ctx().db.commit([writeDueNow(world.projectId as never, conversation.contact.id, now)]);
  expect(await waiting(world)).toMatchObject([{ strangers: 0, due_at: now }]);
});

test("copies to strangers wait with the mail, and two concurrent ticks send nothing twice", async () => {
  const world = await visitorMailWorld();
  const to = stranger();
  const { id } = (await start(world, stranger())).body.conversation;
  for (let i = 0; i < 3; i += 1) expect((await start(world, to)).status).toBe(201);
  await tick(world);
  expect((await reply(world, id, "With a copy", { cc: [to] })).status).toBe(201);
  await tick(world);
  expect(await waiting(world)).toHaveLength(1);
  world.sent.length = 0;
  world.clock.advance({ minutes: 61 });
  await Promise.all([tick(world), tick(world)]);
  await tick(world);
  expect(world.sent.filter(({ whole }) => whole.includes(to))).toHaveLength(1);
  expect((await rows(world)).at(-1)).toMatchObject({ state: "sent", attempts: 1, due_at: null });
});

const LIMITED = /\/(?:conversations|messages|mail-conversations|files|uploads)\b/;
/** Help by a model costs money, so it has a limit of its own: it neither writes nor sends anything. */
const ASKS_MODEL = /\/copilot\//;
test.each(
  registry.routes
    .map(({ route }) => route)
    .filter(
      ({ who, path, method }) => (who === "member" || who === "admin") && method !== "GET" && LIMITED.test(path) && !ASKS_MODEL.test(path),
    )
    .map(({ name, errors }) => [name, errors] as const),
)("%s never answers a member with 429", (_, errors) => {
  expect(errors).not.toContain("rate_limited");
});
