// Customer satisfaction: which closing is followed by a question, who is asked how often, answering in the widget, and what members see.
import { beforeEach, expect, test } from "vitest";
import { runJob } from "#kernel/jobs/index.ts";
import { erase, tick } from "./erasure-kit.ts";
import {
  answer,
  changeStatus,
  closed,
  own,
  rate,
  ratingEvents,
  ratingsOf,
  setUp,
  settingsPath,
  shown,
  stored,
} from "./satisfaction-kit.ts";
import { act, join, listRows } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";
import { UNSET } from "../../modules/satisfaction/settings-queries.ts";

let world: World;
let visitor: Visitor;
beforeEach(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z" });
  visitor = await world.visitor();
  await setUp(world);
});
/** Days in which the owner and the visitor stay signed in. */
async function pass(days: number): Promise<void> {
  world.clock.advance({ days });
  const { headers } = await world.signIn();
  world.cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}
const project = (rest: string): string => `/api/dashboard/projects/${world.projectId}/${rest}`;

test("nothing is asked until a project turns it on, and never without an answer of the team", async () => {
  const quiet = await makeWorld();
  expect(await stored(quiet, await closed(quiet, await quiet.visitor()))).toEqual([]);
  const { body } = await visitor.open("Hello");
  await changeStatus(world, body.conversation.id, "closed");
  expect(await stored(world, body.conversation.id)).toEqual([]);
  expect(await own(visitor, body.conversation.id)).toBeNull();
});

test("settings: who may change them, who is late, what the audit log says, and mail without its variables", async () => {
  const operator = await join(world);
  const put = (body: object, cookie?: string) =>
    world.as<{ code: string; variables: string[]; revision: number }>(settingsPath(world), { method: "PUT", body }, cookie);
  const { body: now } = await world.as<{ revision: number; missing: string[] }>(settingsPath(world, "dashboard"), {}, operator.cookie);
  expect((await put({ ...UNSET, revision: now.revision }, operator.cookie)).status).toBe(403);
  const given = { ...UNSET, on: true, question: "How was it?", quietDays: 7, revision: now.revision };
  expect((await put(given)).body).toMatchObject({ question: "How was it?", quietDays: 7, revision: now.revision + 1 });
  // Repeated, and late.
  expect((await put(given)).status).toBe(200);
  expect(await put({ ...given, question: "And now?" })).toMatchObject({ status: 409, body: { code: "conflict" } });
  const byMail = await put({ ...given, byMail: true, revision: now.revision + 1 });
  expect(byMail).toMatchObject({ status: 503, body: { code: "not_configured" } });
  expect(JSON.stringify(byMail.body)).toContain("EMAIL_PROVIDER");
  for (const wrong of [{ quietDays: 0 }, { widgetDelay: -1 }, { scale: "stars" }, { question: "x".repeat(201) }])
    expect((await put({ ...given, ...wrong, revision: now.revision + 1 })).status).toBe(400);
  const entries = await world.rows<{ details: string }>(
    "SELECT * FROM audit_log WHERE project_id = ? AND action = 'satisfaction.changed'",
    world.projectId,
  );
  expect(JSON.stringify(entries)).toContain("quietDays");
  expect(JSON.stringify(entries)).not.toContain("mailDelay");
  await setUp(world);
});

