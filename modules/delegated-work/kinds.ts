// What delegated work adds to conversations: the event of delegating, and the paired computer as an author of notes.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { defineAuthor, defineEventKind } from "#modules/conversations";
import { stillMay } from "#modules/projects";
import type * as v from "valibot";
import { DELEGATED, Delegated, WORK_SENT_BACK, WorkSentBack } from "./contract.ts";

export const delegatedKind = defineEventKind<v.InferOutput<typeof Delegated>>({
  name: DELEGATED,
  payload: Delegated,
  audience: () => "team",
  change: () => ({ activity: false }),
});
export const sentBackKind = defineEventKind<v.InferOutput<typeof WorkSentBack>>({
  name: WORK_SENT_BACK,
  payload: WorkSentBack,
  audience: () => "team",
  change: () => ({ activity: false }),
});
/** A paired computer, with what its report does. An expired grant is found by whoever runs it: the clock is no part of this. */
export const deviceAuthor = defineAuthor<DevicePrincipal>({
  kind: "device",
  role: "system",
  scope: ({ deviceId }) => `device:${deviceId}`,
  actorId: ({ deviceId }) => deviceId,
  mayWrite: ({
    projectId,
    deviceId,
  }) => sql`EXISTS (SELECT 1 FROM devices d JOIN device_grants g ON g.id = d.grant_id AND g.project_id = d.project_id
    WHERE d.project_id = ${projectId} AND d.id = ${deviceId} AND d.revoked_at IS NULL AND g.revoked_at IS NULL AND ${stillMay(sql`g.project_id`, sql`g.account_id`, "operator")})`,
});
