// Clients that work against a service which may be killed at any moment, and record the answers.
import { randomUUID } from "node:crypto";
import { type Answer, type Operator, PNG, type Visitor } from "../support/desk.ts";
import type { Entry, Op, Acknowledged } from "./check.ts";

export const SITE = "http://localhost:5999";
/** High enough that no limit interferes with a load. */
export const HIGH_LIMITS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "widgetSessionsPerIpHour",
    "widgetSessionsPerProjectHour",
    "conversationsPerContactHour",
    "conversationsPerIpHour",
    "conversationsPerProjectHour",
    "messagesPerConversationMinute",
    "messagesPerContactHour",
    "widgetEventsPerContactMinute",
    "uploadsPerContactDay",
    "uploadsPerProjectDay",
    "projectsPerIpDay",
    "projectsPerAccountDay",
  ].map((name) => [name, 1_000_000]),
);
export const vars = (limits: Readonly<Record<string, number>> = HIGH_LIMITS): Record<string, string> => ({
  TEST_SCRYPT_LOG_N: "10",
  TEST_CHECK_REPLIES: "1",
  RATE_LIMITS: JSON.stringify({ ...HIGH_LIMITS, ...limits }),
});

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const many = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));
/** The number of answers with each status. */
export const statuses = (answers: readonly { status: number }[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, (a) => a.status)].map(([status, all]) => [status, all.length] as const).toSorted(([a], [b]) => a - b),
  );

/** A seeded random source (mulberry32), so that a run can be repeated except for timing. */
export function seededRandom(seed: number): { next(): number; below(n: number): number } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (n) => Math.floor(next() * n) };
}

