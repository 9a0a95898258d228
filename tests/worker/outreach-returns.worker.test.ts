// What comes back of outreach: the provider's events and delivery reports by mail, from the mail to the suppression, the end of the sequence
// with its reason, and the results, each counted once.
import { afterEach, expect, test, vi } from "vitest";
import { tick } from "./erasure-kit.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { type Lead, outreachWorld, TWO } from "./outreach-kit.ts";

afterEach(() => vi.unstubAllGlobals());

const SECRET = btoa("0123456789abcdef0123456789abcdef");
async function returningWorld() {
  const world = await outreachWorld({ EMAIL_EVENTS_SECRET: `whsec_${SECRET}` });
  const { out } = world;
  const deliveryOf = async (lead: Lead): Promise<{ id: string; header_id: string | null }> =>
    (
      await world.rows<{ id: string; header_id: string | null }>(
        "SELECT id, header_id FROM mail_deliveries WHERE project_id = ? AND to_address = ? ORDER BY id DESC LIMIT 1",
        ...[world.projectId, lead.email],
      )
    )[0] ?? { id: "", header_id: null };
  return Object.assign(world, {
    deliveryOf,
    /** An event as the provider signs it. */
    async event(lead: Lead, type: string, bounce?: object): Promise<number> {
      const { id } = await deliveryOf(lead);
      const body = JSON.stringify({ type, data: { tags: { delivery: id }, to: [lead.email], ...(bounce && { bounce }) } });
      const timestamp = String(Math.floor(world.clock.now() / 1000));
      const bytes = Uint8Array.from(atob(SECRET), (one) => one.codePointAt(0) ?? 0);
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`e1.${timestamp}.${body}`)));
      const { status } = await world.call("/api/integrations/email/events", {
        raw: new TextEncoder().encode(body) as never,
        headers: { "svix-id": "e1", "svix-timestamp": timestamp, "svix-signature": `v1,${btoa(String.fromCharCode(...signed))}` },
      });
      return status;
    },
    /** A delivery report as a mail server sends it, with the returned mail's headers. */
    async report(lead: Lead, action: "failed" | "delayed", to: string): Promise<void> {
      const { header_id: headerId } = await deliveryOf(lead);
      const mail = raw(
        {
          ...{ From: "MAILER-DAEMON@northwind.example", To: to, Subject: "Delivery Status Notification", "Return-Path": "<>" },
          ...{ "Message-ID": `<${crypto.randomUUID()}@northwind.example>`, "Auto-Submitted": "auto-replied" },
          "Content-Type": "multipart/report; report-type=delivery-status; boundary=r",
        },
        `--r\r\n\r\nIt did not arrive.\r\n--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; northwind.example\r\n\r\nAction: ${action}\r\nStatus: ${action === "failed" ? "5.1.1" : "4.2.0"}\r\n--r\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${headerId ?? ""}>\r\nSubject: x\r\n\r\nx\r\n--r--\r\n`,
      );
      const { status } = await deliverRaw(world, mail, { "x-envelope-from": "", "x-envelope-to": to });
      if (status >= 300) throw new Error(`report: ${status}`);
      await tick(world);
    },
    suppressionsOf: (lead: Lead) =>
      world.rows<{ reason: string }>("SELECT reason FROM suppressions WHERE project_id = ? AND address = ?", world.projectId, lead.email),
    async results(): Promise<{ numbers: Record<string, number>; items: { leadId: string; endReason: string | null }[] }> {
      return (await world.as<never>(`${out.base}/outreach/results`)).body;
    },
    async settle(): Promise<void> {
      for (let i = 0; i < 3; i += 1) await out.later({ minutes: 2 });
    },
  });
}
const HARD = { type: "Permanent", message: "no such user" };
const ONE = [TWO[0] ?? {}];

test.each([
  ["email.bounced", HARD, "hard_bounce", "bounced"],
  ["email.complained", undefined, "complaint", "complained"],
] as const)(
  "%s: the address is suppressed, the sequence ends and says why, and it counts once",
  async (type, bounce, suppression, reason) => {
    const world = await returningWorld();
    const { out } = world;
    const { lead } = await out.running();
    await out.later({ minutes: 1 });
    expect(world.sent).toHaveLength(1);
    for (let i = 0; i < 3; i += 1) expect(await world.event(lead, type, bounce)).toBe(200);
    // Nothing is sent from here on, whatever runs first.
    await world.rows("UPDATE jobs SET due_at = 0 WHERE kind = 'outreach.step' AND state = 'queued'");
    await world.settle();
    expect(await world.suppressionsOf(lead)).toEqual([{ reason: suppression }]);
    expect(await out.read(lead)).toMatchObject({ state: "ended", endReason: reason });
    await world.rows("UPDATE jobs SET state = 'queued', due_at = 0, attempts = 0 WHERE kind LIKE 'outreach.%'");
    await world.settle();
    expect(await world.results()).toMatchObject({
      numbers: { sent: 1, bounced: 1, optedOut: 0 },
      items: [{ leadId: lead.id, endReason: reason }],
    });
    world.clock.set("2030-01-08T10:00:00Z");
    await world.settle();
    expect(world.sent).toHaveLength(1);
  },
);

