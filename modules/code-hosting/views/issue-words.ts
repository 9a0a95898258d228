// An issue's state in words and as a picture.
import { m } from "#messages";
import { CircleCheck, CircleDot, CircleSlash, GitMerge, GitPullRequest, GitPullRequestClosed, type LucideIcon } from "lucide-react";
import { createElement } from "react";
import type { RemoteIssue } from "../contract.ts";

type State = Pick<RemoteIssue, "kind" | "state" | "reason">;
const isDropped = ({ reason }: State): boolean => reason === "not_planned" || reason === "duplicate";
/** Where people read of an issue: `owner/name#7`. */
export const placeName = ({ repository, number }: Pick<RemoteIssue, "repository" | "number">): string => `${repository}#${number}`;

export function stateName({ kind, state, reason }: State): string {
  if (state === "open") return m.code_hosting_open();
  if (reason === "merged") return m.code_hosting_merged();
  if (reason === "not_planned") return m.code_hosting_not_planned();
  if (reason === "duplicate") return m.code_hosting_duplicate();
  return kind === "issue" && reason === "completed" ? m.code_hosting_completed() : m.code_hosting_closed();
}
const ICONS = {
  ...{ openIssue: CircleDot, closedIssue: CircleCheck, droppedIssue: CircleSlash },
  ...{ openPull: GitPullRequest, closedPull: GitPullRequestClosed, mergedPull: GitMerge },
} as const satisfies Record<string, LucideIcon>;
function pictureOf(issue: State): keyof typeof ICONS {
  if (issue.kind === "pull") return issue.state === "open" ? "openPull" : issue.reason === "merged" ? "mergedPull" : "closedPull";
  return issue.state === "open" ? "openIssue" : isDropped(issue) ? "droppedIssue" : "closedIssue";
}
/** A picture of the state, which stands beside its words. */
export const StateIcon = ({ issue }: { issue: State }) =>
  createElement(ICONS[pictureOf(issue)], { className: `mt-0.5 size-4 shrink-0 ${stateColor(issue)}`, "aria-hidden": true });

/** A class of the icon's color. */
const stateColor = (issue: State): string =>
  issue.state === "open"
    ? "text-ok-text"
    : isDropped(issue) || (issue.kind === "pull" && issue.reason !== "merged")
      ? "text-muted"
      : "text-accent-text";
