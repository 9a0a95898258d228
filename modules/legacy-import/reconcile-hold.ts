// Stores what an owner found out about held work. Nothing is done again because of it: whoever wants the work begins it anew.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { LegacyRecordId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import type { Hold, HoldOutcome } from "./contract.ts";
import { isOpen, readHold, writeOutcome } from "./queries.ts";

export async function reconcileHold(ctx: RequestCtx<MemberPrincipal>, id: LegacyRecordId, outcome: HoldOutcome): Promise<{ hold: Hold }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [hold] = await ctx.db.commitAndRead(
    [
      audit(ctx, "import.reconciled", { detail: { hold: id, outcome } }, isOpen(projectId, id)),
      writeOutcome(projectId, id, outcome, accountId, now),
    ],
    readHold(projectId, id),
  );
  if (!hold) throw notFound();
  if (hold.outcome !== outcome) throw conflict(m.legacy_import_reconciled_otherwise());
  return { hold };
}
