// A policy of response times, as it is given and stored. Browser-safe.
import { ClientId, line } from "#kernel/wire/values.ts";
import type { Origin } from "#modules/conversations/contract";
import { Priority } from "#modules/priority/contract";
import { TagIdField } from "#modules/tags/contract";
import { TeamIdField } from "#modules/teams/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Policies of a project at most. */
export const MAX_POLICIES = 20;
export const MAX_POLICY_NAME = 60;
/** Sixty days, in minutes. */
export const MAX_MINUTES = 86_400;

/** `first`: the first answer by a person; `next`: each later one; `resolution`: closing. */
export const TARGETS = ["first", "next", "resolution"] as const;
export const Target = v.picklist(TARGETS);
export type Target = v.InferOutput<typeof Target>;
export const Counts = v.picklist(["business", "always"]);
/** The ways by which conversations begin that a policy can name. */
export const CHANNELS = ["widget", "email", "dashboard", "import", "api"] as const satisfies readonly Origin["door"][];

const Minutes = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(1, m.response_targets_minutes), v.maxValue(MAX_MINUTES, m.response_targets_minutes)),
);
export const Policy = v.pipe(
  v.strictObject({
    /** Made by the client; stays with the policy. */
    id: ClientId,
    name: line(MAX_POLICY_NAME),
    /** Conversations of one of these priorities; empty: of any. */
    priorities: v.pipe(v.array(Priority), v.maxLength(Priority.options.length)),
    /** Assigned to this team, with this tag, begun on this channel; null: any. */
    teamId: v.nullable(TeamIdField),
    tagId: v.nullable(TagIdField),
    channel: v.nullable(v.picklist(CHANNELS)),
    /** Minutes until the first answer, each later one, and closing; null: no such target. */
    first: Minutes,
    next: Minutes,
    resolution: Minutes,
    /** Whether only business hours count. */
    counts: Counts,
    /** Warn when so many counted minutes are left; null: never. */
    warn: Minutes,
    /** Whether an answer of the assistant counts like one of a person. */
    assistantCounts: v.boolean(),
  }),
  v.forward(
    v.check(({ first, next, resolution }) => (first ?? next ?? resolution) !== null, m.response_targets_no_target),
    ["first"],
  ),
);
export type Policy = v.InferOutput<typeof Policy>;
/** What the audit log keeps: policies with the names that their teams and tags had then, by id. */
export interface KeptPolicies {
  readonly policies: readonly Policy[];
  readonly names: Readonly<Record<string, string>>;
}
export const Policies = v.pipe(
  v.array(Policy),
  v.maxLength(MAX_POLICIES, () => m.response_targets_many({ max: MAX_POLICIES })),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, m.response_targets_twice),
);
