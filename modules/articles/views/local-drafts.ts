// What somebody has written and the server has not stored yet, kept in this browser: a reload, a lost line and a conflict lose none of it.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import * as v from "valibot";

const Kept = v.object({
  key: v.string(),
  projectId: v.optional(v.string()),
  at: v.number(),
  /** The revision that it was written on. */
  revision: v.number(),
  title: v.string(),
  slug: v.optional(v.nullable(v.string())),
  summary: v.string(),
  content: v.string(),
});
export type Kept = v.InferOutput<typeof Kept>;
const NAME = "articles";
/** Texts are long and a browser's storage is not. */
const MOST = 6;

function all(me: string): Kept[] {
  const kept = v.safeParse(v.array(Kept), readBrowserStorage(me, NAME));
  return kept.success ? kept.output : [];
}
export const keyOf = (articleId: string, locale: string): string => `${articleId}/${locale}`;
export const readKept = (me: string, key: string): Kept | undefined => all(me).find((one) => one.key === key);
export const keep = (me: string, one: Omit<Kept, "at">): void =>
  writeBrowserStorage(me, NAME, [...all(me).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MOST));
type Said = Pick<Kept, "title" | "summary" | "content">;
const says = (one: Said, words: Said): boolean =>
  one.title === words.title && one.summary === words.summary && one.content === words.content;
/** Whether this browser really holds these words: its storage may be full, or forbidden. */
export function isKept(me: string, key: string, words: Said): boolean {
  const kept = readKept(me, key);
  return kept !== undefined && says(kept, words);
}
/** What waits in this browser for its article of the project. */
export const keptOf = (me: string, projectId: string): Kept[] => all(me).filter((one) => one.projectId === projectId);
/** Forgets what is kept, or only these words of it. */
export function forget(me: string, key: string, words?: Said): void {
  const kept = all(me);
  const rest = kept.filter((one) => one.key !== key || (words !== undefined && !says(one, words)));
  if (rest.length < kept.length) writeBrowserStorage(me, NAME, rest);
}
