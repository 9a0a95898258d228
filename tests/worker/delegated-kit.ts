// What tests of delegated work share: members who delegate, answer and cancel, and what a connector calls.
import type { Delegation, Work } from "../../modules/delegated-work/contract.ts";
import { base, type Paired } from "./paired-kit.ts";
import type { Answer, Visitor, World } from "./world.ts";

export const GRANT = { kinds: ["report", "reply"], days: 30, jobsPerDay: 1000 };
export const TASK = "Look into the logs of order 4711";
type Answered = Answer<{ delegation: Delegation; repeated: boolean; code?: string; error?: string }>;

export class DelegatedWork {
  readonly #world: World;
  /** Of the newest conversation. */
  visitor!: Visitor;
  constructor(world: World) {
    this.#world = world;
  }
  /** A conversation of a visitor of its own, because one begins few in an hour. */
  async begin(): Promise<string> {
    this.#world.clock.advance({ seconds: 1 });
    this.visitor = await this.#world.visitor();
    return (await this.visitor.open("Where is my order?")).body.conversation.id;
  }
  delegate(conversation: string, by: Paired, more: object = {}, cookie?: string): Promise<Answered> {
    const body = { clientId: crypto.randomUUID(), frontier: 1, grantId: by.grantId, kind: "report", task: TASK, ...more };
    return this.#world.as(`${this.#world.conversations}/${conversation}/delegations`, { body }, cookie);
  }
  /** The newest delegation of a conversation. */
  async one(conversation: string): Promise<Delegation> {
    const { body } = await this.#world.as<{ items: Delegation[] }>(`${this.#world.conversations}/${conversation}/delegations`);
    const [newest] = body.items;
    if (!newest) throw new Error("no delegation");
    return newest;
  }
  #post(id: string, what: string, body: object, cookie?: string): Promise<Answered> {
    return this.#world.as(`${base(this.#world)}/delegations/${id}/${what}`, { body }, cookie);
  }
  cancel = (id: string, cookie?: string) => this.#post(id, "cancel", {}, cookie);
  answer = (id: string, turn: number, answer: string, cookie?: string) => this.#post(id, "answer", { turn, answer }, cookie);
  sendBack = (id: string, more: object = {}, cookie?: string) =>
    this.#post(id, "send-back", { clientId: crypto.randomUUID(), frontier: 2, note: "Look also at the mails.", ...more }, cookie);

  call<T>(by: Paired, path: string, body: object): Promise<Answer<{ data: T | null; code?: string }>> {
    return this.#world.call(`/api/connector/${path}`, { body, headers: { authorization: `Bearer ${by.token}` } });
  }
  async claim(by: Paired, claimId: string = crypto.randomUUID()): Promise<{ claimId: string; work: Work | null }> {
    const { status, body } = await this.call<Work>(by, "claim", { claimId });
    if (status !== 200) throw new Error(`claim: ${status}`);
    return { claimId, work: body.data };
  }
  beat = (by: Paired, id: string, claimId: string) => this.call<{ leaseSeconds: number }>(by, `jobs/${id}/heartbeat`, { claimId });
  ask = (by: Paired, id: string, claimId: string, question: unknown) =>
    this.call<{ status: string }>(by, `jobs/${id}/question`, { claimId, question });
  report = (by: Paired, id: string, claimId: string, text = "Order 4711 left on Monday.", outcome = "done") =>
    this.call<{ status: string }>(by, `jobs/${id}/report`, { claimId, outcome, report: text });
  /** Work that `by` has taken, in a conversation of its own unless one is named. */
  async started(
    by: Paired,
    more: object = {},
    cookie?: string,
    conversation?: string,
  ): Promise<{ conversation: string; id: string; claimId: string }> {
    const place = conversation ?? (await this.begin());
    const made = await this.delegate(place, by, more, cookie);
    if (made.status !== 201) throw new Error(`delegate: ${made.status} ${JSON.stringify(made.body)}`);
    const { claimId, work } = await this.claim(by);
    if (work?.id !== made.body.delegation.id) throw new Error("it was not what was claimed");
    return { conversation: place, id: work.id, claimId };
  }
}
