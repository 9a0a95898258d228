// The history of delegated work: newest first, filtered, found by words, and at the same cost whatever its length.
import { beforeAll, expect, test } from "vitest";
import type { WaitingWork } from "../../modules/delegated-work/contract.ts";
import { workHistory } from "../../modules/delegated-work/work-history.ts";
import { DelegatedWork, GRANT } from "./delegated-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { join } from "./member-kit.ts";
import { base, pair, type Paired } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let work: DelegatedWork;
let device: Paired;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  work = new DelegatedWork(world);
  device = await pair(world, { grant: GRANT });
});
interface Page {
  readonly items: WaitingWork[];
  readonly next: string | null;
}
const list = async (query: Record<string, string> = {}, cookie?: string, at = world): Promise<Page> =>
  (await at.as<Page>(`${base(at)}/delegations?${new URLSearchParams(query)}`, {}, cookie)).body;
const ids = async (query: Record<string, string> = {}, cookie?: string): Promise<string[]> =>
  (await list(query, cookie)).items.map(({ delegation }) => delegation.id);

test("all work is listed, newest first, by its state, whose it is, and words of task, report, question and answer", async () => {
  const reported = await work.started(device, { task: "Look into invoice 4711" });
  await work.report(device, reported.id, reported.claimId, "It left with 100% of the Zebras_x.");
  const asked = await work.started(device, { task: "Which account?" });
  await work.ask(device, asked.id, asked.claimId, "Euros or pounds?");
  const cancelled = await work.started(device, { task: "Never mind" });
  await work.cancel(cancelled.id);
  await work.answer(asked.id, 1, "Take the krona");
  expect(await ids()).toEqual([cancelled.id, asked.id, reported.id]);
  expect(await ids({ status: "cancelled" })).toEqual([cancelled.id]);
  for (const [q, found] of [
    ["INVOICE", [reported.id]],
    ["zebras_x 100%", [reported.id]],
    ["z_bras", []],
    ["pounds", [asked.id]],
    ["krona euros", [asked.id]],
    ["krona invoice", []],
    ["   ", [cancelled.id, asked.id, reported.id]],
  ] as const)
    expect([q, await ids({ q })]).toEqual([q, found]);
  const mate = await join(world, "operator");
  expect([await ids({ mine: "1" }, mate.cookie), (await ids({}, mate.cookie)).length]).toEqual([[], 3]);
  const stranger = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  expect((await list({}, undefined, stranger)).items).toEqual([]);
  for (const bad of [{ status: "done" }, { mine: "0" }, { cursor: "nonsense" }, { q: "x".repeat(201) }])
    expect([bad, (await world.as(`${base(world)}/delegations?${new URLSearchParams(bad as Record<string, string>)}`)).status]).toEqual([
      bad,
      400,
    ]);
  await work.cancel(asked.id);
});

test("an erasure takes the words out of the history", async () => {
  const begun = await work.started(device, { task: "canarytask of Amara" });
  await work.report(device, begun.id, begun.claimId, "canaryreport");
  const { visitor } = work;
  expect(await ids({ q: "canarytask canaryreport" })).toEqual([begun.id]);
  await erase(world, visitor);
  for (let minute = 0; minute < 3; minute += 1) await tick(world);
  expect([await ids({ q: "canarytask" }), await ids({ q: "canaryreport" })]).toEqual([[], []]);
});

test("a page costs the same in a history of ten thousand, and no delegation is on two pages or none", async () => {
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const [me] = await at.rows<{ id: string }>("SELECT account_id AS id FROM memberships WHERE project_id = ? LIMIT 1", at.projectId);
  const conversation = (await (await at.visitor()).open("Hello")).body.conversation.id;
  const seed = async (count: number, from: number): Promise<void> => {
    await at.rows(
      `INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, frontier, client_id, status, created_at)
        WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
        SELECT 'dlg_' || printf('%026d', i), ?3, ?4, ?5, 'dgr_00000000000000000000000000', 'report', CASE WHEN i % 1000 = 0 THEN 'rare words' ELSE 'Look into it' END, 1, 'c' || i, 'cancelled', 1 FROM n`,
      ...[from, from + count, at.projectId, conversation, me?.id],
    );
  };
  const caller = { kind: "member", projectId: at.projectId, accountId: me?.id } as never;
  const cost = async (search: Parameters<typeof workHistory>[1]): Promise<number> => {
    const ctx = { ...at.ctx(), caller };
    await workHistory(ctx as never, search);
    return ctx.db.cost.rowsRead;
  };
  await seed(1000, 1);
  const before = [await cost({}), await cost({ q: "rare" }), await cost({ q: "nowhere" }), await cost({ status: "queued" })];
  await seed(9000, 1001);
  const after = [await cost({}), await cost({ q: "rare" }), await cost({ q: "nowhere" }), await cost({ status: "queued" })];
  expect(after).toEqual(before);
  expect(Math.max(...after)).toBeLessThan(2500);
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; ; pages += 1) {
    const page = await list({ q: "rare", ...(cursor !== undefined && { cursor }) }, undefined, at);
    found.push(...page.items.map(({ delegation }) => delegation.id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(found).toEqual(Array.from({ length: 10 }, (_, i) => `dlg_${String((10 - i) * 1000).padStart(26, "0")}`));
  expect(pages).toBe(50);
});
