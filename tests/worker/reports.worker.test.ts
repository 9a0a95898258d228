// Reports: what real messages, answers, closings, spam, tags, teams, targets and ratings count as; who sees whose figures; CSV; what is left behind.
import { beforeAll, expect, test } from "vitest";
import type { Report } from "#modules/reports/contract";
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
