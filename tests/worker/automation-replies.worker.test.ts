// Replies that rules send: as the team's, once, with variables, and never to a program, an unproved address, spam, or without end.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

interface Message {
  readonly content: string;
  readonly authorRole: string;
  readonly authorId: string | null;
  readonly authorName: string | null;
  readonly origin: { readonly door: string; readonly rule?: { readonly by: string } };
}
interface Thread {
  readonly events: readonly { readonly kind: string; readonly message?: Message }[];
  readonly conversation: { readonly waitingSince: string | null; readonly assigneeId: string | null };
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  for (const table of ["automation_rules", "automation_progress", "automation_runs", "automation_replies"])
    await world.env.DB.exec(`DELETE FROM ${table}`);
  visitor = await world.visitor();
});
const path = (rest = "") => `/api/management/projects/${world.projectId}/automation-rules${rest}`;
const reply = (text: string) => ({ action: "reply", value: { text } });
const given = (more: object = {}) => ({
  ...{ name: "Hours", enabled: true, trigger: "customer_message", minutes: null, words: [], conditions: [], note: "" },
  ...{ steps: [reply("Hello {{contact.first_name|there}}, we are back on Monday. {{project.name}}")], ...more },
});
const create = (more: object = {}) =>
  world.as<{ rule: { id: string }; issues?: { path: string; message: string }[] }>(path(), {
    body: { clientId: crypto.randomUUID(), rule: given(more) },
  });
const made = async (more: object = {}): Promise<string> => {
  const { status, body } = await create(more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.rule.id;
};
const thread = async (id: string): Promise<Thread> => (await world.as<Thread>(`${world.conversations}/${id}`)).body;
const sentIn = async (id: string): Promise<readonly Message[]> =>
  (await thread(id)).events.flatMap(({ message }) => (message?.authorRole === "system" ? [message] : []));
const outcomes = async (id: string): Promise<string[]> =>
  (
    await world.rows<{ outcomes: string }>("SELECT outcomes FROM automation_runs WHERE conversation_id = ? ORDER BY created_at, id", id)
  ).flatMap(({ outcomes: stored }) => (JSON.parse(stored) as { steps: { outcome: string }[] }).steps.map(({ outcome }) => outcome));
const again = (id: string): Promise<unknown> =>
  world.rows("UPDATE automation_progress SET sequence = (SELECT min(sequence) - 1 FROM conversation_events WHERE conversation_id = ?)", id);

test("a reply is sent once, speaks for the team, and the customer does not get the rule's name", async () => {
  await made();
  const id = await openConversation(visitor);
  const [sent, ...more] = await sentIn(id);
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ content: "Hello there, we are back on Monday. Acme", authorName: null, origin: { rule: { by: "Hours" } } });
  const seen = await visitor.call<{ items: { kind: string; message?: Message }[] }>(`/api/widget/conversations/${id}/events`);
  const got = seen.body.items.flatMap(({ message }) => (message && message.authorRole !== "visitor" ? [message] : []));
  expect(got).toMatchObject([{ authorRole: "system", authorId: null, authorName: null, origin: { door: "dashboard", automatic: null } }]);
  expect(JSON.stringify(seen.body)).not.toContain("Hours");
});

test("it answers nobody: the customer waits on, it is assigned to nobody, and a member's reply is not stale because of it", async () => {
  await made();
  const id = await openConversation(visitor);
  expect((await sentIn(id)).length).toBe(1);
  const { conversation } = await thread(id);
  expect(conversation.waitingSince).not.toBeNull();
  expect(conversation.assigneeId).toBeNull();
  // As of the customer's message, before the rule's.
  expect((await act(world, id, "messages", { content: "Here I am", frontier: 1 })).status).toBe(201);
});

test("at most one an hour in a conversation, and one a day of each rule", async () => {
  await made({ name: "a" });
  await made({ name: "b", steps: [reply("Another one")] });
  const id = await openConversation(visitor);
  expect((await sentIn(id)).map(({ origin }) => origin.rule?.by)).toEqual(["a"]);
  expect((await outcomes(id)).toSorted()).toEqual(["changes", "held"]);
  await visitor.postMessage(id, "Hello?");
  expect((await sentIn(id)).length).toBe(1);
  world.clock.advance({ minutes: 61 });
  await visitor.postMessage(id, "Still there?");
  expect((await sentIn(id)).map(({ origin }) => origin.rule?.by)).toEqual(["a", "b"]);
  world.clock.advance({ hours: 2 });
  await visitor.postMessage(id, "And now?");
  expect((await sentIn(id)).length).toBe(2);
  world.clock.advance({ hours: 23 });
  await visitor.postMessage(id, "A day later");
  expect((await sentIn(id)).map(({ origin }) => origin.rule?.by)).toEqual(["a", "b", "a"]);
});

