// Drafts that the server has not stored yet, kept in this browser so that a reload, a lost connection or a conflict loses nothing.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import * as v from "valibot";

const LocalDraft = v.object({
  key: v.string(),
  projectId: v.optional(v.string()),
  /** When it was stored, in milliseconds since 1970. The key `at` is in people's browsers, so it stays. */
  at: v.number(),
  /** The revision that it is based on. */
  revision: v.number(),
  title: v.string(),
  slug: v.optional(v.nullable(v.string())),
  summary: v.string(),
  content: v.string(),
});
export type LocalDraft = v.InferOutput<typeof LocalDraft>;
/** Name of the entry in this account's browser storage. */
const STORAGE_NAME = "articles";
/** Few, because texts are long and a browser's storage is limited. The oldest is dropped. */
const MAX_LOCAL_DRAFTS = 6;

function readAll(accountId: string): LocalDraft[] {
  const stored = v.safeParse(v.array(LocalDraft), readBrowserStorage(accountId, STORAGE_NAME));
  return stored.success ? stored.output : [];
}
export const localDraftKey = (articleId: string, locale: string): string => `${articleId}/${locale}`;
export const readLocalDraft = (accountId: string, key: string): LocalDraft | undefined => readAll(accountId).find((one) => one.key === key);
export const storeLocalDraft = (accountId: string, one: Omit<LocalDraft, "at">): void =>
  writeBrowserStorage(
    accountId,
    STORAGE_NAME,
    [...readAll(accountId).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MAX_LOCAL_DRAFTS),
  );
type DraftText = Pick<LocalDraft, "title" | "summary" | "content">;
const isSameText = (one: DraftText, text: DraftText): boolean =>
  one.title === text.title && one.summary === text.summary && one.content === text.content;
/** Whether this text is really stored: the browser's storage may be full or disabled. */
export function isStoredLocally(accountId: string, key: string, text: DraftText): boolean {
  const stored = readLocalDraft(accountId, key);
  return stored !== undefined && isSameText(stored, text);
}
/** All local drafts of the project. */
export const localDraftsOf = (accountId: string, projectId: string): LocalDraft[] =>
  readAll(accountId).filter((one) => one.projectId === projectId);
/** Removes a local draft; with `text` only if it has exactly this text. */
export function discardLocalDraft(accountId: string, key: string, text?: DraftText): void {
  const stored = readAll(accountId);
  const rest = stored.filter((one) => one.key !== key || (text !== undefined && !isSameText(one, text)));
  if (rest.length < stored.length) writeBrowserStorage(accountId, STORAGE_NAME, rest);
}
