import type { ContactId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

type Caller = Omit<Ctx, "caller">;
/** Told when a contact or one session of it lost its authority: live connections close with the reason. */
export const visitorEnded = extensionPoint<(ctx: Caller, which: { projectId: ProjectId; contactId: ContactId; sessionId?: VisitorSessionId; reason: "blocked" | "session_revoked" | "erased" }) => Promise<void>>("visitorEnded");

/** One step of an erasure: idempotent, resumable, at most a bounded batch at a time. Answers what it removed and whether more is left. */
export interface ErasureStep {
  readonly name: string;
  /** Tables and columns with personal data that this step clears: `table.column`. */
  readonly clears: readonly string[];
  readonly run: (ctx: Caller, which: { projectId: ProjectId; contactId: ContactId }) => Promise<{ removed: number; more: boolean }>;
}
export const contactErasure = extensionPoint<ErasureStep>("contactErasure");
/** Columns of text that are not personal data, with the reason. */
export const notPersonal = extensionPoint<{ columns: readonly string[]; reason: string }>("notPersonal");
