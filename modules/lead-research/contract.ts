// Wire contract of the research of leads. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { LeadIdField } from "#modules/leads/contract";
import * as v from "valibot";

/** Criteria of a project at most. */
export const MAX_CRITERIA = 10;
/** Characters of a criterion's name, and of what it means. */
export const MAX_NAME = 80;
export const MAX_DESCRIPTION = 500;
/** Addresses that a person adds to a run. */
export const MAX_ADDRESSES = 5;
/** Characters of a statement and of the reason of an answer. */
export const MAX_STATEMENT = 300;
/** Characters of a quote. */
export const MAX_QUOTE = 500;
/** Statements that people add to a lead, or take over by changing them. */
export const MAX_BY_HAND = 100;
/** Runs of a lead that are kept. */
export const KEPT_RUNS = 5;

export const RUN_STATES = ["waiting", "fetching", "asking", "done", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];
/** Why a run failed. `interrupted`: nothing has happened for a quarter of an hour. */
export const RUN_REASONS = [
  "robots_denied",
  "unreachable",
  "no_text",
  "not_configured",
  "ceiling_reached",
  "model_failed",
  "interrupted",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];
export const ANSWERS = ["yes", "partly", "no", "unknown"] as const;
const AnswerField = v.picklist(ANSWERS);
export type AnswerWord = v.InferOutput<typeof AnswerField>;
/** How much a criterion counts. */
const Weight = v.picklist([1, 2, 3]);

const inProject = { projectId: idOf("project") };
const ofLead = { ...inProject, leadId: LeadIdField };
const ofRun = { ...ofLead, researchRunId: idOf("leadResearchRun") };
const ofStatement = { ...ofLead, leadStatementId: idOf("leadStatement") };
const ofCriterion = { ...ofLead, criterionId: idOf("leadCriterion") };

export const Criterion = v.object({ id: idOf("leadCriterion"), name: v.string(), description: v.string(), weight: Weight });
export type Criterion = v.InferOutput<typeof Criterion>;
const Page = v.object({
  url: v.string(),
  title: v.string(),
  /** `denied`: by the site's robots.txt. */
  state: v.picklist(["read", "failed", "denied"]),
  /** Why it was not read, in a sentence. */
  problem: v.nullable(v.string()),
  /** Before the run began if the text was kept from an earlier one. */
  fetchedAt: Time,
});
export const Run = v.object({
  id: ofRun.researchRunId,
  state: v.picklist(RUN_STATES),
  reason: v.nullable(v.picklist(RUN_REASONS)),
  /** What the model's provider answered, in a sentence of ours. */
  detail: v.nullable(v.string()),
  addresses: v.array(v.string()),
  pages: v.array(Page),
  /** Statements and answers of the model whose quote was not in the page that it named. */
  dropped: v.number(),
  /** Fit by the answers of this run alone, 0 to 100; null if none is known. */
  score: v.nullable(v.number()),
  /** Of the model's answer, in US dollars; null without one. */
  costUsd: v.nullable(v.number()),
  model: v.string(),
  startedBy: v.nullable(v.string()),
  startedAt: Time,
  endedAt: v.nullable(Time),
});
export type Run = v.InferOutput<typeof Run>;
export const Statement = v.object({
  id: ofStatement.leadStatementId,
  /** Null for what a member wrote. */
  runId: v.nullable(ofRun.researchRunId),
  text: v.string(),
  url: v.nullable(v.string()),
  quote: v.nullable(v.string()),
  /** Whether a member wrote it or changed it; no later run replaces it then. */
  byPerson: v.boolean(),
  /** That member's name; null if no member did, or the account is gone. */
  authorName: v.nullable(v.string()),
  revision: v.number(),
  updatedAt: Time,
});
export type Statement = v.InferOutput<typeof Statement>;
export const Answer = v.object({
  criterionId: ofCriterion.criterionId,
  /** Null for what a member answered, which goes before that of a run. */
  runId: v.nullable(ofRun.researchRunId),
  answer: AnswerField,
  reason: v.string(),
  url: v.nullable(v.string()),
  quote: v.nullable(v.string()),
  authorName: v.nullable(v.string()),
  updatedAt: Time,
});
export type Answer = v.InferOutput<typeof Answer>;
export const Research = v.object({
  /** Why no run is possible, in a sentence. What people write by hand is possible always. */
  obstacle: v.nullable(v.string()),
  /** `provider/model`; null without one. */
  model: v.nullable(v.string()),
  /** The most that a run costs, in US dollars; null without a model. */
  mostUsd: v.nullable(v.number()),
  criteria: v.array(Criterion),
  /** The newest first; at most one is under way. */
  runs: v.array(Run),
  /** Of all runs that are kept, and by hand; the oldest first. */
  statements: v.array(Statement),
  answers: v.array(Answer),
});
export type Research = v.InferOutput<typeof Research>;

