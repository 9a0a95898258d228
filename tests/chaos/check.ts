// Checks the invariants that hold after any fault, as a pure function of what callers were answered and what the stores hold. Names follow
// the reliability plan's invariants: I1 … I9, S = what sockets delivered.

export type OpKind = "open" | "message" | "reply" | "note" | "status" | "upload" | "job";
export interface Op {
  readonly id: number;
  readonly kind: OpKind;
  readonly projectId: string;
  /** As the database names the actor: `visitor:<contact>` or `operator:<account>`. */
  readonly scope: string;
  readonly clientId: string;
  /** Unknown for a new conversation until it is acknowledged. */
  readonly conversationId?: string;
  /** Unique in the history, so that an effect with a wrong key is found too. */
  readonly text?: string;
  readonly files?: readonly string[];
  readonly size?: number;
}
export interface Acknowledged {
  readonly conversationId?: string;
  readonly revision?: number;
  readonly fileId?: string;
}
/** `info`: the outcome is unknown; the effect may be stored once or not at all. */
export type Entry =
  | { readonly type: "invoke"; readonly op: Op }
  | { readonly type: "ok"; readonly op: number; readonly acknowledged: Acknowledged }
  | { readonly type: "fail"; readonly op: number; readonly code: string }
  | { readonly type: "info"; readonly op: number };

export interface EventFact {
  readonly projectId: string;
  readonly sequence: number;
  readonly conversationId: string;
  readonly contactId: string;
  readonly revision: number;
  readonly kind: string;
  readonly visible: boolean;
  readonly previousVisible: number;
  readonly scope: string;
  readonly clientId: string;
  readonly messageId: string | null;
}
export interface Frame {
  readonly cursor: number;
  readonly conversationId: string;
  readonly revision: number;
  /** Only in visitors' frames. */
  readonly previous?: number;
  readonly kind: string;
  /** The whole frame as received. */
  readonly text: string;
}
/** Everything that one client received over all its connections, in order of arrival, from the beginning of the project. */
export interface Received {
  readonly who: string;
  readonly projectId: string;
  /** Undefined for a member. */
  readonly contactId?: string;
  readonly frames: readonly Frame[];
}
export interface Final {
  readonly heads: readonly { projectId: string; sequence: number }[];
  readonly contacts: readonly { id: string; projectId: string }[];
  readonly conversations: readonly {
    projectId: string;
    id: string;
    contactId: string;
    revision: number;
    visibleRevision: number;
    visitorMessages: number;
    teamMessages: number;
  }[];
  readonly events: readonly EventFact[];
  readonly messages: readonly { id: string; projectId: string; conversationId: string; kind: string; revision: number; content: string }[];
  readonly files: readonly {
    id: string;
    projectId: string;
    objectKey: string;
    size: number;
    state: string;
    owner: string;
    clientId: string;
    contactId: string | null;
    messageId: string | null;
  }[];
  readonly objects: readonly { key: string; size: number }[];
  readonly jobs: readonly { id: string; key: string; state: string; projectId: string | null }[];
  /** Effects of jobs by key: each key at most once. */
  readonly effects: readonly string[];
  readonly counters: readonly { key: string; n: number }[];
  readonly limits: Readonly<Record<string, number>>;
  /** No window has ended since the beginning, so counters equal what was stored. */
  readonly countersWhole: boolean;
  readonly received: readonly Received[];
}
export interface Violation {
  readonly invariant: "I1" | "I2" | "I3" | "I4" | "I5" | "I7" | "I9" | "S1" | "S2" | "S3" | "S4";
  readonly message: string;
}

interface Outcome {
  readonly op: Op;
  readonly invokedAt: number;
  readonly acks: { at: number; acknowledged: Acknowledged }[];
  refused: boolean;
}

/** All violations; empty when every invariant holds. */
export function check(history: readonly Entry[], final: Final): Violation[] {
  const found: Violation[] = [];
  const report = (invariant: Violation["invariant"], message: string): void => void found.push({ invariant, message: message });
  const outcomes = outcomesOf(history);
  const index = indexOf(final);
  for (const outcome of outcomes) checkOutcome(outcome, index, report);
  checkTexts(outcomes, final, report);
  checkOrder(outcomes, index, report);
  checkRevisions(final, index, report);
  checkFiles(final, index, report);
  checkJobs(final, report);
  checkProjects(final, index, report);
  checkCounters(final, report);
  for (const reader of final.received) checkReceived(reader, final, report);
  return found;
}

type Report = (invariant: Violation["invariant"], message: string) => void;
type Index = ReturnType<typeof indexOf>;

