// Wire contract of imports of older data. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
/** What a person found out about held work. `set_aside`: nobody can find it out any more. */
export const HoldOutcome = v.picklist(["happened", "not_happened", "set_aside"]);
export type HoldOutcome = v.InferOutput<typeof HoldOutcome>;

/** Work at a provider of which the export did not know how it ended. */
export const Hold = v.object({
  id: idOf("legacyRecord"),
  category: v.picklist(["generation", "training", "provider"]),
  /** What the export said of it. */
  recorded: v.picklist(["started", "unknown"]),
  provider: v.nullable(v.string()),
  detail: v.nullable(v.string()),
  conversationId: v.nullable(idOf("conversation")),
  startedAt: Time,
  outcome: v.nullable(HoldOutcome),
  /** Null while it is open, and when it was reconciled by the command. */
  reconciledBy: v.nullable(v.string()),
  reconciledAt: v.nullable(Time),
});
export type Hold = v.InferOutput<typeof Hold>;

/** Oldest first, open and reconciled ones. `spent`: what the older installation paid for models in this project. */
export const listHolds = route({
  name: "listImportHolds",
  method: "GET",
  path: "/api/management/projects/:projectId/legacy-import",
  who: "owner",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: v.object({
    items: v.array(Hold),
    next: v.nullable(v.string()),
    spent: v.nullable(v.object({ calls: v.number(), costUsd: v.number(), since: v.string(), until: v.string() })),
  }),
});
/** Repeating it with the same outcome changes nothing; with another one it is 409 `conflict`. */
export const reconcileHold = route({
  name: "reconcileImportHold",
  method: "POST",
  path: "/api/management/projects/:projectId/legacy-import/holds/:holdId/reconcile",
  who: "owner",
  params: { ...inProject, holdId: idOf("legacyRecord") },
  body: v.strictObject({ outcome: HoldOutcome }),
  reply: v.object({ hold: Hold }),
  errors: ["conflict"],
});
