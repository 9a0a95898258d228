// Imports of conversations from Intercom, Freshdesk, Help Scout and Chatwoot against their doubles: complete and silent, interrupted and
// limited, changed meanwhile, undone.
import { expect, test } from "vitest";
import { CHATWOOT, type DeskImports, deskWorld, FRESHDESK, HELPSCOUT, INTERCOM, OPTIONS } from "./desk-imports-kit.ts";

const at = (iso: string): number => Date.parse(iso);
const messagesOf = ({ world }: DeskImports, subject: string): Promise<Record<string, unknown>[]> =>
  world.rows(
    "SELECT m.kind, m.author_role AS role, m.author_id IS NOT NULL AS known, m.content, m.origin ->> '$.imported.by' AS by, m.created_at AS at FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.project_id = ? AND c.subject = ? ORDER BY m.revision",
    world.projectId,
    subject,
  );
/** What tells the help desks apart. */
const EXPECTED = [
  {
    from: INTERCOM,
    copied: "Copied Colleague",
    pictures: ["/invoice.png", "/shot.png"],
    notes: ["satisfaction", "company", "team"],
    companies: ["12", "13", "16"],
    limit: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(at("2030-01-01T00:20:00Z") / 1000) },
  },
  {
    from: FRESHDESK,
    copied: "copy@customer.example",
    pictures: ["/invoice.png", "/shot.png"],
    notes: ["company", "team"],
    companies: ["12"],
    limit: { "retry-after": "90" },
  },
  {
    from: HELPSCOUT,
    copied: "Copied Colleague",
    pictures: ["/shot.png"],
    notes: [],
    companies: [],
    limit: { "x-ratelimit-retry-after": "90" },
  },
] as const;

test.for(EXPECTED)(
  "$from.platform: conversations keep times, authors, notes, tags and files, and nobody hears of them",
  async ({ from, copied, pictures, notes, companies }) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    const run = await imports.runToEnd(from);
    expect(run).toMatchObject({ state: "done", error: null, counts: { created: 5, skipped: 0, messages: 12 } });
    expect(await imports.conversations()).toMatchObject([
      {
        ...{ subject: "Where is my invoice?", status: "closed", door: "email", waiting_since: null, visitor_messages: 2, team_messages: 2 },
        ...{ created_at: at("2029-03-01T09:00:00Z"), last_activity_at: at("2029-03-02T10:00:00Z"), revision: 5, visible_revision: 5 },
        ...{
          assigned: 1,
          name: "Nadia Novak",
          email: "nadia@customer.example",
          email_verified: 0,
          preview: "Sent.",
          customer_read_revision: 5,
        },
        tags: expect.stringMatching(/^(billing,vip|vip,billing)$/),
      },
      {
        subject: "Cannot sign in",
        status: "open",
        waiting_since: at("2029-05-01T12:00:00Z"),
        assigned: 0,
        name: "Tomas Tree",
        tags: "Login",
      },
      { subject: "Same as 12", status: "closed", name: "Tomas Tree" },
      { subject: "From somebody who left", status: "closed", name: null, email: null, door: "import" },
      { subject: "Another question", status: "open", waiting_since: null, name: "Nadia Novak" },
    ]);
    expect(await messagesOf(imports, "Where is my invoice?")).toEqual([
      { kind: "message", role: "visitor", known: 1, content: "Where is my **invoice**?", by: null, at: at("2029-03-01T09:00:00Z") },
      { kind: "note", role: "operator", known: 0, content: "Ask billing first.", by: "Former Agent", at: at("2029-03-01T10:00:00Z") },
      { kind: "message", role: "operator", known: 1, content: "Here it is.", by: null, at: at("2029-03-01T11:00:00Z") },
      { kind: "message", role: "visitor", known: 1, content: "I need it too.", by: copied, at: at("2029-03-02T09:00:00Z") },
      { kind: "message", role: "operator", known: 0, content: "Sent.", by: "Former Agent", at: at("2029-03-02T10:00:00Z") },
    ]);
    expect((await messagesOf(imports, "Cannot sign in")).at(-1)).toMatchObject({ role: "visitor", content: "This one:" });
    // Files of the text and beside it; those that need the token are read with it, and nothing else is.
    expect(desks.pictures.toSorted()).toEqual(pictures);
    expect(await world.rows("SELECT name, state FROM files WHERE project_id = ? ORDER BY name", world.projectId)).toEqual([
      { name: "invoice.png", state: "attached" },
      { name: "shot.png", state: "attached" },
    ]);
    for (const table of ["mail_deliveries", "bell_entries", "notices", "assistant_rounds"])
      expect([table, await imports.count(table)]).toEqual([table, 0]);
    expect(await world.rows("SELECT DISTINCT kind FROM jobs WHERE project_id = ? AND kind <> 'desk.import'", world.projectId)).toEqual([]);
    const report = await imports.report(run.id);
    const companyOf = (id: string): string[] => ((companies as readonly string[]).includes(id) ? ["company"] : []);
    expect(report.map(({ sourceId, outcome, notes: own }) => [sourceId, outcome, own.map(({ code }) => code)])).toEqual([
      ["11", "created", notes],
      ["12", "created", companyOf("12")],
      ["13", "created", companyOf("13")],
      ["14", "created", ["customer_deleted"]],
      ["16", "created", companyOf("16")],
    ]);
    expect(desks.strays).toEqual([]);
  },
);

