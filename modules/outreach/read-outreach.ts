// What screens read: a lead's sequence, the results, and the lead behind a conversation's contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { days, iso, isoOrNull } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, LeadId } from "#kernel/ids/index.ts";
import { readContact } from "#modules/contacts";
import { leadIdOf, readLeadOf, readLeadsAmong, readLeadThere } from "#modules/leads";
import { readNumbers } from "./days-queries.ts";
import { draftingOf } from "./drafting/draft-by-model.ts";
import { readAll, readMails, readSequenceOfLead, readShortOfLead } from "./queries.ts";
import { readReadiness } from "./readiness.ts";
import { dayOf } from "./rules.ts";
import { readSettings, readTemplates } from "./settings-queries.ts";
import { showSequence } from "./show-sequences.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function readLeadOutreach(ctx: Ctx, leadId: LeadId) {
  const { projectId } = ctx.caller;
  const [[lead, row, templates, settings], readiness] = await Promise.all([
    ctx.db.read(readLeadThere(projectId, leadId), readSequenceOfLead(projectId, leadId), readTemplates(projectId), readSettings(projectId)),
    readReadiness(ctx, projectId),
  ]);
  if (!lead || !readiness) throw notFound();
  return {
    sequence: (await showSequence(ctx, projectId, row)) ?? null,
    ...{ missing: [...readiness.missing], templates, anotherReviewer: settings.anotherReviewer },
    drafting: draftingOf(ctx.config, ctx.clock.now()),
  };
}

const PAGE = 30;
/** Days that the numbers are of. */
const DAYS = 90;
export async function readResults(ctx: Ctx, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [rows, numbers] = await ctx.db.read(
    readAll(projectId, decodeCursor(cursor)?.id, PAGE + 1),
    readNumbers(projectId, dayOf(ctx.clock.now() - days(DAYS))),
  );
  const shown = rows.slice(0, PAGE);
  const [mails, leads] = await ctx.db.read(
    readMails(
      projectId,
      shown.map(({ id }) => id),
    ),
    readLeadsAmong(
      projectId,
      shown.map(({ leadId }) => leadId),
    ),
  );
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    numbers: numbers ?? { sent: 0, answered: 0, optedOut: 0, bounced: 0 },
    items: shown.map((row) => {
      const lead = leads.find(({ id }) => id === row.leadId);
      const own = mails.filter(({ sequenceId }) => sequenceId === row.id);
      return {
        ...{ id: row.id, leadId: row.leadId, leadName: lead?.name ?? null, company: lead?.company ?? null, address: row.address },
        ...{
          state: row.state,
          endReason: row.endReason,
          sent: own.filter(({ delivery }) => delivery === "sent").length,
          mails: own.length,
        },
        ...{ answeredAt: isoOrNull(row.answeredAt), createdAt: iso(row.createdAt) },
      };
    }),
    next: last ? encodeCursor([0, last.id]) : null,
  };
}

export async function readContactOutreach(ctx: Ctx, contactId: ContactId) {
  const { projectId } = ctx.caller;
  const [contact, lead, sequence] = await ctx.db.read(
    readContact(projectId, contactId),
    readLeadOf(projectId, contactId),
    readShortOfLead(projectId, leadIdOf(projectId, contactId)),
  );
  if (!contact) throw notFound();
  return {
    lead: lead ? { id: lead.id, name: lead.name, company: lead.company, role: lead.role, stage: lead.stage } : null,
    sequence: sequence ? { ...sequence, answeredAt: isoOrNull(sequence.answeredAt) } : null,
  };
}
