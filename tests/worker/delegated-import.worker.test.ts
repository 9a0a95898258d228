// Delegations of another installation: nothing of them is authority here (the two `import` rows of the specification).
import { beforeAll, expect, test } from "vitest";
import type { Delegation } from "../../modules/delegated-work/contract.ts";
import { type ExportedDelegation, importDelegation } from "../../modules/delegated-work/import-delegation.ts";
import { newId } from "#kernel/ids/index.ts";
import { DelegatedWork, GRANT } from "./delegated-kit.ts";
import { pair, type Paired } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

const EXPORTED = Date.parse("2029-12-31T00:00:00Z");
let world: World;
let work: DelegatedWork;
let device: Paired;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  work = new DelegatedWork(world);
  device = await pair(world, { grant: GRANT });
});
async function imported(
  more: Partial<ExportedDelegation>,
): Promise<{ given: ExportedDelegation; conversation: string; found: Delegation }> {
  const conversation = await work.begin();
  const [member] = await world.rows<{ id: string }>("SELECT account_id AS id FROM memberships WHERE project_id = ?", world.projectId);
  const given = {
    ...{ id: newId("delegation", EXPORTED), projectId: world.projectId, conversationId: conversation, accountId: member?.id },
    // Even of a grant that holds here.
    ...{ grantId: device.grantId, kind: "report", task: "Look into it", frontier: 1, clientId: crypto.randomUUID(), status: "queued" },
    ...{ deliveryState: null, outcome: null, report: null, createdAt: EXPORTED - 5000, startedAt: null, completedAt: null },
    ...more,
  } as ExportedDelegation;
  expect(await importDelegation(world.ctx(), given, EXPORTED)).toBe(true);
  expect(await importDelegation(world.ctx(), given, EXPORTED)).toBe(false);
  return { given, conversation, found: await work.one(conversation) };
}
const at = (time: number): string => new Date(time).toISOString();

test("queued work is cancelled and held, and no computer gets it", async () => {
  const { conversation, found } = await imported({});
  expect(found).toMatchObject({ status: "cancelled", deliveryState: "held", endedAt: at(EXPORTED) });
  expect((await work.claim(device)).work).toBeNull();
  // The conversation is free for fresh work.
  const fresh = await work.started(device, {}, undefined, conversation);
  expect((await work.cancel(fresh.id)).status).toBe(200);
});

test("started work has lost its authority, when it was exported or when it was completed; nothing of a report is stored", async () => {
  const { found, given } = await imported({ status: "started", startedAt: EXPORTED - 4000 });
  expect(found).toMatchObject({ status: "revoked", deliveryState: "authority_revoked", endedAt: at(EXPORTED) });
  expect((await work.report(device, given.id, crypto.randomUUID())).body.data).toBeNull();
  const done = await imported({ status: "started", startedAt: EXPORTED - 4000, completedAt: EXPORTED - 3000 });
  expect(done.found).toMatchObject({ status: "revoked", deliveryState: "authority_revoked", endedAt: at(EXPORTED - 3000) });
});

test("work that had ended stays as it was, and does nothing again", async () => {
  const ended = {
    status: "completed",
    outcome: "done",
    report: "It left.",
    startedAt: EXPORTED - 4000,
    completedAt: EXPORTED - 3000,
  } as const;
  const { conversation, found } = await imported(ended);
  expect(found).toMatchObject({ status: "completed", deliveryState: null, report: "It left.", effects: [], endedAt: at(EXPORTED - 3000) });
  world.clock.advance({ minutes: 2 });
  await world.tick();
  const { body } = await world.as<{ events: { kind: string }[] }>(`${world.conversations}/${conversation}`);
  expect(body.events.map(({ kind }) => kind)).toEqual(["message"]);
});

test("a conversation of another project, or none, takes nothing", async () => {
  const other = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const foreign = (await (await other.visitor()).open("Hello")).body.conversation.id;
  const { given } = await imported({});
  for (const conversationId of [foreign, newId("conversation", EXPORTED)])
    expect(
      await importDelegation(
        world.ctx(),
        { ...given, id: newId("delegation", EXPORTED), clientId: crypto.randomUUID(), conversationId: conversationId as never },
        EXPORTED,
      ),
    ).toBe(false);
});
