// What somebody is writing by mail, kept in this browser: a refusal, a closed dialog and a reload lose none of it.
import { readOwn, writeOwn } from "#dashboard/own.ts";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";

const Kept = v.object({
  key: v.string(),
  at: v.number(),
  /** The same until the mail was sent: a second press after a lost answer sends no second one. */
  clientId: v.string(),
  to: v.string(),
  cc: v.optional(v.string(), ""),
  bcc: v.optional(v.string(), ""),
  subject: v.optional(v.string(), ""),
  content: v.string(),
  attachments: v.optional(v.array(Attachment), []),
});
export type Kept = v.InferOutput<typeof Kept>;

const NAME = "mails";
const MOST = 20;
// As long as the server keeps a file that no message took.
const KEPT_FOR = 7 * 24 * 3600_000;

function all(me: string): Kept[] {
  const kept = v.safeParse(v.array(Kept), readOwn(me, NAME));
  return kept.success ? kept.output.filter(({ at }) => Date.now() - at < KEPT_FOR) : [];
}
export const blank = (key: string): Kept => ({
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
/** What was kept under the key, such as the message that is passed on. */
export const readKept = (me: string, key: string): Kept | undefined => all(me).find((one) => one.key === key);
export const keep = (me: string, one: Kept): void =>
  writeOwn(me, NAME, [...all(me).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MOST));
export const drop = (me: string, key: string): void =>
  writeOwn(
    me,
    NAME,
    all(me).filter((one) => one.key !== key),
  );