test.for(EXPECTED)("$from.platform: what there is can be mapped, and a dry run stores nothing", async ({ from }) => {
  const imports = await deskWorld();
  const { world } = imports;
  const preview = await world.as<Record<string, unknown[]>>(`${imports.path}/desk-import-preview`, { body: { from } });
  expect(preview.body).toMatchObject({
    ...{ tickets: 5, known: 0, complete: true, fields: [{ key: "plan", label: "Plan" }] },
    people: [
      { id: "1", name: "Olivia Owner", email: "owner@example.test" },
      { id: "2", name: "Former Agent", email: "former@acme.example", member: null },
    ],
    tags: expect.arrayContaining([{ tag: "vip", tickets: 2 }]),
    statuses: expect.arrayContaining([{ status: "closed", tickets: expect.any(Number), becomes: "closed" }]),
  });
  const dry = await imports.runToEnd(from, { dry: true });
  expect(dry).toMatchObject({ state: "done", counts: { created: 5, messages: 0 } });
  expect([await imports.count("conversations"), await imports.count("contacts"), await imports.count("tags")]).toEqual([0, 0, 0]);
  await world.as(`${imports.path}/contact-attributes`, {
    body: { clientId: crypto.randomUUID(), key: "tier", label: "Tier", type: "text", choices: [] },
  });
  const options = { ...OPTIONS, statuses: { closed: "skip" }, tags: { vip: "Important" }, fields: { plan: "tier" }, files: false };
  await imports.runToEnd(from, { options });
  expect((await imports.conversations()).at(-1)).toMatchObject({ subject: "Another question", tags: "Important" });
  expect(await world.rows("SELECT attributes FROM contacts WHERE project_id = ? AND name = 'Nadia Novak'", world.projectId)).toEqual([
    { attributes: '{"tier":"team"}' },
  ]);
  expect(await imports.count("files")).toBe(0);
});

