// The order of lists by what falls due first: in the fixed views and in saved ones, page by page, through everything that moves a target.
import { beforeAll, expect, test } from "vitest";
import type { Policy } from "#modules/response-targets/contract";
import { makeWorld, type Visitor, type World } from "./world.ts";

const NOW = "2030-01-02T09:00:00.000Z";
interface Page {
  readonly items: readonly { readonly id: string; readonly fields?: { readonly target?: string } }[];
  readonly next: string | null;
  readonly view?: { readonly sort: string };
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: NOW });
  await use(policy());
}, 60_000);
const uuid = (): string => crypto.randomUUID();
const policy = (more: Partial<Policy> = {}): Policy => ({
  ...{ id: uuid(), name: "Everybody", priorities: [], teamId: null, tagId: null, channel: null },
  ...{ first: 60, next: 60, resolution: null, counts: "always", warn: 10, assistantCounts: false },
  ...more,
});
async function use(...policies: readonly Policy[]): Promise<void> {
  const { revision } = (await world.as<{ revision: number }>(`/api/dashboard/projects/${world.projectId}/response-policies`)).body;
  const answer = await world.as(`/api/management/projects/${world.projectId}/response-policies`, {
    method: "PUT",
    body: { policies, revision },
  });
  expect(answer.status).toBe(200);
  await world.tick();
}
async function opens(text: string): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await world.visitor();
  return { visitor, id: (await visitor.open(text)).body.conversation.id };
}
const act = async (id: string, path: string, body: object): Promise<void> => {
  const { status } = await world.as(`${world.conversations}/${id}/${path}`, {
    body: { clientId: uuid(), frontier: await world.revision(id), ...body },
  });
  expect(status).toBe(201);
};
const page = async (query: string): Promise<Page> => {
  const { status, body } = await world.as<Page>(`${world.conversations}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const idsOf = async (query: string): Promise<string[]> => (await page(query)).items.map(({ id }) => id);
const DUE = "view=all&sort=due";

test("what is due first comes first, what has no target last, the newest first, in every view", async () => {
  const [early, late, none, newest] = [
    await opens("a"),
    (world.clock.advance({ minutes: 1 }), await opens("b")),
    await opens("c"),
    await opens("d"),
  ];
  world.clock.advance({ minutes: 1 });
  await act(newest.id, "messages", { content: "On its way." });
  await act(none.id, "messages", { content: "On its way." });
  // Opened at the same time as `none`, so the id decides between the two.
  const tail = [none.id, newest.id].sort().reverse();
  const all = [early.id, late.id, ...tail];
  expect(await idsOf(DUE)).toEqual(all);
  // Who answers is assigned.
  expect(await idsOf("view=unassigned&sort=due")).toEqual(all.slice(0, 2));
  expect(await idsOf("view=mine&sort=due")).toEqual(tail);

  const saved = (
    await world.as<{ view: { id: string; sort: string } }>(`/api/dashboard/projects/${world.projectId}/views`, {
      body: {
        ...{ clientId: uuid(), kind: "personal", name: "Due", icon: "", sort: "due" },
        conditions: [{ field: "status", is: "any", values: ["open"] }],
      },
    })
  ).body.view;
  // The view remembers its order.
  expect(saved.sort).toBe("due");
  expect((await page(`view=${saved.id}`)).view?.sort).toBe("due");
  expect(await idsOf(`view=${saved.id}`)).toEqual(all);

  // A customer who writes again waits anew, behind those who wait longer; an answer ends that.
  await none.visitor.postMessage(none.id, "Hello?");
  const again = [early.id, late.id, none.id, newest.id];
  expect(await idsOf(DUE)).toEqual(again);
  expect(await idsOf(`view=${saved.id}`)).toEqual(again);
  await act(early.id, "messages", { content: "Sorry for the wait." });
  const second = await idsOf(DUE);
  expect(second.slice(0, 2)).toEqual([late.id, none.id]);
  expect(await idsOf(`view=${saved.id}`)).toEqual(second);

  // Another target moves it without an event of the conversation, in the saved view too.
  expect((await world.as(`${world.conversations}/${none.id}/priority`, { body: { clientId: uuid(), priority: "urgent" } })).status).toBe(
    201,
  );
  await use(policy({ priorities: ["urgent"], next: 5 }), policy());
  expect((await idsOf(DUE)).slice(0, 2)).toEqual([none.id, late.id]);
  expect((await idsOf(`view=${saved.id}`)).slice(0, 2)).toEqual([none.id, late.id]);

  // Without policies nothing is due: the newest come first.
  await use();
  const newestFirst = [...(await idsOf("view=all&sort=created"))];
  expect(await idsOf(DUE)).toEqual(newestFirst);
  expect(await idsOf(`view=${saved.id}`)).toEqual(newestFirst);
  expect(await world.rows("SELECT due_at FROM conversation_sort_keys WHERE due_at IS NOT NULL")).toEqual([]);
});

test("a missed target stays in front until somebody answers, and a closed one leaves the list", async () => {
  await use(policy());
  const late = await opens("late");
  world.clock.advance({ minutes: 90 });
  const fresh = await opens("fresh");
  const both = async (): Promise<string[]> => (await idsOf(DUE)).filter((id) => [late.id, fresh.id].includes(id));
  expect(await both()).toEqual([late.id, fresh.id]);
  await act(late.id, "status", { status: "closed" });
  expect(await both()).toEqual([fresh.id]);
  const { items } = await page("view=closed&sort=due");
  expect(items.map(({ id }) => id)).toContain(late.id);
});
