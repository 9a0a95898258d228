// Reviewed outreach: only what was reviewed goes out, once, to that address, within the window, and nothing after a stop.
import { afterEach, expect, test, vi } from "vitest";
import { erase, tick } from "./erasure-kit.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { join } from "./member-kit.ts";
import { type Lead, type OutreachWorld, outreachWorld, TWO } from "./outreach-kit.ts";
import { Visitor } from "./world.ts";

afterEach(() => vi.unstubAllGlobals());

test("a draft is reviewed, sent word for word, followed after three days, and then finished", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const lead = await out.lead();
  const drafted = await out.draft(lead);
  expect([drafted.status, drafted.body.sequence.state]).toEqual([201, "draft"]);
  await out.later({ days: 1 });
  expect(world.sent).toHaveLength(0);
  const asked = await out.request(drafted.body.sequence);
  expect(asked.body.sequence.state).toBe("in_review");
  const reviewed = await out.review(asked.body.sequence);
  expect([reviewed.status, reviewed.body.sequence.state]).toEqual([200, "running"]);
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(1);
  expect(world.sent[0]).toMatchObject({ to: lead.email, subject: "Support for Northwind" });
  expect(world.sent[0]?.text).toContain("Hello Amara,\n\nshall we talk?");
  expect(world.sent[0]?.html).not.toContain("<img");
  expect(world.sent[0]?.replyTo).toContain("+");
  expect(world.sent[0]?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(world.sent[0]?.headers).not.toHaveProperty("Auto-Submitted");
  for (const part of [world.sent[0]?.text, world.sent[0]?.html]) expect(part).toContain("1 High Street, London");
  expect((await out.readLead(lead)).stage).toBe("contacted");
  await out.later({ minutes: 20 });
  const waiting = await out.read(lead);
  expect([waiting.state, waiting.waitsFor, waiting.mails[0]?.delivery]).toEqual(["running", "pause", "sent"]);
  // Three days after Thursday is Sunday, so it goes on Monday at nine.
  expect(waiting.nextAt).toBe("2030-01-07T09:00:00.000Z");
  await out.later({ days: 3 });
  expect(world.sent).toHaveLength(1);
  world.clock.set("2030-01-07T09:00:01Z");
  await out.later({});
  expect(world.sent.map(({ subject }) => subject)).toEqual(["Support for Northwind", "Support for Northwind, again"]);
  await out.later({ minutes: 20 });
  expect(await out.read(lead)).toMatchObject({ state: "ended", endReason: "finished" });
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind IN ('outreach.step', 'email.send')");
  await tick(world);
  expect(world.sent).toHaveLength(2);
});

test("a changed word needs another review; a review of what was not shown is refused", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const lead = await out.lead();
  const { sequence } = (await out.draft(lead)).body;
  // Nobody has asked for a review.
  expect((await out.review(sequence)).status).toBe(409);
  const asked = (await out.request(sequence)).body.sequence;
  const changed = (await out.change(asked, [{ ...TWO[0], text: "Other words." }, TWO[1] ?? {}])).body.sequence;
  expect((await out.review(asked)).status).toBe(409);
  await out.later({ hours: 1 });
  expect(world.sent).toHaveLength(0);
  const accepted = await out.review(changed);
  expect([accepted.status, accepted.body.error]).toEqual([200, undefined]);
  const running = accepted.body.sequence;
  expect(running.state).toBe("running");
  // It went at once; only the second one can still be changed.
  expect(world.sent.map(({ text }) => text.includes("Other words."))).toEqual([true]);
  const now = await out.read(lead);
  expect((await out.change(now, [{ ...TWO[0], text: "Yet other words." }, TWO[1] ?? {}])).status).toBe(409);
  const second = { ...TWO[1], text: "Another second mail." };
  const again = (await out.change(now, [{ ...TWO[0], text: "Other words." }, second])).body.sequence;
  expect([again.state, again.mails.map(({ review }) => review !== null)]).toEqual(["in_review", [true, false]]);
  await out.later({ days: 6 });
  expect(world.sent).toHaveLength(1);
  expect((await world.as<{ items: { id: string }[] }>(`${out.base}/outreach/reviews`)).body.items.map(({ id }) => id)).toEqual([again.id]);
});

