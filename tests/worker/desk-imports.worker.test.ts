// Imports of conversations against doubles of Zendesk and Chatwoot: complete, repeated, changed, interrupted, refused, erased, undone.
import { expect, test } from "vitest";
import { HELP_DESK_VARS } from "../doubles/help-desks/index.ts";
import { CHATWOOT, deskWorld, FRESHDESK, HELPSCOUT, INTERCOM, OPTIONS, ZENDESK } from "./desk-imports-kit.ts";
import { erase, progress, tick } from "./erasure-kit.ts";
import { LONG } from "./long.ts";

test("Zendesk: tickets become conversations with times, authors, notes, tags and files, and nobody hears of them", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const run = await imports.runToEnd();
  expect(run).toMatchObject({ state: "done", counts: { created: 5, skipped: 1, messages: 12 } });
  const at = (iso: string): number => Date.parse(iso);
  expect(await imports.conversations()).toMatchObject([
    {
      ...{ subject: "Where is my invoice?", status: "closed", door: "email", waiting_since: null, visitor_messages: 2, team_messages: 2 },
      ...{ created_at: at("2029-03-01T09:00:00Z"), last_activity_at: at("2029-03-02T10:00:00Z"), revision: 5, visible_revision: 5 },
      ...{
        assigned: 1,
        name: "Nadia Novak",
        email: "nadia@customer.example",
        email_verified: 1,
        preview: "Sent.",
        customer_read_revision: 5,
      },
      tags: expect.stringMatching(/^(billing,vip|vip,billing)$/),
    },
    { subject: "Cannot sign in", status: "open", waiting_since: at("2029-05-01T12:00:00Z"), assigned: 0, email_verified: 0, tags: "Login" },
    { subject: "Same as 12", status: "closed", name: "Tomas Tree" },
    { subject: "From somebody who left", status: "closed", name: null, email: null, door: "import" },
    { subject: "Another question", status: "open", waiting_since: null, name: "Nadia Novak" },
  ]);
  const messages = await world.rows(
    "SELECT m.kind, m.author_role, m.author_id IS NOT NULL AS known, m.content, m.origin ->> '$.imported.by' AS by, m.created_at FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.project_id = ? AND c.subject = 'Where is my invoice?' ORDER BY m.revision",
    world.projectId,
  );
  expect(messages).toEqual([
    {
      kind: "message",
      author_role: "visitor",
      known: 1,
      content: "Where is my **invoice**?",
      by: null,
      created_at: at("2029-03-01T09:00:00Z"),
    },
    {
      kind: "note",
      author_role: "operator",
      known: 0,
      content: "Ask billing first.",
      by: "Former Agent",
      created_at: at("2029-03-01T10:00:00Z"),
    },
    { kind: "message", author_role: "operator", known: 1, content: "Here it is.", by: null, created_at: at("2029-03-01T11:00:00Z") },
    {
      kind: "message",
      author_role: "visitor",
      known: 1,
      content: "I need it too.",
      by: "Copied Colleague",
      created_at: at("2029-03-02T09:00:00Z"),
    },
    { kind: "message", author_role: "operator", known: 0, content: "Sent.", by: "Former Agent", created_at: at("2029-03-02T10:00:00Z") },
  ]);
  expect(desks.pictures.toSorted()).toEqual(["/invoice.png", "/shot.png"]);
  expect(await world.rows("SELECT name, state FROM files WHERE project_id = ? ORDER BY name", world.projectId)).toEqual([
    { name: "invoice.png", state: "attached" },
    { name: "shot.png", state: "attached" },
  ]);
  // Nobody is mailed, notified or unread, and the assistant has nothing to do.
  for (const table of ["mail_deliveries", "bell_entries", "notices", "assistant_rounds"])
    expect([table, await imports.count(table)]).toEqual([table, 0]);
  const [inbox] = await world.rows<{ n: number }>(
    "SELECT count(*) AS n FROM conversations c WHERE c.project_id = ? AND c.visitor_messages > coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.conversation_id = c.id), 0)",
    world.projectId,
  );
  expect(inbox?.n).toBe(0);
  const kinds = await world.rows<{ kind: string }>(
    "SELECT DISTINCT kind FROM jobs WHERE project_id = ? AND kind <> 'desk.import'",
    world.projectId,
  );
  expect(kinds).toEqual([]);
  const report = await imports.report(run.id);
  expect(report.map(({ sourceId, outcome, reason, notes }) => [sourceId, outcome, reason, notes.map(({ code }) => code)])).toEqual([
    ["11", "created", null, ["satisfaction", "company", "team"]],
    ["12", "created", null, ["company"]],
    ["13", "created", null, ["merged", "company"]],
    ["14", "created", null, ["customer_deleted"]],
    ["15", "skipped", "deleted", []],
    ["16", "created", null, ["company"]],
  ]);
  // The thread and the search show it like any other conversation.
  const [first] = await world.rows<{ id: string }>(
    "SELECT id FROM conversations WHERE project_id = ? AND subject = 'Where is my invoice?'",
    world.projectId,
  );
  const thread = await world.as<{ items?: unknown[]; events?: unknown[] }>(`${world.conversations}/${first?.id}`);
  expect(JSON.stringify(thread.body)).toContain("Former Agent");
  expect(desks.strays).toEqual([]);
});

