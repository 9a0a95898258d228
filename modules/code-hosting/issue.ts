// Reads issues out of GitHub's answers, and out of what people paste. Pure.
import * as v from "valibot";
import { REPOSITORY, type RemoteIssue } from "./contract.ts";

/** A time of GitHub's, such as `2026-11-20T10:00:00Z`, in milliseconds. */
export const Moment = v.pipe(v.string(), v.transform(Date.parse), v.number(), v.finite());
/** What GitHub calls an issue; a pull request is one too (https://docs.github.com/rest/issues/issues). */
const Answered = v.object({
  id: v.number(),
  number: v.number(),
  title: v.string(),
  state: v.picklist(["open", "closed"]),
  state_reason: v.optional(v.nullable(v.string())),
  html_url: v.string(),
  repository_url: v.string(),
  updated_at: Moment,
  closed_at: v.optional(v.nullable(Moment)),
  pull_request: v.optional(v.nullable(v.object({ merged_at: v.optional(v.nullable(v.string())) }))),
});
export interface FoundIssue extends RemoteIssue {
  /** Of GitHub: stays when the repository is renamed or transferred. An issue that is transferred alone gets another one. */
  readonly remoteId: string;
  /** GitHub's own time of its newest change, to a second. */
  readonly changedAt: number;
  readonly closedAt: number | null;
}
const MAX_TITLE = 300;
const MAX_REASON = 40;

/** An issue of an answer; undefined if it has another form, or an address outside of `web`, where people look at it. */
export function issueOf(body: unknown, web: string): FoundIssue | undefined {
  const parsed = v.safeParse(Answered, body);
  if (!parsed.success) return undefined;
  const { updated_at: changedAt, closed_at: closedAt } = parsed.output;
  const { id, number, title, state, state_reason: reason, html_url: url, repository_url: at, pull_request: pull } = parsed.output;
  const repository = at.split("/").slice(-2).join("/");
  if (!REPOSITORY.test(repository) || !url.startsWith(`${web}/`)) return undefined;
  return {
    ...{ remoteId: String(id), repository, number, kind: pull ? "pull" : "issue", state, url, changedAt },
    closedAt: state === "open" ? null : (closedAt ?? changedAt),
    title: title.toWellFormed().slice(0, MAX_TITLE),
    reason: state === "open" ? null : pull?.merged_at ? "merged" : (reason?.slice(0, MAX_REASON) ?? null),
  };
}

export interface IssuePlace {
  readonly repository: string;
  readonly number: number;
}
/** Where the issue is that a person pasted: its address below `web`, or `owner/name#7`. */
export function placeOf(text: string, web: string): IssuePlace | undefined {
  const short = /^(\S+)#(\d{1,9})$/.exec(text);
  const long = text.startsWith(`${web}/`) ? /^\/?([^/]+\/[^/]+)\/(?:issues|pull)\/(\d{1,9})(?:[/?#]|$)/.exec(text.slice(web.length)) : null;
  const [, repository, number] = long ?? short ?? [];
  return repository !== undefined && number !== undefined && REPOSITORY.test(repository) && Number(number) > 0
    ? { repository, number: Number(number) }
    : undefined;
}

/** The words of a search, without GitHub's qualifiers, groups and operators: those could look outside of the project's repositories. */
export const searchWords = (text: string): string =>
  text
    .replaceAll(/[":()]/g, " ")
    .replaceAll(/\b(?:AND|OR|NOT)\b/g, (operator) => operator.toLowerCase())
    .replaceAll(/\s+/g, " ")
    .trim();
