// Imports of ratings and teams from other help desks against their doubles: with their times, silent, once, followed, undone.
import { expect, test } from "vitest";
import { CHATWOOT, type DeskImports, deskWorld, FRESHDESK, HELPSCOUT, INTERCOM, OPTIONS, ZENDESK } from "./desk-imports-kit.ts";

const WITH = { options: { ...OPTIONS, ratings: true } };
const ratingsOf = ({ world }: DeskImports): Promise<Record<string, unknown>[]> =>
  world.rows(
    "SELECT q.score, q.comment, q.rated_at, q.state, q.asked_at, q.imported, c.subject FROM satisfaction_requests q JOIN conversations c ON c.id = q.conversation_id WHERE q.project_id = ? ORDER BY q.rated_at",
    world.projectId,
  );
const reportOf = async (imports: DeskImports, id: string): Promise<unknown[]> =>
  (await imports.report(id))
    .filter(({ kind }) => kind === "rating")
    .map(({ outcome, reason, undone, notes }) => [outcome, reason, undone, notes.map(({ code, detail }) => `${code} ${detail}`)]);
const threadOf = async ({ world }: DeskImports, subject: string): Promise<unknown[]> => {
  const [row] = await world.rows<{ id: string }>(
    "SELECT id FROM conversations WHERE project_id = ? AND subject = ?",
    world.projectId,
    subject,
  );
  const thread = await world.as<{ events: { kind: string; name?: string; createdAt: string; data?: Record<string, unknown> }[] }>(
    `/api/dashboard/projects/${world.projectId}/conversations/${row?.id}`,
  );
  return thread.body.events
    .filter(({ kind }) => kind === "activity")
    .map(({ name, createdAt, data = {} }) => [name, createdAt, data["score"], data["changed"], data["imported"]]);
};
const unread = async ({ world }: DeskImports): Promise<number> =>
  (await world.as<{ items: { unread: number }[] }>(`/api/dashboard/projects/${world.projectId}/conversations?view=all`)).body.items.reduce(
    (sum, one) => sum + one.unread,
    0,
  );

const AT = "2029-03-03T08:00:00.000Z";
test.for([
  { from: ZENDESK, there: "rating 5 good" },
  { from: INTERCOM, there: "rating 5 5" },
  { from: FRESHDESK, there: "rating 5 103" },
  { from: HELPSCOUT, there: "rating 5 great" },
  { from: CHATWOOT, there: "rating 5 5" },
])("$from.platform: a rating comes with its time and comment, notifies nobody, and follows its source", async ({ from, there }) => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  desks.most = 2;
  const preview = await world.as(`${imports.path}/desk-import-preview`, { body: { from } });
  expect(preview.body).toMatchObject({ ratings: 1 });
  const dry = await imports.runToEnd(from, { ...WITH, dry: true });
  expect([dry.counts.ratings, await reportOf(imports, dry.id), await ratingsOf(imports)]).toEqual([
    0,
    [["created", null, null, [there]]],
    [],
  ]);
  const run = await imports.runToEnd(from, WITH);
  expect(run).toMatchObject({ state: "done", counts: { created: 5, messages: 12, ratings: 1 } });
  const rating = { state: "answered", asked_at: null, imported: 1, subject: "Where is my invoice?" };
  expect(await ratingsOf(imports)).toEqual([{ score: 5, comment: "Quick and kind.", rated_at: Date.parse(AT), ...rating }]);
  expect(await threadOf(imports, "Where is my invoice?")).toEqual([["satisfaction", AT, 5, false, true]]);
  expect(await world.rows("SELECT DISTINCT kind FROM jobs WHERE project_id = ? AND kind <> 'desk.import'", world.projectId)).toEqual([]);
  expect([await unread(imports), await imports.count("bell_entries")]).toEqual([0, 0]);
  expect((await imports.conversations())[0]).toMatchObject({ subject: "Where is my invoice?", preview: "Sent." });
  expect((await imports.report(run.id)).flatMap(({ notes }) => notes.map(({ code }) => code))).not.toContain("satisfaction");

  // The customer thinks again.
  const [given] = desks.support.ratings;
  if (given) Object.assign(given, { score: 1, comment: "Wrong after all.", at: "2029-12-30T08:00:00Z" });
  const [ticket] = desks.support.tickets;
  if (ticket) ticket.changed = "2029-12-30T00:00:00Z";
  const second = await imports.runToEnd(from, WITH);
  expect(second.counts.ratings).toBe(1);
  expect((await ratingsOf(imports)).map(({ score, comment }) => [score, comment])).toEqual([[1, "Wrong after all."]]);
  expect((await threadOf(imports, "Where is my invoice?")).map((one) => (one as unknown[])[3])).toEqual([false, true]);
  const third = await imports.runToEnd(from, WITH);
  expect(third.counts).toMatchObject({ ratings: 0, kept: 0 });
  expect((await ratingsOf(imports)).length).toBe(1);

  await imports.undo(third.id);
  await imports.undo(second.id);
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 5, spared: 0 } });
  expect((await reportOf(imports, run.id)).map((row) => (row as unknown[])[2])).toEqual(["removed"]);
  for (const table of ["satisfaction_requests", "conversations", "messages", "desk_import_ratings", "desk_import_additions"])
    expect([table, await imports.count(table)]).toEqual([table, 0]);
  const [numbers] = await world.rows<{ n: number; top: number }>(
    "SELECT count(*) AS n, max(sequence) AS top FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  expect(numbers?.n).toBe(numbers?.top);
});

