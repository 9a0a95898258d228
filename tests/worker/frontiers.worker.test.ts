// Frontiers: nobody can have seen a revision that does not exist yet, so a frontier above the revision is refused.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
});
type HandlingAnswer = { code?: string; issues?: { path: string }[]; repeated?: boolean; event?: { revision: number } };
const post = (id: string, path: string, body: Record<string, unknown>): Promise<Answer<HandlingAnswer>> =>
  world.as<HandlingAnswer>(`${world.conversations}/${id}/${path}`, { body: { clientId: crypto.randomUUID(), ...body } });
const openConversation = async (): Promise<string> => (await visitor.open("hello")).body.conversation.id;

const routes: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ["messages", { content: "answer" }, 201],
  ["messages", { content: "answer", close: true }, 201],
  ["status", { status: "closed" }, 201],
  ["status", { status: "snoozed" }, 201],
  ["assign", { assigneeId: null }, 409],
  ["ai-reply", {}, 503],
];
test.each(routes)("%s %j: a frontier above the revision is an invalid request and changes nothing", async (path, body, otherwise) => {
  const id = await openConversation();
  for (const frontier of [2, 1000, Number.MAX_SAFE_INTEGER]) {
    const answer = await post(id, path, { ...body, frontier });
    expect([answer.status, answer.body.code, answer.body.issues?.map((issue) => issue.path)]).toEqual([
      400,
      "invalid_request",
      ["frontier"],
    ]);
  }
  expect(await world.revision(id)).toBe(1);
  // The revision itself is a valid frontier, so nothing else caused the refusal above.
  expect((await post(id, path, { ...body, frontier: 1 })).status).toBe(otherwise);
});

test("a repeated request is answered whatever frontier it names", async () => {
  const id = await openConversation();
  const message = { clientId: crypto.randomUUID(), content: "once" };
  expect((await post(id, "messages", { ...message, frontier: 1 })).status).toBe(201);
  for (const frontier of [0, 1, 2, 99]) {
    const again = await post(id, "messages", { ...message, frontier });
    expect([again.status, again.body.repeated, again.body.event?.revision]).toEqual([200, true, 2]);
  }
  // The reply, and the assignment that follows from it.
  expect(await world.revision(id)).toBe(3);
});

test("a reply that claims to have seen a concurrent message is stored after that message, or not at all", async () => {
  const id = await openConversation();
  for (let round = 0; round < 5; round += 1) {
    const frontier = (await world.revision(id)) + 1;
    const [said, ...answers] = await Promise.all([
      visitor.postMessage(id, `message ${round}`),
      ...Array.from({ length: 4 }, () => post(id, "messages", { content: "seen before it came", frontier })),
    ]);
    expect(said.body.event.revision).toBe(frontier);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.event?.revision).toBeGreaterThan(frontier);
      else expect([400, 503]).toContain(status);
    }
  }
});
