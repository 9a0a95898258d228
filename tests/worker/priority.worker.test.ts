// Priority: an event kind that a module declares, from the route to the row, the filter, and the sockets.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Row {
  readonly id: string;
  readonly revision: number;
  readonly lastActivityAt: string;
  readonly fields?: Readonly<Record<string, string>>;
}
interface Event {
  readonly kind: string;
  readonly revision: number;
  readonly name?: string;
  readonly data?: unknown;
}
type HandlingAnswer = { readonly event: Event; readonly conversation: Row; readonly repeated: boolean };

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
});
const openConversation = async (): Promise<string> => (await visitor.open("Hello")).body.conversation.id;
const setPriority = (id: string, priority: string, clientId: string = crypto.randomUUID(), at = world): Promise<Answer<HandlingAnswer>> =>
  world.as<HandlingAnswer>(`${at.conversations}/${id}/priority`, { body: { clientId, priority } });
const list = async (query = ""): Promise<Answer<{ items: Row[] }>> => await world.as<{ items: Row[] }>(`${world.conversations}${query}`);

test("setting a priority is a team event that changes nothing else of the conversation's row than its rank", async () => {
  const id = await openConversation();
  const [before] = (await list()).body.items;
  const { status, body } = await setPriority(id, "high");
  expect([status, body.repeated, body.event.kind, body.event.name, body.event.data]).toEqual([
    201,
    false,
    "activity",
    "priority",
    { priority: "high" },
  ]);
  expect(body.conversation).toEqual({ ...before, revision: 2, rank: 3, fields: { priority: "high" } });
  const thread = await world.as<{ conversation: Row; events: Event[] }>(`${world.conversations}/${id}`);
  expect(thread.body.conversation.fields).toEqual({ priority: "high" });
  expect(thread.body.events.map(({ kind }) => kind)).toEqual(["message", "activity"]);
  expect((await setPriority(id, "none")).body.conversation).toEqual({ ...before, revision: 3 });
});

test("a repetition gets its first answer; another use of the clientId and an unchanged priority are conflicts", async () => {
  const id = await openConversation();
  const clientId = crypto.randomUUID();
  expect((await setPriority(id, "low", clientId)).status).toBe(201);
  const again = await setPriority(id, "low", clientId);
  expect([again.status, again.body.repeated, again.body.event.revision]).toEqual([200, true, 2]);
  expect((await setPriority(id, "urgent", clientId)).status).toBe(409);
  const same = await setPriority(id, "low");
  expect([same.status, same.body]).toMatchObject([409, { error: "The conversation has this priority already." }]);
  const missing = await setPriority(await openConversation(), "none");
  expect([missing.status, missing.body]).toMatchObject([409, { error: "The conversation has no priority." }]);
  expect((await setPriority(id, "highest")).status).toBe(400);
});

test("a change of priority makes no reply stale", async () => {
  const id = await openConversation();
  await setPriority(id, "urgent");
  const reply = await world.as(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: 1, content: "An answer" },
  });
  expect(reply.status).toBe(201);
});

test("every inbox view can be filtered by priority, and an unknown filter is refused", async () => {
  const [urgent, low] = [await openConversation(), await openConversation()];
  await setPriority(urgent, "urgent");
  await setPriority(low, "low");
  const idsOf = async (query: string): Promise<string[]> => (await list(query)).body.items.map((row) => row.id);
  expect(await idsOf("?filter=priority:low")).toContain(low);
  for (const view of ["all", "unassigned"]) {
    const found = await idsOf(`?view=${view}&filter=priority:urgent`);
    expect(found).toContain(urgent);
    expect(found).not.toContain(low);
  }
  expect(await idsOf("?view=closed&filter=priority:urgent")).toEqual([]);
  for (const filter of ["priority:none", "priority:huge", "status:open", "priority"])
    expect((await list(`?filter=${filter}`)).status, filter).toBe(400);
});

test("members receive a priority at once and after a reconnect, and the visitor never does", async () => {
  const id = await openConversation();
  const { head } = (await world.as<{ head: number }>(world.conversations)).body;
  const [member, guest] = [await world.socket(), await visitor.socket()];
  await Promise.all([member, guest].map((socket) => socket.until((frame) => frame.type === "live")));
  await setPriority(id, "high");
  const frame = await member.until(({ event }) => event?.kind === "activity");
  expect((frame["conversation"] as Row).fields).toEqual({ priority: "high" });
  const late = await world.socket(head);
  const replayed = await late.until(({ event }) => event?.kind === "activity");
  expect(replayed).toEqual(frame);
  await visitor.postMessage(id, "Are you there?");
  await guest.until(({ event }) => event?.message?.content === "Are you there?");
  expect(guest.contents()).toEqual(["Are you there?"]);
  const own = await visitor.call<{ items: Event[] }>(`/api/widget/conversations/${id}/events`);
  expect(own.body.items.map(({ kind }) => kind)).toEqual(["message", "message"]);
  expect(JSON.stringify(own.body)).not.toContain("priority");
});

test("the priority of another project's conversation can be neither set nor read", async () => {
  const id = await openConversation();
  const other = await makeWorld();
  const foreign = await other.visitor();
  const theirs = (await foreign.open("Hello")).body.conversation.id;
  expect((await setPriority(theirs, "urgent")).status).toBe(404);
  expect((await setPriority(id, "urgent", undefined, other)).status).toBe(404);
  expect((await setPriority("cnv_00000000000000000000000000", "urgent")).status).toBe(404);
  const rows = await world.rows("SELECT 1 FROM conversation_priorities WHERE conversation_id IN (?, ?)", id, theirs);
  expect(rows).toEqual([]);
  // A row of another project with the same id would not be read either.
  await world.rows(
    "INSERT INTO conversation_priorities (project_id, conversation_id, priority) VALUES (?, ?, 'urgent')",
    other.projectId,
    id,
  );
  expect((await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation.fields).toBeUndefined();
});
