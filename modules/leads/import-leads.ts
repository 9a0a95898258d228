// Creates leads of a list, or tells what would become of its rows.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, type LeadId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { suppressionQuery } from "#modules/suppression";
import type { ImportRow, RowOutcome } from "./contract.ts";
import { fieldsOf, mustBeMember, saysNothing } from "./create-lead.ts";
import { leadIsStored, readDuplicates, writeLeads } from "./queries.ts";
import { unmailable } from "./unmailable.ts";
import { sameKeyOf, wordsOfLead } from "./words.ts";

interface Input {
  readonly dryRun: boolean;
  readonly ownerId?: AccountId | null | undefined;
  readonly rows: readonly ImportRow[];
}
interface Outcome {
  readonly key: string;
  readonly outcome: RowOutcome;
  readonly leadId: LeadId | null;
}

/** Repeating it is safe: a row whose key was used is answered as created. Throws `invalid_request` for a row that says nothing. */
export async function importLeads(ctx: RequestCtx<MemberPrincipal>, { dryRun, ownerId, rows }: Input): Promise<{ rows: Outcome[] }> {
  const { projectId, accountId } = ctx.caller;
  if (ownerId) await mustBeMember(ctx, ownerId);
  const given = rows.map((row) => {
    const fields = fieldsOf(row);
    return { key: row.key, ...fields, sameKey: sameKeyOf(fields) };
  });
  const empty = given.findIndex(saysNothing);
  if (empty >= 0) throw invalidRequest([{ path: `rows.${empty}`, message: m.leads_says_nothing() }]);
  const addresses = [...new Set(given.flatMap(({ email }) => email ?? []))];
  const [before, states] = await ctx.db.read(readDuplicates(projectId, given), await suppressionQuery(ctx, projectId, addresses));
  const suppressed = unmailable(states);
  const seen = new Set<string>();
  const fresh = given.filter((row) => {
    const same = row.email ?? (row.domain === null ? undefined : `${row.domain} ${row.sameKey}`);
    const repeated = same !== undefined && seen.has(same);
    if (same !== undefined) seen.add(same);
    return !repeated && !before.has(row.key);
  });
  const now = ctx.clock.now();
  const leads = fresh.map(({ key, ...fields }) => ({
    ...{ id: newId("lead", now), clientId: key, ...fields, contactId: null, words: wordsOfLead(fields) },
  }));
  const [first] = leads;
  const after =
    dryRun || first === undefined
      ? before
      : (
          await ctx.db.commitAndRead(
            [
              ...writeLeads(projectId, leads, { by: accountId, ownerId: ownerId ?? null, now }),
              audit(ctx, "leads.imported", { detail: { count: String(leads.length) } }, leadIsStored(projectId, first.id)),
            ],
            readDuplicates(projectId, given),
          )
        )[0];
  const wouldBe = new Set(dryRun ? fresh.map(({ key }) => key) : []);
  return {
    rows: given.map(({ key, email }) => {
      const found = after.get(key);
      const created = found?.isOwn === true || wouldBe.has(key);
      const outcome = !created ? "duplicate" : email !== null && suppressed.has(email) ? "suppressed" : "created";
      return { key, outcome, leadId: found?.leadId ?? null };
    }),
  };
}