test("closing an answered conversation asks once in the widget: shown, answered, changed within a day, and seen by the team", async () => {
  const id = await closed(world, visitor);
  expect(await stored(world, id)).toMatchObject([{ state: "due", channel: "widget" }]);
  expect(await own(visitor, id)).toMatchObject({ state: "due", question: null, scale: "faces", score: null });
  const live = await world.socket();
  const question = await shown(visitor, id);
  expect(question.state).toBe("asked");
  const clientId = crypto.randomUUID();
  const first = await rate(visitor, id, question.requestId, 4, "Quick and friendly", clientId);
  expect(first).toMatchObject({ status: 200, body: { question: { state: "answered", score: 4, comment: "Quick and friendly" } } });
  // The event reaches the dashboards at once, without the comment, which an erasure has to clear.
  const frame = await live.until((one) => one.type === "event" && (one.event as { name?: string }).name === "satisfaction");
  expect(frame).toMatchObject({
    event: { kind: "activity", data: { score: 4, changed: false } },
    conversation: { status: "closed", fields: { satisfaction: "4" } },
  });
  expect(JSON.stringify(frame)).not.toContain("Quick");
  // The same again, by a retry or by another request, is the same.
  expect((await rate(visitor, id, question.requestId, 4, "Quick and friendly", clientId)).status).toBe(200);
  expect((await rate(visitor, id, question.requestId, 4, "Quick and friendly")).status).toBe(200);
  expect(await ratingEvents(world, id)).toHaveLength(1);
  expect((await rate(visitor, id, question.requestId, 5, "")).body.question).toMatchObject({ score: 5, comment: "" });
  expect((await ratingEvents(world, id)).map(({ data }) => JSON.parse(data) as object)).toMatchObject([
    { score: 4, changed: false, version: 1 },
    { score: 5, changed: true, version: 2 },
  ]);
  expect(await stored(world, id)).toMatchObject([{ state: "answered", score: 5, comment: "", version: 2 }]);
  // Visitors see nothing of it in the thread.
  expect(JSON.stringify((await visitor.call(`/api/widget/conversations/${id}/events`)).body)).not.toContain("satisfaction");
  world.clock.advance({ hours: 25 });
  expect(await rate(visitor, id, question.requestId, 1)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await own(visitor, id)).toBeNull();
});

test("two answers at once keep one", async () => {
  const id = await closed(world, visitor);
  const { requestId } = await shown(visitor, id);
  const all = await Promise.all(Array.from({ length: 8 }, (_, i) => rate(visitor, id, requestId, (i % 5) + 1)));
  const kept = all.filter(({ status }) => status === 200);
  const [row] = await stored(world, id);
  expect(kept.length).toBeGreaterThan(0);
  expect(await ratingEvents(world, id)).toHaveLength(row?.version ?? -1);
  expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const [last] = (await ratingEvents(world, id)).toReversed();
  expect(JSON.parse(last?.data ?? "{}")).toMatchObject({ score: row?.score });
});

test("20 conversations of a contact that are closed at once ask once, and nobody is asked twice within the days", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    if (i % 5 === 4) world.clock.advance({ hours: 1 });
    const { body } = await visitor.open(`Question ${i}`);
    await answer(world, body.conversation.id);
    ids.push(body.conversation.id);
  }
  const revisions = await Promise.all(ids.map((id) => world.revision(id)));
  await Promise.all(ids.map((id, i) => act(world, id, "status", { frontier: revisions[i], status: "closed" })));
  const all = (await Promise.all(ids.map((id) => stored(world, id)))).flat();
  expect(all).toHaveLength(1);
  const [asked = ""] = await Promise.all(ids.map(async (id) => ((await stored(world, id)).length > 0 ? id : ""))).then((found) =>
    found.filter(Boolean),
  );
  const { requestId } = await shown(visitor, asked);
  await rate(visitor, asked, requestId, 3);
  await pass(15);
  await visitor.call("/api/widget/conversations");
  await pass(14);
  expect(await stored(world, await closed(world, visitor))).toEqual([]);
  await pass(2);
  expect(await stored(world, await closed(world, visitor))).toMatchObject([{ state: "due" }]);
});

test("two closings of a conversation at once ask once, and a closing that is repeated stores nothing new", async () => {
  const { body } = await visitor.open("Hello");
  const { id } = body.conversation;
  await answer(world, id);
  const frontier = await world.revision(id);
  const clientId = crypto.randomUUID();
  const close = (by: string) => world.as(`${world.conversations}/${id}/status`, { body: { clientId: by, frontier, status: "closed" } });
  await Promise.all([close(clientId), close(crypto.randomUUID()), close(clientId)]);
  await close(clientId);
  expect(await stored(world, id)).toHaveLength(1);
});

