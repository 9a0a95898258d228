// Random sequences of everything that members, outsiders, programs, recipients and machines can do, many at once: no mail leaves without a
// stored review of exactly its words, recipient and sender, none twice, and none after a stop. Some here, 10,000 in `test:long`.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { hashOf } from "../../modules/outreach/canonical.ts";
import { LONG } from "./long.ts";
import { ACTS, type ActsWorld, actsWorld, type Step, type Subject } from "./outreach-acts.ts";

afterEach(() => vi.unstubAllGlobals());

/** Sequences of acts in all, those that go on at once, and those of a world. */
const SEQUENCES = LONG ? 10_000 : 50;
const AT_ONCE = 50;
const OF_WORLD = 500;
/** Acts of a sequence at most. */
const ACTS_OF_ONE = 9;
/** The short run is always the same. */
const SEED = LONG ? Date.now() % 2_147_483_647 : 20;

interface Review {
  readonly id: string;
  readonly sequence_id: string;
  readonly position: number;
  readonly hash: string;
  readonly recipient: string;
  readonly sender_address: string;
  readonly sender_name: string;
  readonly subject: string;
  readonly text: string;
  readonly footer: string;
}
/** Watches a world: what was reviewed, what was handed over, what had ended and when. */
function watch(world: ActsWorld) {
  const reviews = new Map<string, Review>();
  const checked = new Set<string>();
  /** How many mails of a sequence, or to a blocked address, the provider had accepted when it was first seen so. */
  const ended = new Map<string, number>();
  const blocked = new Map<string, { readonly address: string; readonly count: number }>();
  let newest = "";
  const keyOf = ({ recipient, subject, text }: Pick<Review, "recipient" | "subject" | "text">): string =>
    JSON.stringify([recipient, subject, text.trim()]);
  const byMail = new Map<string, Review[]>();
  async function reviewed(): Promise<void> {
    const rows = await world.rows<Review>(
      "SELECT * FROM outreach_reviews WHERE project_id = ? AND id > ? ORDER BY id",
      world.projectId,
      newest,
    );
    for (const row of rows) {
      reviews.set(row.id, row);
      newest = row.id;
      const key = keyOf(row);
      byMail.set(key, [...(byMail.get(key) ?? []), row]);
    }
  }
  /** The review of an accepted mail, whose words it has to have to the letter. */
  function reviewsOf(mail: { to: string; subject: string; text: string; from: string }): Review[] {
    const text = mail.text.split("\n\n-- \n")[0] ?? "";
    return (byMail.get(keyOf({ recipient: mail.to, subject: mail.subject, text })) ?? []).filter(
      (r) => mail.text === `${r.text.trim()}\n\n${r.footer}\n` && mail.from.includes(r.sender_address) && mail.from.includes(r.sender_name),
    );
  }
  return {
    reviewed,
    async check(subjects: readonly Subject[]): Promise<void> {
      await reviewed();
      const sentBySequence = new Map<string, number>();
      const sentTo = new Map<string, number>();
      const places = new Set<string>();
      for (const [key, mail] of world.accepted) {
        const fits = reviewsOf(mail);
        if (fits.length === 0) throw new Error(`${mail.to} got “${mail.subject}”, which nobody reviewed`);
        const [first] = fits;
        const place = `${first?.sequence_id} ${first?.position}`;
        if (places.has(place)) throw new Error(`${mail.to} got “${mail.subject}” twice`);
        places.add(place);
        if (!checked.has(key))
          for (const r of fits)
            expect(r.hash).toBe(
              await hashOf({
                ...{ senderAddress: r.sender_address, senderName: r.sender_name, recipient: r.recipient },
                ...{ subject: r.subject, text: r.text, footer: r.footer },
              }),
            );
        checked.add(key);
        sentBySequence.set(first?.sequence_id ?? "", (sentBySequence.get(first?.sequence_id ?? "") ?? 0) + 1);
        sentTo.set(mail.to, (sentTo.get(mail.to) ?? 0) + 1);
      }
      const over = await world.rows<{ id: string; lead_id: string }>(
        "SELECT id, lead_id FROM outreach_sequences WHERE project_id = ? AND state = 'ended' AND lead_id IN (SELECT value FROM json_each(?))",
        ...[world.projectId, JSON.stringify(subjects.map(({ lead }) => lead.id))],
      );
      const logOf = (leadId: string): string => subjects.find(({ lead }) => lead.id === leadId)?.log.join(", ") ?? "";
      for (const { id, lead_id: leadId } of over) {
        const sent = sentBySequence.get(id) ?? 0;
        const then = ended.get(id) ?? sent;
        ended.set(id, then);
        if (sent > then) throw new Error(`a sequence that had ended sent a mail: ${logOf(leadId)}`);
      }
      for (const { lead, blocked: why, log } of subjects) {
        const before = blocked.get(lead.id);
        if (why.size === 0 || before?.address !== lead.email) blocked.delete(lead.id);
        if (why.size === 0) continue;
        const sent = sentTo.get(lead.email) ?? 0;
        const { count } = blocked.get(lead.id) ?? { count: sent };
        blocked.set(lead.id, { address: lead.email, count });
        if (sent > count) throw new Error(`mail went to an address although it was ${[...why].join()}: ${log.join(", ")}`);
      }
    },
  };
}