test.each([
  ["email.bounced", HARD, "bounced"],
  ["email.complained", undefined, "complained"],
] as const)("%s after the last mail appears in the results", async (type, bounce, reason) => {
  const world = await returningWorld();
  const { out } = world;
  const { lead } = await out.running(ONE);
  const { lead: other } = await out.running(ONE);
  await out.later({ minutes: 1 });
  await out.later({ minutes: 20 });
  expect((await out.read(lead)).endReason).toBe("finished");
  expect((await world.results()).numbers).toMatchObject({ sent: 2, bounced: 0 });
  world.clock.advance({ days: 2 });
  for (let i = 0; i < 2; i += 1) await world.event(lead, type, bounce);
  await world.settle();
  const { numbers, items } = await world.results();
  expect(numbers).toMatchObject({ sent: 2, bounced: 1 });
  expect(Object.fromEntries(items.map(({ leadId, endReason }) => [leadId, endReason]))).toEqual({
    [lead.id]: reason,
    [other.id]: "finished",
  });
});

test("an opt-out after the last mail appears in the results, once", async () => {
  const world = await returningWorld();
  const { out } = world;
  const { lead } = await out.running(ONE);
  await out.later({ minutes: 1 });
  await out.later({ minutes: 20 });
  const link = /<([^>]+)>/.exec(out.sentTo(lead.email)[0]?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  for (let i = 0; i < 2; i += 1)
    await world.call(new URL(link).pathname, {
      raw: new TextEncoder().encode("List-Unsubscribe=One-Click") as never,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  await world.settle();
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0, attempts = 0 WHERE kind = 'outreach.suppressed'");
  await world.settle();
  expect(await world.results()).toMatchObject({ numbers: { optedOut: 1, bounced: 0 }, items: [{ endReason: "opted_out" }] });
});

test("a soft bounce is no stop: the next mail follows", async () => {
  const world = await returningWorld();
  const { out } = world;
  const { lead } = await out.running();
  await out.later({ minutes: 1 });
  expect(await world.event(lead, "email.bounced", { type: "Transient", message: "mailbox full" })).toBe(200);
  await world.report(lead, "delayed", world.sent[0]?.replyTo ?? "");
  await world.settle();
  expect(await world.suppressionsOf(lead)).toEqual([]);
  expect((await out.read(lead)).state).toBe("running");
  world.clock.set("2030-01-08T10:00:00Z");
  await world.settle();
  expect(out.sentTo(lead.email)).toHaveLength(2);
});

test("a delivery report by mail counts with the signed address only, and suppresses as the provider's event does", async () => {
  const world = await returningWorld();
  const { out } = world;
  const { lead } = await out.running();
  const { lead: other } = await out.running();
  await out.later({ minutes: 1 });
  const [first, second] = [out.sentTo(lead.email)[0]?.replyTo ?? "", out.sentTo(other.email)[0]?.replyTo ?? ""];
  // The Message-ID alone, and the signed address of another sequence, prove nothing.
  const [{ address = "" } = {}] = await world.rows<{ address: string }>(
    "SELECT address FROM inbound_addresses WHERE project_id = ?",
    world.projectId,
  );
  await world.report(lead, "failed", address);
  await world.report(lead, "failed", second);
  expect((await out.read(lead)).endReason).not.toBe("bounced");
  expect(await world.suppressionsOf(lead)).toEqual([]);
  await world.report(lead, "failed", first);
  await world.settle();
  expect(await world.suppressionsOf(lead)).toEqual([{ reason: "hard_bounce" }]);
  expect(await out.read(lead)).toMatchObject({ state: "ended", endReason: "bounced" });
  // Again, and by the provider too: counted once. It opens no conversation.
  await world.report(lead, "failed", first);
  await world.event(lead, "email.bounced", HARD);
  await world.settle();
  expect((await world.results()).numbers["bounced"]).toBe(1);
});