test.for([ZENDESK, INTERCOM, FRESHDESK, HELPSCOUT, CHATWOOT])(
  "$platform: a second run takes only what changed, and repeats nothing",
  async (from) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    const first = await imports.runToEnd(from);
    expect(first).toMatchObject({ state: "done", since: null, counts: { created: 5, messages: 12 } });
    const before = await imports.conversations();
    const again = await imports.runToEnd(from, { options: { ...OPTIONS, everything: true } });
    expect(again).toMatchObject({ state: "done", counts: { created: 0, updated: 0, unchanged: 5, messages: 0 } });
    expect(await imports.conversations()).toEqual(before);
    const ticket = desks.support.tickets.find(({ id }) => id === 16);
    if (!ticket) throw new Error("no ticket");
    ticket.comments.push({ id: 1603, author: 101, at: "2029-08-01T10:00:00Z", html: "<p>And another.</p>" });
    Object.assign(ticket, { status: "open", changed: "2029-08-01T10:00:00Z", tags: ["vip", "angry"] });
    const third = await imports.runToEnd(from);
    expect(third.since).not.toBeNull();
    expect(third.counts).toMatchObject({ created: 0, updated: 1, messages: 1 });
    expect((await imports.conversations()).at(-1)).toMatchObject({
      waiting_since: Date.parse("2029-08-01T10:00:00Z"),
      revision: 3,
      tags: expect.stringContaining("angry"),
    });
    expect(await imports.count("mail_deliveries")).toBe(0);
    // What was worked on here keeps its state; new messages still arrive.
    await world.rows(
      "UPDATE conversations SET revision = revision + 1, status = 'closed', waiting_since = NULL WHERE project_id = ? AND subject = 'Another question'",
      world.projectId,
    );
    ticket.comments.push({ id: 1604, author: 101, at: "2029-09-01T10:00:00Z", html: "<p>Still here.</p>" });
    ticket.changed = "2029-09-01T10:00:00Z";
    const fourth = await imports.runToEnd(from);
    expect(fourth.counts).toMatchObject({ updated: 1, messages: 1 });
    expect((await imports.conversations()).at(-1)).toMatchObject({ status: "closed" });
    expect((await imports.report(fourth.id)).flatMap(({ notes }) => notes.map(({ code }) => code))).toContain("state_kept");
  },
);

