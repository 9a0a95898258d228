// Keeps unsent mails in this browser, so that a refusal, a closed dialog or a reload does not lose them.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";

const SavedDraft = v.object({
  key: v.string(),
  at: v.number(),
  /** The same until the mail was sent, so that a second click after a lost response sends no second mail. */
  clientId: v.string(),
  to: v.string(),
  cc: v.optional(v.string(), ""),
  bcc: v.optional(v.string(), ""),
  subject: v.optional(v.string(), ""),
  content: v.string(),
  attachments: v.optional(v.array(Attachment), []),
});
export type SavedDraft = v.InferOutput<typeof SavedDraft>;

const NAME = "mails";
const MOST = 20;
// As long as the server keeps unattached files.
const KEPT_FOR = 7 * 24 * 3600_000;

function all(me: string): SavedDraft[] {
  const kept = v.safeParse(v.array(SavedDraft), readBrowserStorage(me, NAME));
  return kept.success ? kept.output.filter(({ at }) => Date.now() - at < KEPT_FOR) : [];
}
export const blankDraft = (key: string): SavedDraft => ({
  key,
  at: Date.now(),
  clientId: crypto.randomUUID(),
  to: "",
  cc: "",
  bcc: "",
  subject: "",
  content: "",
  attachments: [],
});
/** The draft with the key, such as the id of a forwarded message. */
export const readSavedDraft = (me: string, key: string): SavedDraft | undefined => all(me).find((one) => one.key === key);
export const saveDraft = (me: string, one: SavedDraft): void =>
  writeBrowserStorage(me, NAME, [...all(me).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MOST));
export const dropDraft = (me: string, key: string): void =>
  writeBrowserStorage(
    me,
    NAME,
    all(me).filter((one) => one.key !== key),
  );