test("one contact gets ten a day, however many conversations they begin", async () => {
  await made({ trigger: "created" });
  // The day of the limit is one of the calendar.
  world.clock.set(`${new Date(world.clock.now() + 86_400_000).toISOString().slice(0, 10)}T00:05:00Z`);
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    ids.push(await openConversation(visitor));
    world.clock.advance({ minutes: 100 });
  }
  const sent = await Promise.all(ids.map(sentIn));
  expect(sent.flat().length).toBe(10);
});

test.each([
  [
    "automatic mail",
    `UPDATE messages SET origin = json_set(origin, '$.automatic', json('{"reasons":[]}')) WHERE conversation_id = ?`,
    "automatic",
  ],
  ["spam", "UPDATE conversations SET silenced = 1 WHERE id = ?", undefined],
  ["a blocked contact", "UPDATE contacts SET state = 'hidden' WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", undefined],
  ["an erased contact", "UPDATE contacts SET state = 'erased' WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", undefined],
  ["mail from an unproved address", "UPDATE conversations SET door = 'email' WHERE id = ?", "not_sent"],
  [
    "words of a different sender",
    "UPDATE messages SET origin = json_set(origin, '$.differentSender', json('true')) WHERE conversation_id = ?",
    "not_sent",
  ],
])("nothing is sent for %s", async (_what, change, outcome) => {
  const id = await openConversation(visitor);
  await made();
  await world.rows(change, id);
  await again(id);
  await world.tick();
  expect(await world.rows("SELECT id FROM messages WHERE conversation_id = ? AND author_role = 'system'", id)).toEqual([]);
  expect(await outcomes(id)).toEqual(outcome === undefined ? [] : [outcome]);
});

test("a run that is repeated sends nothing twice, also if the contact is called otherwise by now", async () => {
  await made();
  const id = await openConversation(visitor);
  expect((await sentIn(id)).length).toBe(1);
  await world.rows("UPDATE automation_runs SET state = 'running'");
  await world.rows("DELETE FROM automation_replies");
  await world.rows("UPDATE contacts SET name = 'Amara Okafor' WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", id);
  await again(id);
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'automation.run'");
  await world.tick();
  expect((await sentIn(id)).length).toBe(1);
  expect(await outcomes(id)).toEqual(["changes"]);
});

test("variables that there are not, of an agent, or without a fallback are refused by their place", async () => {
  const refused = async (text: string): Promise<string> => {
    const { status, body } = await create({ steps: [{ action: "priority", value: { priority: "high" } }, reply(text)] });
    return `${status} ${body.issues?.[0]?.path} ${body.issues?.[0]?.message.includes("{{") === true ? "names it" : ""}`.trim();
  };
  expect(await refused("Hi {{order.id|x}}")).toBe("400 rule.steps.1 names it");
  expect(await refused("Hi {{agent.name|x}}")).toBe("400 rule.steps.1 names it");
  expect(await refused("Hi {{contact.name}}")).toBe("400 rule.steps.1 names it");
  expect(await refused("Hi {{contact.plan|free}}")).toBe("400 rule.steps.1 names it");
  expect(await refused("  ")).toBe("400 rule.steps.1");
  expect((await create({ steps: [reply("a"), reply("b")] })).body.issues?.[0]?.path).toBe("rule.steps.1");
  expect((await create({ steps: [reply("Hi {{contact.email|you}}, `{{order}}`")] })).status).toBe(201);
});

test("it is no first answer of a response-time target", async () => {
  const policy = {
    ...{ id: crypto.randomUUID(), name: "Everybody", priorities: [], teamId: null, tagId: null, channel: null },
    ...{ first: 30, next: 60, resolution: null, counts: "always", warn: 10, assistantCounts: true },
  };
  const at = `/api/management/projects/${world.projectId}/response-policies`;
  expect((await world.as(at, { method: "PUT", body: { policies: [policy], revision: 0 } })).status).toBe(200);
  await made();
  const id = await openConversation(visitor);
  expect((await sentIn(id)).length).toBe(1);
  expect(
    await world.rows("SELECT target, ended_at FROM response_clocks WHERE conversation_id = ? AND target <> 'resolution'", id),
  ).toMatchObject([{ target: "first", ended_at: null }]);
});