function outcomesOf(history: readonly Entry[]): Outcome[] {
  const outcomes = new Map<number, Outcome>();
  history.forEach((entry, at) => {
    if (entry.type === "invoke") {
      outcomes.set(entry.op.id, { op: entry.op, invokedAt: at, acks: [], refused: false });
      return;
    }
    const outcome = outcomes.get(entry.op);
    if (!outcome) throw new Error(`operation ${entry.op} was answered but never invoked`);
    if (entry.type === "ok") outcome.acks.push({ at, acknowledged: entry.acknowledged });
    else if (entry.type === "fail") outcome.refused = true;
  });
  return [...outcomes.values()];
}

const group = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => Map.groupBy(items, key);
function indexOf(final: Final) {
  return {
    byClient: group(final.events, (e) => `${e.scope} ${e.clientId}`),
    byConversation: group(final.events, (e) => e.conversationId),
    conversations: new Map(final.conversations.map((c) => [c.id, c])),
    contacts: new Map(final.contacts.map((c) => [c.id, c])),
    messages: new Map(final.messages.map((m) => [m.id, m])),
    files: group(final.files, (f) => `${f.owner} ${f.clientId}`),
    fileById: new Map(final.files.map((f) => [f.id, f])),
    jobs: new Map(final.jobs.map((j) => [j.key, j])),
  };
}

/** I1: acknowledged means stored. I2: stored once. I9: refused leaves no trace. */
function checkOutcome({ op, acks, refused }: Outcome, index: Index, report: Report): void {
  const name = `${op.kind} ${op.id} (${op.clientId})`;
  if (op.kind === "job") {
    if (acks.length > 0 && !index.jobs.has(op.clientId)) report("I5", `${name} was acknowledged and is lost`);
    return;
  }
  const acknowledged = acks[0]?.acknowledged;
  for (const { acknowledged: other } of acks)
    if (JSON.stringify(other) !== JSON.stringify(acknowledged)) report("I2", `${name} was answered twice with different results`);
  const stored =
    op.kind === "upload" ? (index.files.get(`${op.scope} ${op.clientId}`) ?? []) : (index.byClient.get(`${op.scope} ${op.clientId}`) ?? []);
  if (stored.length > 1) report("I2", `${name} is stored ${stored.length} times`);
  // Also after an unknown attempt: a refusal means that the server looked, and a killed attempt is never applied later.
  if (refused && acks.length === 0 && stored.length > 0) report("I9", `${name} was refused and is stored`);
  if (!acknowledged) return;
  if (stored.length === 0) return report("I1", `${name} was acknowledged and is not stored`);
  if (op.kind === "upload") {
    const file = acknowledged.fileId === undefined ? undefined : index.fileById.get(acknowledged.fileId);
    if (!file) return report("I1", `${name} was acknowledged as another file`);
    if (file.size !== op.size) report("I1", `${name} has ${file.size} of ${op.size} bytes`);
    return;
  }
  const event = index.byClient.get(`${op.scope} ${op.clientId}`)?.[0];
  if (event?.revision !== acknowledged.revision || event?.conversationId !== acknowledged.conversationId)
    report("I1", `${name} was acknowledged as revision ${acknowledged.revision} and is stored as ${event?.revision}`);
  if (event?.projectId !== op.projectId) report("I7", `${name} is stored in another project`);
  if (op.text !== undefined && index.messages.get(event?.messageId ?? "")?.content !== op.text)
    report("I1", `${name} is stored with another text`);
  for (const id of op.files ?? [])
    if (index.fileById.get(id)?.messageId !== event?.messageId) report("I4", `${name} lost its attachment ${id}`);
}

/** I2 again, by text: the same text under another key is a doubled effect. */
function checkTexts(outcomes: readonly Outcome[], final: Final, report: Report): void {
  const texts = new Set(outcomes.flatMap(({ op }) => (op.text === undefined ? [] : [op.text])));
  for (const [text, said] of group(final.messages, (m) => m.content))
    if (texts.has(text) && said.length > 1) report("I2", `"${text}" was said ${said.length} times`);
}

/** I3: within a conversation, an operation acknowledged before another one began comes first. */
function checkOrder(outcomes: readonly Outcome[], index: Index, report: Report): void {
  const acked = outcomes.filter((o) => o.acks[0]?.acknowledged.revision !== undefined);
  for (const ops of group(acked, (o) => o.acks[0]?.acknowledged.conversationId ?? "").values()) {
    const storedRevision = (o: Outcome): number =>
      index.byClient.get(`${o.op.scope} ${o.op.clientId}`)?.[0]?.revision ?? o.acks[0]?.acknowledged.revision ?? 0;
    const sorted = ops.toSorted((a, b) => (a.acks[0]?.at ?? 0) - (b.acks[0]?.at ?? 0));
    let highest = 0;
    let next = 0;
    for (const o of ops.toSorted((a, b) => a.invokedAt - b.invokedAt)) {
      for (let before = sorted[next]; before !== undefined && (before.acks[0]?.at ?? 0) < o.invokedAt; before = sorted[++next])
        highest = Math.max(highest, storedRevision(before));
      if (storedRevision(o) <= highest)
        report("I3", `${o.op.kind} ${o.op.id} is revision ${storedRevision(o)}, but ${highest} was acknowledged before it began`);
    }
  }
}