test("the report is a file, with what was left out and why, and nothing that a spreadsheet would run", async () => {
  const imports = await deskWorld();
  const { desks, world } = imports;
  const [first] = desks.support.tickets;
  if (first) first.subject = '=HYPERLINK("https://evil.example","Pay")';
  const run = await imports.runToEnd();
  const file = await world.as<string>(`${imports.path}/desk-imports/${run.id}/report.csv`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = file.body.replace("\ufeff", "").trimEnd().split("\r\n");
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe('"Kind","Number","Title","Outcome","Reason","Left out or changed"');
  expect(lines[1]).toContain(`"Conversation","11","'=HYPERLINK(""https://evil.example"",""Pay"")","Imported",""`);
  expect(lines[1]).toContain("A satisfaction rating was left out.");
  expect(lines[5]).toBe('"Conversation","15","","Skipped","It was deleted at the source.",""');
  const skipped = await world.as<string>(`${imports.path}/desk-imports/${run.id}/report.csv?outcome=skipped`);
  expect(skipped.body.trimEnd().split("\r\n")).toHaveLength(2);
  expect((await world.as(`${imports.path}/desk-imports/dki_00000000000000000000000000/report.csv`)).status).toBe(404);
});

test("statuses, people, tags and fields are mapped as chosen, and a dry run stores nothing", async () => {
  const imports = await deskWorld();
  const { world } = imports;
  const preview = await world.as<Record<string, unknown[]>>(`${imports.path}/desk-import-preview`, { body: { from: ZENDESK } });
  expect(preview.body).toMatchObject({
    ...{ tickets: 5, known: 0, complete: true, since: null, fields: [{ key: "plan", label: "Plan" }] },
    people: [
      { id: "1", name: "Olivia Owner", email: "owner@example.test" },
      { id: "2", name: "Former Agent", email: "former@acme.example", member: null },
    ],
    tags: expect.arrayContaining([{ tag: "vip", tickets: 2 }]),
    statuses: expect.arrayContaining([{ status: "closed", tickets: 2, becomes: "closed" }]),
  });
  const dry = await imports.runToEnd(ZENDESK, { dry: true });
  expect(dry).toMatchObject({ state: "done", counts: { created: 5, skipped: 1, messages: 0 } });
  expect([await imports.count("conversations"), await imports.count("contacts"), await imports.count("tags")]).toEqual([0, 0, 0]);
  expect((await imports.report(dry.id)).every(({ title }) => title === "")).toBe(true);
  const [owner] = await world.rows<{ email: string }>(
    "SELECT a.email FROM accounts a JOIN memberships m ON m.account_id = a.id WHERE m.project_id = ?",
    world.projectId,
  );
  await world.as(`${imports.path}/contact-attributes`, {
    body: { clientId: crypto.randomUUID(), key: "tier", label: "Tier", type: "text", choices: [] },
  });
  const options = {
    ...OPTIONS,
    statuses: { pending: "closed", closed: "skip" },
    people: { "2": owner?.email ?? "" },
    tags: { vip: "Important", billing: "" },
    fields: { plan: "tier" },
    files: false,
  };
  const run = await imports.runToEnd(ZENDESK, { options });
  expect(run.counts).toMatchObject({ created: 3, skipped: 3 });
  expect(await imports.conversations()).toMatchObject([
    { tags: "Important" },
    { assigned: 1, status: "open" },
    { status: "closed", tags: "Important" },
  ]);
  expect(await imports.count("files")).toBe(0);
  const [nadia] = await world.rows<{ attributes: string }>(
    "SELECT attributes FROM contacts WHERE project_id = ? AND name = 'Nadia Novak'",
    world.projectId,
  );
  expect(nadia?.attributes).toBe('{"tier":"team"}');
});

test("interrupted, limited and refused: a run continues without repeating anything", { timeout: LONG ? 600_000 : 240_000 }, async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  desks.most = 2;
  // The connection breaks, the rate limit is used up, and the server fails in the middle.
  desks.trouble = (n) =>
    n === 5 || n === 9
      ? "cut"
      : n === 12
        ? new Response(null, { status: 429, headers: { "retry-after": "90" } })
        : n === 16
          ? new Response(null, { status: 503 })
          : undefined;
  const run = await imports.runToEnd();
  expect(run).toMatchObject({ state: "done", counts: { created: 5, skipped: 1, messages: 12 } });
  expect([await imports.count("conversations"), await imports.count("messages"), await imports.count("contacts")]).toEqual([5, 12, 3]);
  const [gaps] = await world.rows<{ n: number; top: number }>(
    "SELECT count(*) AS n, max(sequence) AS top FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  expect(gaps?.n).toBe(gaps?.top);
  desks.trouble = () => new Response(null, { status: 401 });
  const refused = await imports.runToEnd(ZENDESK, { options: { ...OPTIONS, everything: true } });
  expect(refused).toMatchObject({ state: "failed", error: "refused" });
  desks.trouble = () => undefined;
  expect((await imports.act(refused.id, "resume")).status).toBe(200);
  expect(await imports.untilEnded(refused.id)).toMatchObject({ state: "done", counts: { unchanged: 5, created: 0 } });
});

test("a killed slice stores every ticket once", async () => {
  const imports = await deskWorld();
  const { desks } = imports;
  const run = (await imports.start()).body.run;
  // Each time the worker dies after one more answer.
  for (let n = 3; n < 9; n += 1) {
    const already = desks.requests.length;
    desks.trouble = (at) => {
      if (at > already + n) throw new Error("the worker was killed");
      return undefined;
    };
    imports.world.clock.advance({ minutes: 6 });
    await tick(imports.world);
  }
  desks.trouble = () => undefined;
  imports.world.clock.advance({ minutes: 40 });
  expect(await imports.untilEnded(run.id)).toMatchObject({ state: "done", counts: { created: 5, messages: 12 } });
  expect([await imports.count("conversations"), await imports.count("messages")]).toEqual([5, 12]);
});

test("an undo removes what the run created, leaves what was worked on, and a later run brings it back", async () => {
  const imports = await deskWorld();
  const { world } = imports;
  const run = await imports.runToEnd();
  await world.rows("UPDATE conversations SET revision = revision + 1 WHERE project_id = ? AND subject = 'Cannot sign in'", world.projectId);
  expect((await imports.act(run.id, "undo", { confirm: "Other" })).status).toBe(409);
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 4, spared: 1 } });
  expect((await imports.conversations()).map(({ subject }) => subject)).toEqual(["Cannot sign in"]);
  expect(await world.rows("SELECT name FROM contacts WHERE project_id = ?", world.projectId)).toEqual([{ name: "Tomas Tree" }]);
  expect(await imports.count("messages")).toBe(3);
  const [numbers] = await world.rows<{ n: number; top: number }>(
    "SELECT count(*) AS n, max(sequence) AS top FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  expect(numbers).toEqual({ n: 12, top: 12 });
  expect(await world.rows("SELECT name, state FROM files WHERE project_id = ? AND state = 'attached'", world.projectId)).toEqual([
    { name: "shot.png", state: "attached" },
  ]);
  const [counts] = await world.rows<{ n: number }>(
    "SELECT sum(conversations) AS n FROM conversation_counts WHERE project_id = ? AND list IN ('open', 'closed')",
    world.projectId,
  );
  expect(counts?.n).toBe(1);
  expect(await imports.runToEnd()).toMatchObject({ state: "done", counts: { created: 4, unchanged: 1 } });
});

