// Wire contract of proposals: changes to knowledge, from what people answered. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Cursor, noNul, page, Revision, Time, wellFormed } from "#kernel/wire/values.ts";
import { ArticleIdField, MAX_ARTICLE, Title } from "#modules/articles/contract";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

export const STATES = ["open", "accepted", "rejected"] as const;
/** Why it was made. `unanswered`: the assistant had no proved answer. `corrected`: a person answered after it. */
export const CAUSES = ["unanswered", "corrected", "negative", "flagged"] as const;
export const Proposal = v.object({
  id: idOf("proposal"),
  state: v.picklist([...STATES, "erased"]),
  cause: v.picklist(CAUSES),
  conversationId: ConversationIdField,
  roundId: v.nullable(idOf("round")),
  /** The article that it changes, or its draft once it is accepted; null: a new one. */
  articleId: v.nullable(ArticleIdField),
  /** The snippet that it changes, instead of an article. */
  snippet: v.nullable(v.object({ id: idOf("knowledgeItem"), sourceId: idOf("knowledgeSource") })),
  locale: v.string(),
  question: v.string(),
  title: v.string(),
  worded: v.picklist(["model", "reply"]),
  model: v.nullable(v.string()),
  costUsd: v.number(),
  createdAt: Time,
  decidedByName: v.nullable(v.string()),
  decidedAt: v.nullable(Time),
});
export type Proposal = v.InferOutput<typeof Proposal>;

const inProject = { projectId: idOf("project") };
const ofProposal = { ...inProject, proposalId: idOf("proposal") };
/** Newest first. */
export const listProposals = route({
  name: "listProposals",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant/proposals",
  who: "member",
  params: inProject,
  query: v.object({ state: v.optional(v.picklist(STATES), "open"), cursor: v.optional(Cursor) }),
  reply: page(Proposal),
});
export const ProposalText = v.object({
  proposal: Proposal,
  /** What people answered, from which it was made. */
  answer: v.string(),
  content: v.string(),
  /** The draft of the article, or the snippet, as it is now; null for a new one, or if it is gone or archived. */
  present: v.nullable(v.object({ title: v.string(), content: v.string(), revision: v.number() })),
});
export type ProposalText = v.InferOutput<typeof ProposalText>;
/** A proposal with its text, and the text that it would change. */
export const readProposal = route({
  name: "readProposal",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant/proposals/:proposalId",
  who: "member",
  params: ofProposal,
  reply: ProposalText,
});
/**
 * Makes a draft of it, in the words that are sent: of the article, based on `revision`, or of a new one (`revision` 0). Nothing is published.
 * A snippet has no draft beside its text, so owners and admins change it, and it is searched with the new text at once (403 for operators).
 * 409 `conflict` when it is decided already, `stale_frontier` when the draft has changed since.
 */
export const acceptProposal = route({
  name: "acceptProposal",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/assistant/proposals/:proposalId/accept",
  who: "member",
  params: ofProposal,
  body: v.strictObject({
    clientId: ClientId,
    revision: Revision,
    title: v.pipe(Title, v.minLength(1)),
    content: v.pipe(v.string(), noNul, atMost(MAX_ARTICLE), wellFormed, v.minLength(1)),
  }),
  reply: v.object({ proposal: Proposal }),
  errors: ["conflict", "stale_frontier"],
});
/** Rejects it, or opens a rejected one again. Safe to repeat; 409 `conflict` when it was accepted or erased. */
export const rejectProposal = route({
  name: "rejectProposal",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/assistant/proposals/:proposalId/state",
  who: "member",
  params: ofProposal,
  body: v.strictObject({ state: v.picklist(["rejected", "open"]) }),
  reply: v.object({ proposal: Proposal }),
  errors: ["conflict"],
});
export const proposalsPath = (projectId: string): string => `/projects/${projectId}/assistant/proposals`;
