// Random sequences of everything that members, recipients and machines can do, from several sides at once: no mail leaves without a stored
// review of exactly its words, recipient and sender, none twice, and none after a stop. A short run here, a long one in `test:long`.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { hashOf } from "../../modules/outreach/canonical.ts";
import { tick } from "./erasure-kit.ts";
import { LONG } from "./long.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { type Lead, outreachWorld, type Sequence } from "./outreach-kit.ts";

afterEach(() => vi.unstubAllGlobals());

/** Steps of each kind; the long run has more rounds with more of them. */
const ROUNDS = LONG ? 200 : 1;
const STEPS = LONG ? 50 : 20;
const ACTS = [
  "draft",
  "change",
  "request",
  "review",
  "reviewOne",
  "stop",
  "answer",
  "win",
  "move",
  "wait",
  "jobsAgain",
  "attemptsAgain",
  "retry",
  "twice",
] as const;
type Act = (typeof ACTS)[number];

test(
  "no random order of acts sends an unreviewed mail, one mail twice, or anything after a stop",
  { timeout: LONG ? 3_600_000 : 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(2), fc.nat(1000)), { minLength: STEPS, maxLength: STEPS }),
        async (acts: [Act, number, number][]) => {
          const world = await outreachWorld();
          const { out } = world;
          await world.rows("UPDATE contacts SET email = NULL WHERE email LIKE '%property.example'");
          const leads: Lead[] = [];
          for (let i = 0; i < 3; i += 1) leads.push(await out.lead({ email: `p${i}@${crypto.randomUUID().slice(0, 8)}.property.example` }));
          const [{ address = "" } = {}] = await world.rows<{ address: string }>(
            "SELECT address FROM inbound_addresses WHERE project_id = ?",
            world.projectId,
          );
          /** How many mails had gone to an address when its sequence was stopped. */
          const stoppedAt = new Map<string, number>();
          const all = async (): Promise<(Sequence | null)[]> => Promise.all(leads.map((lead) => out.read(lead)));
          let provider = 0;
          // The provider fails now and then, before or after it has accepted a mail.
          world.fetched.mockImplementation(async (_url: string, init: RequestInit) => {
            provider += 1;
            if (provider % 4 === 0) return Response.json({ message: "later" }, { status: 429 });
            const key = new Headers(init.headers).get("idempotency-key") ?? String(provider);
            const body = JSON.parse(String(init.body)) as { to: string[]; subject: string; text: string; from: string };
            if (!accepted.has(key)) accepted.set(key, body);
            if (provider % 5 === 0) return Response.json({ message: "down" }, { status: 500 });
            return Response.json({ id: crypto.randomUUID() });
          });
          const accepted = new Map<string, { to: string[]; subject: string; text: string; from: string }>();
          const sentTo = (to: string): number => [...accepted.values()].filter((one) => one.to[0] === to).length;
          for (const [act, which, n] of acts) {
            const lead = leads[which] as Lead;
            const before = (await all())[which];
            const mails = [
              { waitDays: 0, subject: `First ${n}`, text: `Words ${n}` },
              { waitDays: 2, subject: `Second ${n}`, text: `More words ${n}` },
            ];
            const stops = async (does: () => Promise<unknown>): Promise<void> => {
              const state = before?.state;
              await does();
              if (state === "running" || state === "in_review") stoppedAt.set(`${before?.id}`, sentTo(lead.email));
            };
            if (act === "draft") await out.draft(lead, mails);
            else if (act === "wait") world.clock.advance({ hours: (n % 30) + 1 });
            else if (act === "jobsAgain")
              await world.rows(
                "UPDATE jobs SET state = 'queued', due_at = 0, attempts = 0 WHERE project_id = ? AND kind = 'outreach.step'",
                world.projectId,
              );
            else if (act === "attemptsAgain")
              await world.rows(
                "UPDATE jobs SET state = 'queued', due_at = 0 WHERE project_id = ? AND kind = 'email.send' AND state <> 'running'",
                world.projectId,
              );
            else if (act === "retry") {
              const found = await world.rows<{ id: string }>(
                "SELECT id FROM mail_deliveries WHERE project_id = ? AND kind = 'outreach'",
                world.projectId,
              );
              for (const { id } of found)
                await world.as(`/api/management/projects/${world.projectId}/email/deliveries/${id}/retry`, { body: {} });
            } else if (act === "answer")
              await stops(async () => {
                const mail = raw({ From: lead.email, To: address, Subject: `Hi ${n}`, "Message-ID": `<${crypto.randomUUID()}@x.example>` });
                await deliverRaw(world, mail, { "x-envelope-from": lead.email, "x-envelope-to": address });
              });
            else if (act === "win" || act === "move") {
              const { revision } = await out.readLead(lead);
              await world.as(`${out.base}/leads/${lead.id}`, {
                method: "PATCH",
                body: { revision, stage: n % 7 === 0 ? "lost" : "contacted" },
              });
            } else if (before) {
              if (act === "change") await out.change(before, mails);
              if (act === "request") await out.request(before);
              if (act === "review") await out.review(before);
              if (act === "reviewOne") await out.review(before, [(n % 2) + 1]);
              if (act === "stop") await stops(() => out.stop(before));
              // From several sides at once.
              if (act === "twice") await Promise.all([out.review(before), out.change(before, mails), tick(world), tick(world)]);
            }
            await tick(world);
          }
          world.clock.set("2030-02-04T10:00:00Z");
          for (let i = 0; i < 4; i += 1) await out.later({ minutes: 40 });
          // Every mail that the provider got has a review of exactly its words, recipient, sender and footer.
          const reviews = await world.rows<Record<string, string>>("SELECT * FROM outreach_reviews WHERE project_id = ?", world.projectId);
          for (const mail of accepted.values()) {
            const fits = reviews.filter(
              (r) =>
                r["recipient"] === mail.to[0] &&
                r["subject"] === mail.subject &&
                mail.text === `${r["text"]?.trim()}\n\n${r["footer"]}\n` &&
                mail.from.includes(r["sender_address"] ?? "-"),
            );
            expect(fits.length, `${mail.to[0]}: ${mail.subject}`).toBeGreaterThan(0);
            for (const r of fits)
              expect(r["hash"]).toBe(
                await hashOf({
                  ...{ senderAddress: r["sender_address"] ?? "", senderName: r["sender_name"] ?? "", recipient: r["recipient"] ?? "" },
                  ...{ subject: r["subject"] ?? "", text: r["text"] ?? "", footer: r["footer"] ?? "" },
                }),
              );
          }
          // One mail for each place of a sequence, under one key of the provider.
          const handed = await world.rows<{ held: number; keys: number }>(
            "SELECT count(*) AS held, count(DISTINCT delivery_id) AS keys FROM outreach_mails WHERE project_id = ? AND delivery_id IS NOT NULL",
            world.projectId,
          );
          expect(handed[0]?.held).toBe(handed[0]?.keys);
          expect(accepted.size).toBeLessThanOrEqual(handed[0]?.held ?? 0);
          // Nothing of a stopped sequence was handed over after its stop.
          const late = await world.rows<{ id: string }>(
            "SELECT s.id FROM outreach_sequences s JOIN outreach_mails m ON m.sequence_id = s.id WHERE s.project_id = ? AND s.state = 'ended' AND s.ended_reason <> 'finished' AND m.sent_at > s.updated_at",
            world.projectId,
          );
          expect(late).toEqual([]);
          for (const [id, count] of stoppedAt) {
            const [own] = await world.rows<{ address: string; held: number }>(
              "SELECT s.address, (SELECT count(*) FROM outreach_sequences o WHERE o.lead_id = s.lead_id) AS held FROM outreach_sequences s WHERE s.id = ?",
              id,
            );
            // Where the lead had only this sequence, nothing at all was sent since.
            if (own?.held === 1) expect(sentTo(own.address)).toBe(count);
          }
        },
      ),
      { numRuns: ROUNDS },
    );
  },
);
