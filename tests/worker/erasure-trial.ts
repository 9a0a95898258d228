// Runs an erasure repeatedly from the same beginning and compares each end with that of an undisturbed one.
import { expect, vi } from "vitest";
import {
  canaries,
  comparable,
  erase,
  gaps,
  addMessages,
  noConsumer,
  person,
  restoreStores,
  run,
  type Stores,
  stores,
  tick,
} from "./erasure-kit.ts";
import { indexDue } from "../../modules/conversation-search/indexing/index-next.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

const BEGIN = "2030-01-01T00:00:00Z";

export class Trial {
  readonly world: World;
  readonly visitor: Visitor;
  readonly #start: Stores;
  #end: Record<string, string[]> = {};
  #endText = "";
  #removed: unknown;
  private constructor(world: World, visitor: Visitor, start: Stores) {
    this.world = world;
    this.visitor = visitor;
    this.#start = start;
  }

  /** Creates the person and records the end of an undisturbed erasure. */
  static async begin(): Promise<Trial> {
    // The faults are intended, so their log lines are silenced.
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    const world = await makeWorld({ now: BEGIN });
    world.env = noConsumer(world.env);
    const visitor = await person(world);
    // Another person, whose data no run may touch.
    await (await world.visitor()).open("somebody else");
    // Two pages of messages and of files, so that runs also end between pages.
    await addMessages(world, visitor, visitor.conversations[0] ?? "", 105, 101, { objects: false });
    // Expiry would make results depend on a run's duration, so no counter expires and no unseen answer becomes due.
    await run(
      world,
      "UPDATE abuse_counters SET expires_at = 4102444800000",
      "UPDATE jobs SET due_at = 4102444800000 WHERE kind = 'email.unseen'",
    );
    // Whether the schedule indexes the messages before or after they are erased depends on the run's ticks.
    for (let round = 0; round < 2; round += 1) await indexDue(world.ctx());
    const trial = new Trial(world, visitor, await stores(world));
    expect(canaries(trial.#start).length).toBeGreaterThan(10);
    expect((await erase(world, visitor)).status).toBe(202);
    await trial.settle();
    const end = await stores(world);
    trial.#end = comparable(end, trial.#start);
    trial.#endText = JSON.stringify(trial.#end);
    trial.#removed = { facts: 5, sessions: 1, conversations: 3, messages: 111, notes: 3, attachments: 114, drafts: 3, mails: 3 };
    trial.#sound(end, "undisturbed");
    await trial.restore();
    return trial;
  }

  /** Restores the stores and the clock to the beginning, or to a given snapshot. */
  async restore(from: Stores = this.#start): Promise<void> {
    await restoreStores(this.world, from);
    this.world.clock.set(BEGIN);
  }
  /**
   * Lets time finish everything: after six minutes a dead runner's lease has expired, and after an hour cleanup removes an unfinished upload.
   */
  async settle(): Promise<void> {
    const left = "SELECT 1 FROM contact_erasures WHERE finished_at IS NULL";
    for (let ticks = 0; ticks < 4 && (await this.world.rows(left)).length > 0; ticks += 1) {
      this.world.clock.advance({ minutes: 6 });
      await tick(this.world);
    }
    this.world.clock.advance({ minutes: 61 });
    await tick(this.world);
  }
  /** Asserts that the stores are as after an undisturbed erasure. */
  async expectSameEnd(what: string): Promise<void> {
    await this.settle();
    const end = await stores(this.world);
    const now = comparable(end, this.#start);
    // Hundreds of rows, hundreds of times: the detailed comparison only runs for differing ones.
    if (JSON.stringify(now) !== this.#endText) expect(now, what).toEqual(this.#end);
    this.#sound(end, what);
  }
  #sound(end: Stores, what: string): void {
    expect([gaps(end), canaries(end)], what).toEqual([[], []]);
    const [tombstone] = end.tables["contact_erasures"] ?? [];
    expect([tombstone?.["finished_at"] !== null, JSON.parse(String(tombstone?.["removed"]))], what).toEqual([true, this.#removed]);
  }
}
