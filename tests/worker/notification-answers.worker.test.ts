// Answers to notifications: a person's is dropped at every channel, with a notice to a member at most once an hour; an automatic one is
// shown to the team in the notification's conversation.
import { expect, test } from "vitest";
import type { DeliveryId } from "#kernel/ids/index.ts";
import { notificationAddress } from "../../modules/notifications/notification-address.ts";
import { deliverByHostedParse, deliverByGateway, messages, deliverByPlatform, deliverRaw, raw, receipts } from "./mail-kit.ts";
import { addColleague, type NotificationWorld, notificationWorld } from "./notifications-kit.ts";
import { OWNER } from "./world.ts";

/** A world whose owner got a notification, with the address that an answer to it goes to. */
async function notifiedWorld() {
  const world = await notificationWorld();
  await world.rows("INSERT INTO email_settings (project_id, reply_address, updated_at) VALUES (?, ?, 1)", world.projectId, world.at);
  const visitor = await world.visitor();
  const { body } = await visitor.open("Where is my order?");
  await world.pass(10);
  const [mail] = world.sent.splice(0);
  if (mail?.replyTo === undefined) throw new Error("no notice");
  return { world, conversation: body.conversation.id, to: mail.replyTo, id: (mail.headers["Message-ID"] ?? "").slice(1, -1) };
}
let n = 0;
const answer = (from: string, to: string, more: Record<string, string> = {}): string =>
  raw({ From: from, To: to, Subject: "Re: New conversation", "Message-ID": `<a${(n += 1)}@example.test>`, ...more }, "My answer to Ada");
const counts = async (world: NotificationWorld) => [
  (await messages(world)).length,
  (await world.rows("SELECT id FROM conversations WHERE project_id = ?", world.projectId)).length,
  (await world.rows("SELECT id FROM contacts WHERE project_id = ?", world.projectId)).length,
];
/** Notices made for members, sent by now. */
async function refusals(world: NotificationWorld): Promise<{ to_address: string; subject: string }[]> {
  return await world.rows(
    "SELECT d.to_address, d.subject FROM mail_deliveries d JOIN notice_mails m ON m.delivery_id = d.id WHERE m.kind = 'refused' AND m.project_id = ? ORDER BY d.id",
    world.projectId,
  );
}
const DROPPED = { state: "dropped", error: expect.stringContaining("reply to a team notification") as unknown, message_id: null };

test("the platform handler rejects an answer with a sentence, and stores nothing", async () => {
  const { world, to } = await notifiedWorld();
  const before = await counts(world);
  expect(await deliverByPlatform(world, { from: OWNER, to, raw: answer(OWNER, to) })).toMatch(/Open the conversation in Seed Desk/);
  expect(await deliverByPlatform(world, { from: OWNER, to: to.toUpperCase(), raw: answer(OWNER, to) })).toMatch(
    /Replies to notifications aren’t read/,
  );
  expect(await receipts(world)).toEqual([]);
  expect(await counts(world)).toEqual(before);
});

test("the HTTP channels drop the answer, and tell the member once an hour where to reply", async () => {
  const { world, to, conversation } = await notifiedWorld();
  const before = await counts(world);
  await world.rows("UPDATE conversations SET status = 'closed' WHERE id = ?", conversation);
  await deliverRaw(world, answer(`Olga <${OWNER}>`, to), { "x-envelope-to": to });
  await deliverByGateway(world, { message: answer(OWNER, to), envelopeTo: to });
  await deliverByHostedParse(world, { email: answer(OWNER, world.at), envelope: JSON.stringify({ from: OWNER, to: [to] }) });
  // The address alone, in a header field of the mail.
  await deliverRaw(world, answer(OWNER, world.at, { Cc: to }));
  expect(await receipts(world)).toMatchObject([DROPPED, DROPPED, DROPPED, DROPPED]);
  expect(await counts(world)).toEqual(before);
  expect(await world.rows("SELECT status FROM conversations WHERE id = ?", conversation)).toEqual([{ status: "closed" }]);
  expect(await refusals(world)).toEqual([{ to_address: OWNER, subject: "Your reply wasn’t delivered (Acme)" }]);
  world.clock.advance({ minutes: 61 });
  await deliverRaw(world, answer(OWNER, to));
  expect(await refusals(world)).toHaveLength(2);
});

test("strangers and members with an unconfirmed address get no notice", async () => {
  const { world, to } = await notifiedWorld();
  const before = await counts(world);
  const unproved = await addColleague(world, "operator", false);
  await deliverRaw(world, answer("eve@evil.example", to));
  await deliverRaw(world, answer(unproved.email, to));
  await deliverRaw(world, raw({ To: to, Subject: "Nobody wrote this", "Message-ID": "<n@x.test>" }));
  expect(await receipts(world)).toMatchObject([DROPPED, DROPPED, DROPPED]);
  expect(await counts(world)).toEqual(before);
  expect(await refusals(world)).toEqual([]);
});

