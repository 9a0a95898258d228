// Drafts that the server has not stored yet, kept in this browser so that a reload, a lost connection or a conflict loses nothing.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import * as v from "valibot";

const LocalDraft = v.object({
  key: v.string(),
  projectId: v.optional(v.string()),
  at: v.number(),
  /** The revision that it is based on. */
  revision: v.number(),
  title: v.string(),
  slug: v.optional(v.nullable(v.string())),
  summary: v.string(),
  content: v.string(),
});
export type LocalDraft = v.InferOutput<typeof LocalDraft>;
const NAME = "articles";
/** Few, because texts are long and a browser's storage is limited. */
const MOST = 6;

function all(me: string): LocalDraft[] {
  const kept = v.safeParse(v.array(LocalDraft), readBrowserStorage(me, NAME));
  return kept.success ? kept.output : [];
}
export const keyOf = (articleId: string, locale: string): string => `${articleId}/${locale}`;
export const readLocalDraft = (me: string, key: string): LocalDraft | undefined => all(me).find((one) => one.key === key);
export const storeLocalDraft = (me: string, one: Omit<LocalDraft, "at">): void =>
  writeBrowserStorage(me, NAME, [...all(me).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MOST));
type DraftText = Pick<LocalDraft, "title" | "summary" | "content">;
const hasText = (one: DraftText, words: DraftText): boolean =>
  one.title === words.title && one.summary === words.summary && one.content === words.content;
/** Whether this text is really stored: the browser's storage may be full or disabled. */
export function isStoredLocally(me: string, key: string, words: DraftText): boolean {
  const kept = readLocalDraft(me, key);
  return kept !== undefined && hasText(kept, words);
}
/** All local drafts of the project. */
export const localDraftsOf = (me: string, projectId: string): LocalDraft[] => all(me).filter((one) => one.projectId === projectId);
/** Removes a local draft; with `words` only if it has exactly this text. */
export function forgetLocalDraft(me: string, key: string, words?: DraftText): void {
  const kept = all(me);
  const rest = kept.filter((one) => one.key !== key || (words !== undefined && !hasText(one, words)));
  if (rest.length < kept.length) writeBrowserStorage(me, NAME, rest);
}
