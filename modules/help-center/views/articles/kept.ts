// What somebody has written and the server has not stored yet, kept in this browser: a reload, a lost line and a conflict lose none of it.
import { readOwn, writeOwn } from "#dashboard/own.ts";
import * as v from "valibot";

const Kept = v.object({
  key: v.string(),
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
  const kept = v.safeParse(v.array(Kept), readOwn(me, NAME));
  return kept.success ? kept.output : [];
}
export const keyOf = (articleId: string, locale: string): string => `${articleId}/${locale}`;
export const readKept = (me: string, key: string): Kept | undefined => all(me).find((one) => one.key === key);
export const keep = (me: string, one: Omit<Kept, "at">): void =>
  writeOwn(me, NAME, [...all(me).filter(({ key }) => key !== one.key), { ...one, at: Date.now() }].slice(-MOST));
export function forget(me: string, key: string): void {
  const kept = all(me);
  if (kept.some((one) => one.key === key))
    writeOwn(
      me,
      NAME,
      kept.filter((one) => one.key !== key),
    );
}
