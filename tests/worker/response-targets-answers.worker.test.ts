// Which answers count for response-time targets: the assistant's by the policy's choice, automatic mail never. And that no statement scans.
import { expect, test } from "vitest";
import { type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Policy } from "#modules/response-targets/contract";
import { targetField } from "../../modules/response-targets/kinds.ts";
import { readCounted, readDue, readNewest, readStale, writeStale } from "../../modules/response-targets/queries.ts";
import { ANSWER, assistantWorld } from "./assistant-kit.ts";
import { deliverRaw, mailWorld, raw } from "./mail-kit.ts";
import type { World } from "./world.ts";

const policy = (more: Partial<Policy>): Policy => ({
  ...{ id: crypto.randomUUID(), name: "All", priorities: [], teamId: null, tagId: null, channel: null },
  ...{ first: 30, next: 60, resolution: null, counts: "always", warn: null, assistantCounts: false },
  ...more,
});
async function use(world: World, revision: number, ...policies: readonly Policy[]): Promise<void> {
  const path = `/api/management/projects/${world.projectId}/response-policies`;
  expect((await world.as(path, { method: "PUT", body: { policies, revision } })).status).toBe(200);
}
const clocks = (world: World, id: string) =>
  world.rows<{ target: string; outcome: string | null; ended_how: string | null; ended_by: string | null; due_at: number | null }>(
    "SELECT target, outcome, ended_how, ended_by, due_at FROM response_clocks WHERE conversation_id = ? AND target <> 'resolution' ORDER BY started_at",
    id,
  );

test("an answer of the assistant meets a target only if the policy says so", async () => {
  const at = await assistantWorld();
  const { world } = at;
  await at.save();
  await at.choose();
  at.models.answer(() => ({ object: ANSWER }));
  await use(world, 0, policy({}));
  const people = await at.ask();
  expect((await at.messages(people.id)).at(-1)?.role).toBe("assistant");
  expect(await clocks(world, people.id)).toEqual([expect.objectContaining({ target: "first", outcome: null, ended_how: null })]);
  await use(world, 1, policy({ assistantCounts: true }));
  // Nobody waits there any more, so what the assistant had answered counts from now on.
  expect(await clocks(world, people.id)).toEqual([expect.objectContaining({ target: "first", outcome: "met", ended_by: null })]);
  const both = await at.ask();
  expect(await clocks(world, both.id)).toEqual([expect.objectContaining({ target: "first", outcome: "met", ended_how: "answered" })]);
  world.clock.advance({ minutes: 1 });
  await both.visitor.postMessage(both.id, "how long do I have to return a parcel, once more?");
  expect((await clocks(world, both.id)).map(({ target }) => target)).toEqual(["first", "next"]);
});

test("what a rule sent before there were policies is no first answer, and what a person wrote is", async () => {
  const world = await mailWorld();
  const rule = {
    ...{ name: "We got it", enabled: true, trigger: "created", minutes: null, words: [], conditions: [], note: "" },
    steps: [{ action: "reply", value: { text: "Thanks, we have it." } }],
  };
  const made = await world.as(`/api/management/projects/${world.projectId}/automation-rules`, {
    body: { clientId: crypto.randomUUID(), rule },
  });
  expect(made.status).toBe(201);
  const opened = async () => {
    const visitor = await world.visitor();
    const { id } = (await visitor.open("Where is my order?")).body.conversation;
    await world.tick();
    return { visitor, id };
  };
  const [told, answered] = [await opened(), await opened()];
  const reply = await world.as(`${world.conversations}/${answered.id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(answered.id), content: "On its way." },
  });
  expect(reply.status).toBe(201);
  await use(world, 0, policy({}));
  for (const { visitor, id } of [told, answered]) await visitor.postMessage(id, "Hello?");
  expect((await clocks(world, told.id)).map(({ target }) => target)).toEqual(["first"]);
  expect((await clocks(world, answered.id)).map(({ target }) => target)).toEqual(["next"]);
});

test("automatic mail begins nothing and ends nothing", async () => {
  const world = await mailWorld();
  await use(world, 0, policy({}));
  const deliver = (fields: Record<string, string>) => deliverRaw(world, raw(fields));
  const automatic = { From: "ada@example.test", To: world.at, Subject: "Away", "Auto-Submitted": "auto-replied" };
  await deliver({ ...automatic, "Message-ID": "<1@example.test>" });
  const [away] = await world.rows<{ conversation_id: string }>(
    "SELECT conversation_id FROM messages WHERE project_id = ?",
    world.projectId,
  );
  expect(away).toBeDefined();
  expect(await clocks(world, away?.conversation_id ?? "")).toEqual([]);
  await deliver({ From: "bob@example.test", To: world.at, Subject: "Help", "Message-ID": "<2@example.test>" });
  const [first] = await world.rows<{ conversation_id: string }>(
    "SELECT conversation_id FROM response_clocks WHERE project_id = ? AND target = 'first'",
    world.projectId,
  );
  expect(await clocks(world, first?.conversation_id ?? "")).toEqual([expect.objectContaining({ target: "first", outcome: null })]);
});

test("every look at the clocks is one range of an index", async () => {
  const world = await mailWorld();
  const dialect = new SQLiteSyncDialect();
  const planOf = async (statement: SQL): Promise<string> => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const rows = await world.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...(params as never[]));
    return rows.map(({ detail }) => detail).join("\n");
  };
  const [project, conversation] = [world.projectId as never, "cnv_00000000000000000000000001" as never];
  expect(await planOf(readDue(1, 1).statement)).toBe(
    "SEARCH response_clocks USING INDEX response_clocks_check (check_at>? AND check_at<?)",
  );
  expect(await planOf(readStale(project, conversation).statement)).toMatch(
    /^SEARCH response_clocks USING INDEX response_clocks_live \(project_id=\? AND conversation_id=\?\)$/,
  );
  expect(await planOf(readCounted(project, "", 1).statement)).toMatch(
    /^SEARCH response_clocks USING (COVERING )?INDEX response_clocks_live \(project_id=\? AND conversation_id>\?\)$/,
  );
  expect(await planOf(writeStale(project, [conversation], 1))).toMatch(
    /SEARCH response_clocks USING INDEX response_clocks_live \(project_id=\? AND conversation_id=\?\)/,
  );
  expect(await planOf(readNewest(project, conversation).statement)).not.toMatch(/SCAN response_clocks|TEMP B-TREE/);
  const row = await planOf(
    sql`SELECT ${targetField.expression} FROM conversations c WHERE c.project_id = ${project} AND c.id = ${conversation}`,
  );
  expect(row).toMatch(/SEARCH t USING INDEX response_clocks_live \(project_id=\? AND conversation_id=\?\)/);
});