test.for([...EXPECTED, { from: CHATWOOT, limit: { "retry-after": "90" } }])(
  "$from.platform: interrupted, limited and refused, a run continues without repeating anything",
  { timeout: 240_000 },
  async ({ from, limit }) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    desks.most = 2;
    desks.trouble = (n) =>
      n === 5 || n === 9
        ? "cut"
        : n === 8
          ? new Response(null, { status: 429, headers: limit })
          : n === 11
            ? new Response(null, { status: 503 })
            : undefined;
    const begun = (await imports.start(from)).body.run;
    const run = await imports.untilEnded(begun.id, 60);
    expect(run).toMatchObject({ state: "done", counts: { created: 5, messages: 12 } });
    expect([await imports.count("conversations"), await imports.count("messages"), await imports.count("contacts")]).toEqual([5, 12, 3]);
    const [numbers] = await world.rows<{ n: number; top: number }>(
      "SELECT count(*) AS n, max(sequence) AS top FROM conversation_events WHERE project_id = ?",
      world.projectId,
    );
    expect(numbers).toEqual({ n: 12, top: 12 });
    desks.trouble = () => new Response(null, { status: 401 });
    const refused = await imports.runToEnd(from, { options: { ...OPTIONS, everything: true } });
    expect(refused).toMatchObject({ state: "failed", error: "refused" });
    desks.trouble = () => undefined;
    await imports.act(refused.id, "resume");
    expect(await imports.untilEnded(refused.id)).toMatchObject({ state: "done", counts: { created: 0, updated: 0 } });
  },
);

test.for([...EXPECTED, { from: CHATWOOT }])(
  "$from.platform: an undo removes what the run created, and a later run brings it back",
  async ({ from }) => {
    const imports = await deskWorld();
    const { world } = imports;
    const run = await imports.runToEnd(from);
    await world.rows(
      "UPDATE conversations SET revision = revision + 1 WHERE project_id = ? AND subject = 'Cannot sign in'",
      world.projectId,
    );
    expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 4, spared: 1 } });
    expect((await imports.conversations()).map(({ subject }) => subject)).toEqual(["Cannot sign in"]);
    expect(await world.rows("SELECT name FROM contacts WHERE project_id = ?", world.projectId)).toEqual([{ name: "Tomas Tree" }]);
    expect(await imports.runToEnd(from)).toMatchObject({ state: "done", counts: { created: 4 } });
  },
);

test.for([INTERCOM, FRESHDESK, HELPSCOUT])(
  "$platform: what changes or is deleted while a run reads is neither missed nor fatal",
  async (from) => {
    const imports = await deskWorld();
    const { desks } = imports;
    desks.most = 2;
    let listed = 0;
    desks.trouble = (_, path) => {
      if (!/search|tickets$|conversations$/.test(path) || (listed += 1) !== 2) return undefined;
      // After the first page was read, a ticket of it goes to the end, and one that was not read yet is deleted.
      const [first] = desks.support.tickets;
      first?.comments.push({ id: 1106, author: 101, at: "2029-12-31T23:00:00Z", html: "<p>Thanks.</p>" });
      if (first) first.changed = "2029-12-31T23:00:00Z";
      desks.support.tickets.splice(3, 1);
      return undefined;
    };
    const run = await imports.runToEnd(from);
    expect(run).toMatchObject({ state: "done" });
    expect((await imports.conversations()).map(({ subject }) => subject)).toEqual([
      "Where is my invoice?",
      "Cannot sign in",
      "Same as 12",
      "Another question",
    ]);
    // The next run takes what the first one may not have seen.
    await imports.runToEnd(from);
    expect((await messagesOf(imports, "Where is my invoice?")).at(-1)).toMatchObject({ content: "Thanks." });
    expect(await imports.count("conversations")).toBe(4);
  },
);

test("a conversation that is gone when its messages are read is skipped", async () => {
  const imports = await deskWorld();
  imports.desks.trouble = (_, path) => (path === "/conversations/12" ? new Response(null, { status: 404 }) : undefined);
  const run = await imports.runToEnd(INTERCOM);
  expect(run).toMatchObject({ state: "done", counts: { created: 4, skipped: 1 } });
  expect((await imports.report(run.id)).find(({ sourceId }) => sourceId === "12")).toMatchObject({ outcome: "skipped", reason: "deleted" });
});
