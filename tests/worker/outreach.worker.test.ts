// Reviewed outreach: only what was reviewed goes out, once, to that address, within the window, and nothing after a stop.
import { afterEach, expect, test, vi } from "vitest";
import { tick } from "./erasure-kit.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { outreachWorld, TWO } from "./outreach-kit.ts";

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
  const answer = raw({ From: lead.email, To: to, Subject: "Re: Support", "Message-ID": `<${crypto.randomUUID()}@x.example>` }, "Yes, let us talk.");
  expect((await deliverRaw(world, answer, { "x-envelope-from": lead.email, "x-envelope-to": to })).status).toBeLessThan(300);
  await tick(world);
  expect(await out.read(lead)).toMatchObject({ state: "ended", endReason: "answered" });
  expect((await out.readLead(lead)).stage).toBe("in_conversation");
  const [conversation] = await world.rows<{ contact_id: string }>("SELECT contact_id FROM conversations WHERE project_id = ?", world.projectId);
  const context = await world.as(`${out.base}/outreach/contacts/${conversation?.contact_id}`);
  expect(context.body).toMatchObject({ lead: { id: lead.id, stage: "in_conversation" }, sequence: { state: "ended", sent: 1 } });
  await out.later({ days: 5 });
  expect(world.sent).toHaveLength(1);
  const results = await world.as(`${out.base}/outreach/results`);
  expect(results.body).toMatchObject({ numbers: { sent: 1, answered: 1 }, items: [{ sent: 1, mails: 2, endReason: "answered" }] });
});
