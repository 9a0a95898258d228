// Changes a statement by hand: its words, whether it is pinned, whether it was confirmed.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ProfileStatementId } from "#kernel/ids/index.ts";
import type { Statement } from "../contract.ts";
import { changedMeanwhile } from "../errors.ts";
import { type Change, readStatement, type Who, writeChange, writeTouched } from "../queries.ts";
import { mustHoldNoSecret } from "./add-statement.ts";

/** From then on no run changes its words. */
export async function changeStatement(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  id: ProfileStatementId,
  { revision, ...change }: Change & { readonly revision: number },
): Promise<{ statement: Statement }> {
  const who: Who = { projectId: ctx.caller.projectId, contactId };
  if (change.text !== undefined) mustHoldNoSecret(change.text);
  const [statement] = await ctx.db.commitAndRead(
    [writeChange(who, id, revision, change, ctx.caller.accountId, ctx.clock.now()), writeTouched(who)],
    readStatement(who, id),
  );
  if (!statement) throw notFound();
  if (statement.revision === revision + 1 && isApplied(statement, change)) return { statement };
  throw changedMeanwhile();
}

/** The revision alone may be another member's. A lost answer that is repeated finds its own change, and gets it. */
const isApplied = (statement: Statement, { kind, text, pinned, confirmed }: Change): boolean =>
  (kind ?? statement.kind) === statement.kind &&
  (text ?? statement.text) === statement.text &&
  (pinned ?? statement.pinned) === statement.pinned &&
  (confirmed ?? statement.confirmed !== null) === (statement.confirmed !== null);
