// What the tests of reports share: generated conversations, stored as `record` and the modules store them.
import { newId } from "#kernel/ids/index.ts";
import type { World } from "./world.ts";

export interface Happened {
  readonly at: number;
  readonly kind: "message" | "status" | "spam" | "team_assigned" | "tagged" | "note" | "answers" | "satisfaction";
  readonly role: "visitor" | "operator" | "assistant" | "system";
  readonly by: string | null;
  readonly automatic?: boolean;
  readonly imported?: boolean;
  readonly data?: Record<string, unknown>;
}
export interface Clock {
  readonly target: "first" | "next" | "resolution";
  readonly startedAt: number;
  readonly endedAt: number;
  readonly met: boolean;
  readonly by: string | null;
  readonly team: string | null;
}
export interface Rated {
  readonly id: string;
  readonly at: number;
  readonly score: number;
  readonly by: string | null;
  readonly team: string | null;
}
export interface Generated {
  readonly id: string;
  readonly channel: string;
  readonly events: Happened[];
  readonly tags: string[];
  readonly clocks: Clock[];
  readonly ratings: Rated[];
}
export interface Cast {
  readonly operators: readonly string[];
  readonly teams: readonly string[];
  readonly tags: readonly string[];
}

/** Numbers that are always the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A conversation that begins at a moment: any order of what customers, members, the assistant and the schedule do. */
export function generate(random: () => number, beginsAt: number, { operators, teams, tags }: Cast): Generated {
  const pick = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] as T;
  const channel = pick(["widget", "widget", "email", "api", "import"]);
  const events: Happened[] = [];
  let at = beginsAt;
  let [closed, silenced] = [false, false];
  const wait = (): void => void (at += Math.floor(random() ** 6 * 9 * 86_400_000) + Math.floor(random() * 90_000));
  const add = (event: Omit<Happened, "at">): void => void events.push({ ...event, at });
  const customer = (automatic = false): void => {
    add({ kind: "message", role: "visitor", by: "con", automatic });
    if (closed && !silenced && !automatic) {
      add({ kind: "status", role: "visitor", by: "con", data: { status: "open", until: null } });
      closed = false;
    }
  };
  if (channel === "import") add({ kind: "message", role: "visitor", by: "con", imported: true });
  else if (random() < 0.1) add({ kind: "message", role: "operator", by: pick(operators) });
  else customer(random() < 0.05);
  for (let left = 2 + Math.floor(random() * 9); left > 0; left -= 1) {
    wait();
    const what = random();
    const who = pick(operators);
    if (what < 0.28) customer(random() < 0.06);
    else if (what < 0.55) {
      add({ kind: "message", role: "operator", by: who });
      if (random() < 0.3 && !closed) {
        add({ kind: "status", role: "operator", by: who, data: { status: "closed", until: null } });
        closed = true;
      }
    } else if (what < 0.64) add({ kind: "message", role: "assistant", by: "ai" });
    else if (what < 0.67) add({ kind: "answers", role: "assistant", by: "ai", data: { to: "team", reason: pick(["asked", "taken"]) } });
    else if (what < 0.72) add({ kind: "note", role: "operator", by: who });
    else if (what < 0.8) add({ kind: "team_assigned", role: "operator", by: who, data: { teamId: pick([...teams, null]) } });
    else if (what < 0.88 && !silenced) {
      const status = closed ? "open" : pick(["closed", "closed", "snoozed"]);
      add({ kind: "status", role: "operator", by: who, data: { status, until: null } });
      closed = status === "closed";
    } else if (what < 0.91) {
      if (silenced) {
        const reopens = random() < 0.6;
        add({ kind: "spam", role: "operator", by: who, data: { spam: false } });
        if (reopens) add({ kind: "status", role: "operator", by: who, data: { status: "open", until: null } });
        silenced = false;
        closed = !reopens;
      } else {
        add({ kind: "spam", role: "operator", by: who, data: { spam: true } });
        if (!closed) add({ kind: "status", role: "operator", by: who, data: { status: "closed", until: null } });
        silenced = true;
        closed = true;
      }
    } else add({ kind: "tagged", role: "operator", by: who, data: { added: [], removed: [] } });
  }
  const chosen = tags.filter(() => random() < 0.2);
  const team = (): string | null => pick([...teams, null]);
  const clocks = Array.from({ length: Math.floor(random() * 3) }, (_, i): Clock => {
    const startedAt = beginsAt + i * 1000;
    const target = (["first", "next", "resolution"] as const)[i] ?? "next";
    return {
      target,
      startedAt,
      endedAt: startedAt + Math.floor(random() * 86_400_000),
      met: random() < 0.8,
      by: pick(operators),
      team: team(),
    };
  });
  const ratings =
    random() < 0.2
      ? [{ id: newId("satisfactionRequest", at), at, score: 1 + Math.floor(random() * 5), by: pick([...operators, null]), team: team() }]
      : [];
  // What other modules store comes with an event.
  if (clocks.length > 0 || ratings.length > 0) add({ kind: "satisfaction", role: "visitor", by: "con" });
  return { id: newId("conversation", beginsAt), channel, events, tags: chosen, clocks, ratings };
}
export const isSpam = (events: readonly Happened[]): boolean => {
  const last = events.findLast(({ kind, data }) => kind === "spam" || (kind === "status" && data?.["status"] === "open"));
  return last?.kind === "spam" && last.data?.["spam"] === true;
};

// --- storing -----------------------------------------------------------------------------

