// What code hosting adds to conversations: the events of linking and of a changed state, and GitHub as the author of the latter.
import type { CodeHostPrincipal } from "#kernel/auth/index.ts";
import { defineAuthor, defineEventKind } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import type * as v from "valibot";
import { ISSUE_LINKED, ISSUE_RELEASED, ISSUE_STATE, IssueLinked, IssueReleased, IssueState } from "./contract.ts";

export const linkedKind = defineEventKind<v.InferOutput<typeof IssueLinked>>({
  name: ISSUE_LINKED,
  payload: IssueLinked,
  audience: () => "team",
  change: () => ({ activity: false }),
});
export const stateKind = defineEventKind<v.InferOutput<typeof IssueState>>({
  name: ISSUE_STATE,
  payload: IssueState,
  audience: () => "team",
  // A bug that is fixed is a reason to write to the customer: the conversation moves to the top.
  change: ({ data: { state } }) => ({ activity: state === "closed" }),
});
export const releasedKind = defineEventKind<v.InferOutput<typeof IssueReleased>>({
  name: ISSUE_RELEASED,
  payload: IssueReleased,
  audience: () => "team",
  change: () => ({ activity: true }),
});
export const codeHostAuthor = defineAuthor<CodeHostPrincipal>({
  kind: "code_host",
  role: "system",
  scope: ({ issueId }) => `code_host:${issueId}`,
  actorId: ({ issueId }) => issueId,
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});
