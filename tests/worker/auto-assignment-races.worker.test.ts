// What changes between choosing a member and storing it: the batch of an assignment asks everything again.
import { createExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import type { Env } from "#kernel/module/index.ts";
import type { GivenPool } from "#modules/auto-assignment/contract";
import { systemCtx } from "../../edition/worker.ts";
import { assignWaiting } from "../../modules/auto-assignment/assign-waiting.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let me: string;
let tom: { accountId: string; cookie: string };
let day = 1;
beforeEach(async () => {
  day += 1;
  world = await makeWorld({ now: `2030-03-${String(day).padStart(2, "0")}T10:00:00.000Z` });
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
  tom = await join(world);
}, 60_000);

const change = async (more: Partial<GivenPool> = {}): Promise<void> => {
  const body = { teamId: null, mode: "turn", cap: 1, withinHours: true, leftOut: [me], revision: 0, ...more };
  const answer = await world.as(`/api/management/projects/${world.projectId}/auto-assignment`, { method: "PUT", body });
  expect(answer.status).toBe(200);
};
const available = (availability: string) =>
  world.as(`/api/dashboard/projects/${world.projectId}/availability`, { method: "PUT", body: { availability } }, tom.cookie);
const assignee = async (id: string): Promise<string | null> =>
  (await world.as<{ conversation: { assigneeId: string | null } }>(`${world.conversations}/${id}`)).body.conversation.assigneeId;
const waiting = () =>
  world.rows("SELECT conversation_id FROM auto_assignment_waiting WHERE project_id = ?", world.projectId).then((rows) => rows.length);

/** A conversation that waits while its only member, Tom, could be given it, and nothing has looked yet. */
async function waits(cap = 1): Promise<string> {
  await available("away");
  await change({ cap });
  const id = await openConversation(await world.visitor());
  expect(await waiting()).toBe(1);
  await world.env.DB.exec(`DELETE FROM member_availability WHERE project_id = '${world.projectId}'`);
  return id;
}
/** Looks at what waits, and has something happen right before the first batch that gives a conversation to somebody. */
async function lookWhile(happens: () => Promise<unknown>): Promise<void> {
  let prepared: string[] = [];
  let happened = false;
  const DB = {
    prepare: (text: string) => {
      prepared.push(text);
      return world.env.DB.prepare(text);
    },
    batch: async (statements: D1PreparedStatement[]) => {
      const gives = prepared.some((text) => text.includes("INTO auto_assignment_turns"));
      prepared = [];
      if (gives && !happened) {
        happened = true;
        await happens();
        prepared = [];
      }
      return await world.env.DB.batch(statements);
    },
  };
  const env = { ...world.env, DB } as unknown as Env;
  await assignWaiting(
    { ...systemCtx(env, createExecutionContext(), world.clock), registry: world.registry },
    world.projectId as never,
    1000,
  );
  expect(happened, "a batch gives it").toBe(true);
}
const frontier = (id: string) => world.revision(id);

test("nothing happens meanwhile: it is given", async () => {
  const id = await waits();
  await lookWhile(async () => undefined);
  expect([await assignee(id), await waiting()]).toEqual([tom.accountId, 0]);
});

test("they reach the cap meanwhile: it goes on waiting", async () => {
  const own = await openConversation(await world.visitor());
  const id = await waits();
  await lookWhile(async () => act(world, own, "assign", { assigneeId: tom.accountId, frontier: await frontier(own) }));
  expect([await assignee(own), await assignee(id), await waiting()]).toEqual([tom.accountId, null, 1]);
});

test("they go away meanwhile", async () => {
  const id = await waits();
  await lookWhile(() => available("away"));
  expect([await assignee(id), await waiting()]).toEqual([null, 1]);
});

test("a lower cap is set meanwhile", async () => {
  const own = await openConversation(await world.visitor());
  await act(world, own, "assign", { assigneeId: tom.accountId, frontier: await frontier(own) });
  const id = await waits(2);
  await lookWhile(() => change({ cap: 1, revision: 1 }));
  expect([await assignee(id), await waiting()]).toEqual([null, 1]);
});

test("they are left out meanwhile", async () => {
  const id = await waits();
  await lookWhile(() => change({ leftOut: [me, tom.accountId] as never, revision: 1 }));
  expect([await assignee(id), await waiting()]).toEqual([null, 1]);
});

test("the pool is switched off meanwhile", async () => {
  const id = await waits();
  await lookWhile(() => change({ mode: "off", revision: 1 }));
  expect(await assignee(id)).toBeNull();
});

test("they leave the project meanwhile", async () => {
  const id = await waits();
  await lookWhile(() => world.as(`/api/management/projects/${world.projectId}/members/${tom.accountId}`, { method: "DELETE" }));
  expect([await assignee(id), await waiting()]).toEqual([null, 1]);
});

test("it is closed, or moved to a team whose pool is off, meanwhile", async () => {
  const id = await waits();
  await lookWhile(async () => act(world, id, "status", { status: "closed", frontier: await frontier(id) }));
  expect([await assignee(id), await waiting()]).toEqual([null, 0]);
  const { body } = await world.as<{ team: { id: string } }>(`/api/management/projects/${world.projectId}/teams`, {
    body: { clientId: crypto.randomUUID(), name: "Billing", members: [] },
  });
  await available("away");
  const other = await openConversation(await world.visitor());
  await world.env.DB.exec(`DELETE FROM member_availability WHERE project_id = '${world.projectId}'`);
  await lookWhile(async () => act(world, other, "team", { teamId: body.team.id, frontier: await frontier(other) }));
  expect([await assignee(other), await waiting()]).toEqual([null, 0]);
});

test("somebody takes it meanwhile: it is theirs", async () => {
  const id = await waits();
  await lookWhile(async () => act(world, id, "assign", { assigneeId: me, frontier: await frontier(id) }));
  expect([await assignee(id), await waiting()]).toEqual([me, 0]);
});

test("another run looks meanwhile: each conversation is given once, and both members have one", async () => {
  await available("away");
  await world.as(`/api/dashboard/projects/${world.projectId}/availability`, { method: "PUT", body: { availability: "away" } });
  await change({ leftOut: [] });
  const ids = [await openConversation(await world.visitor()), await openConversation(await world.visitor())];
  await world.env.DB.exec(`DELETE FROM member_availability WHERE project_id = '${world.projectId}'`);
  await lookWhile(() => assignWaiting(world.ctx(), world.projectId as never, 1000));
  expect(new Set(await Promise.all(ids.map(assignee)))).toEqual(new Set([me, tom.accountId]));
  for (const id of ids) {
    const { body } = await world.as<{ events: { kind: string }[] }>(`${world.conversations}/${id}`);
    expect(body.events.filter(({ kind }) => kind === "assigned")).toHaveLength(1);
  }
});

test("who joins the project, and who joins a team, is given what waits", async () => {
  const left = await waits();
  await world.env.DB.exec(
    `INSERT INTO member_availability (project_id, account_id, availability) VALUES ('${world.projectId}', '${tom.accountId}', 'away')`,
  );
  const anna = await join(world, "operator", "Anna Lee");
  expect(await assignee(left)).toBe(anna.accountId);
  const team = async (members: string[], path = "", method = "POST") =>
    await world.as<{ team: { id: GivenPool["teamId"] } }>(`/api/management/projects/${world.projectId}/teams${path}`, {
      ...{ method, body: { name: "Billing", members, ...(path === "" ? { clientId: crypto.randomUUID() } : { archived: false }) } },
    });
  const { id: teamId } = (await team([])).body.team;
  await change({ teamId, cap: 5, leftOut: [] });
  const id = await openConversation(await world.visitor());
  await act(world, id, "team", { teamId, frontier: await frontier(id) });
  expect(await assignee(id)).toBeNull();
  expect((await team([me], `/${teamId}`, "PATCH")).status).toBe(200);
  expect(await assignee(id)).toBe(me);
});
