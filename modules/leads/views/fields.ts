// The fields that say who a lead is, as forms and imports have them.
import { m } from "#messages";
import type { Lead } from "../contract.ts";

export const FIELD_NAMES = ["name", "email", "company", "domain", "role"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];
export type Texts = Readonly<Record<FieldName, string>>;
export const EMPTY: Texts = { name: "", email: "", company: "", domain: "", role: "" };

interface FieldOf {
  readonly name: FieldName;
  readonly label: () => string;
  readonly hint?: () => string;
  readonly type?: "email";
  readonly limit: number;
}
export const FIELDS: readonly FieldOf[] = [
  { name: "name", label: m.leads_name, limit: 120 },
  { name: "email", label: m.leads_email, type: "email", limit: 254 },
  { name: "company", label: m.leads_company, limit: 120 },
  { name: "domain", label: m.leads_domain_label, hint: m.leads_domain_hint, limit: 300 },
  { name: "role", label: m.leads_role, limit: 120 },
];

export const textsOf = (lead: Lead): Texts => ({
  name: lead.name ?? "",
  email: lead.email ?? "",
  company: lead.company ?? "",
  domain: lead.domain ?? "",
  role: lead.role ?? "",
});
/** What was typed, without what is empty. */
export const textsOrNothing = (texts: Texts): Partial<Record<FieldName, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