export const readLeadResearch = route({
  name: "readLeadResearch",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research",
  who: "member",
  params: ofLead,
  reply: Research,
});

const Address = v.pipe(
  line(2000),
  v.check((text) => URL.canParse(text) && new URL(text).protocol === "https:", m.lead_research_address),
);
/**
 * Starts a run over the lead's own site and the given addresses. Repeating it with the same `clientId` returns the same run. 409 `conflict`
 * while one is under way, or without a site and an address; 503 `not_configured` without `LEAD_MODEL` or the key of its provider; 429
 * `ai_unavailable` when the day's ceiling is reached.
 */
export const startLeadResearch = route({
  name: "startLeadResearch",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/runs",
  who: "member",
  params: ofLead,
  body: v.strictObject({ clientId: ClientId, addresses: v.pipe(v.array(Address), v.maxLength(MAX_ADDRESSES)) }),
  reply: v.object({ runId: ofRun.researchRunId }),
  status: 202,
  errors: ["conflict", "not_configured", "ai_unavailable"],
});
/** What is found after it is not stored; a call of the model that is under way is paid for. Repeating it is safe. */
export const cancelLeadResearch = route({
  name: "cancelLeadResearch",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/runs/:researchRunId/cancel",
  who: "member",
  params: ofRun,
  body: v.strictObject({}),
  reply: Done,
});

const statementFields = { text: line(MAX_STATEMENT), url: v.nullable(Address), quote: v.nullable(line(MAX_QUOTE)) };
/** Adds a statement by hand. 409 `conflict` if there are 100 already. */
export const addLeadStatement = route({
  name: "addLeadStatement",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/statements",
  who: "member",
  params: ofLead,
  body: v.strictObject({ clientId: ClientId, ...statementFields }),
  reply: v.object({ statement: Statement }),
  status: 201,
  errors: ["conflict"],
});
/** Makes it the member's own: no later run replaces it. 409 `conflict` if somebody has changed it since `revision`. */
export const changeLeadStatement = route({
  name: "changeLeadStatement",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/statements/:leadStatementId",
  who: "member",
  params: ofStatement,
  body: v.strictObject({ revision: Revision, ...statementFields }),
  reply: v.object({ statement: Statement }),
  errors: ["conflict"],
});
/** 404 if it is gone already. A later run may find the same again. */
export const deleteLeadStatement = route({
  name: "deleteLeadStatement",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/statements/:leadStatementId",
  who: "member",
  params: ofStatement,
  reply: Done,
});
/** Answers a criterion by hand, in place of what a run found. */
export const setLeadAnswer = route({
  name: "setLeadAnswer",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/answers/:criterionId",
  who: "member",
  params: ofCriterion,
  body: v.strictObject({
    answer: AnswerField,
    reason: line(MAX_STATEMENT, 0),
    url: v.nullable(Address),
    quote: v.nullable(line(MAX_QUOTE)),
  }),
  reply: Done,
});
/** Takes back what a member answered, so that the last run's answer counts. Repeating it is safe. */
export const clearLeadAnswer = route({
  name: "clearLeadAnswer",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/research/answers/:criterionId",
  who: "member",
  params: ofCriterion,
  reply: Done,
});

export const Criteria = v.object({ criteria: v.array(Criterion), revision: v.number() });
export type Criteria = v.InferOutput<typeof Criteria>;
export const readLeadCriteria = route({
  name: "readLeadCriteria",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/lead-criteria",
  who: "member",
  params: inProject,
  reply: Criteria,
});
/** Replaces the list. Criteria keep their `id`, new ones have none. 409 `conflict` if somebody has saved it since `revision`. */
export const saveLeadCriteria = route({
  name: "saveLeadCriteria",
  method: "PUT",
  path: "/api/management/projects/:projectId/lead-criteria",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    revision: Revision,
    criteria: v.pipe(
      v.array(
        v.strictObject({
          id: v.optional(ofCriterion.criterionId),
          name: line(MAX_NAME),
          description: line(MAX_DESCRIPTION, 0),
          weight: Weight,
        }),
      ),
      v.maxLength(MAX_CRITERIA),
    ),
  }),
  reply: Criteria,
  errors: ["conflict"],
});
