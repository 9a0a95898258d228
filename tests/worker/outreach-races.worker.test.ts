// Each stop of outreach against the step that sends the next mail, at the same moment: what was not claimed for the provider when the stop was
// stored never goes. Some of each here, 200 in `test:long`.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LONG } from "./long.ts";
import { type Act, type ActsWorld, actsWorld, type Subject } from "./outreach-acts.ts";

const TIMES = LONG ? 200 : 20;
const AT_ONCE = LONG ? 50 : 20;
/** The acts that stop, and the number that makes each of them do so. */
const STOPS: readonly (readonly [name: string, act: Act, n: number])[] = [
  ["a member's stop", "stop", 0],
  ["the lead won", "stage", 0],
  ["the lead lost", "stage", 1],
  ["another address of the lead", "address", 0],
  ["the lead deleted", "delete", 0],
  ["the address suppressed by hand", "suppress", 0],
  ["an opt-out", "optOut", 0],
  ["a bounce", "bounce", 0],
  ["a complaint", "complaint", 0],
  ["a conversation elsewhere", "chat", 0],
  ["an answer", "answer", 0],
  ["an automatic answer", "automatic", 0],
  ["an erasure", "erase", 0],
];
const SAID_BY_EVENT: ReadonlySet<Act> = new Set(["bounce", "complaint"]);
let world: ActsWorld;
beforeAll(async () => {
  world = await actsWorld();
});
afterAll(() => vi.unstubAllGlobals());

/** Sequences whose first mail was sent and whose second is due now, and the milliseconds in which the first mails were sent. */
async function dueNow(count: number): Promise<{ subjects: Subject[]; took: number }> {
  world.accepted.clear();
  await world.warmUp();
  const subjects = await Promise.all(Array.from({ length: count }, () => world.subject()));
  for (const act of ["draft", "request", "review"] as const) await Promise.all(subjects.map((s) => world.act(s, [act, 0, 1])));
  let took = 0;
  // The provider refuses some at first; an opt-out needs the link of a mail that went.
  const wentTo = (): Set<string> => new Set([...world.accepted.values()].map(({ to }) => to));
  for (let i = 0; i < 3 || (i < 20 && subjects.some(({ lead }) => !wentTo().has(lead.email))); i += 1) {
    const began = performance.now();
    await world.tickOutreach();
    took = Math.max(took, performance.now() - began);
    world.clock.advance({ minutes: 20 });
  }
  expect(subjects.filter(({ lead }) => !wentTo().has(lead.email)).map(({ log }) => log.join(", "))).toEqual([]);
  world.clock.advance({ days: 3 });
  await world.warmUp();
  return { subjects, took };
}
const second = async ({ sequence }: Subject): Promise<string | null> =>
  (
    await world.rows<{ state: string | null }>(
      "SELECT d.state FROM outreach_mails m LEFT JOIN mail_deliveries d ON d.id = m.delivery_id WHERE m.sequence_id = ? AND m.position = 2",
      sequence?.id ?? "",
    )
  )[0]?.state ?? null;

test.each(STOPS)("%s against the next mail", { timeout: LONG ? 1_800_000 : 240_000 }, async (_name, act, n) => {
  let [late, early, unstopped] = [0, 0, 0];
  for (let done = 0; done < TIMES; done += AT_ONCE) {
    const { subjects: all, took } = await dueNow(AT_ONCE + 2);
    // Nobody stops these, so that it shows that the others' mails were due.
    const controls = all.slice(AT_ONCE);
    const subjects = all.slice(0, AT_ONCE);
    const goneTo = ({ sequence }: Subject): boolean =>
      [...world.accepted.values()].some(({ subject }) => subject === sequence?.mails[1]?.subject);
    const wrong: string[] = [];
    const closed: Subject[] = [];
    const stopping = subjects.map(async (s, i) => {
      // Some stop before the step, some amid it, some after it.
      await new Promise((resolve) => setTimeout(resolve, (i * took) / AT_ONCE));
      await world.act(s, [act, 0, n]);
      // What says something of a mail that the provider refuses at that moment stops nothing.
      if (SAID_BY_EVENT.has(act) && !s.blocked.has("gone")) return;
      // A mail counts once it is admitted.
      if (act === "answer" || act === "automatic") await world.tickOutreach();
      const state = await second(s);
      if (state !== "sending" && !goneTo(s)) closed.push(s);
    });
    await Promise.all([...stopping, world.tickOutreach(), world.tickOutreach()]);
    for (let i = 0; i < 4; i += 1) {
      await world.tickOutreach();
      world.clock.advance({ hours: 7 });
    }
    for (const s of closed) if (goneTo(s)) wrong.push(s.log.join(", "));
    expect(wrong, wrong.join("; ")).toEqual([]);
    unstopped += controls.filter(goneTo).length;
    early += closed.length;
    late += subjects.length - closed.length;
  }
  console.info(`${act} ${n}: ${early} before the next mail, ${late} after it was claimed`);
  expect(early + late).toBe(TIMES);
  expect(unstopped).toBe((2 * TIMES) / AT_ONCE);
});
