// An issue's state in words and as a picture.
import { m } from "#messages";
import { CircleCheck, CircleDot, CircleSlash, GitMerge, GitPullRequest, GitPullRequestClosed, type LucideIcon } from "lucide-react";
import type { RemoteIssue } from "../contract.ts";

type State = Pick<RemoteIssue, "kind" | "state" | "reason">;
export const isDropped = ({ reason }: State): boolean => reason === "not_planned" || reason === "duplicate";
/** Where people read of an issue: `owner/name#7`. */
export const placeName = ({ repository, number }: Pick<RemoteIssue, "repository" | "number">): string => `${repository}#${number}`;

export function stateName({ kind, state, reason }: State): string {
  if (state === "open") return m.code_hosting_open();
  if (reason === "merged") return m.code_hosting_merged();
  if (reason === "not_planned") return m.code_hosting_not_planned();
  if (reason === "duplicate") return m.code_hosting_duplicate();
  return kind === "issue" && reason === "completed" ? m.code_hosting_completed() : m.code_hosting_closed();
}
export function stateIcon(issue: State): LucideIcon {
  if (issue.kind === "pull") return issue.state === "open" ? GitPullRequest : issue.reason === "merged" ? GitMerge : GitPullRequestClosed;
  return issue.state === "open" ? CircleDot : isDropped(issue) ? CircleSlash : CircleCheck;
}
/** A class of the icon's color. */
export const stateColor = (issue: State): string =>
  issue.state === "open"
    ? "text-ok-text"
    : isDropped(issue) || (issue.kind === "pull" && issue.reason !== "merged")
      ? "text-muted"
      : "text-accent-text";
