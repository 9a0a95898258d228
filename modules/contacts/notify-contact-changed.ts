// Calls the listeners of the extension point `contactChanged`.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Contact } from "./contract.ts";
import { contactChanged } from "./extension.ts";

/** Notifies the other members of a changed contact. */
export async function notifyContactChanged(ctx: RequestCtx<MemberPrincipal>, contact: Contact): Promise<void> {
  for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId: ctx.caller.projectId, contact });
}