export class History {
  readonly entries: Entry[] = [];
  #ops = 0;
  attempts = 0;
  begin(op: Omit<Op, "id">): Op {
    const whole = { ...op, id: ++this.#ops };
    this.entries.push({ type: "invoke", op: whole });
    return whole;
  }
  get operations(): number {
    return this.#ops;
  }
  count(type: Entry["type"]): number {
    return new Set(this.entries.flatMap((e) => (e.type === type && e.type !== "invoke" ? [e.op] : []))).size;
  }
}

interface HandlingAnswer {
  readonly conversation: { id: string };
  readonly event: { revision: number };
}
type Sent = Promise<Answer<unknown>>;

/** One client: performs one operation at a time and repeats it until its outcome is certain. */
export class Client {
  readonly history: History;
  /** Waits until the service is meant to be up; rejects when the run is over. */
  readonly up: () => Promise<void>;
  constructor(history: History, up: () => Promise<void>) {
    this.history = history;
    this.up = up;
  }
  /** Answers the last response. A lost response or a 5xx counts as unknown and is retried with the same clientId. */
  async perform<T>(op: Op, send: () => Sent, acknowledged: (body: T) => Acknowledged): Promise<Answer<T>> {
    for (let faults = 0; ;) {
      await this.up();
      this.history.attempts += 1;
      let answer: Answer<T> | undefined;
      try {
        answer = (await send()) as Answer<T>;
      } catch {
        // The connection broke, so the outcome is unknown.
      }
      if (answer && answer.status < 300) {
        this.history.entries.push({ type: "ok", op: op.id, acknowledged: acknowledged(answer.body) });
        return answer;
      }
      if (answer && answer.status < 500) {
        this.history.entries.push({ type: "fail", op: op.id, code: (answer.body as { code?: string }).code ?? String(answer.status) });
        return answer;
      }
      this.history.entries.push({ type: "info", op: op.id });
      if (answer && ++faults > 50) throw new Error(`${op.kind} ${op.clientId} is never answered: ${JSON.stringify(answer.body)}`);
      await sleep(20);
    }
  }
}
const acknowledgedBy = (body: unknown): Acknowledged => {
  const { conversation, event } = body as HandlingAnswer;
  return { conversationId: conversation.id, revision: event.revision };
};

/** A conversation that clients share, with how far each side has seen it. */
export interface Thread {
  readonly id: string;
  readonly visitor: Visitor;
}
export interface ProjectThreads {
  readonly projectId: string;
  readonly threads: Thread[];
}

/** A visitor who opens conversations, writes, and uploads. */
export async function runVisitor(
  client: Client,
  place: ProjectThreads,
  visitor: Visitor,
  random: ReturnType<typeof seededRandom>,
  going: () => boolean,
): Promise<void> {
  const { history } = client;
  const base = { projectId: place.projectId, scope: `visitor:${visitor.contactId}` };
  const mine: Thread[] = [];
  const free: string[] = [];
  while (going()) {
    const kind =
      mine.length === 0 ? "open" : random.below(10) < 1 && mine.length < 4 ? "open" : random.below(10) < 2 ? "upload" : "message";
    const clientId = randomUUID();
    if (kind === "upload") {
      const bytes = new Uint8Array(PNG.byteLength + random.below(40_000));
      bytes.set(PNG);
      const op = history.begin({ ...base, kind, clientId, size: bytes.byteLength });
      const done = await client.perform<{ file: { id: string } }>(
        op,
        () => visitor.upload("photo.png", bytes, clientId),
        ({ file }) => ({ fileId: file.id }),
      );
      if (done.status < 300) free.push(done.body.file.id);
      continue;
    }
    const files = free.splice(0, random.below(3));
    const text = `${kind} ${clientId}`;
    const thread = mine[random.below(mine.length)];
    const op = history.begin({
      ...base,
      kind,
      clientId,
      text,
      files,
      ...(kind === "message" && thread ? { conversationId: thread.id } : {}),
    });
    const more = { clientId, attachments: files };
    const answer = await client.perform<HandlingAnswer>(
      op,
      () => (kind === "message" && thread ? visitor.postMessage(thread.id, text, more) : visitor.open(text, more)),
      acknowledgedBy,
    );
    if (kind === "open" && answer.status < 300) {
      const opened = { id: answer.body.conversation.id, visitor };
      mine.push(opened);
      place.threads.push(opened);
    }
  }
}

/** A member who replies, notes, closes, and reopens, and is refused whenever somebody was faster. */
export async function runMember(
  client: Client,
  place: ProjectThreads,
  operator: Operator,
  accountId: string,
  random: ReturnType<typeof seededRandom>,
  going: () => boolean,
): Promise<void> {
  const { history } = client;
  const seen = new Map<string, number>();
  while (going()) {
    const thread = place.threads[random.below(place.threads.length)];
    if (!thread) {
      await sleep(10);
      continue;
    }
    const dice = random.below(10);
    const kind = dice < 5 ? "reply" : dice < 8 ? "note" : "status";
    const clientId = randomUUID();
    const text = kind === "status" ? undefined : `${kind} ${clientId}`;
    const op = history.begin({
      projectId: place.projectId,
      scope: `operator:${accountId}`,
      kind,
      clientId,
      conversationId: thread.id,
      ...(text === undefined ? {} : { text }),
    });
    const at = `/api/dashboard/projects/${place.projectId}/conversations/${thread.id}`;
    const frontier = seen.get(thread.id) ?? 0;
    const status = random.below(2) === 0 ? "closed" : "open";
    const send = (): Sent =>
      kind === "reply"
        ? operator.post(`${at}/messages`, { clientId, frontier, content: text, close: dice === 0 })
        : kind === "note"
          ? operator.post(`${at}/notes`, { clientId, content: text })
          : operator.post(`${at}/status`, { clientId, frontier, status });
    const answer = await client.perform<HandlingAnswer & { revision?: number }>(op, send, acknowledgedBy);
    if (answer.status < 300 && kind !== "note") seen.set(thread.id, Math.max(frontier, answer.body.event.revision));
    else if (answer.body.revision !== undefined) seen.set(thread.id, answer.body.revision);
  }
}
