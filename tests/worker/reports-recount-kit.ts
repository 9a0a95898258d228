// A recount of generated conversations of its own: from the list of events alone, by looking at it again for each measure.
import { type Generated, type Happened, isSpam } from "./reports-kit.ts";
import type { World } from "./world.ts";

export type Sums = Map<string, readonly [number, number]>;
interface Measured {
  readonly measure: string;
  readonly at: number;
  readonly by: string | null;
  readonly team: string | null;
  readonly seconds?: number;
  readonly bucket?: number;
}
/** What happened in a conversation. */
export function measure({ events: all, clocks, ratings }: Generated): Measured[] {
  const isImport = all.some(({ imported }) => imported);
  const events = all.filter(({ imported }) => !imported);
  const isMessage = (e: Happened, role?: string): boolean =>
    e.kind === "message" && !e.automatic && (role === undefined || e.role === role);
  const teamAt = (i: number): string | null => {
    const last = events.slice(0, i).findLast(({ kind }) => kind === "team_assigned");
    return (last?.data?.["teamId"] as string | null | undefined) ?? null;
  };
  const isSilent = (i: number): boolean => isSpam(events.slice(0, i));
  const status = (e: Happened): unknown => (e.kind === "status" ? e.data?.["status"] : undefined);
  const closes = (i: number): boolean => status(events[i] as Happened) === "closed" && !isSilent(i);
  const found: Measured[] = [];
  const put = (i: number, name: string, seconds?: number): void => {
    const e = events[i] as Happened;
    found.push({
      measure: name,
      at: e.at,
      by: e.role === "operator" ? e.by : null,
      team: teamAt(i),
      ...(seconds === undefined ? {} : { seconds }),
    });
  };
  /** Since when the customer waits before the event i: the first reason to wait after what ended the last wait. */
  const waitingBefore = (i: number): number | null => {
    let from = 0;
    for (let j = 0; j < i; j += 1) {
      const e = events[j] as Happened;
      if (isMessage(e, "operator") || isMessage(e, "assistant") || closes(j) || (e.kind === "spam" && e.data?.["spam"] === true))
        from = j + 1;
    }
    for (let j = from; j < i; j += 1) {
      const e = events[j] as Happened;
      const wants = isMessage(e, "visitor") || (e.kind === "answers" && e.data?.["reason"] !== "taken");
      if (wants && !isSilent(j)) return e.at;
    }
    return null;
  };
  const firstMessage = events.findIndex((e) => isMessage(e, "visitor") || isMessage(e, "operator"));
  const begunByCustomer = !isImport && events[firstMessage]?.role === "visitor";
  /** Whether it is closed before the event i, apart from by spam. */
  const isClosedBefore = (i: number): boolean => {
    const last = events.slice(0, i).findLastIndex((e, j) => closes(j) || status(e) === "open" || status(e) === "snoozed");
    return last >= 0 && status(events[last] as Happened) === "closed";
  };
  /** Since when it has to be closed, before the event i. */
  const openedBefore = (i: number): number | null => {
    const end = events.slice(0, i).findLastIndex((_, j) => closes(j));
    let held: number | null = null;
    let since: number | null = null;
    for (let j = end + 1; j < i; j += 1) {
      const e = events[j] as Happened;
      if (since === null && isMessage(e, "visitor") && !isSilent(j)) [since, held] = [e.at, null];
      if (since === null && !isImport && j === firstMessage && e.role === "operator") since = e.at;
      if (e.kind === "spam" && e.data?.["spam"] === false) [held, since] = [since ?? held, null];
      if (status(e) === "open" || status(e) === "snoozed") {
        since ??= held ?? (status(e) === "open" && isClosedBefore(j) ? e.at : null);
        held = null;
      }
    }
    return since;
  };
  events.forEach((e, i) => {
    if (i === firstMessage && !isImport) {
      if (e.role === "visitor") put(i, "new_conversation");
      if (e.role === "operator") put(i, "outbound_conversation");
    }
    if (isMessage(e, "visitor")) put(i, "customer_message");
    if (isMessage(e, "assistant")) {
      put(i, "assistant_reply");
      if (!events.slice(0, i).some((before) => isMessage(before, "assistant"))) put(i, "assistant_conversation");
    }
    if (isMessage(e, "operator")) {
      put(i, "reply");
      const since = waitingBefore(i);
      if (since !== null) {
        put(i, "wait", Math.round((e.at - since) / 1000));
        if (begunByCustomer && !events.slice(0, i).some((before) => isMessage(before, "operator")))
          put(i, "first_response", Math.round((e.at - since) / 1000));
      }
    }
    if (closes(i)) {
      const since = openedBefore(i);
      if (since !== null) {
        put(i, "resolution", Math.round((e.at - since) / 1000));
        const since2 = events.slice(0, i).findLastIndex((_, j) => closes(j));
        const answers = events.slice(since2 + 1, i).filter((x) => isMessage(x) && x.role !== "visitor");
        if (answers.length > 0 && answers.every(({ role }) => role === "assistant")) put(i, "assistant_resolution");
      }
    }
    if (status(e) === "open" && isClosedBefore(i)) put(i, "reopened");
  });
  for (const c of clocks)
    found.push({
      measure: c.met ? "target_met" : "target_missed",
      at: c.endedAt,
      by: c.by,
      team: c.team,
      bucket: ["first", "next", "resolution"].indexOf(c.target),
    });
  for (const r of ratings) found.push({ measure: "rating", at: r.at, by: r.by, team: r.team, bucket: r.score });
  return found;
}

