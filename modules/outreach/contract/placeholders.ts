// Placeholders of templates. They are filled in when a draft is made; what is still one blocks the review. Browser-safe.
import type { Lead } from "#modules/leads/contract";

type Known = Pick<Lead, "name" | "company" | "role" | "domain">;
/** What may stand in braces in a template. */
export const PLACEHOLDERS = ["name", "first_name", "company", "role", "website"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const VALUES: Readonly<Record<Placeholder, (lead: Known) => string | null>> = {
  name: (lead) => lead.name,
  first_name: (lead) => lead.name?.trim().split(/\s+/u)[0] ?? null,
  company: (lead) => lead.company,
  role: (lead) => lead.role,
  website: (lead) => lead.domain,
};
const BRACES = /\{\s*([\p{L}][\p{L}\p{N}_ -]{0,40})\s*\}/gu;
const nameOf = (inside: string): string => inside.trim().toLowerCase().replaceAll(/[ -]+/g, "_");
/** The text with what is known of the lead; what is not known stays in its braces. A value is never read as a placeholder again. */
export const filled = (text: string, lead: Known): string =>
  text.replaceAll(BRACES, (whole, inside: string) => {
    const name = nameOf(inside);
    return (name in VALUES ? VALUES[name as Placeholder](lead)?.trim() : undefined) || whole;
  });
/** What still stands in braces, as written, each once. */
export const missingIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(BRACES)].map(([whole]) => whole))),
];