/** I3: revisions 1…n and sequences 1…m have no gap, agree in order, and match the rows derived from them. */
function checkRevisions(final: Final, index: Index, report: Report): void {
  for (const c of final.conversations) {
    const events = (index.byConversation.get(c.id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
    let visible = 0;
    events.forEach((e, i) => {
      if (e.revision !== i + 1) report("I3", `${c.id} has revision ${e.revision} in place ${i + 1}`);
      if (e.previousVisible !== visible)
        report("I3", `${c.id} revision ${e.revision} follows visible ${e.previousVisible}, not ${visible}`);
      if (e.visible) visible = e.revision;
    });
    if (events.length === 0) report("I3", `${c.id} has no event`);
    if (c.revision !== events.length) report("I3", `${c.id} says revision ${c.revision} of ${events.length}`);
    if (c.visibleRevision !== visible) report("I3", `${c.id} says visible revision ${c.visibleRevision}, not ${visible}`);
    const messages = events.filter((e) => e.kind === "message");
    const byVisitor = messages.filter((e) => e.scope.startsWith("visitor:")).length;
    if (c.visitorMessages !== byVisitor || c.teamMessages !== messages.length - byVisitor)
      report("I3", `${c.id} counts ${c.visitorMessages} + ${c.teamMessages} messages of ${byVisitor} + ${messages.length - byVisitor}`);
  }
  for (const [id, events] of index.byConversation)
    if (!index.conversations.has(id)) report("I3", `${events.length} events belong to no conversation (${id})`);
  for (const [projectId, events] of group(final.events, (e) => e.projectId)) {
    events
      .toSorted((a, b) => a.sequence - b.sequence)
      .forEach((e, i) => e.sequence === i + 1 || report("I3", `${projectId} has sequence ${e.sequence} in place ${i + 1}`));
    const head = final.heads.find((h) => h.projectId === projectId)?.sequence;
    if (head !== events.length) report("I3", `${projectId} says head ${head} of ${events.length}`);
  }
  const storedTexts = new Map(final.events.flatMap((e) => (e.messageId === null ? [] : [[e.messageId, e] as const])));
  for (const m of final.messages)
    if (storedTexts.get(m.id)?.revision !== m.revision) report("I3", `message ${m.id} of revision ${m.revision} has no such event`);
  for (const e of final.events)
    if ((e.kind === "message" || e.kind === "note") && !index.messages.has(e.messageId ?? ""))
      report("I3", `${e.conversationId} revision ${e.revision} has no message`);
}

/** I4: every file row has its object, and every object its row. */
function checkFiles(final: Final, index: Index, report: Report): void {
  const objects = new Map(final.objects.map((o) => [o.key, o]));
  for (const f of final.files) {
    const object = objects.get(f.objectKey);
    if (f.state !== "stored" && f.state !== "attached") report("I4", `file ${f.id} is still ${f.state} after the sweep`);
    else if (!object) report("I4", `file ${f.id} has no object`);
    else if (object.size !== f.size) report("I4", `file ${f.id} has ${f.size} bytes, its object ${object.size}`);
    if ((f.state === "attached") !== (f.messageId !== null)) report("I4", `file ${f.id} is ${f.state} with message ${f.messageId}`);
    if (f.messageId !== null && !index.messages.has(f.messageId)) report("I4", `file ${f.id} is attached to no message`);
    objects.delete(f.objectKey);
  }
  for (const key of objects.keys()) report("I4", `object ${key} has no row`);
}

/** I5: a job is done or waits for its time, and no effect is doubled. */
function checkJobs(final: Final, report: Report): void {
  for (const j of final.jobs) if (j.state !== "done" && j.state !== "queued") report("I5", `job ${j.key} is ${j.state}`);
  for (const [key, times] of group(final.effects, (key) => key))
    if (times.length > 1) report("I5", `job ${key} took effect ${times.length} times`);
}

/** I7: no row refers to another project. */
function checkProjects(final: Final, index: Index, report: Report): void {
  const foreign = (what: string, mine: string, other: string | undefined): void => {
    if (other !== undefined && other !== mine) report("I7", `${what} refers to another project`);
  };
  const contactOf = (id: string | null): string | undefined => (id === null ? undefined : index.contacts.get(id)?.projectId);
  for (const c of final.conversations) foreign(`conversation ${c.id}`, c.projectId, contactOf(c.contactId));
  for (const e of final.events) {
    foreign(`event ${e.projectId}/${e.sequence}`, e.projectId, index.conversations.get(e.conversationId)?.projectId);
    foreign(`event ${e.projectId}/${e.sequence}`, e.projectId, contactOf(e.contactId));
    foreign(`event ${e.projectId}/${e.sequence}`, e.projectId, index.messages.get(e.messageId ?? "")?.projectId);
    if (index.conversations.get(e.conversationId)?.contactId !== e.contactId)
      report("I7", `event ${e.projectId}/${e.sequence} names another contact`);
  }
  for (const m of final.messages) foreign(`message ${m.id}`, m.projectId, index.conversations.get(m.conversationId)?.projectId);
  for (const f of final.files) {
    foreign(`file ${f.id}`, f.projectId, contactOf(f.contactId));
    foreign(`file ${f.id}`, f.projectId, index.messages.get(f.messageId ?? "")?.projectId);
  }
}

/** I9: counters are never above their limit, never negative, and equal to what they count. */
function checkCounters(final: Final, report: Report): void {
  for (const { key, n } of final.counters) {
    const limit = final.limits[key.split(":")[0] ?? ""];
    if (n < 0) report("I9", `counter ${key} is ${n}`);
    if (limit !== undefined && n > limit) report("I9", `counter ${key} is ${n} of ${limit}`);
  }
  if (!final.countersWhole) return;
  const sums = new Map<string, number>();
  for (const { key, n } of final.counters) sums.set(key, (sums.get(key) ?? 0) + n);
  const compare = (key: string, is: number): void => {
    const counted = sums.get(key) ?? 0;
    if (counted !== is) report("I9", `counter ${key} is ${counted}, but ${is} are stored`);
  };
  const storedTexts = group(
    final.events.filter((e) => e.kind === "message" && e.scope.startsWith("visitor:")),
    (e) => e.contactId,
  );
  const uploaded = group(
    final.files.filter((f) => f.owner.startsWith("visitor:")),
    (f) => f.owner.slice("visitor:".length),
  );
  for (const { id } of final.contacts) {
    compare(`messagesPerContactHour:${id}`, storedTexts.get(id)?.length ?? 0);
    compare(`uploadsPerContactDay:${id}`, uploaded.get(id)?.length ?? 0);
    compare(
      `uploadBytesPerContactDay:${id}`,
      (uploaded.get(id) ?? []).reduce((sum, f) => sum + f.size, 0),
    );
  }
}

/** S1 complete, S2 in order, S3 continuous by `previous`, S4 nothing of others. Repeated frames are allowed. */
function checkReceived(reader: Received, final: Final, report: Report): void {
  const may = final.events
    .filter((e) => e.projectId === reader.projectId && (reader.contactId === undefined || (e.visible && e.contactId === reader.contactId)))
    .toSorted((a, b) => a.sequence - b.sequence);
  const bySequence = new Map(may.map((e) => [e.sequence, e]));
  const notes = reader.contactId === undefined ? [] : final.messages.filter((m) => m.kind === "note").map((m) => m.content);
  const last = new Map<string, number>();
  const got = new Set<number>();
  let cursor = 0;
  for (const frame of reader.frames) {
    const event = bySequence.get(frame.cursor);
    if (!event || event.conversationId !== frame.conversationId || event.revision !== frame.revision || event.kind !== frame.kind)
      report("S4", `${reader.who} received ${frame.kind} ${frame.cursor}, which is not theirs`);
    if (notes.some((note) => frame.text.includes(note))) report("S4", `${reader.who} received a note`);
    if (got.has(frame.cursor)) continue;
    got.add(frame.cursor);
    if (frame.cursor < cursor) report("S2", `${reader.who} received ${frame.cursor} after ${cursor}`);
    cursor = Math.max(cursor, frame.cursor);
    if (reader.contactId !== undefined && frame.previous !== (last.get(frame.conversationId) ?? 0))
      report("S3", `${reader.who} received revision ${frame.revision} after ${last.get(frame.conversationId) ?? 0}, not ${frame.previous}`);
    last.set(frame.conversationId, frame.revision);
  }
  const missing = may.filter((e) => !got.has(e.sequence));
  if (missing.length > 0)
    report("S1", `${reader.who} never received ${missing.length} of ${may.length}, the first ${missing[0]?.sequence}`);
}