test("placeholders that nothing fills block the review", async () => {
  const { out } = await outreachWorld();
  const lead = await out.lead();
  const { sequence } = (await out.draft(lead, [{ waitDays: 0, subject: "For {company}", text: "Hello {first name}" }])).body;
  const asked = await out.request(sequence);
  expect([asked.status, asked.body.error]).toEqual([400, "Fill in {company}, {first name} first."]);
});

test("an answer stops it, moves the lead on, and opens a conversation", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const { lead } = await out.running();
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(1);
  const [mail] = world.sent;
  const to = mail?.replyTo ?? "";
  const answer = raw(
    { From: lead.email, To: to, Subject: "Re: Support", "Message-ID": `<${crypto.randomUUID()}@x.example>` },
    "Yes, let us talk.",
  );
  expect((await deliverRaw(world, answer, { "x-envelope-from": lead.email, "x-envelope-to": to })).status).toBeLessThan(300);
  await tick(world);
  expect(await out.read(lead)).toMatchObject({ state: "ended", endReason: "answered" });
  expect((await out.readLead(lead)).stage).toBe("in_conversation");
  const [conversation] = await world.rows<{ contact_id: string }>(
    "SELECT contact_id FROM conversations WHERE project_id = ?",
    world.projectId,
  );
  const context = await world.as(`${out.base}/outreach/contacts/${conversation?.contact_id}`);
  expect(context.body).toMatchObject({ lead: { id: lead.id, stage: "in_conversation" }, sequence: { state: "ended", sent: 1 } });
  await out.later({ days: 5 });
  expect(world.sent).toHaveLength(1);
  const results = await world.as(`${out.base}/outreach/results`);
  expect(results.body).toMatchObject({ numbers: { sent: 1, answered: 1 }, items: [{ sent: 1, mails: 2, endReason: "answered" }] });
});

const mailFrom = async (world: OutreachWorld, from: string, fields: Record<string, string> = {}, text = "Words."): Promise<void> => {
  const to = fields["To"] ?? "help@elsewhere.example";
  const mail = raw({ From: from, To: to, Subject: "Hello", "Message-ID": `<${crypto.randomUUID()}@x.example>`, ...fields }, text);
  const { status } = await deliverRaw(world, mail, { "x-envelope-from": from, "x-envelope-to": to });
  if (status >= 300) throw new Error(`mail: ${status}`);
  await tick(world);
};
const own = async (world: OutreachWorld): Promise<string> =>
  (await world.rows<{ address: string }>("SELECT address FROM inbound_addresses WHERE project_id = ?", world.projectId))[0]?.address ?? "";
const change = async (world: OutreachWorld, lead: Lead, body: object): Promise<void> => {
  const { revision } = await world.out.readLead(lead);
  const { status } = await world.as(`${world.out.base}/leads/${lead.id}`, { method: "PATCH", body: { revision, ...body } });
  if (status !== 200) throw new Error(`change: ${status}`);
};

