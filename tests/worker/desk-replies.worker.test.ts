// Imports of canned replies from other help desks against their doubles: once, followed, kept when changed here, undone.
import { expect, test } from "vitest";
import { CHATWOOT, type DeskImports, deskWorld, FRESHDESK, HELPSCOUT, INTERCOM, OPTIONS, ZENDESK } from "./desk-imports-kit.ts";

const WITH = { options: { ...OPTIONS, replies: true } };
const repliesOf = ({ world }: DeskImports): Promise<Record<string, unknown>[]> =>
  world.rows(
    "SELECT title, shortcut, content, version, owner_id IS NULL AS shared FROM canned_replies WHERE project_id = ? AND deleted_at IS NULL ORDER BY title",
    world.projectId,
  );
const outcomesOf = async (imports: DeskImports, id: string): Promise<unknown[]> =>
  (await imports.report(id)).filter(({ kind }) => kind === "reply").map(({ sourceId, outcome, undone }) => [sourceId, outcome, undone]);
const reportOf = async (imports: DeskImports, id: string): Promise<unknown[]> =>
  (await imports.report(id))
    .filter(({ kind }) => kind === "reply")
    .map(({ sourceId, outcome, reason, undone, notes }) => [sourceId, outcome, reason, undone, notes.map(({ code }) => code)]);

test.for([
  { from: ZENDESK, name: "{{contact.first_name}}", word: null, notes: ["reply_more"] },
  { from: FRESHDESK, name: "{{contact.first_name}}", word: null, notes: ["reply_more"] },
  { from: HELPSCOUT, name: "{{contact.first_name|there}}", word: null, notes: [] },
  { from: CHATWOOT, name: "{{contact.first_name}}", word: "thanks", notes: ["reply_word"] },
])(
  "$from.platform: what the whole team has is shared here, and a second run takes only what changed",
  async ({ from, name, word, notes }) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    desks.most = 2;
    const preview = await world.as(`${imports.path}/desk-import-preview`, { body: { from } });
    expect(preview.body).toMatchObject({ replies: 2 });
    const dry = await imports.runToEnd(from, { ...WITH, dry: true });
    expect(dry.counts.replies).toBe(0);
    expect(await outcomesOf(imports, dry.id)).toEqual([
      ["9001", "created", null],
      ["9002", "created", null],
    ]);
    expect(await repliesOf(imports)).toEqual([]);
    const run = await imports.runToEnd(from, WITH);
    expect(run).toMatchObject({ state: "done", counts: { created: 5, messages: 12, replies: 2 } });
    const thanks = { content: `Thank you, ${name}, for **waiting**.`, shortcut: word, version: 1, shared: 1 };
    const refunds = { content: "We refund within 30 days.", shortcut: null, version: 1, shared: 1 };
    expect((await repliesOf(imports)).map(({ title: _, ...one }) => one)).toEqual(
      from === CHATWOOT ? [refunds, thanks] : [refunds, thanks],
    );
    expect(await reportOf(imports, run.id)).toEqual([
      ["9001", "created", null, null, []],
      ["9002", "created", null, null, notes],
    ]);
    // One changes there, the other here.
    for (const reply of desks.support.replies) reply.html = `<p>New: ${reply.title}</p>`;
    await world.rows(
      "UPDATE canned_replies SET version = 2, content = 'Ours' WHERE project_id = ? AND content LIKE 'We refund%'",
      world.projectId,
    );
    const second = await imports.runToEnd(from, WITH);
    expect(await outcomesOf(imports, second.id)).toEqual([
      ["9001", "updated", null],
      ["9002", "kept", null],
    ]);
    expect((await repliesOf(imports)).map(({ content }) => content).toSorted()).toEqual(["New: Thank you", "Ours"]);
    const third = await imports.runToEnd(from, WITH);
    expect(await outcomesOf(imports, third.id)).toEqual([
      ["9001", "unchanged", null],
      ["9002", "kept", null],
    ]);
    // Undoing the run that made them removes the one that is as imported, and a later run brings it back.
    expect(await imports.undo(run.id)).toMatchObject({ state: "undone" });
    expect((await repliesOf(imports)).map(({ content }) => content)).toEqual(["Ours"]);
    expect(await outcomesOf(imports, run.id)).toEqual([
      ["9001", "created", "removed"],
      ["9002", "created", "left"],
    ]);
    await imports.runToEnd(from, WITH);
    expect((await repliesOf(imports)).map(({ content }) => content).toSorted()).toEqual(["New: Thank you", "Ours"]);
  },
);

test("without the choice none are taken, and Intercom gives none", async () => {
  const imports = await deskWorld();
  await imports.runToEnd();
  expect(imports.desks.requests.some((path) => path.includes("macros"))).toBe(false);
  const preview = await imports.world.as(`${imports.path}/desk-import-preview`, { body: { from: INTERCOM } });
  expect(preview.body).toMatchObject({ replies: null });
  expect(await imports.runToEnd(INTERCOM, WITH)).toMatchObject({ state: "done", counts: { created: 5, replies: 0 } });
  expect(await repliesOf(imports)).toEqual([]);
});

test("too long, too many, a word that is taken, or a token that may not: the report says so, and tickets come nevertheless", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  await world.as(`/api/dashboard/projects/${world.projectId}/canned-replies`, {
    body: { clientId: crypto.randomUUID(), shared: true, reply: { title: "Ours", shortcut: "thanks", text: "Thanks.", files: [] } },
  });
  desks.support.replies.push({ id: 9004, title: "Long", word: "long", html: `<p>${"words ".repeat(1000)}</p>` });
  const run = await imports.runToEnd(CHATWOOT, WITH);
  expect(await reportOf(imports, run.id)).toEqual([
    ["9001", "created", null, null, ["reply_word"]],
    ["9002", "created", null, null, ["reply_word"]],
    ["9004", "skipped", "reply_long", null, []],
  ]);
  await world.rows(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 297) INSERT INTO canned_replies (id, project_id, title, content, created_by, client_id, created_at, changed_at) SELECT 'cre_' || i, ?, 'Filler', 'Words', 'acc_none', 'f' || i, 1, 1 FROM n",
    world.projectId,
  );
  desks.support.replies.push({ id: 9005, title: "One more", word: "more", html: "<p>More.</p>" });
  const full = await imports.runToEnd(CHATWOOT, WITH);
  expect((await reportOf(imports, full.id)).at(-1)).toEqual(["9005", "skipped", "reply_room", null, []]);
  desks.trouble = (_, path) => (path.startsWith("/api/v2/macros") ? new Response(null, { status: 403 }) : undefined);
  const refused = await imports.runToEnd(ZENDESK, WITH);
  expect(refused).toMatchObject({ state: "done", counts: { created: 5, replies: 0 } });
  expect(await reportOf(imports, refused.id)).toEqual([["", "skipped", "replies_refused", null, []]]);
});

test("interrupted at any request, canned replies are stored once", { timeout: 240_000 }, async () => {
  const imports = await deskWorld();
  const { desks } = imports;
  const run = (await imports.start(HELPSCOUT, WITH)).body.run;
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
  expect(await imports.untilEnded(run.id)).toMatchObject({ state: "done", counts: { created: 5, messages: 12, replies: 2 } });
  expect(await repliesOf(imports)).toHaveLength(2);
});
