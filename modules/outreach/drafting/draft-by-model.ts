// Has the model of the installation draft a sequence. The model gets research, template and request, and answers words: to whom they go,
// from whom and whether at all is never its business, and each mail needs a review as any other.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { days, hours, seconds } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { conflict, notConfigured, notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { LeadId, OutreachTemplateId, ProjectId } from "#kernel/ids/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { m } from "#messages";
import { aiConfig, callModel, costOf, ModelError } from "#modules/ai";
import { modelOrObstacle, mustHaveModel, readKnown } from "#modules/lead-research";
import { readLeadThere } from "#modules/leads";
import { domainIn, domainOfAddress, isOwnHost, type Lead } from "#modules/leads/contract";
import { readPublicProfile } from "#modules/projects";
import { filled, type Sequence, type Template, type Tone } from "../contract.ts";
import { newDraft, placed, storedDraft } from "../draft-outreach.ts";
import { readMails, readSequence, readSequenceBy, readSequenceOfLead, type SequenceRow, writeDraft, writeMails } from "../queries.ts";
import { readReadiness } from "../readiness.ts";
import { readTemplates } from "../settings-queries.ts";
import { showSequence } from "../show-sequences.ts";
import { mailsOf } from "./check-answer.ts";
import { ANSWER_SCHEMA, instructionsFor, MOST_INPUT, MOST_OUTPUT, promptFor } from "./prompt.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** Milliseconds for the model's answer, with all attempts. */
const TIME = seconds(60);
/** Drafts of a member in an hour, in one project: far more than somebody who reads them can use. */
const PER_HOUR = 60;
/** Seconds after which another attempt may work. */
const AGAIN = 5;

const noModel = (): Refusal => notConfigured("drafting by AI", ["LEAD_MODEL"], m.outreach_no_model());
const failed = (message: string, after = AGAIN): Refusal =>
  new Refusal(
    503,
    "unavailable",
    message,
    { retryAfter: Math.max(1, Math.ceil(after)) },
    { "retry-after": String(Math.max(1, Math.ceil(after))) },
  );

/** Whether a model can draft, and what it costs at most, in US dollars. */
export function draftingOf(config: Config, now: number): { obstacle: string | null; model: string | null; mostUsd: number | null } {
  const model = modelOrObstacle(config, noModel);
  if (typeof model === "string") return { obstacle: model, model: null, mostUsd: null };
  const { cost } = costOf(aiConfig(config), model, { input: MOST_INPUT, output: MOST_OUTPUT }, now);
  return { obstacle: null, model: `${model.provider}/${model.model}`, mostUsd: cost / 1e6 };
}

