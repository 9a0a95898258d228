// Bounced codes and confirmations: they stop further ones, but never what the team writes.
import { expect, test } from "vitest";
import { addressHash } from "../../modules/email/addresses/address-hash.ts";
import { readDelivery, writeBounced, writeReturned } from "../../modules/email/outbox/queries.ts";
import { codeIn, visitorMailWorld, type VisitorMailWorld } from "./visitor-mail-kit.ts";

const start = (world: VisitorMailWorld, to: string) =>
  world.as<{ error?: string }>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
    body: { clientId: crypto.randomUUID(), subject: "Order", content: "Hello", to },
  });
const reasons = (world: VisitorMailWorld) =>
  world.rows<{ reason: string }>("SELECT reason FROM mail_suppressions WHERE project_id = ?", world.projectId);
const newest = async (world: VisitorMailWorld) =>
  (
    await world.rows<{ id: string; state: string; kind: string }>(
      "SELECT id, state, kind FROM mail_deliveries WHERE project_id = ? ORDER BY rowid DESC LIMIT 1",
      world.projectId,
    )
  )[0];
const reportBounce = (world: VisitorMailWorld, deliveryId: string, reason: "bounced" | "complained") =>
  world.ctx().db.commit(writeReturned([{ deliveryId, providerId: null, reason, error: "Back.", hash: null }], "resend", world.clock.now()));

test("a stranger's address that bounced a code gets no more codes, and still gets the team's mail", async () => {
  const world = await visitorMailWorld();
  const to = `real${crypto.randomUUID().slice(0, 8)}@people.example`;
  expect((await world.ask(await world.visitor(), to)).status).toBe(202);
  expect(codeIn(world.sent.at(-1))).toMatch(/^\d{6}$/);
  const code = await newest(world);
  await reportBounce(world, code?.id ?? "", "complained");
  expect(await newest(world)).toMatchObject({ kind: "code", state: "bounced" });
  expect(await reasons(world)).toEqual([{ reason: "asked_complained" }]);
  const answered = await start(world, to);
  expect(answered.status, JSON.stringify(answered.body)).toBe(201);
  expect(await newest(world)).toMatchObject({ kind: "reply", state: "sent" });
  world.sent.length = 0;
  world.clock.advance({ minutes: 2 });
  await world.ask(await world.visitor(), to);
  expect(world.sent).toEqual([]);
  expect(await newest(world)).toMatchObject({ kind: "code", state: "suppressed" });
});

test("a bounced reply stops all mail to the address, even where a code bounced before", async () => {
  const world = await visitorMailWorld();
  const to = `gone${crypto.randomUUID().slice(0, 8)}@people.example`;
  await world.ask(await world.visitor(), to);
  const code = await newest(world);
  const { db, env } = world.ctx();
  const [row] = await db.read(readDelivery(world.projectId as never, (code?.id ?? "") as never));
  expect(row?.toHash).toBe(await addressHash({ env, db }, to));
  // As a report through our own inbound channel does.
  await db.commit(writeBounced({ projectId: world.projectId as never, mail: { id: (code?.id ?? "") as never }, says: "Back.", now: 1 }));
  expect(await reasons(world)).toEqual([{ reason: "asked_bounced" }]);
  expect((await start(world, to)).status).toBe(201);
  await reportBounce(world, (await newest(world))?.id ?? "", "bounced");
  expect(await reasons(world)).toEqual([{ reason: "bounced" }]);
  expect(await start(world, to)).toMatchObject({ status: 409, body: { error: expect.stringContaining("bounced") } });
});
