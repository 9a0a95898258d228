// Delegated work against a small model: devices, grants, members who leave, and the work itself in random order. After every step each
// delegation is what the table of the module's SPEC says, each device works exactly while it should, and nothing was done twice.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Delegation, Work } from "../../modules/delegated-work/contract.ts";
import { LONG } from "./long.ts";
import { join } from "./member-kit.ts";
import { base, heartbeat, pair } from "./paired-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

/** `at`: which of the devices, grants, conversations or jobs there are, modulo their number. */
interface Step {
  readonly do: keyof typeof WEIGHTS;
  readonly at: number;
  readonly by: number;
  readonly isReply: boolean;
}
const WEIGHTS = {
  ...{
    delegate: 12,
    claim: 12,
    "claim again": 3,
    beat: 3,
    report: 8,
    "report anew": 3,
    cancel: 2,
    write: 3,
    "lose the effect": 4,
    tick: 2,
    ask: 4,
    answer: 4,
    "send back": 4,
  },
  ...{ pair: 1, add: 2, "revoke device": 2, "revoke grant": 1, unpair: 2, leave: 1, expire: 1 },
} as const;
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as keyof typeof WEIGHTS) }))),
  at: fc.nat(30),
  by: fc.nat(30),
  isReply: fc.boolean(),
});

interface Member {
  readonly cookie: string;
  /** Left the project, or signed in too long ago: does nothing in the browser any more. Computers of the latter go on. */
  isOut: boolean;
}
interface Grant {
  readonly id: string;
  readonly member: Member;
  readonly expiresAt: number;
  ended: boolean;
}
interface Device {
  readonly token: string;
  readonly id: string;
  readonly grant: Grant;
  ended: boolean;
}
interface Talk {
  readonly id: string;
  readonly visitor: Awaited<ReturnType<World["visitor"]>>;
  /** The customer's newest message, counted from 1. */
  said: number;
}
interface Job {
  readonly id: string;
  readonly talk: Talk;
  readonly grant: Grant;
  readonly kind: "report" | "reply";
  /** The customer's newest message that its member had seen. */
  seen: number;
  status: Delegation["status"];
  delivery: Delegation["deliveryState"];
  device?: Device;
  claimId: string;
  report: string | null;
  effect: "pending" | "done" | "blocked" | "needs_review" | null;
  notes: number;
  /** Whether it waits with a question, how many it asked, and how many questions and reports were given back in all. */
  isAsked: boolean;
  questions: number;
  turns: number;
  wasStarted: boolean;
  /** Its newest report that was sent back, with the claim that had ended with it, and how many there were. */
  back: { readonly claimId: string; readonly report: string | null };
  sentBack: number;
}