export interface Wanted {
  readonly clientId: string;
  readonly revision: number | null;
  readonly templateId: OutreachTemplateId | null;
  readonly about: string;
  readonly tone: Tone;
  readonly mails: number;
}
/** Throws `not_configured`, `conflict`, `rate_limited`, `ai_unavailable`, or `unavailable` with the provider's fault as a sentence. */
export async function draftByModel(ctx: Ctx, leadId: LeadId, wanted: Wanted): Promise<{ sequence: Sequence }> {
  const { projectId, accountId } = ctx.caller;
  const [lead, before, open, templates] = await ctx.db.read(
    readLeadThere(projectId, leadId),
    readSequenceBy(projectId, wanted.clientId),
    readSequenceOfLead(projectId, leadId),
    readTemplates(projectId),
  );
  if (!lead) throw notFound();
  if (before) return await storedDraft(ctx, leadId, before, undefined);
  const template = wanted.templateId === null ? null : templates.find(({ id }) => id === wanted.templateId);
  if (template === undefined) throw notFound();
  const choice = mustHaveModel(ctx.config, noModel);
  // Everything that would refuse the draft afterwards refuses it before it costs anything.
  const draft = await newDraft(ctx, lead, wanted.clientId);
  const place = await placeOf(ctx, projectId, open, wanted.revision);
  const { prompt, hosts } = await promptOf(ctx, lead, template, wanted);
  const { jsonSchema, Output } = await import("ai");
  const now = ctx.clock.now();
  let answer: Awaited<ReturnType<typeof callModel>>;
  try {
    answer = await callModel(ctx, {
      ...{ projectId, purpose: "outreach", choice, maxOutputTokens: MOST_OUTPUT, timeout: TIME },
      prompt: {
        instructions: instructionsFor(wanted),
        prompt,
        output: Output.object({ schema: jsonSchema(ANSWER_SCHEMA), name: "outreach" }),
      },
      limits: [
        // A repeated request of which nobody knows what became never asks again.
        { ...customCounter("outreachDraftOnce", `${projectId}:${wanted.clientId}`, now, days(1), 1), refusal: m.outreach_asked_already },
        customCounter("outreachDraftsPerMemberHour", `${projectId}:${accountId}`, now, hours(1), PER_HOUR),
      ],
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    ctx.log.info("a model failed", { kind: error.kind });
    throw failed(error.message, error.after);
  }
  const mails = mailsOf(answer.result.text, { most: wanted.mails, hosts, fill: (text) => filled(text, lead) });
  if (mails === undefined) {
    await ctx.db.commit(answer.ending);
    throw failed(m.outreach_unreadable());
  }
  const given = placed(mails).map((mail) => ({ ...mail, byModel: true }));
  const later = ctx.clock.now();
  // The cost counts in the batch that stores what it bought.
  if (place === null) {
    const [made, latest] = await ctx.db.commitAndRead(
      [...answer.ending, ...writeDraft(projectId, draft, given, accountId, later)],
      readSequenceBy(projectId, wanted.clientId),
      readSequenceOfLead(projectId, leadId),
    );
    return await storedDraft(ctx, leadId, made, latest, draft.id);
  }
  const [row] = await ctx.db.commitAndRead(
    [
      ...answer.ending,
      ...writeMails(projectId, place.id, { revision: place.revision, mails: given, by: accountId, now: later, unsent: true }),
    ],
    readSequence(projectId, place.id),
  );
  const sequence = await showSequence(ctx, projectId, row);
  if (!sequence) throw notFound();
  const isStored =
    sequence.revision === place.revision + 1 &&
    given.length === sequence.mails.length &&
    given.every(({ subject, text }, i) => sequence.mails[i]?.subject === subject && sequence.mails[i]?.text === text);
  if (!isStored) throw conflict(m.outreach_changed_meanwhile(), { sequence });
  return { sequence };
}

/** The open sequence whose mails are replaced; null if a new one is drafted. Throws `conflict` if it is not as the caller knows it. */
async function placeOf(ctx: Ctx, projectId: ProjectId, latest: SequenceRow | undefined, revision: number | null) {
  const open = latest === undefined || latest.state === "ended" ? null : latest;
  if (revision === null) {
    if (open !== null) throw conflict(m.outreach_has_one());
    return null;
  }
  if (open === null) throw conflict(m.outreach_ended());
  if (open.revision !== revision) throw conflict(m.outreach_changed_meanwhile(), { sequence: await showSequence(ctx, projectId, open) });
  const [mails] = await ctx.db.read(readMails(projectId, [open.id]));
  if (mails.some(({ deliveryId }) => deliveryId !== null)) throw conflict(m.outreach_sent_differs());
  return { id: open.id, revision };
}

/** What the model gets, and the hosts to which links may lead: the project's own site and the lead's. */
async function promptOf(ctx: Ctx, lead: Lead, template: Template | null, { about }: Wanted) {
  const { projectId } = ctx.caller;
  const [[profile], readiness, known] = await Promise.all([
    ctx.db.read(readPublicProfile(projectId)),
    readReadiness(ctx, projectId),
    readKnown(ctx, projectId, lead.id),
  ]);
  if (!profile || !readiness) throw notFound();
  const website = profile.websiteOrigin === null ? undefined : domainIn(profile.websiteOrigin);
  const theirs = [lead.domain ?? undefined, lead.email === null ? undefined : domainOfAddress(lead.email)];
  const prompt = promptFor({
    lead: { name: lead.name, company: lead.company, role: lead.role, website: lead.domain },
    sender: {
      name: readiness.identity?.senderName ?? profile.name,
      company: readiness.identity?.legalName ?? profile.name,
      website: website ?? null,
    },
    template: template && { subject: template.subject, text: template.text },
    ...{ request: about, known },
  });
  return { prompt, hosts: [website, ...theirs].filter((host) => host !== undefined && isOwnHost(host)) as string[] };
}