test("each stop ends what is left of a sequence, and nothing is sent after it", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const stops: Record<string, (lead: Lead) => Promise<unknown>> = {
    stopped: async (lead) => out.stop(await out.read(lead)),
    won: (lead) => change(world, lead, { stage: "won" }),
    lost: (lead) => change(world, lead, { stage: "lost" }),
    address_changed: (lead) => change(world, lead, { email: `other-${lead.email}` }),
    automatic_answer: (lead) => mailAt(lead, { "Auto-Submitted": "auto-replied", Subject: "Out of office" }),
    answered: (lead) => mailAt(lead, {}),
    conversation: async (lead) => {
      const visitor = new Visitor(world);
      await visitor.start();
      await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Amara", email: lead.email }] } });
      return await visitor.open("A question in the chat");
    },
    bounced: (lead) =>
      world.rows("UPDATE mail_deliveries SET state = 'bounced' WHERE project_id = ? AND to_address = ?", world.projectId, lead.email),
    not_sent: (lead) =>
      world.rows("UPDATE mail_deliveries SET state = 'needs_review' WHERE project_id = ? AND to_address = ?", world.projectId, lead.email),
    opted_out: async (lead) => {
      const link = /<([^>]+)>/.exec(out.sentTo(lead.email)[0]?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
      const { pathname } = new URL(link);
      // Looking at the page changes nothing.
      await world.call(pathname);
      expect((await out.read(lead)).state).toBe("running");
      const done = await world.call(pathname, {
        raw: new TextEncoder().encode("List-Unsubscribe=One-Click") as never,
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
      });
      expect(done.status).toBe(200);
    },
  };
  const at = await own(world);
  const mailAt = (lead: Lead, fields: Record<string, string>) => mailFrom(world, lead.email, { To: at, ...fields });
  const leads: [string, Lead][] = [];
  for (const reason of Object.keys(stops)) leads.push([reason, (await out.running()).lead]);
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(leads.length);
  for (const [reason, lead] of leads) await stops[reason]?.(lead);
  await out.later({ minutes: 30 });
  world.clock.set("2030-01-07T10:00:00Z");
  await out.later({});
  await out.later({ minutes: 30 });
  expect(world.sent).toHaveLength(leads.length);
  const ends = await world.rows<{ lead_id: string; ended_reason: string }>(
    "SELECT lead_id, ended_reason FROM outreach_sequences WHERE project_id = ?",
    world.projectId,
  );
  expect(Object.fromEntries(leads.map(([reason, lead]) => [reason, ends.find((one) => one.lead_id === lead.id)?.ended_reason]))).toEqual(
    Object.fromEntries(leads.map(([reason]) => [reason, reason])),
  );
});

test("a stop between the outbox and the provider wins, and nobody can send the mail again", async () => {
  const world = await outreachWorld();
  const { out } = world;
  world.fetched.mockImplementationOnce(async () => Response.json({ message: "later" }, { status: 429 }));
  const { lead, sequence } = await out.running();
  const [delivery] = await world.rows<{ id: string; state: string }>(
    "SELECT id, state FROM mail_deliveries WHERE project_id = ? AND kind = 'outreach'",
    world.projectId,
  );
  expect([delivery?.state, world.sent.length]).toEqual(["queued", 0]);
  await out.stop(sequence);
  await out.later({ minutes: 10 });
  expect(world.sent).toHaveLength(0);
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE id = ?", delivery?.id)).toEqual([{ state: "failed" }]);
  const again = await world.as(`/api/management/projects/${world.projectId}/email/deliveries/${delivery?.id}/retry`, { body: {} });
  expect(again.status).toBe(409);
  expect((await out.read(lead)).endReason).toBe("stopped");
});

test("where another reviewer is wanted, the author's own review counts for nothing", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const other = await join(world, "operator");
  const settings = { anotherReviewer: true, timeZone: "UTC", days: 31, fromMinute: 540, toMinute: 1020, dailyMost: 50 };
  expect(
    (await world.as(`/api/management/projects/${world.projectId}/outreach/settings`, { method: "PUT", body: settings }, other.cookie))
      .status,
  ).toBe(403);
  expect((await world.as(`/api/management/projects/${world.projectId}/outreach/settings`, { method: "PUT", body: settings })).status).toBe(
    200,
  );
  const audited = await world.rows("SELECT action FROM audit_log WHERE project_id = ? AND action LIKE 'outreach.%'", world.projectId);
  expect(audited).toEqual([{ action: "outreach.settings" }]);
  const lead = await out.lead();
  const asked = (await out.request((await out.draft(lead)).body.sequence)).body.sequence;
  expect((await out.review(asked)).status).toBe(403);
  // Whoever changes a word becomes its author.
  const changed = (await out.change(asked, [{ ...TWO[0], text: "Theirs." }, TWO[1] ?? {}], other.cookie)).body.sequence;
  expect((await out.review(changed, [1], other.cookie)).status).toBe(403);
  expect((await out.review(changed, [2], other.cookie)).status).toBe(200);
  const reviewed = await out.review(changed, [1]);
  expect([reviewed.status, reviewed.body.sequence.state]).toEqual([200, "running"]);
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(1);
});

