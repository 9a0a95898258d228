// Reports: what real messages, answers, closings, spam, tags, teams, targets and ratings count as; who sees whose figures; CSV; what is left behind.
import { beforeAll, expect, test } from "vitest";
import type { Report } from "#modules/reports/contract";
import { catchUp } from "../../modules/reports/counting/jobs.ts";
import { erase, progress, tick } from "./erasure-kit.ts";
import { closed, rate, setUp, shown } from "./satisfaction-kit.ts";
import { act as triage, join } from "./triage-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

// A Wednesday.
const NOW = "2030-01-02T09:00:00.000Z";
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: NOW });
}, 60_000);

const uuid = (): string => crypto.randomUUID();
const dashboard = (at = world): string => `/api/dashboard/projects/${at.projectId}`;
async function report(query = "", at = world, cookie = at.cookie): Promise<Report> {
  // What is newer than two minutes is not counted yet.
  at.clock.advance({ minutes: 3 });
  const { status, body } = await at.as<Report>(`${dashboard(at)}/reports?days=7${query}`, {}, cookie);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function opens(at = world): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await at.visitor();
  const { status, body } = await visitor.open("Where is my parcel?");
  expect(status).toBe(201);
  return { visitor, id: body.conversation.id };
}
async function act(id: string, path: string, body: object, at = world): Promise<Answer> {
  const answer = await at.as(`${at.conversations}/${id}/${path}`, {
    body: { clientId: uuid(), frontier: await at.revision(id), ...body },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer;
}

test("a message, an answer and a closing are counted once, with their times, on their day", async () => {
  const empty = await report();
  expect([empty.total.conversations, empty.state, empty.days.length, empty.timeZone]).toEqual([0, "counted", 7, "UTC"]);
  const { visitor, id } = await opens();
  world.clock.advance({ minutes: 10 });
  await act(id, "messages", { content: "On its way." });
  world.clock.advance({ minutes: 5 });
  await visitor.postMessage(id, "Thanks! And the other one?");
  world.clock.advance({ minutes: 2 });
  await act(id, "messages", { content: "Tomorrow." });
  world.clock.advance({ minutes: 13 });
  await act(id, "status", { status: "closed" });
  const { total, days, hours, countedAt } = await report();
  expect(total).toMatchObject({ conversations: 1, outbound: 0, customerMessages: 2, replies: 2, reopened: 0, assistantReplies: 0 });
  expect([total.firstResponse.count, total.firstResponse.mean]).toEqual([1, 600]);
  expect([total.wait.count, total.wait.mean, total.resolution.count, total.resolution.mean]).toEqual([2, 360, 1, 1800]);
  // Medians come from classes, at most 9.1 % off.
  expect(Math.abs((total.firstResponse.median ?? 0) / 600 - 1)).toBeLessThan(0.091);
  expect(days.at(-1)).toMatchObject({ day: "2030-01-02", conversations: 1 });
  expect(hours?.[2]?.[9]).toBe(2);
  expect(countedAt).not.toBeNull();
  // Again, nothing more is counted.
  expect((await report()).total).toEqual(total);
});

test("spam counts nowhere, and again once it is none; what was reopened is closed anew", async () => {
  const at = await makeWorld({ now: NOW });
  const { visitor, id } = await opens(at);
  at.clock.advance({ minutes: 4 });
  await act(id, "messages", { content: "Yes?" }, at);
  const before = (await report("", at)).total;
  expect(before).toMatchObject({ conversations: 1, customerMessages: 1, replies: 1 });
  await act(id, "spam", {}, at);
  const spam = await report("", at);
  expect(spam.total).toMatchObject({ conversations: 0, customerMessages: 0, replies: 0, firstResponse: { count: 0, median: null } });
  expect(await at.rows("SELECT 1 FROM report_rollups WHERE project_id = ?", at.projectId)).toEqual([]);
  await act(id, "not-spam", {}, at);
  expect((await report("", at)).total).toEqual(before);
  await act(id, "status", { status: "closed" }, at);
  await visitor.postMessage(id, "One more thing");
  at.clock.advance({ minutes: 30 });
  await act(id, "status", { status: "closed" }, at);
  const { total } = await report("", at);
  expect([total.reopened, total.resolution.count, total.customerMessages]).toEqual([1, 2, 2]);
});

test("by teammate, team, tag and channel; narrowed to one; the days before; a tag that is given later moves what was counted", async () => {
  const at = await makeWorld({ now: NOW });
  const made = async (path: string, key: "team" | "tag", name: string): Promise<string> =>
    ((await at.as<Record<string, { id: string }>>(path, { body: { clientId: uuid(), name } })).body[key] as { id: string }).id;
  const team = await made(`/api/management/projects/${at.projectId}/teams`, "team", "=Billing");
  const tag = await made(`${dashboard(at)}/tags`, "tag", "refund");
  const { id } = await opens(at);
  await act(id, "team", { teamId: team }, at);
  at.clock.advance({ minutes: 1 });
  await act(id, "messages", { content: "Hello" }, at);
  await opens(at);
  const teams = (await report("&by=team", at)).groups;
  expect(teams.map(({ key, name, conversations, replies }) => [key, name, conversations, replies])).toEqual([
    ["", null, 2, 0],
    [team, "=Billing", 0, 1],
  ]);
  const untagged = await report("&by=tag", at);
  expect(untagged.groups.map(({ key, conversations }) => [key, conversations])).toEqual([["", 2]]);
  expect((await triage(at, id, "tags", { add: [tag] })).status).toBe(201);
  const tagged = await report("&by=tag", at);
  expect(tagged.groups.map(({ name, conversations, replies }) => [name, conversations, replies])).toEqual([
    ["refund", 1, 1],
    [null, 1, 0],
  ]);
  expect(tagged.total).toEqual(untagged.total);
  const narrow = await report(`&of=tag:${tag}`, at);
  expect([narrow.total.conversations, narrow.hours, narrow.groups]).toEqual([1, null, []]);
  const channels = (await report("&by=channel", at)).groups;
  expect(channels.map(({ key, conversations }) => [key, conversations])).toEqual([["widget", 2]]);
  const operators = (await report("&by=operator", at)).groups;
  expect(operators.map(({ name, replies }) => [name, replies])).toEqual([["Olga", 1]]);
  // As a file: a name that a spreadsheet would run is made harmless.
  const file = await at.as<string>(`${dashboard(at)}/reports/export?days=7&by=team&table=groups`);
  expect([file.status, file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="report-groups-2029-12-27-2030-01-02.csv"',
  ]);
  expect(file.body).toContain(`"${team}","'=Billing","0"`);
  for (const [table, first] of [
    ["days", '"day"'],
    ["hours", '"weekday"'],
  ] as const)
    expect((await at.as<string>(`${dashboard(at)}/reports/export?days=7&table=${table}`)).body).toContain(first);
  // A week later these days are those before.
  at.clock.advance({ days: 7 });
  at.cookie = ((await at.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const later = await report("", at);
  expect([later.total.conversations, later.before?.conversations]).toEqual([0, 2]);
  const chosen = await at.as<Report>(`${dashboard(at)}/reports?from=2030-01-02&until=2030-01-02`);
  expect([chosen.body.total.conversations, chosen.body.days.length]).toEqual([2, 1]);
  for (const wrong of [
    "from=2030-01-02",
    "from=2030-02-30&until=2030-03-01",
    "from=2030-01-02&until=2030-01-01",
    "from=2028-01-01&until=2030-01-01",
    "of=everything:x",
    "days=8",
    "by=country",
  ])
    expect((await at.as(`${dashboard(at)}/reports?${wrong}`)).status, wrong).toBe(400);
});

test("operators see their own figures, owners and admins those of all; who left is one line without a name", async () => {
  const at = await makeWorld({ now: NOW });
  const [tom, ann] = [await join(at, "operator", "Tom Reed"), await join(at, "operator", "Ann Lee")];
  const { id } = await opens(at);
  for (const who of [tom, ann, ann])
    expect((await triage(at, id, "messages", { frontier: await at.revision(id), content: "Hello" }, who.cookie)).status).toBe(201);
  const namesFor = async (cookie: string): Promise<unknown[]> => {
    const { groups, seesMembers } = await report("&by=operator", at, cookie);
    return [seesMembers, ...groups.map(({ name, replies }) => [name, replies])];
  };
  expect(await namesFor(at.cookie)).toEqual([true, ["Ann Lee", 2], ["Tom Reed", 1]]);
  expect(await namesFor(tom.cookie)).toEqual([false, ["Tom Reed", 1]]);
  const of = (accountId: string, cookie: string, more = "") =>
    at.as<{ code?: string; total?: { replies: number } }>(`${dashboard(at)}/reports${more}days=7&of=operator:${accountId}`, {}, cookie);
  expect(await of(ann.accountId, tom.cookie, "?")).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect((await of(ann.accountId, tom.cookie, "/export?table=days&")).status).toBe(403);
  expect((await of(tom.accountId, tom.cookie, "?")).body.total?.replies).toBe(1);
  expect((await of(ann.accountId, at.cookie, "?")).body.total?.replies).toBe(2);
  for (const { accountId } of [tom, ann])
    expect((await at.as(`/api/management/projects/${at.projectId}/members/${accountId}`, { method: "DELETE" })).status).toBe(200);
  expect(await namesFor(at.cookie)).toEqual([true, [null, 3]]);
});

test("targets and ratings count with their team and teammate; a rating that is changed counts once", async () => {
  const at = await makeWorld({ now: NOW });
  await setUp(at);
  const policy = {
    ...{ id: uuid(), name: "All", priorities: [], teamId: null, tagId: null, channel: null },
    ...{ first: 30, next: 60, resolution: null, counts: "always", warn: null, assistantCounts: false },
  };
  const path = `/api/management/projects/${at.projectId}/response-policies`;
  expect((await at.as(path, { method: "PUT", body: { policies: [policy], revision: 0 } })).status).toBe(200);
  const visitor = await at.visitor();
  const inTime = await closed(at, visitor);
  const late = await opens(at);
  at.clock.advance({ minutes: 31 });
  await at.tick();
  const missed = await report("", at);
  expect(missed.total.targets[0]).toEqual({ target: "first", met: 1, missed: 1 });
  await act(late.id, "messages", { content: "Sorry!" }, at);
  const { groups } = await report("&by=operator", at);
  expect(groups.map(({ name, targets }) => [name, targets[0]])).toEqual([["Olga", { target: "first", met: 1, missed: 1 }]]);
  at.clock.advance({ minutes: 60 });
  const question = await shown(visitor, inTime);
  await rate(visitor, inTime, question.requestId, 2);
  expect((await report("", at)).total.ratings).toEqual([0, 1, 0, 0, 0]);
  await rate(visitor, inTime, question.requestId, 5);
  const rated = await report("&by=operator", at);
  expect([rated.total.ratings, rated.groups[0]?.ratings]).toEqual([
    [0, 0, 0, 0, 1],
    [0, 0, 0, 0, 1],
  ]);
});

test("another project sees nothing of it; erasing the contact keeps the counts; deleting the project removes everything", async () => {
  const at = await makeWorld({ now: NOW });
  const { visitor } = await opens(at);
  const { total } = await report("", at);
  expect(total.conversations).toBe(1);
  const other = await makeWorld({ now: NOW });
  expect((await report("", other)).total.conversations).toBe(0);
  expect((await other.as(`${dashboard(at)}/reports`, {}, "")).status).toBe(401);
  expect((await erase(at, visitor)).status).toBeLessThan(300);
  for (let minute = 0; minute < 5; minute += 1) await tick(at);
  expect((await progress(at, visitor)).state).toBe("erased");
  expect((await report("", at)).total).toMatchObject({ conversations: 1, customerMessages: 1 });
  const gone = await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status).toBe(200);
  await at.tick();
  for (const table of ["report_states", "report_facts", "report_conversations", "report_rollups"])
    expect(await at.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, at.projectId), table).toEqual([]);
  // A job that was under way finds nothing to count.
  expect(await catchUp(at.ctx(), at.projectId as never, 100)).toBe(false);
  expect(await at.rows("SELECT 1 FROM report_states WHERE project_id = ?", at.projectId)).toEqual([]);
});