interface Row {
  readonly conversation: Generated;
  readonly revision: number;
  readonly event: Happened;
}
/** Stores the events between two moments, in their order, and the conversations as they are then. */
export async function store(
  world: World,
  all: readonly Generated[],
  from: number,
  until: number,
  tagsOf: (one: Generated) => readonly string[],
): Promise<void> {
  const db = world.env.DB;
  const rows: Row[] = all
    .flatMap((conversation) => conversation.events.map((event, i) => ({ conversation, event, revision: i + 1 })))
    .filter(({ event }) => event.at >= from && event.at < until)
    .toSorted(
      (a, b) =>
        a.event.at - b.event.at ||
        (a.conversation.id < b.conversation.id ? -1 : a.conversation.id > b.conversation.id ? 1 : a.revision - b.revision),
    );
  const [{ head }] = (await world.rows<{ head: number }>(
    "SELECT coalesce(max(sequence), 0) AS head FROM conversation_events WHERE project_id = ?",
    world.projectId,
  )) as [{ head: number }];
  const touched = [...new Set(rows.map(({ conversation }) => conversation))];
  const states = touched.map((one) => [one.id, one.channel, one.events[0]?.at, isSpam(one.events.filter(({ at }) => at < until)) ? 1 : 0]);
  for (let i = 0; i < states.length; i += 1000)
    await db
      .prepare(
        `INSERT INTO conversations (project_id, id, contact_id, client_id, door, created_at, last_activity_at, silenced)
         SELECT ?1, value ->> 0, 'con', value ->> 0, value ->> 1, value ->> 2, value ->> 2, value ->> 3 FROM json_each(?2) WHERE 1
         ON CONFLICT (project_id, id) DO UPDATE SET silenced = excluded.silenced`,
      )
      .bind(world.projectId, JSON.stringify(states.slice(i, i + 1000)))
      .run();
  for (let i = 0; i < rows.length; i += 2000) {
    const page = rows.slice(i, i + 2000).map(({ conversation, event, revision }, place) => {
      const id = newId("event", event.at);
      const { kind, role, by, at } = event;
      return [
        head + i + place + 1,
        id,
        conversation.id,
        revision,
        kind,
        role,
        by,
        event.imported ? "import" : `${role}:${by}`,
        id,
        kind === "message" || kind === "note" ? `m${id}` : null,
        JSON.stringify(event.data ?? {}),
        at,
        event.automatic ? 1 : 0,
      ];
    });
    const json = JSON.stringify(page);
    await db.batch([
      db
        .prepare(
          `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, data, created_at)
           SELECT ?1, value ->> 0, value ->> 1, value ->> 2, 'con', value ->> 3, value ->> 4, 0, 0, value ->> 5, value ->> 6, value ->> 7, value ->> 8, '', value ->> 9, value ->> 10, value ->> 11 FROM json_each(?2)`,
        )
        .bind(world.projectId, json),
      db
        .prepare(
          `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
           SELECT value ->> 9, ?1, value ->> 2, value ->> 4, value ->> 3, value ->> 5, value ->> 6, 'x', iif(value ->> 12, '{"door":"email","automatic":{"reasons":[]}}', '{"door":"widget","automatic":null}'), value ->> 8, value ->> 11
           FROM json_each(?2) WHERE value ->> 9 IS NOT NULL`,
        )
        .bind(world.projectId, json),
    ]);
  }
  const tagged = touched.map((one) => [one.id, ...tagsOf(one)]);
  for (let i = 0; i < tagged.length; i += 1000) {
    const json = JSON.stringify(tagged.slice(i, i + 1000));
    await db.batch([
      db
        .prepare("DELETE FROM conversation_tags WHERE project_id = ? AND conversation_id IN (SELECT value ->> 0 FROM json_each(?))")
        .bind(world.projectId, json),
      db
        .prepare(
          "INSERT INTO conversation_tags (project_id, conversation_id, tag_id) SELECT ?1, k.value ->> 0, t.value FROM json_each(?2) k, json_each(k.value) t WHERE t.key > 0",
        )
        .bind(world.projectId, json),
    ]);
  }
  const ended = touched.filter(({ events }) => (events.at(-1)?.at ?? 0) < until);
  for (let i = 0; i < ended.length; i += 1000) {
    const page = ended.slice(i, i + 1000);
    const clocks = page.flatMap(({ id, clocks: of }) =>
      of.map((c) => [id, c.target, c.startedAt, c.endedAt, c.met ? "met" : "missed", c.by, c.team]),
    );
    const ratings = page.flatMap(({ id, ratings: of }) => of.map((r) => [r.id, id, r.score, r.at, r.by, r.team]));
    await db.batch([
      db
        .prepare(
          `INSERT OR IGNORE INTO response_clocks (project_id, conversation_id, target, started_at, ended_at, missed_at, outcome, ended_by, team_id, ended_how, live, stale)
           SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, iif(value ->> 4 = 'missed', value ->> 3, NULL), value ->> 4, value ->> 5, value ->> 6, 'answered', 0, 0 FROM json_each(?2)`,
        )
        .bind(world.projectId, JSON.stringify(clocks)),
      db
        .prepare(
          `INSERT OR IGNORE INTO satisfaction_requests (id, project_id, conversation_id, contact_id, close_id, state, expires_at, closed_at, channel, score, rated_at, assignee_id, team_id)
           SELECT value ->> 0, ?1, value ->> 1, 'con', value ->> 0, 'answered', 0, 0, 'widget', value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?2)`,
        )
        .bind(world.projectId, JSON.stringify(ratings)),
    ]);
  }
}