test("a conversation that goes on takes its question back; the next closing asks, unless it had been put", async () => {
  const id = await closed(world, visitor);
  await visitor.postMessage(id, "One more thing");
  expect(await stored(world, id)).toMatchObject([{ state: "cancelled" }]);
  expect(await own(visitor, id)).toBeNull();
  world.clock.advance({ minutes: 1 });
  await answer(world, id);
  await changeStatus(world, id, "closed");
  expect((await stored(world, id)).map(({ state }) => state)).toEqual(["cancelled", "due"]);
  const { requestId } = await shown(visitor, id);
  await changeStatus(world, id, "open");
  expect((await stored(world, id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  expect((await rate(visitor, id, requestId, 5)).status).toBe(409);
  await changeStatus(world, id, "closed");
  expect(await stored(world, id)).toHaveLength(2);
});

test("spam, bulk, the assistant alone and imports ask only where that was chosen, or never", async () => {
  // Spam closes, and asks nobody; marked later, it takes a question back.
  const { body } = await visitor.open("Buy now");
  await answer(world, body.conversation.id);
  await act(world, body.conversation.id, "spam", { frontier: await world.revision(body.conversation.id) });
  expect(await stored(world, body.conversation.id)).toEqual([]);
  const marked = await closed(world, visitor);
  await act(world, marked, "spam", { frontier: await world.revision(marked) });
  expect(await stored(world, marked)).toMatchObject([{ state: "cancelled" }]);

  const bulk = async (): Promise<string> => {
    const by = await world.visitor();
    const { conversation } = (await by.open("Hello")).body;
    await answer(world, conversation.id);
    await world.as(project("bulk-actions"), {
      body: {
        ...{ clientId: crypto.randomUUID(), action: "status", value: { status: "closed" } },
        conversations: [{ id: conversation.id, revision: await world.revision(conversation.id) }],
      },
    });
    const jobs = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'bulk_actions.run' AND state = 'queued'");
    for (const job of jobs) await runJob(world.ctx(), job.id);
    expect((await world.rows("SELECT status FROM conversations WHERE id = ?", conversation.id))[0]).toEqual({ status: "closed" });
    return conversation.id;
  };
  expect(await stored(world, await bulk())).toEqual([]);
  await setUp(world, { afterBulk: true });
  expect(await stored(world, await bulk())).toMatchObject([{ state: "due" }]);

  const byAssistant = async (): Promise<string> => {
    const by = await world.visitor();
    const { conversation } = (await by.open("Hello")).body;
    await answer(world, conversation.id);
    await world.rows(
      "UPDATE messages SET author_role = 'assistant' WHERE conversation_id = ? AND author_role = 'operator'",
      conversation.id,
    );
    await changeStatus(world, conversation.id, "closed");
    return conversation.id;
  };
  await setUp(world);
  expect(await stored(world, await byAssistant())).toEqual([]);
  await setUp(world, { afterAssistant: true });
  expect(await stored(world, await byAssistant())).toMatchObject([{ state: "due" }]);

  await setUp(world);
  const imported = await world.visitor();
  const { conversation } = (await imported.open("Hello")).body;
  await answer(world, conversation.id);
  await world.rows("UPDATE messages SET origin = json_set(origin, '$.door', 'import') WHERE conversation_id = ?", conversation.id);
  await changeStatus(world, conversation.id, "closed");
  expect(await stored(world, conversation.id)).toEqual([]);
});

test("a customer of whom there is only automatic mail is not asked", async () => {
  const { body } = await visitor.open("I am out of office");
  const { id } = body.conversation;
  await world.rows(`UPDATE messages SET origin = json_set(origin, '$.automatic', json('{"reasons":[]}')) WHERE conversation_id = ?`, id);
  await answer(world, id);
  await changeStatus(world, id, "closed");
  expect(await stored(world, id)).toEqual([]);
});

test("a delay opens the question later, and what nobody answers expires", async () => {
  await setUp(world, { widgetDelay: 30, question: "Was that good?", scale: "numbers" });
  const id = await closed(world, visitor);
  const early = await own(visitor, id);
  expect(early).toMatchObject({ state: "due", question: "Was that good?", scale: "numbers" });
  expect(Date.parse(early?.opensAt ?? "")).toBe(world.clock.now() + 30 * 60_000);
  await visitor.call(`/api/widget/conversations/${id}/rating/shown`, { body: { requestId: early?.requestId } });
  expect(await stored(world, id)).toMatchObject([{ state: "due" }]);
  expect((await rate(visitor, id, early?.requestId ?? "", 4)).status).toBe(409);
  world.clock.advance({ minutes: 31 });
  const { requestId } = await shown(visitor, id);
  await pass(15);
  expect((await rate(visitor, id, requestId, 4)).status).toBe(409);
  // The schedule looks once an hour.
  for (let minute = 0; minute < 60; minute += 1) {
    if (new Date(world.clock.now()).getUTCMinutes() === 41) break;
    world.clock.advance({ minutes: 1 });
  }
  await tick(world);
  expect(await stored(world, id)).toMatchObject([{ state: "expired" }]);
  await pass(400);
  await tick(world);
  expect(await stored(world, id)).toEqual([]);
});

test("who handled it is stored with it, and a bad rating notifies whom it was assigned to", async () => {
  const tom = await join(world);
  const { body } = await visitor.open("Hello");
  const { id } = body.conversation;
  await answer(world, id);
  await act(world, id, "assign", { frontier: await world.revision(id), assigneeId: tom.accountId });
  const team = await world.as<{ team: { id: string } }>(`/api/management/projects/${world.projectId}/teams`, {
    body: { clientId: crypto.randomUUID(), name: "Shipping", members: [] },
  });
  const assigned = await act(world, id, "team", { teamId: team.body.team.id, frontier: await world.revision(id) });
  expect([200, 201]).toContain(assigned.status);
  await changeStatus(world, id, "closed");
  const [owner] = await world.rows<{ author_id: string }>(
    "SELECT author_id FROM messages WHERE conversation_id = ? AND author_role = 'operator'",
    id,
  );
  expect(await stored(world, id)).toMatchObject([
    {
      assignee_id: tom.accountId,
      answered_by: owner?.author_id,
      closed_by: owner?.author_id,
      team_id: team.body.team.id,
      channel: "widget",
    },
  ]);
  const { requestId } = await shown(visitor, id);
  const bell = () => world.rows("SELECT account_id, event FROM bell_entries WHERE conversation_id = ? AND event = 'badRating'", id);
  await rate(visitor, id, requestId, 4);
  expect(await bell()).toEqual([]);
  await rate(visitor, id, requestId, 2, "Too slow");
  expect(await bell()).toEqual([{ account_id: tom.accountId, event: "badRating" }]);
  expect(await ratingsOf(world, id)).toMatchObject([{ score: 2, comment: "Too slow", operator: { id: tom.accountId, name: "Tom Reed" } }]);
  expect(String((await world.as<string>(`/api/dashboard/projects/${world.projectId}/ratings/export`)).body)).toContain(
    '"Tom Reed","Shipping"',
  );
});

test("once whom it was assigned to has left, a bad rating notifies who answered last", async () => {
  const tom = await join(world);
  const customer = await world.visitor();
  const { id } = (await customer.open("Hello")).body.conversation;
  await answer(world, id);
  await act(world, id, "assign", { frontier: await world.revision(id), assigneeId: tom.accountId });
  await changeStatus(world, id, "closed");
  const { requestId } = await shown(customer, id);
  await world.as(`/api/management/projects/${world.projectId}/members/${tom.accountId}`, { method: "DELETE" });
  await rate(customer, id, requestId, 1);
  const [owner] = await world.rows(
    "SELECT author_id AS account_id FROM messages WHERE conversation_id = ? AND author_role = 'operator'",
    id,
  );
  expect(await world.rows("SELECT account_id FROM bell_entries WHERE conversation_id = ? AND event = 'badRating'", id)).toEqual([owner]);
});

test("members list ratings by score, page by page, count them, filter the inbox by them, and take them as a file", async () => {
  const here = await makeWorld({
    now: "2030-03-02T03:00:00Z",
    vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000,"widgetSessionsPerIpHour":10000,"conversationsPerIpHour":10000}' },
  });
  await setUp(here);
  const scores: number[] = [];
  for (let i = 0; i < 52; i += 1) {
    const by = await here.visitor();
    const id = await closed(here, by);
    const { requestId } = await shown(by, id);
    scores.push((i % 5) + 1);
    await rate(by, id, requestId, (i % 5) + 1, i === 0 ? '=HYPERLINK("https://evil.example")' : "");
    here.clock.advance({ seconds: 1 });
  }
  const at = `/api/dashboard/projects/${here.projectId}/ratings`;
  type Page = { items: { score: number; id: string }[]; next: string | null };
  const first = (await here.as<Page>(at)).body;
  expect(first.items.map(({ score }) => score)).toEqual(scores.toReversed().slice(0, 50));
  const second = (await here.as<Page>(`${at}?cursor=${first.next}`)).body;
  expect([second.items.length, second.next]).toEqual([2, null]);
  expect((await here.as<Page>(`${at}?score=2`)).body.items.every(({ score }) => score === 2)).toBe(true);
  expect((await here.as(`${at}?score=6`)).status).toBe(400);
  expect((await here.as(`${at}/counts`)).body).toEqual({ counts: [11, 11, 10, 10, 10], isCut: false });
  here.clock.advance({ days: 31 });
  here.cookie = ((await here.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect((await here.as(`${at}/counts`)).body).toEqual({ counts: [0, 0, 0, 0, 0], isCut: false });
  const file = await here.as<string>(`${at}/export`);
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(String(file.body).trim().split("\r\n")).toHaveLength(53);
  expect(String(file.body)).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  const rows = await listRows(here, "?view=closed&filter=satisfaction:2");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ fields }) => fields?.["satisfaction"] === "2")).toBe(true);
});