test("an automatic answer is shown in the notification's conversation, to the team only, and without effect", async () => {
  const { world, to, id, conversation } = await notifiedWorld();
  await world.rows("UPDATE conversations SET status = 'closed', waiting_since = NULL WHERE id = ?", conversation);
  const before = await counts(world);
  const auto = { "Auto-Submitted": "auto-replied" };
  await deliverRaw(world, answer(OWNER, to, auto));
  await deliverRaw(world, answer("robot@elsewhere.example", world.at, { ...auto, "In-Reply-To": `<${id}>` }));
  expect(await deliverByPlatform(world, { from: OWNER, to, raw: answer(OWNER, to, auto) })).toBeUndefined();
  expect(await counts(world)).toEqual([(before[0] ?? 0) + 3, before[1], before[2]]);
  for (const one of (await messages(world)).slice(-3))
    expect(one).toMatchObject({ conversation_id: conversation, status: "closed", waiting_since: null, origin: { differentSender: true } });
  expect((await receipts(world)).map(({ state, automatic }) => [state, automatic])).toEqual(
    Array.from({ length: 3 }, () => ["admitted", 1]),
  );
  expect(
    await world.rows(
      "SELECT DISTINCT visible FROM conversation_events WHERE conversation_id = ? ORDER BY revision DESC LIMIT 3",
      conversation,
    ),
  ).toContainEqual({ visible: 0 });
  expect(await refusals(world)).toEqual([]);
  await world.pass(30);
  expect(world.sent).toEqual([]);
});

test("a forged signature makes no notification address: the mail is treated like any other", async () => {
  const { world, to } = await notifiedWorld();
  const [messagesBefore] = await counts(world);
  const at = to.lastIndexOf("@");
  const forged = `${to.slice(0, at - 1)}${to[at - 1] === "0" ? "4" : "0"}${to.slice(at)}`;
  expect(await deliverByPlatform(world, { from: "eve@evil.example", to: forged, raw: answer("eve@evil.example", forged) })).toBeUndefined();
  expect(await receipts(world)).toMatchObject([{ state: "admitted" }]);
  expect((await counts(world))[0]).toBe((messagesBefore ?? 0) + 1);
  // A valid signature of a notification that no longer exists joins no conversation either.
  const other = await notificationAddress(world.ctx(), `dlv_${"0".repeat(26)}` as DeliveryId, world.at);
  await deliverRaw(world, answer("eve@evil.example", other));
  expect((await receipts(world)).at(-1)).toMatchObject(DROPPED);
});

test("a member's mail that refers to a notification is dropped, whatever its address; a customer's is not", async () => {
  const { world, id } = await notifiedWorld();
  const before = await counts(world);
  for (const more of [{ "In-Reply-To": `<${id}>` }, { References: `<x@y.test> <${id}>` }])
    await deliverRaw(world, answer(OWNER, world.at, more));
  expect(await receipts(world)).toMatchObject([DROPPED, DROPPED]);
  expect(await counts(world)).toEqual(before);
  expect(await refusals(world)).toHaveLength(1);
  await deliverRaw(world, answer("ada@example.test", world.at, { References: `<${id}>` }));
  expect((await receipts(world)).at(-1)).toMatchObject({ state: "admitted" });
  await deliverRaw(world, answer(OWNER, world.at));
  expect((await receipts(world)).at(-1)).toMatchObject({ state: "admitted" });
});

test("a bounced notification is shown in its conversation, reopens nothing, and suppresses that address", async () => {
  const { world, id, to, conversation } = await notifiedWorld();
  const before = await counts(world);
  const report = (shows: string, messageId: string) =>
    [
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
      `To: ${world.at}`,
      "From: MAILER-DAEMON@mx.example",
      `Message-ID: <${messageId}>`,
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      "Action: failed",
      "Status: 5.1.1",
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: <${id}>`,
      `Reply-To: ${shows}`,
      "",
      "--b--",
      "",
    ].join("\r\n");
  const suppressed = async () =>
    (await world.as<{ suppressed: boolean }>(`/api/dashboard/projects/${world.projectId}/notifications`)).body.suppressed;
  // Whoever got an answer of the member knows the Message-ID and can forge a report: only one to the notification's own address counts.
  for (const [i, forged] of [world.at, to.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"))].entries())
    await deliverRaw(world, report(forged, `f${i}@mx.example`));
  expect(await suppressed()).toBe(false);
  await deliverRaw(world, report(to, "r@mx.example"));
  const kept = { state: "admitted", automatic: 1 };
  expect(await receipts(world)).toMatchObject([kept, kept, kept]);
  expect(await counts(world)).toEqual([(before[0] ?? 0) + 3, before[1], before[2]]);
  expect((await messages(world)).at(-1)).toMatchObject({ conversation_id: conversation, origin: { differentSender: true } });
  expect(await suppressed()).toBe(true);
  await (await world.visitor()).open("More");
  await world.pass(10);
  expect(world.sent).toEqual([]);
});