async function signedIn(world: World): Promise<string> {
  return (world.cookie = ((await world.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "");
}
let paired = 0;
class Desk {
  readonly #world: World;
  readonly #members: Member[] = [];
  readonly #grants: Grant[] = [];
  readonly #devices: Device[] = [];
  readonly #talks: Talk[] = [];
  readonly #jobs: Job[] = [];
  constructor(world: World) {
    this.#world = world;
  }
  async begin(): Promise<void> {
    const world = this.#world;
    world.clock.advance({ hours: 1 });
    await signedIn(world);
    for (const cookie of [world.cookie, (await join(world, "operator")).cookie]) this.#members.push({ cookie, isOut: false });
    for (let i = 0; i < 3; i += 1) {
      const visitor = await world.visitor();
      this.#talks.push({ id: (await visitor.open("Where is it?")).body.conversation.id, visitor, said: 1 });
    }
    for (const member of this.#members) await this.#pair(member);
  }
  async end(): Promise<void> {
    for (const device of this.#devices) expect((await heartbeat(this.#world, device.token)).status).toBe(this.#works(device) ? 200 : 401);
    for (const { id } of this.#grants) await this.#world.as(`${base(this.#world)}/device-grants/${id}`, { method: "DELETE" });
  }
  async #pair(member: Member, grant?: Grant): Promise<void> {
    // The limits of codes are not what is tested here.
    if ((paired += 1) % 20 === 0) this.#world.clock.advance({ hours: 1 });
    const made = await pair(this.#world, {
      grant: grant?.id ?? { kinds: ["report", "reply"], days: 30, jobsPerDay: 1000 },
      cookie: member.cookie,
    });
    const of = grant ?? { id: made.grantId, member, expiresAt: this.#world.clock.now() + 30 * 86_400_000, ended: false };
    if (!grant) this.#grants.push(of);
    this.#devices.push({ token: made.token, id: made.deviceId, grant: of, ended: false });
  }
  #call<T>(by: Device, path: string, body: object): Promise<Answer<{ data: T | null }>> {
    return this.#world.call(`/api/connector/${path}`, { body, headers: { authorization: `Bearer ${by.token}` } });
  }
  /** Whether the device may do anything: the minute schedule has not found every expired grant yet. */
  #works = ({ ended, grant }: Device): boolean => !ended && grant.expiresAt > this.#world.clock.now();
  #live = (grant: Grant): Device[] => this.#devices.filter((device) => device.grant === grant && !device.ended);

  /** The model of a revocation: by the devices that it ends, and whether what is queued under their grants ends with them. */
  #withdraw(devices: readonly Device[], queued: (grant: Grant) => boolean, lost: Delegation["deliveryState"] = "authority_revoked"): void {
    for (const device of devices) device.ended = true;
    for (const job of this.#jobs) {
      if (job.status === "queued" && queued(job.grant)) job.status = "cancelled";
      if (!job.device || !devices.includes(job.device)) continue;
      if (job.status === "started") [job.status, job.delivery] = ["revoked", lost];
      else if (job.effect === "pending") [job.effect, job.delivery] = ["blocked", "authorization_lost"];
    }
  }
  #runEffect(job: Job): void {
    if (job.kind === "reply" && job.talk.said > job.seen) [job.effect, job.delivery] = ["needs_review", "review"];
    else [job.effect, job.notes] = ["done", job.notes + 1];
  }

  async take({ do: what, at, by, isReply }: Step): Promise<void> {
    const world = this.#world;
    const member = this.#members[at % this.#members.length];
    // Three of four steps go where there is something to do.
    const prefer = <T>(all: readonly T[], holds: (one: T) => boolean): T | undefined => {
      const some = all.filter(holds);
      const from = at % 4 === 0 || some.length === 0 ? all : some;
      return from[by % Math.max(1, from.length)];
    };
    const waits = (each: Device): boolean =>
      this.#works(each) && this.#jobs.some((one) => one.status === "queued" && one.grant === each.grant);
    const device = prefer(this.#devices, what === "claim" ? waits : this.#works);
    const talk = this.#talks[at % this.#talks.length];
    const job = prefer(this.#jobs, ({ status, effect, isAsked }) =>
      what === "lose the effect" || what === "send back"
        ? effect === "done"
        : what === "answer"
          ? status === "queued" && isAsked
          : status === "started" || (what === "cancel" && status === "queued"),
    );
    if (!member || !device || !talk) return;
    const { grant } = device;
    switch (what) {
      case "pair":
        if (!member.isOut) await this.#pair(member);
        return;
      case "add":
        if (
          !grant.member.isOut &&
          !grant.ended &&
          grant.expiresAt > world.clock.now() &&
          this.#devices.filter((each) => each.grant === grant).length < 20
        )
          await this.#pair(grant.member, grant);
        return;
      case "delegate":
        return await this.#delegate(talk, grant, isReply ? "reply" : "report");
      case "write":
        // Of a conversation that is being worked on, if there is one.
        await this.#write(job?.talk ?? talk);
        return;
      case "claim":
        return await this.#claim(device);
      case "cancel": {
        if (!job || member.isOut) return;
        const { status } = await world.as(`${base(world)}/delegations/${job.id}/cancel`, { body: {} }, member.cookie);
        const may = member === this.#members[0] || job.grant.member === member;
        const wasOpen = job.status === "queued" || job.status === "started";
        expect(status).toBe(!may ? 404 : wasOpen || job.status === "cancelled" ? 200 : 409);
        if (may && wasOpen) [job.status, job.delivery] = ["cancelled", job.status === "started" ? "authority_revoked" : null];
        return;
      }
      case "answer":
        return await this.#answer(job);
      case "send back":
        return await this.#sendBack(job);
      case "revoke device":
        await world.as(`${base(world)}/devices/${device.id}`, { method: "DELETE" });
        if (!device.ended) this.#withdraw(this.#live(grant), (of) => of === grant);
        return;
      case "revoke grant":
        await world.as(`${base(world)}/device-grants/${grant.id}`, { method: "DELETE" });
        if (!grant.ended) this.#withdraw(this.#live(grant), (of) => of === grant);
        grant.ended = true;
        return;
      case "unpair": {
        const isLast = this.#live(grant).length === 1;
        await this.#call(device, "unpair", {});
        if (this.#works(device)) this.#withdraw([device], (of) => isLast && of === grant);
        return;
      }
      case "leave": {
        const leaver = this.#members[1];
        if (!leaver || leaver.isOut) return;
        await world.as(`${base(world)}/leave`, { body: {} }, leaver.cookie);
        leaver.isOut = true;
        const theirs = this.#grants.filter((each) => each.member === leaver && !each.ended);
        this.#withdraw(
          theirs.flatMap((each) => this.#live(each)),
          (of) => theirs.includes(of),
          "membership_lost",
        );
        for (const each of theirs) each.ended = true;
        return;
      }
      case "expire":
        world.clock.advance({ days: 16 });
        for (const each of this.#members) each.isOut = true;
        await signedIn(world);
        for (const owner of this.#members.slice(0, 1)) Object.assign(owner, { cookie: world.cookie, isOut: false });
        return await this.#tick();
      case "tick":
        world.clock.advance({ minutes: 2 });
        return await this.#tick();
      default:
        if (job) await this.#work(what, job, by);
    }
  }
  async #write(talk: Talk): Promise<void> {
    const { status } = await talk.visitor.postMessage(talk.id, "One more thing");
    // The session of a visitor ends after a month.
    expect([201, 401]).toContain(status);
    if (status === 201) talk.said += 1;
  }
  async #delegate(talk: Talk, grant: Grant, kind: Job["kind"]): Promise<void> {
    const world = this.#world;
    const { member } = grant;
    if (member.isOut) return;
    world.clock.advance({ seconds: 1 });
    const [row] = await world.rows<{ revision: number }>("SELECT revision FROM conversations WHERE id = ?", talk.id);
    const { status, body } = await world.as<{ delegation: Delegation }>(
      `${world.conversations}/${talk.id}/delegations`,
      { body: { clientId: crypto.randomUUID(), frontier: row?.revision, grantId: grant.id, kind, task: "Look it up" } },
      member.cookie,
    );
    const isHeld = this.#jobs.some((job) => job.talk === talk && (job.status === "queued" || job.status === "started"));
    expect(status).toBe(isHeld || !this.#live(grant).some(this.#works) ? 409 : 201);
    if (status !== 201) return;
    const made = { id: body.delegation.id, talk, grant, kind, seen: talk.said, claimId: "", report: null, effect: null };
    const begun = { notes: 0, isAsked: false, questions: 0, turns: 0, wasStarted: false, back: { claimId: "", report: null }, sentBack: 0 };
    this.#jobs.push({ ...made, ...begun, status: "queued", delivery: null });
  }
  async #claim(device: Device): Promise<void> {
    const claimId = crypto.randomUUID();
    const { status, body } = await this.#call<Work>(device, "claim", { claimId });
    expect(status).toBe(this.#works(device) ? 200 : 401);
    if (status !== 200) return;
    const queued = this.#jobs.filter((job) => job.grant === device.grant && job.status === "queued" && !job.isAsked);
    // What goes on after an answer or a note comes before what is fresh.
    const oldest = queued.find(({ wasStarted }) => wasStarted) ?? queued[0];
    expect(body.data?.id).toBe(oldest?.id);
    if (oldest) Object.assign(oldest, { status: "started", device, claimId, wasStarted: true });
  }
  /** The member answers the question that their work waits with. */
  async #answer(job: Job | undefined): Promise<void> {
    if (!job || job.grant.member.isOut || job.questions === 0) return;
    const { status } = await this.#world.as(
      `${base(this.#world)}/delegations/${job.id}/answer`,
      { body: { turn: job.turns, answer: "The first" } },
      job.grant.member.cookie,
    );
    if (!job.isAsked) return;
    expect(status).toBe(job.status === "queued" ? 200 : 409);
    if (status === 200) job.isAsked = false;
  }
  async #sendBack(job: Job | undefined): Promise<void> {
    if (!job || job.grant.member.isOut) return;
    const world = this.#world;
    const [row] = await world.rows<{ revision: number }>("SELECT revision FROM conversations WHERE id = ?", job.talk.id);
    const { status } = await world.as(
      `${base(world)}/delegations/${job.id}/send-back`,
      { body: { clientId: crypto.randomUUID(), frontier: row?.revision, note: "Look again" } },
      job.grant.member.cookie,
    );
    const isHeld = this.#jobs.some((each) => each.talk === job.talk && (each.status === "queued" || each.status === "started"));
    const isOpen =
      job.status === "completed" && (job.effect === "done" || job.effect === "needs_review") && job.delivery !== "authorization_lost";
    expect(status).toBe(isOpen && !isHeld && job.sentBack < 3 && this.#live(job.grant).some(this.#works) ? 201 : 409);
    if (status !== 201) return;
    const back = { claimId: job.claimId, report: job.report };
    Object.assign(job, { back, status: "queued", delivery: null, effect: null, report: null, seen: job.talk.said });
    job.sentBack += 1;
    job.turns += 1;
  }
  /** What the computer that took a job does with it. */
  async #work(what: Step["do"], job: Job, by: number): Promise<void> {
    const { device } = job;
    if (!device) return;
    const { claimId } = job;
    const works = this.#works(device);
    const isOn = works && job.status === "started";
    if (what === "claim again") {
      const { body } = await this.#call<Work>(device, "claim", { claimId });
      if (works) expect(body.data?.id).toBe(isOn ? job.id : undefined);
    } else if (what === "beat") {
      const { status, body } = await this.#call(device, `jobs/${job.id}/heartbeat`, { claimId, progress: `At ${by}` });
      expect([status, status === 200 && body.data !== null]).toEqual([works ? 200 : 401, isOn]);
    } else if (what === "ask") {
      const { status, body } = await this.#call<{ status: string }>(device, `jobs/${job.id}/question`, { claimId, question: "Which?" });
      if (!works) return expect(status).toBe(401);
      if (isOn && job.questions === 8) return expect(status).toBe(409);
      // The same question again: this claim has ended with it.
      if (!isOn && body.data !== null && job.questions > 0) return;
      expect([status, body.data]).toEqual([200, isOn ? { status: "queued" } : null]);
      if (!isOn) return;
      Object.assign(job, { status: "queued", isAsked: true });
      job.questions += 1;
      job.turns += 1;
    } else if (what === "lose the effect") {
      // As if the worker had ended between the report and its note.
      if (job.effect !== "done" || job.device?.ended) return;
      await this.#world.rows("UPDATE delegation_effects SET state = 'pending', changed_at = 0 WHERE delegation_id = ?", job.id);
      job.effect = "pending";
    } else if (what === "report" || what === "report anew") {
      const text = what === "report" ? "It left." : `Or on day ${by}.`;
      const { status, body } = await this.#call(device, `jobs/${job.id}/report`, { claimId, outcome: "done", report: text });
      if (!works) return expect(status).toBe(401);
      if (job.back.claimId === claimId) return expect(status).toBe(job.back.report === text ? 200 : 409);
      if (job.status === "completed") {
        expect(status).toBe(job.report === text ? 200 : 409);
        if (job.effect === "pending" && status === 200) job.effect = "done";
        return;
      }
      expect([status, body.data]).toEqual([200, isOn ? { status: "completed" } : null]);
      if (!isOn) return;
      Object.assign(job, { status: "completed", report: text });
      this.#runEffect(job);
    }
  }
  async #tick(): Promise<void> {
    await this.#world.tick();
    for (const grant of this.#grants.filter((each) => !each.ended && each.expiresAt <= this.#world.clock.now())) {
      grant.ended = true;
      this.#withdraw(this.#live(grant), (of) => of === grant);
    }
    // Its note is there already: the receipt is written anew.
    for (const job of this.#jobs) if (job.effect === "pending") job.effect = "done";
  }

  /** `reached`: collects the states that the run has seen. */
  async check(reached: Set<string>): Promise<void> {
    const world = this.#world;
    const ids = JSON.stringify(this.#jobs.map(({ id }) => id));
    const stored = await world.rows(
      `SELECT w.id, w.status, w.delivery_state AS delivery, w.device_id AS device, w.report,
         (SELECT group_concat(e.state) FROM delegation_effects e WHERE e.delegation_id = w.id) AS effect,
         (SELECT count(*) FROM conversation_events n WHERE n.client_id LIKE w.id || ':%') AS notes,
         (SELECT count(*) FROM delegation_turns t WHERE t.delegation_id = w.id) AS turns, (w.status = 'queued' AND w.asked_at IS NOT NULL) AS asked
       FROM delegations w WHERE w.id IN (SELECT value FROM json_each(?)) ORDER BY w.id`,
      ids,
    );
    expect(stored).toEqual(
      this.#jobs
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, status, delivery, device, report, effect, notes, isAsked, turns }) => ({
          ...{ id, status, delivery, device: device?.id ?? null, report, effect, notes, turns },
          asked: isAsked && status === "queued" ? 1 : 0,
        })),
    );
    for (const { status, delivery, effect, isAsked, sentBack } of this.#jobs) {
      reached.add([status, delivery, effect].join("|"));
      if (status === "queued" && isAsked) reached.add("asked");
      if (sentBack > 0) reached.add(`sent back, ${status}`);
    }
    const devices = await world.rows<{ id: string }>(
      "SELECT id FROM devices WHERE revoked_at IS NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY id",
      JSON.stringify(this.#devices.map(({ id }) => id)),
    );
    expect(devices.map(({ id }) => id)).toEqual(this.#devices.flatMap(({ id, ended }) => (ended ? [] : [id])).toSorted());
  }
}

/** Status, delivery state and effect of every kind of end, and on the way there. */
const STATES = [
  ...["queued||", "started||", "cancelled||", "cancelled|authority_revoked|", "revoked|authority_revoked|", "revoked|membership_lost|"],
  ...["completed||pending", "completed||done", "completed|authorization_lost|blocked", "completed|review|needs_review"],
  ...["asked", "sent back, queued", "sent back, completed"],
];
const take = (what: Step["do"], by = 0, isReply = false): Step => ({ do: what, at: 2, by, isReply });
/** Comes to every state, so that also a short run has seen each. */
const EVERYWHERE: Step[] = [
  ...[take("delegate", 0, true), take("claim"), take("write"), take("report")],
  ...[take("delegate"), take("claim"), take("cancel"), take("delegate"), take("cancel")],
  ...[take("delegate", 1), take("claim"), take("leave")],
  ...[take("delegate"), take("claim"), take("report"), take("lose the effect", 1), take("tick")],
  ...[take("send back", 3), take("claim"), take("ask"), take("answer"), take("claim"), take("report")],
  ...[take("lose the effect"), take("add"), take("delegate"), take("claim"), take("revoke device")],
];
test("delegated work is what the table says, whatever happens in which order", { timeout: LONG ? 3_600_000 : 60_000 }, async () => {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: "max" }), async (steps) => {
      const desk = new Desk(world);
      await desk.begin();
      for (const each of steps) {
        await desk.take(each);
        await desk.check(reached);
      }
      await desk.end();
    }),
    { numRuns: LONG ? 300 : 5, endOnFailure: !LONG, examples: [[EVERYWHERE]] },
  );
  expect(STATES.filter((state) => !reached.has(state))).toEqual([]);
});
