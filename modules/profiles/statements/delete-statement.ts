// Deletes a statement by hand, and remembers its words as keyed hashes, so that no run adds it again.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ProfileStatementId } from "#kernel/ids/index.ts";
import { signatureOf } from "../check/similar.ts";
import { changedMeanwhile } from "../errors.ts";
import { readStatement, type Who, writeDelete, writeForgetRefusals, writeRefusal, writeTouched } from "../queries.ts";
import { refusalOf } from "../refusals.ts";

export async function deleteStatement(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  id: ProfileStatementId,
): Promise<{ ok: true }> {
  const who: Who = { projectId: ctx.caller.projectId, contactId };
  const [statement] = await ctx.db.read(readStatement(who, id));
  if (!statement) throw notFound();
  const refused = await refusalOf(ctx, who, signatureOf(statement.text));
  const now = ctx.clock.now();
  const [, deleted] = await ctx.db.commit([
    writeRefusal(who, { id, revision: statement.revision, as: id }, refused, now),
    writeDelete(who, id, statement.revision),
    writeTouched(who),
    writeForgetRefusals(who),
  ]);
  if (deleted === 0) throw changedMeanwhile();
  return { ok: true };
}