/** The rollups that there should be, by the words of the runtime's own calendar. */
export function recount(all: readonly Generated[], zone: string): Sums {
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const sums = new Map<string, [number, number]>();
  for (const one of all) {
    if (isSpam(one.events)) continue;
    for (const { measure: name, at, by, team, seconds, bucket } of measure(one)) {
      const [date = "", time = ""] = calendar.format(at).split(" ");
      const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
      const of = seconds === undefined ? (bucket ?? 0) : seconds < 1 ? 0 : Math.floor(4 * Math.log2(seconds)) + 1;
      const add = (dimension: string, key: string): void => {
        const id = [dimension, day, key, name, of].join(" ");
        const [count, total] = sums.get(id) ?? [0, 0];
        sums.set(id, [count + 1, total + (seconds ?? (name === "rating" ? (bucket ?? 0) : 0))]);
      };
      add("all", "");
      add("channel", one.channel);
      add("team", team ?? "");
      for (const tag of one.tags.length === 0 ? [""] : one.tags) add("tag", tag);
      if (by !== null) add("operator", by);
      if (name === "customer_message") add("hour", String(Number(time.slice(0, 2))));
    }
  }
  return sums;
}
/** The rollups that are in force. */
export async function rollups(world: World): Promise<Sums> {
  const rows = await world.rows<{
    dimension: string;
    day: number;
    key: string;
    measure: string;
    bucket: number;
    count: number;
    total: number;
  }>(
    "SELECT r.* FROM report_rollups r JOIN report_states s ON s.project_id = r.project_id AND s.generation = r.generation WHERE r.project_id = ?",
    world.projectId,
  );
  return new Map(
    rows.map(({ dimension, day, key, measure: name, bucket, count, total }) => [
      [dimension, day, key, name, bucket].join(" "),
      [count, total],
    ]),
  );
}
/** What differs between two, in words; empty if nothing does. */
export const differences = (is: Sums, should: Sums): string[] =>
  [...new Set([...is.keys(), ...should.keys()])]
    .filter((key) => JSON.stringify(is.get(key)) !== JSON.stringify(should.get(key)))
    .map((key) => `${key}: ${JSON.stringify(is.get(key))} instead of ${JSON.stringify(should.get(key))}`);