test("other visitors and other projects find nothing", async () => {
  const id = await closed(world, visitor);
  const { requestId } = await shown(visitor, id);
  const stranger = await world.visitor();
  expect((await stranger.call(`/api/widget/conversations/${id}/rating`)).status).toBe(404);
  expect((await rate(stranger, id, requestId, 1)).status).toBe(404);
  const other = await makeWorld();
  const foreigner = await other.visitor();
  expect((await rate(foreigner, id, requestId, 1)).status).toBe(404);
  expect((await other.as(`/api/dashboard/projects/${other.projectId}/conversations/${id}/ratings`)).status).toBe(404);
  expect((await other.as(`/api/dashboard/projects/${other.projectId}/contacts/${visitor.contactId}/ratings`)).status).toBe(404);
  expect((await world.as<{ items: unknown[] }>(project(`contacts/${visitor.contactId}/ratings`))).body.items).toEqual([]);
  // The request of another conversation of the same visitor is not this one's.
  const second = (await visitor.open("Another")).body.conversation.id;
  expect((await rate(visitor, second, requestId, 1)).status).toBe(404);
  expect(await stored(world, id)).toMatchObject([{ state: "asked", score: null }]);
});

test("an erased contact leaves its scores and no comment, and its open question ends; a deleted project leaves nothing", async () => {
  const id = await closed(world, visitor);
  const { requestId } = await shown(visitor, id);
  await rate(visitor, id, requestId, 1, "Never again, says Ada");
  await pass(20);
  await visitor.call("/api/widget/conversations");
  await pass(20);
  const open = await closed(world, visitor);
  expect(await stored(world, open)).toMatchObject([{ state: "due" }]);
  await erase(world, visitor);
  for (let turn = 0; turn < 5; turn += 1) await tick(world);
  expect(await stored(world, id)).toMatchObject([{ state: "answered", score: 1, comment: "" }]);
  expect(await stored(world, open)).toMatchObject([{ state: "cancelled" }]);
  expect(await ratingsOf(world, id)).toMatchObject([{ score: 1, comment: "", contact: { name: null } }]);
  const gone = await makeWorld();
  await setUp(gone);
  await closed(gone, await gone.visitor());
  await gone.as(`/api/management/projects/${gone.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  for (const table of ["satisfaction_requests", "satisfaction_settings"])
    expect(await gone.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, gone.projectId), table).toEqual([]);
});
