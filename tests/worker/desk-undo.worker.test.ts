// Undoing one of several imports: what a later run added to conversations of an earlier one.
import { expect, test } from "vitest";
import { deskWorld } from "./desk-imports-kit.ts";

test("an undo takes back what a second run added, for good: its messages, files and state, and the first run can still be undone", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const first = await imports.runToEnd();
  const before = await imports.conversations();
  const rows = async (): Promise<unknown> => [
    await imports.conversations(),
    await world.rows("SELECT content, kind FROM messages WHERE project_id = ? ORDER BY created_at, id", world.projectId),
    await world.rows("SELECT conversation_id, visitor_messages FROM conversation_reads WHERE project_id = ? ORDER BY 1", world.projectId),
    await world.rows("SELECT name, conversations FROM tags WHERE project_id = ? ORDER BY 1", world.projectId),
    await world.rows("SELECT name FROM files WHERE project_id = ? AND state = 'attached' ORDER BY 1", world.projectId),
    await world.rows(
      "SELECT list, conversations FROM conversation_counts WHERE project_id = ? AND conversations > 0 ORDER BY 1",
      world.projectId,
    ),
  ];
  const revisionless = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/"revision":\d+/g, '"revision":0'));
  // What is brought again has other revisions and ids.
  const alike = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(/revision":\d+/g, 'revision":0')
        .replaceAll(/cnv_\w+/g, "cnv"),
    );
  const was = await rows();
  const ticket = desks.support.tickets.find(({ id }) => id === 16);
  if (!ticket) throw new Error("no ticket");
  const [person] = desks.support.users.filter(({ id }) => id === 103);
  ticket.comments.push(
    {
      id: 1603,
      author: 101,
      at: "2029-08-01T10:00:00Z",
      html: "<p>And another unforgettable one.</p>",
      files: [{ id: 5003, name: "more.png" }],
    },
    { id: 1604, author: 1, at: "2029-08-01T11:00:00Z", html: "<p>Wait.</p>", internal: true },
    { id: 1605, author: 101, at: "2029-08-01T12:00:00Z", html: "<p>Well?</p>" },
  );
  Object.assign(ticket, { status: "solved", changed: "2029-08-01T12:00:00Z", tags: ["angry"] });
  desks.support.tickets.push({
    ...{ id: 17, subject: "New here", status: "open", requester: person?.id ?? 0, tags: [] },
    ...{ created: "2029-08-02T09:00:00Z", changed: "2029-08-02T09:00:00Z" },
    comments: [{ id: 1701, author: 103, at: "2029-08-02T09:00:00Z", html: "<p>Hello.</p>" }],
  });
  const second = await imports.runToEnd();
  expect(second.counts).toMatchObject({ created: 1, updated: 1, messages: 4 });
  const added = await rows();
  expect(await imports.undo(second.id)).toMatchObject({ state: "undone", counts: { removed: 2, spared: 0 } });
  expect(revisionless(await rows())).toEqual(revisionless(was));
  expect(await world.rows("SELECT 1 FROM contacts WHERE project_id = ? AND name = 'Copied Colleague'", world.projectId)).toEqual([]);
  expect(await imports.count("desk_import_additions")).toBe(0);
  expect((await imports.report(second.id)).filter(({ undone }) => undone !== null)).toMatchObject([
    { sourceId: "16", title: "Another question", undone: "removed" },
    { sourceId: "17", title: "", undone: "removed" },
  ]);
  // The thread says so in one line, and no revision went back.
  const [row] = await world.rows<{ id: string; revision: number }>(
    "SELECT id, revision FROM conversations WHERE project_id = ? AND subject = 'Another question'",
    world.projectId,
  );
  expect(row?.revision).toBe(5);
  const thread = await world.as<{ events: { revision: number; kind: string; name?: string; data?: object }[] }>(
    `/api/dashboard/projects/${world.projectId}/conversations/${row?.id}`,
  );
  expect(thread.body.events.map(({ revision, kind, name, data }) => [revision, kind, name, data])).toEqual([
    [1, "message", undefined, undefined],
    [2, "message", undefined, undefined],
    [5, "activity", "import_undone", { messages: 3 }],
  ]);
  const [numbers] = await world.rows<{ n: number; top: number }>(
    "SELECT count(*) AS n, max(sequence) AS top FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  expect(numbers?.n).toBe(numbers?.top);
  // A later run brings it again, and is taken back again.
  const third = await imports.runToEnd();
  expect(third.counts).toMatchObject({ created: 1, updated: 1, messages: 4 });
  expect(alike(await rows())).toEqual(alike(added));
  ticket.comments.push({ id: 1606, author: 101, at: "2029-09-01T10:00:00Z", html: "<p>Still here.</p>" });
  ticket.changed = "2029-09-01T10:00:00Z";
  const fourth = await imports.runToEnd();
  expect(fourth.counts).toMatchObject({ updated: 1, messages: 1 });
  expect(await imports.undo(fourth.id)).toMatchObject({ counts: { removed: 1, spared: 0 } });
  expect(alike(await rows())).toEqual(alike(added));
  expect(await imports.undo(third.id)).toMatchObject({ counts: { removed: 2, spared: 0 } });
  expect((await imports.conversations()).map((one) => one["visible_revision"])).toEqual(before.map((one) => one["visible_revision"]));
  expect(revisionless(await rows())).toEqual(revisionless(was));
  expect(await imports.undo(first.id)).toMatchObject({ state: "undone", counts: { removed: before.length, spared: 0 } });
  expect([await imports.count("conversations"), await imports.count("messages"), await imports.count("contacts")]).toEqual([0, 0, 0]);
  expect([await imports.count("tags"), await imports.count("desk_import_tags")]).toEqual([0, 0]);
});

test("an answer since, and a run that was undone before, keep what a second run added", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const first = await imports.runToEnd();
  for (const [id, at] of [
    [12, "2029-08-01T10:00:00Z"],
    [16, "2029-08-01T11:00:00Z"],
  ] as const) {
    const ticket = desks.support.tickets.find((one) => one.id === id);
    ticket?.comments.push({ id: id * 100 + 9, author: ticket.requester, at, html: `<p>Added to ${id}.</p>` });
    if (ticket) ticket.changed = at;
  }
  const second = await imports.runToEnd();
  expect(second.counts).toMatchObject({ updated: 2, messages: 2 });
  const [row] = await world.rows<{ id: string; revision: number }>(
    "SELECT id, revision FROM conversations WHERE project_id = ? AND subject = 'Cannot sign in'",
    world.projectId,
  );
  const answered = await world.as(`/api/dashboard/projects/${world.projectId}/conversations/${row?.id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: row?.revision, content: "We look into it.", attachments: [] },
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(201);
  expect(await imports.undo(second.id)).toMatchObject({ state: "undone", counts: { removed: 1, spared: 1 } });
  const texts = await world.rows<{ content: string }>("SELECT content FROM messages WHERE project_id = ?", world.projectId);
  expect(texts.map(({ content }) => content)).toEqual(expect.arrayContaining(["Added to 12.", "We look into it."]));
  expect(texts.map(({ content }) => content)).not.toContain("Added to 16.");
  expect(await imports.undo(first.id)).toMatchObject({ counts: { removed: 4, spared: 1 } });
  expect((await imports.conversations()).map(({ subject }) => subject)).toEqual(["Cannot sign in"]);
});