test("a rating of a ticket of an earlier run is taken back alone, and comes again with a later run", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const first = await imports.runToEnd();
  const before = await imports.conversations();
  desks.support.ratings.push({ id: 7002, ticket: 12, score: 1, comment: "", at: "2029-05-02T08:00:00Z" });
  const run = await imports.runToEnd(ZENDESK, WITH);
  expect(run.counts).toMatchObject({ created: 0, ratings: 2 });
  // Somebody answers one of the two.
  const [row] = await world.rows<{ id: string; revision: number }>(
    "SELECT id, revision FROM conversations WHERE project_id = ? AND subject = 'Cannot sign in'",
    world.projectId,
  );
  const answered = await world.as(`/api/dashboard/projects/${world.projectId}/conversations/${row?.id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: row?.revision, content: "Sorry.", attachments: [] },
  });
  expect(answered.status).toBe(201);
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone" });
  expect((await reportOf(imports, run.id)).map((one) => (one as unknown[])[2])).toEqual(["removed", "left"]);
  expect((await ratingsOf(imports)).map(({ subject }) => subject)).toEqual(["Cannot sign in"]);
  expect(await threadOf(imports, "Where is my invoice?")).toEqual([["import_undone", expect.any(String), undefined, undefined, undefined]]);
  expect(await imports.count("desk_import_additions")).toBe(0);
  const after = await imports.conversations();
  for (const key of ["status", "preview", "visible_revision", "team_messages", "last_activity_at"])
    expect([key, after[0]?.[key]]).toEqual([key, before[0]?.[key]]);
  const again = await imports.runToEnd(ZENDESK, { options: { ...WITH.options, everything: true } });
  expect(again.counts).toMatchObject({ ratings: 1 });
  expect((await ratingsOf(imports)).length).toBe(2);
  await imports.undo(again.id);
  expect(await imports.undo(first.id)).toMatchObject({ counts: { removed: 4, spared: 1 } });
  expect((await ratingsOf(imports)).map(({ subject }) => subject)).toEqual(["Cannot sign in"]);
});

test("what cannot be rated is skipped with the reason: no conversation, erased, too old, a token that may not", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  desks.support.ratings.push(
    { id: 7002, ticket: 15, score: 5, comment: "Spam.", at: "2029-06-03T08:00:00Z" },
    { id: 7003, ticket: 16, score: 3, comment: "", at: "2028-06-03T08:00:00Z" },
    { id: 7004, ticket: 12, score: 5, comment: "x".repeat(2000), at: "2029-06-03T08:00:00Z" },
  );
  const run = await imports.runToEnd(HELPSCOUT, WITH);
  expect(await reportOf(imports, run.id)).toEqual([
    ["created", null, null, ["rating 5 great"]],
    ["skipped", "no_conversation", null, ["rating 5 great"]],
    ["skipped", "rating_old", null, ["rating 3 okay"]],
    ["created", null, null, ["rating 5 great", "text_cut "]],
  ]);
  const file = await world.as<string>(`${imports.path}/desk-imports/${run.id}/report.csv?kind=rating`);
  expect(file.body).toContain("Rated “great” there, which is 5 of 5 here.");
  // The comment goes with an erasure, and does not come back.
  const [nadia] = await world.rows<{ id: string }>(
    "SELECT id FROM contacts WHERE project_id = ? AND name = 'Nadia Novak'",
    world.projectId,
  );
  await world.rows("UPDATE contacts SET state = 'erased' WHERE id = ?", nadia?.id ?? "");
  const [given] = desks.support.ratings;
  if (given) Object.assign(given, { comment: "Again.", at: "2029-12-01T08:00:00Z" });
  const second = await imports.runToEnd(HELPSCOUT, { options: { ...WITH.options, everything: true } });
  expect((await reportOf(imports, second.id))[0]).toEqual(["skipped", "erased_here", null, []]);
  desks.trouble = (_, path) => (path.startsWith("/v2/reports") ? new Response(null, { status: 403 }) : undefined);
  const refused = await imports.runToEnd(HELPSCOUT, WITH);
  expect(refused.state).toBe("done");
  expect(await reportOf(imports, refused.id)).toEqual([["skipped", "ratings_refused", null, []]]);
});

test("imported ratings stand among the others, marked", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const [given] = desks.support.ratings;
  if (given) given.at = "2029-12-20T08:00:00Z";
  await imports.runToEnd(ZENDESK, WITH);
  const list = await world.as<{ items: { imported: boolean; askedIn: string | null; comment: string }[] }>(
    `/api/dashboard/projects/${world.projectId}/ratings`,
  );
  expect(list.body.items).toMatchObject([{ imported: true, askedIn: null, comment: "Quick and kind." }]);
  const counts = await world.as(`/api/dashboard/projects/${world.projectId}/ratings/counts`);
  expect(counts.body).toMatchObject({ counts: [0, 0, 0, 0, 1] });
  const file = await world.as<string>(`/api/dashboard/projects/${world.projectId}/ratings/export`);
  expect(file.body).toContain(',"import",');
});

test("interrupted at any request, ratings are stored once", { timeout: 240_000 }, async () => {
  const imports = await deskWorld();
  const { desks } = imports;
  desks.most = 1;
  desks.support.ratings.push({ id: 7002, ticket: 12, score: 1, comment: "", at: "2029-05-02T08:00:00Z" });
  const run = (await imports.start(CHATWOOT, WITH)).body.run;
  for (let n = 1; n < 9; n += 1) {
    const already = desks.requests.length;
    desks.trouble = (at) => {
      if (at > already + n) throw new Error("the worker was killed");
      return undefined;
    };
    imports.world.clock.advance({ minutes: 6 });
    await imports.world.tick();
  }
  desks.trouble = () => undefined;
  imports.world.clock.advance({ minutes: 40 });
  expect(await imports.untilEnded(run.id)).toMatchObject({ state: "done", counts: { created: 5, messages: 12, ratings: 2 } });
  expect((await ratingsOf(imports)).length).toBe(2);
});

// --- teams -----------------------------------------------------------------------

test.for([ZENDESK, INTERCOM, FRESHDESK, HELPSCOUT, CHATWOOT])(
  "$platform: a team of the same name takes its conversations, a mapping decides otherwise, and the undo takes it back",
  async (from) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    const make = async (name: string): Promise<string> =>
      (
        await world.as<{ team: { id: string } }>(`${imports.path}/teams`, {
          body: { clientId: crypto.randomUUID(), name, members: [] },
        })
      ).body.team.id;
    const [billing, second] = [await make("billing"), await make("Ours")];
    const teams = async (): Promise<unknown[]> =>
      (
        await world.rows<{ subject: string; name: string }>(
          "SELECT c.subject, g.name FROM conversation_teams t JOIN conversations c ON c.id = t.conversation_id JOIN teams g ON g.id = t.team_id WHERE t.project_id = ? ORDER BY c.subject",
          world.projectId,
        )
      ).map(({ subject, name }) => [subject, name]);
    const preview = await world.as<{ teams: { id: string }[] }>(`${imports.path}/desk-import-preview`, { body: { from } });
    expect(preview.body).toMatchObject({ ourTeams: [{ name: "billing" }, { name: "Ours" }] });
    expect(preview.body.teams.slice(0, 2)).toEqual([
      { id: "31", name: "Billing", team: billing },
      { id: "32", name: "Second line", team: null },
    ]);
    const ticket = desks.support.tickets.find(({ id }) => id === 12);
    if (ticket) ticket.team = 32;
    // There a conversation has one assignee: a person, or a team.
    if (from === HELPSCOUT) for (const one of desks.support.tickets) delete one.assignee;
    const run = await imports.runToEnd(from);
    expect(await teams()).toEqual([["Where is my invoice?", "billing"]]);
    const left = (await imports.report(run.id)).filter(({ notes }) => notes.some(({ code }) => code === "team"));
    expect(left.map(({ sourceId, notes }) => [sourceId, notes.find(({ code }) => code === "team")?.detail])).toEqual([
      ["12", "Second line"],
    ]);

    // The next run maps it; what somebody worked on here keeps its team.
    for (const one of desks.support.tickets) {
      one.comments.push({ id: one.id * 100 + 50, author: one.requester, at: "2029-12-01T10:00:00Z", html: "<p>More.</p>" });
      one.changed = "2029-12-01T10:00:00Z";
    }
    await world.rows(
      "UPDATE conversations SET revision = revision + 1 WHERE project_id = ? AND subject = 'Where is my invoice?'",
      world.projectId,
    );
    const options = { ...OPTIONS, teams: { 31: "", 32: second } };
    const mapped = await imports.runToEnd(from, { options });
    expect(await teams()).toEqual([
      ["Cannot sign in", "Ours"],
      ["Where is my invoice?", "billing"],
    ]);
    expect(await imports.undo(mapped.id)).toMatchObject({ state: "undone" });
    expect(await teams()).toEqual([["Where is my invoice?", "billing"]]);
    await imports.undo(run.id);
    expect(await world.rows("SELECT name, conversations FROM teams WHERE project_id = ? ORDER BY name", world.projectId)).toEqual([
      { name: "Ours", conversations: 0 },
      { name: "billing", conversations: expect.any(Number) },
    ]);
  },
);
