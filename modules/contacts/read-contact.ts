// Reads one contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import * as queries from "./queries.ts";

export async function readContact(ctx: RequestCtx<MemberPrincipal>, id: ContactId) {
  const [contact] = await ctx.db.read(queries.readContactOrKept(ctx.caller.projectId, id));
  if (!contact) throw notFound();
  return { contact };
}
