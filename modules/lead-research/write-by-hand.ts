// What members write about a lead by hand: statements, and answers to criteria.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type LeadCriterionId, type LeadId, type LeadStatementId, newId } from "#kernel/ids/index.ts";
import { readLeadThere } from "#modules/leads";
import type { Statement } from "./contract.ts";
import { changedMeanwhile, sameClientId, tooManyStatements } from "./errors.ts";
import {
  type FoundAnswer,
  readCriteria,
  readStatement,
  readStatementBy,
  writeAnswer,
  writeAnswerCleared,
  writeChanged,
  writeDeleted,
  writeStatement,
} from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Words {
  readonly text: string;
  readonly url: string | null;
  readonly quote: string | null;
}
const isSame = (a: Words, b: Words): boolean => a.text === b.text && a.url === b.url && a.quote === b.quote;

export async function addStatement(
  ctx: Ctx,
  leadId: LeadId,
  { clientId, ...words }: Words & { clientId: string },
): Promise<{ statement: Statement }> {
  const { projectId, accountId: by } = ctx.caller;
  const of = { projectId, leadId };
  const now = ctx.clock.now();
  const id = newId("leadStatement", now);
  const [statement, lead] = await ctx.db.commitAndRead(
    writeStatement(of, { id, clientId, ...words }, { by, now }),
    readStatementBy(of, clientId),
    readLeadThere(projectId, leadId),
  );
  if (!lead) throw notFound();
  if (!statement) throw tooManyStatements();
  if (statement.id !== id) {
    if (!isSame(statement, words)) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { statement };
}

export async function changeStatement(
  ctx: Ctx,
  leadId: LeadId,
  id: LeadStatementId,
  { revision, ...words }: Words & { revision: number },
): Promise<{ statement: Statement }> {
  const { projectId, accountId: by } = ctx.caller;
  const of = { projectId, leadId };
  const [statement, lead] = await ctx.db.commitAndRead(
    [writeChanged(of, id, { revision, ...words }, { by, now: ctx.clock.now() })],
    readStatement(of, id),
    readLeadThere(projectId, leadId),
  );
  if (!lead || !statement) throw notFound();
  // The revision alone may be another member's. A lost answer that is repeated finds its own change.
  if (statement.revision === revision + 1 && isSame(statement, words)) return { statement };
  throw statement.revision === revision ? tooManyStatements() : changedMeanwhile();
}

export async function deleteStatement(ctx: Ctx, leadId: LeadId, id: LeadStatementId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const of = { projectId, leadId };
  const [before, lead] = await ctx.db.read(readStatement(of, id), readLeadThere(projectId, leadId));
  if (!lead || !before) throw notFound();
  await ctx.db.commit([writeDeleted(of, id, accountId)]);
  return { ok: true };
}

export async function setAnswer(ctx: Ctx, leadId: LeadId, answer: FoundAnswer): Promise<{ ok: true }> {
  const { projectId, accountId: by } = ctx.caller;
  await mustAsk(ctx, leadId, answer.criterionId);
  await ctx.db.commit(writeAnswer({ projectId, leadId }, answer, { by, now: ctx.clock.now() }));
  return { ok: true };
}
export async function clearAnswer(ctx: Ctx, leadId: LeadId, criterionId: LeadCriterionId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  await mustAsk(ctx, leadId, criterionId);
  await ctx.db.commit([writeAnswerCleared({ projectId, leadId }, criterionId, accountId)]);
  return { ok: true };
}
/** Throws `not_found` unless the lead is there and the project asks this. */
async function mustAsk(ctx: Ctx, leadId: LeadId, criterionId: LeadCriterionId): Promise<void> {
  const [lead, { criteria }] = await ctx.db.read(readLeadThere(ctx.caller.projectId, leadId), readCriteria(ctx.caller.projectId));
  if (!lead || !criteria.some(({ id }) => id === criterionId)) throw notFound();
}
