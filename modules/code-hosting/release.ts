// Reads releases out of GitHub's answers (https://docs.github.com/rest/releases/releases). Pure.
import * as v from "valibot";
import { Moment } from "./issue.ts";

export interface Release {
  readonly tag: string;
  readonly url: string;
  readonly publishedAt: number;
}
const Answered = v.object({
  tag_name: v.pipe(v.string(), v.minLength(1)),
  html_url: v.string(),
  draft: v.boolean(),
  prerelease: v.boolean(),
  published_at: v.nullable(Moment),
});
const MAX_TAG = 100;

/** Undefined for a draft or a prerelease, which customers do not have, and for another form. */
export function releaseOf(body: unknown, web: string): Release | undefined {
  const parsed = v.safeParse(Answered, body);
  if (!parsed.success) return undefined;
  const { tag_name: tag, html_url: url, draft, prerelease, published_at: publishedAt } = parsed.output;
  if (draft || prerelease || publishedAt === null || !url.startsWith(`${web}/`)) return undefined;
  return { tag: tag.toWellFormed().slice(0, MAX_TAG), url, publishedAt };
}