const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...ACTS), fc.nat(30), fc.nat(1000));
const people = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
const usual = ([a, b, c]: readonly [number, number, number]): readonly Step[] => [
  ["draft", a, 0],
  ["request", b, 0],
  ["review", c, 0],
];
/** Most begin as people would, so that something is sent that can be stopped; half try again after whatever happened. */
const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 3, 3, 3), people, fc.array(step, { minLength: 1, maxLength: ACTS_OF_ONE - 6 }), fc.boolean(), people)
  .map(([begun, first, acts, again, second]) => [...usual(first).slice(0, begun), ...acts, ...(again ? usual(second) : [])]);

test(
  "no random order of acts sends an unreviewed mail, one mail twice, or anything after a stop",
  { timeout: LONG ? 7_200_000 : 300_000 },
  async () => {
    const began = Date.now();
    let [world, watched, inWorld]: [ActsWorld | undefined, ReturnType<typeof watch> | undefined, number] = [undefined, undefined, 0];
    let [sequences, acts, mails] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(sequence, { minLength: AT_ONCE, maxLength: AT_ONCE }),
        fc.array(fc.nat(60), { minLength: ACTS_OF_ONE, maxLength: ACTS_OF_ONE }),
        async (all, hours) => {
          if (world === undefined || inWorld >= OF_WORLD) {
            [world, inWorld] = [await actsWorld(), 0];
            watched = watch(world);
          }
          const [at, look] = [world, watched as ReturnType<typeof watch>];
          inWorld += all.length;
          await at.warmUp();
          at.accepted.clear();
          const subjects = await Promise.all(all.map(() => at.subject()));
          for (let round = 0; round < ACTS_OF_ONE; round += 1) {
            const now = all.flatMap((steps, i) => {
              const [one, who] = [steps[round], subjects[i]];
              return one && who ? [at.act(who, one)] : [];
            });
            acts += now.length;
            await Promise.all(now);
            await look.reviewed();
            await at.tickOutreach();
            await look.check(subjects);
            at.clock.advance({ minutes: 5, hours: hours[round] ?? 0 });
            if (round % 3 === 2) await at.warmUp();
          }
          // What is left has its time.
          for (let i = 0; i < 3; i += 1) {
            at.clock.advance({ hours: 25 });
            await at.warmUp();
            await at.tickOutreach();
            await at.tickOutreach();
            await look.check(subjects);
          }
          sequences += all.length;
          mails += at.accepted.size;
          if (LONG && sequences % 500 === 0) console.info(`${sequences} sequences, ${Math.round((Date.now() - began) / 1000)} s`);
        },
      ),
      { seed: SEED, numRuns: SEQUENCES / AT_ONCE, endOnFailure: true },
    );
    console.info(`seed ${SEED}: ${sequences} sequences, ${acts} acts, ${mails} mails sent, ${Math.round((Date.now() - began) / 1000)} s`);
    // Else it would say nothing.
    expect(mails).toBeGreaterThan(sequences / 4);
  },
);
