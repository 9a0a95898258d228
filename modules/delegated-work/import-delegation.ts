// Takes over a delegation from an export of another installation. Nothing of it is authority here: what ran or waited there has ended.
import { sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, DelegationId, DeviceGrantId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { conversationExists } from "#modules/conversations";
import type { Delegation } from "./contract.ts";

/** Times are in milliseconds. */
export interface ExportedDelegation {
  readonly id: DelegationId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly accountId: AccountId;
  /** Of the grant there, which is none here. */
  readonly grantId: DeviceGrantId;
  readonly kind: Delegation["kind"];
  readonly task: string;
  readonly frontier: number;
  readonly clientId: string;
  readonly status: Delegation["status"];
  readonly deliveryState: Delegation["deliveryState"];
  readonly outcome: Delegation["outcome"];
  readonly report: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
}
interface End {
  readonly status: Delegation["status"];
  readonly deliveryState: Delegation["deliveryState"];
  readonly endedAt: number;
}
/**
 * What becomes of it, by the two `import` rows of the specification: started work has lost its authority, at the time of the export unless
 * that says when it was completed; queued work is held back. What had ended stays as it was.
 */
export function endOfImported(
  { status, deliveryState, completedAt }: Pick<ExportedDelegation, "status" | "deliveryState" | "completedAt">,
  exportedAt: number,
): End {
  const endedAt = completedAt ?? exportedAt;
  if (status === "started") return { status: "revoked", deliveryState: "authority_revoked", endedAt };
  if (status === "queued") return { status: "cancelled", deliveryState: "held", endedAt: exportedAt };
  return { status, deliveryState, endedAt };
}

/**
 * Stores it once, without an event, an effect, or a notice. Answers false if it is known already, or the conversation is not there.
 */
export async function importDelegation(ctx: Pick<Ctx, "db">, d: ExportedDelegation, exportedAt: number): Promise<boolean> {
  const { status, deliveryState, endedAt } = endOfImported(d, exportedAt);
  const [stored] = await ctx.db.commit([
    sql`INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, frontier, client_id, status, delivery_state, outcome, report, created_at, started_at, ended_at)
      SELECT ${d.id}, ${d.projectId}, ${d.conversationId}, ${d.accountId}, ${d.grantId}, ${d.kind}, ${d.task}, ${d.frontier}, ${d.clientId}, ${status}, ${deliveryState}, ${d.outcome}, ${d.report}, ${d.createdAt}, ${d.startedAt}, ${endedAt}
      WHERE ${conversationExists(d.projectId, d.conversationId)} ON CONFLICT DO NOTHING`,
  ]);
  return stored === 1;
}