test("an erased customer leaves nothing, and no later run brings them back", { timeout: LONG ? 600_000 : 240_000 }, async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  await imports.runToEnd();
  const [nadia] = await world.rows<{ id: string }>(
    "SELECT id FROM contacts WHERE project_id = ? AND name = 'Nadia Novak'",
    world.projectId,
  );
  const who = { contactId: nadia?.id ?? "" };
  await erase(world, who);
  for (let i = 0; i < 20 && (await progress(world, who)).finishedAt === null; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick(world);
  }
  const stored = async (): Promise<string> => {
    const tables = [
      "contacts",
      "conversations",
      "messages",
      "conversation_events",
      "desk_import_rows",
      "desk_import_items",
      "desk_import_people",
      "files",
    ];
    return JSON.stringify(
      await Promise.all(tables.map((table) => world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId))),
    );
  };
  for (const word of ["Nadia", "nadia@", "invoice", "One more thing", "Copied Colleague"]) expect(await stored()).not.toContain(word);
  for (const ticket of desks.support.tickets) ticket.changed = "2029-12-01T00:00:00Z";
  const run = await imports.runToEnd();
  expect(run.counts).toMatchObject({ created: 0, skipped: 3 });
  expect((await imports.report(run.id)).filter(({ reason }) => reason === "erased_here").map(({ sourceId }) => sourceId)).toEqual([
    "11",
    "16",
  ]);
  for (const word of ["Nadia", "nadia@", "invoice", "One more thing"]) expect(await stored()).not.toContain(word);
});

test("without variables it names them, and a project's deletion removes everything", async () => {
  const { ZENDESK_API_TOKEN: _, CHATWOOT_URL: __, HELPSCOUT_APP_SECRET: ___, INTERCOM_ACCESS_TOKEN: ____, ...known } = HELP_DESK_VARS;
  // The key of Help Scout's articles is another one.
  const vars = { ...known, FRESHDESK_API_KEY: "not one line\n" };
  const without = await deskWorld(vars);
  const refused = await without.start();
  expect([refused.status, refused.body]).toMatchObject([503, { code: "not_configured", variables: ["ZENDESK_API_TOKEN"] }]);
  for (const [from, variable] of [
    [CHATWOOT, "CHATWOOT_URL"],
    [HELPSCOUT, "HELPSCOUT_APP_SECRET"],
    [INTERCOM, "INTERCOM_ACCESS_TOKEN"],
    [FRESHDESK, "FRESHDESK_API_KEY"],
  ] as const)
    expect((await without.start(from)).body).toMatchObject({ code: "not_configured", variables: [variable] });
  const imports = await deskWorld();
  const { world } = imports;
  await imports.runToEnd(ZENDESK, { options: { ...OPTIONS, replies: true } });
  const [project] = await world.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", world.projectId);
  const deleted = await world.as(imports.path, { method: "DELETE", body: { confirm: project?.name } });
  expect([deleted.status, deleted.body]).toEqual([200, expect.anything()]);
  for (let i = 0; i < 10 && (await imports.count("desk_import_runs")) > 0; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick(world);
  }
  for (const table of ["runs", "items", "people", "rows", "replies", "additions", "tags", "access"])
    expect([table, await imports.count(`desk_import_${table}`)]).toEqual([table, 0]);
});
