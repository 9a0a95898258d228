// What the assistant adds to conversations: its author, the events of changing hands and of a skipped answer, and the row's field.
import type { AssistantPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import {
  defineAuthor,
  defineEventKind,
  defineModuleView,
  defineRowField,
  defineViewCondition,
  type EventWrites,
} from "#modules/conversations";
import { MOVED_FROM, SPLIT_FROM } from "#modules/conversations/contract";
import { projectIsLive } from "#modules/projects";
import * as v from "valibot";
import { ANSWERS, AnswersChange } from "../contract/rounds.ts";
import { isEnabled } from "../store/settings.ts";
import { ANSWERS_EXPRESSION, writeAnswering, writeStopped } from "../store/rounds.ts";

export const assistantAuthor = defineAuthor<AssistantPrincipal>({
  kind: "assistant",
  role: "assistant",
  // Each round is an author of its own: a message of another one makes it stale like anybody else's.
  scope: ({ roundId }) => `assistant:${roundId}`,
  actorId: ({ roundId }) => roundId,
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});

export const answersField = defineRowField({ name: ANSWERS, expression: ANSWERS_EXPRESSION, values: ["assistant", "team"] });
export const answersCondition = defineViewCondition({ name: ANSWERS, expression: ANSWERS_EXPRESSION, values: ["assistant", "team"] });
/** What the assistant handles now. */
export const assistantView = defineModuleView({
  name: "assistant",
  conditions: [
    { field: "status", is: "any", values: ["open"] },
    { field: ANSWERS, is: "any", values: ["assistant"] },
  ],
  sort: "activity",
  isOffered: isEnabled,
});

export const answersKind = defineEventKind<AnswersChange>({
  name: ANSWERS,
  payload: AnswersChange,
  audience: () => "team",
  // The customer still waits for somebody, whatever the assistant told them.
  change: ({ data: { to, reason } }) => ({
    activity: false,
    ...(to === "team" && reason !== "taken" ? { waiting: "start" as const } : {}),
  }),
  writes: ({ projectId, conversationId, now }, data, done) => [
    writeAnswering(
      { projectId, conversationId },
      data,
      sql`(SELECT max(revision) FROM conversation_events WHERE project_id = ${projectId} AND conversation_id = ${conversationId})`,
      now,
      done,
    ),
    // A round ends its own row with what it did.
    ...(data.to === "team" && data.roundId === null ? writeStopped({ projectId, conversationId }, data.reason, now, done) : []),
  ],
});

/** What a member split off, or moved to another contact, is theirs to answer: the assistant does not begin in it by itself, but they can leave it to it. */
export const splitIsOfTeam: EventWrites = ({ projectId, conversationId, now }, { event }, done) =>
  event.kind.name === SPLIT_FROM || event.kind.name === MOVED_FROM
    ? [
        writeAnswering(
          { projectId, conversationId },
          { to: "team", reason: "taken" },
          sql`0`,
          now,
          sql`${isEnabled(projectId)} AND ${done}`,
        ),
      ]
    : [];

/** `missing`, of `not_configured`: the variables without which no model could be called; empty if none was chosen. */
const Skipped = v.object({ reason: v.string(), missing: v.optional(v.array(v.string())) });
export const skippedKind = defineEventKind<v.InferOutput<typeof Skipped>>({
  name: "ai_skipped",
  payload: Skipped,
  audience: () => "team",
  change: () => ({ activity: false }),
});