test("a sender that changed needs new reviews", async () => {
  const world = await outreachWorld();
  const { out } = world;
  world.clock.set("2030-01-05T10:00:00Z");
  const { lead } = await out.running();
  expect(await out.read(lead)).toMatchObject({ state: "running" });
  await out.later({ minutes: 1 });
  expect(await out.read(lead)).toMatchObject({ waitsFor: "window", nextAt: "2030-01-07T09:00:00.000Z" });
  await world.rows("UPDATE outreach_identities SET sender_name = 'Somebody else' WHERE project_id = ?", world.projectId);
  world.clock.set("2030-01-07T09:00:10Z");
  await out.later({});
  expect(world.sent).toHaveLength(0);
  const stale = await out.read(lead);
  expect([stale.state, stale.mails.map(({ review }) => review)]).toEqual(["in_review", [null, null]]);
  expect((await out.review(stale)).body.sequence.state).toBe("running");
  await out.later({ minutes: 1 });
  expect(world.sent[0]?.from).toContain("Somebody else");
});

test("a new sender sends ten mails on its first day, and the project no more than its ceiling", async () => {
  const world = await outreachWorld({ EMAIL_FROM: "Cold <cold@warming.example>" });
  const { out } = world;
  const leads: Lead[] = [];
  for (let i = 0; i < 12; i += 1) leads.push((await out.running()).lead);
  for (let i = 0; i < 3; i += 1) await out.later({ minutes: 2 });
  expect(world.sent).toHaveLength(10);
  const waiting = await Promise.all(leads.map((lead) => out.read(lead)));
  expect(waiting.filter(({ waitsFor }) => waitsFor === "sender_ceiling")).toHaveLength(2);
  world.clock.set("2030-01-03T09:00:10Z");
  await out.later({});
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(12);
});

test("erasing the contact, and deleting the lead, leave nothing of what was written to them", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const visitor = new Visitor(world);
  await visitor.start();
  const email = `erased@${world.projectId.slice(-8)}.example`;
  await world.rows("UPDATE contacts SET email = ?, email_verified = 1 WHERE id = ?", email, visitor.contactId);
  const { lead } = await out.running(TWO, { email });
  const { lead: kept } = await out.running();
  await out.later({ minutes: 1 });
  expect(world.sent).toHaveLength(2);
  const held = async (id: string) =>
    (
      await world.rows<{ held: number }>(
        `SELECT (SELECT count(*) FROM outreach_sequences WHERE lead_id = ?1) + (SELECT count(*) FROM outreach_mails WHERE sequence_id IN (SELECT id FROM outreach_sequences WHERE lead_id = ?1)) AS held`,
        id,
      )
    )[0]?.held;
  const texts = async () =>
    (
      await world.rows<{ held: number }>(
        "SELECT (SELECT count(*) FROM outreach_mails WHERE project_id = ?1) + (SELECT count(*) FROM outreach_reviews WHERE project_id = ?1) + (SELECT count(*) FROM mail_deliveries WHERE project_id = ?1 AND kind = 'outreach' AND (to_address IS NOT NULL OR subject IS NOT NULL)) AS held",
        world.projectId,
      )
    )[0]?.held;
  expect(await texts()).toBe(10);
  expect((await erase(world, visitor)).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) await out.later({ minutes: 1 });
  expect([await held(lead.id), await texts()]).toEqual([0, 5]);
  await world.as(`${out.base}/leads/${kept.id}`, { method: "DELETE" });
  world.clock.set("2030-01-02T14:07:00Z");
  await out.later({});
  expect([await held(kept.id), await texts()]).toEqual([0, 0]);
  world.clock.set("2030-01-10T10:00:00Z");
  await out.later({});
  expect(world.sent).toHaveLength(2);
});

test("a sequence whose job got lost is found by the schedule", async () => {
  const world = await outreachWorld();
  const { out } = world;
  const { lead } = await out.running();
  await out.later({ minutes: 1 });
  await world.rows("DELETE FROM jobs WHERE kind = 'outreach.step'");
  world.clock.set("2030-01-07T10:23:00Z");
  await out.later({});
  await out.later({ minutes: 1 });
  await out.later({ hours: 1 });
  world.clock.set("2030-01-08T10:23:00Z");
  await out.later({});
  await out.later({ minutes: 1 });
  expect(out.sentTo(lead.email)).toHaveLength(2);
});
