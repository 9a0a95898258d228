import type { ContactId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

import type { Contact } from "./contract.ts";

type Caller = Omit<Ctx, "caller">;
/** Told when a contact or one session of it lost its authority: live connections close with the reason. */
export const visitorEnded =
  extensionPoint<
    (
      ctx: Caller,
      which: { projectId: ProjectId; contactId: ContactId; sessionId?: VisitorSessionId; reason: "blocked" | "session_revoked" | "erased" },
    ) => Promise<void>
  >("visitorEnded");
/** Told when a member changed what all members see of a contact: its name, its address, or whether it may write. */
export const contactChanged =
  extensionPoint<(ctx: Caller, which: { projectId: ProjectId; contact: Contact }) => Promise<void>>("contactChanged");
