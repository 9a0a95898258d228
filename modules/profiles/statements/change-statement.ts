// Changes a statement by hand: its words, whether it is pinned, whether it was confirmed.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, newId, type ProfileStatementId } from "#kernel/ids/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { signatureOf } from "../check/similar.ts";
import type { Statement } from "../contract.ts";
import { changedMeanwhile } from "../errors.ts";
import { type Change, readStatement, type Who, writeChange, writeForgetRefusals, writeRefusal, writeTouched } from "../queries.ts";
import { refusalOf } from "../refusals.ts";
import { mustHoldNoSecret } from "./add-statement.ts";

/** From then on no run changes its words. */
export async function changeStatement(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  id: ProfileStatementId,
  { revision, ...change }: Change & { readonly revision: number },
): Promise<{ statement: Statement }> {
  const who: Who = { projectId: ctx.caller.projectId, contactId };
  const now = ctx.clock.now();
  const corrected = change.text === undefined ? [] : await correct(ctx, who, { id, revision }, change.text, now);
  const [statement] = await ctx.db.commitAndRead(
    [...corrected, writeChange(who, id, revision, change, ctx.caller.accountId, now), writeTouched(who)],
    readStatement(who, id),
  );
  if (!statement) throw notFound();
  if (statement.revision === revision + 1 && isApplied(statement, change)) return { statement };
  throw changedMeanwhile();
}

/** Remembers the words of the model that a person corrects, so that no run adds them again next to the corrected ones. */
async function correct(
  ctx: RequestCtx<MemberPrincipal>,
  who: Who,
  { id, revision }: Pick<Statement, "id" | "revision">,
  text: string,
  now: number,
): Promise<SQL[]> {
  mustHoldNoSecret(text);
  const [before] = await ctx.db.read(readStatement(who, id));
  if (!before || before.revision !== revision || before.byPerson || before.text === text) return [];
  const refused = await refusalOf(ctx, who, signatureOf(before.text));
  return [writeForgetRefusals(who), writeRefusal(who, { id, revision, as: newId("profileStatement", now) }, refused, now)];
}

/** The revision alone may be another member's. A lost answer that is repeated finds its own change, and gets it. */
const isApplied = (statement: Statement, { kind, text, pinned, confirmed }: Change): boolean =>
  (kind ?? statement.kind) === statement.kind &&
  (text ?? statement.text) === statement.text &&
  (pinned ?? statement.pinned) === statement.pinned &&
  (confirmed ?? statement.confirmed !== null) === (statement.confirmed !== null);
