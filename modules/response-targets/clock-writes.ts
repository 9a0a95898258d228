// What events of conversations do to clocks, in their own batch: these begin, end, pause and go on. When they are due is computed after it.
import { minutes } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { EventWrites } from "#modules/conversations";
import {
  JOINED,
  MOVED,
  MOVED_FROM,
  PARTED,
  REJOINED,
  RETURNED,
  SPLIT_FROM,
  SPLIT_OFF,
  type Status,
  UNMERGED,
} from "#modules/conversations/contract";
import { PRIORITY } from "#modules/priority/contract";
import { TAGGED } from "#modules/tags/contract";
import { TEAM_ASSIGNED } from "#modules/teams/contract";
import { hasPolicies } from "./queries.ts";

/** When the schedule computes what was not computed right after its event. */
export const COMPUTED_WITHIN = minutes(1);
/** Events that may give a conversation another policy. */
const CONDITIONS: readonly string[] = [PRIORITY, TAGGED, TEAM_ASSIGNED];

/** What says that a customer who waited elsewhere waits in the conversation now. */
const WAITS_HERE: readonly string[] = [JOINED, UNMERGED, SPLIT_FROM, REJOINED, MOVED_FROM, RETURNED];

type Place = Parameters<EventWrites>[0];

/** Changes the open clocks of the conversation, of some targets, and notes that they have to be computed. */
const change = ({ projectId, conversationId, now }: Place, set: SQL, which: SQL, done: SQL): SQL => sql`
  UPDATE response_clocks INDEXED BY response_clocks_live SET ${set}, stale = 1, version = version + 1, check_at = ${now + COMPUTED_WITHIN}
  WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND live = 1 AND ended_at IS NULL AND ${which} AND ${done}`;
const ANSWERS = sql`target <> 'resolution'`;
const RESOLUTION = sql`target = 'resolution'`;
const cancelledAt = ({ now }: Place): SQL => sql`ended_at = ${now}, ended_how = 'cancelled'`;

/** Begins the clocks that are not open: an answer's and the resolution's, or only the latter. */
function begin({ projectId, conversationId, now }: Place, which: "both" | "resolution", done: SQL): SQL {
  const past = (condition: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM response_clocks p WHERE p.project_id = c.project_id AND p.conversation_id = c.id AND ${condition})`;
  // Before there were policies nothing was counted: a conversation that was answered then has its first answer. What a rule sent is none.
  const answered = sql`c.team_messages > 0 AND EXISTS (SELECT 1 FROM messages a WHERE a.project_id = c.project_id AND a.conversation_id = c.id AND a.kind = 'message' AND a.author_role IN ('operator', 'assistant'))`;
  const target = sql`CASE WHEN ${past(sql`p.target = 'first' AND p.ended_how = 'answered'`)} OR (${answered} AND NOT ${past(sql`p.target = 'first'`)}) THEN 'next' ELSE 'first' END`;
  const open = sql`EXISTS (SELECT 1 FROM response_clocks o INDEXED BY response_clocks_live WHERE o.project_id = c.project_id AND o.conversation_id = c.id AND o.live = 1 AND o.ended_at IS NULL AND (o.target = 'resolution') = (k.value = 'resolution'))`;
  return sql`
    INSERT INTO response_clocks (project_id, conversation_id, target, started_at, check_at)
    SELECT c.project_id, c.id, CASE WHEN k.value = 'resolution' THEN 'resolution' ELSE ${target} END, ${now}, ${now + COMPUTED_WITHIN}
    FROM conversations c CROSS JOIN json_each(${JSON.stringify(which === "both" ? ["answer", "resolution"] : ["resolution"])}) k
    WHERE ${hasPolicies(projectId)} AND c.project_id = ${projectId} AND c.id = ${conversationId} AND c.silenced = 0 AND ${done} AND NOT ${open}
      ${which === "both" ? sql`` : sql`AND ${past(RESOLUTION_OF_PAST)}`}
    ON CONFLICT DO NOTHING`;
}
const RESOLUTION_OF_PAST = sql`p.target = 'resolution'`;

/** A snooze pauses the resolution, and its end lets it go on. */
function pausesWith(place: Place, status: Status | undefined, done: SQL): SQL[] {
  if (status === "snoozed") return [change(place, sql`paused_at = coalesce(paused_at, ${place.now})`, RESOLUTION, done)];
  if (status !== "open") return [];
  const ends = sql`pauses = json_insert(pauses, '$[#]', json_array(paused_at, ${place.now})), paused_at = NULL`;
  return [change(place, ends, sql`${RESOLUTION} AND paused_at IS NOT NULL`, done)];
}

/** What members and customers do. Automatic mail begins and ends nothing. */
export const clockWrites: EventWrites = (place, { event, accountId, role }, done) => {
  const { name } = event.kind;
  if (name === "message") {
    if (event.text?.origin.automatic) return [];
    if (role === "visitor") return [begin(place, "both", done)];
    if (role === "operator")
      return [change(place, sql`ended_at = ${place.now}, ended_how = 'answered', ended_by = ${accountId ?? null}`, ANSWERS, done)];
    if (role === "assistant") {
      const counts = (value: SQL): SQL => sql`CASE WHEN assistant_counts = 1 THEN ${value} END`;
      return [
        change(
          place,
          sql`assistant_at = coalesce(assistant_at, ${place.now}), ended_at = ${counts(sql`${place.now}`)}, ended_how = ${counts(sql`'answered'`)}`,
          ANSWERS,
          done,
        ),
      ];
    }
    return [];
  }
  // A customer who waited in the other conversation waits here now: what counts for them begins with the merge, or its undoing.
  if (WAITS_HERE.includes(name) && event.data["waits"] === true)
    return [begin(place, "both", done), ...pausesWith(place, event.kind.change(event, role).status, done)];
  // Who waited here waits in what was split off alone.
  if (name === SPLIT_OFF) return event.data["waits"] === false ? [change(place, cancelledAt(place), ANSWERS, done)] : [];
  if (CONDITIONS.includes(name)) return [change(place, sql`live = 1`, sql`missed_at IS NULL`, done)];
  const { status, silenced, mergedInto } = event.kind.change(event, role);
  // Who waited because of the merge alone waits here no longer.
  if (name === PARTED && status !== "closed" && event.data["waits"] === false)
    return [change(place, cancelledAt(place), ANSWERS, done), ...pausesWith(place, status, done)];
  // Nobody answers or closes what goes on elsewhere.
  if (silenced === true || typeof mergedInto === "string" || name === MOVED || (name === PARTED && status === "closed"))
    return [change(place, cancelledAt(place), sql`1`, done)];
  if (status === "closed")
    return [
      change(
        place,
        sql`ended_at = ${place.now}, ended_how = CASE WHEN target = 'resolution' THEN 'closed' ELSE 'cancelled' END, ended_by = CASE WHEN target = 'resolution' THEN ${accountId ?? null} END`,
        sql`1`,
        done,
      ),
    ];
  if (status === "snoozed") return pausesWith(place, status, done);
  return status === "open" ? [...pausesWith(place, status, done), begin(place, "resolution", done)] : [];
};
