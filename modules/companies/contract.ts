// Wire contract of companies. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { ContactIdField, ContactState } from "#modules/contacts/contract";
import { ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import { domainOf, MAX_DOMAINS, MAX_NAME, MAX_NOTES, websiteOf } from "./contract/rules.ts";

export { MAX_LOOKED_AT, MAX_NOTES, problemOfDomain } from "./contract/rules.ts";

export const CompanyIdField = idOf("company");
export const Company = v.object({
  id: CompanyIdField,
  name: v.string(),
  /** In lower case and ASCII, A to Z. Contacts with an address at one of them belong to the company. */
  domains: v.array(v.string()),
  /** An address with its scheme. */
  website: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  revision: Revision,
  createdAt: Time,
  updatedAt: Time,
});
export type Company = v.InferOutput<typeof Company>;

/** A contact of a company. */
const Belonging = v.object({
  id: ContactIdField,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** False: nobody has proved the address, so that it belongs to the company is only a claim, too. */
  emailVerified: v.boolean(),
  state: ContactState,
  /** `hand`: a member said so. `domain`: by the domain of its address. */
  by: v.picklist(["hand", "domain"]),
});
export type Belonging = v.InferOutput<typeof Belonging>;

const Domain = v.pipe(
  line(300),
  v.check((text) => domainOf(text) !== undefined, m.companies_domain),
  v.transform((text) => domainOf(text) ?? ""),
);
const Website = v.pipe(
  line(300),
  v.check((text) => websiteOf(text) !== undefined, m.companies_website),
  v.transform((text) => websiteOf(text) ?? ""),
);
const Name = line(MAX_NAME);
const more = {
  domains: v.optional(v.pipe(v.array(Domain), v.maxLength(MAX_DOMAINS))),
  website: v.optional(v.nullable(Website)),
  notes: v.optional(v.nullable(prose(MAX_NOTES))),
};
const inProject = { projectId: idOf("project") };
const ofCompany = { ...inProject, companyId: CompanyIdField };
const ofContact = { ...inProject, contactId: ContactIdField };
const One = v.object({ company: Company });

/**
 * By name, A to Z. `q` finds companies with all its words, each the beginning of a word of the name or of a domain: at most 50, in no
 * pages.
 */
export const listCompanies = route({
  name: "listCompanies",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/companies",
  who: "member",
  params: inProject,
  query: v.object({
    cursor: v.optional(Cursor),
    q: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  }),
  reply: page(Company),
});
/**
 * 400 for a domain at which anybody gets an address, with the reason; 409 `conflict` with `companyId` if another company has one of the
 * domains.
 */
export const createCompany = route({
  name: "createCompany",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/companies",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: Name, ...more }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
export const readCompany = route({
  name: "readCompany",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/companies/:companyId",
  who: "member",
  params: ofCompany,
  reply: One,
});
/** 409 `conflict` with `company` if somebody changed it after `revision`; with `companyId` if another one has one of the domains. */
export const changeCompany = route({
  name: "changeCompany",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/companies/:companyId",
  who: "member",
  params: ofCompany,
  body: v.strictObject({ revision: Revision, name: v.optional(Name), ...more }),
  reply: One,
  errors: ["conflict"],
});
/** Removes the company, its domains and notes, for good. Its contacts and their conversations stay; they have no company then. */
export const deleteCompany = route({
  name: "deleteCompany",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/companies/:companyId",
  who: "member",
  params: ofCompany,
  reply: One,
});
/** Newest first, without hidden ones. A page may hold fewer contacts than others, even none, and still have a `next`. */
export const listCompanyContacts = route({
  name: "listCompanyContacts",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/companies/:companyId/contacts",
  who: "member",
  params: ofCompany,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(Belonging),
});
/** The latest conversation of each of the company's 50 newest contacts, the latest first. Spam is left out. */
export const listCompanyConversations = route({
  name: "listCompanyConversations",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/companies/:companyId/conversations",
  who: "member",
  params: ofCompany,
  reply: v.object({ items: v.array(ConversationSummary) }),
});

const CompanyOfContact = v.object({
  company: v.nullable(v.object({ id: CompanyIdField, name: v.string(), website: v.nullable(v.string()) })),
  /** `hand`: a member set or removed it. `domain`: by the domain of its address. Null: it has none. */
  by: v.nullable(v.picklist(["hand", "domain"])),
  /** The domain of its address, if no company has it yet and one could. */
  freeDomain: v.nullable(v.string()),
});
export type CompanyOfContact = v.InferOutput<typeof CompanyOfContact>;
export const readContactCompany = route({
  name: "readContactCompany",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/company",
  who: "member",
  params: ofContact,
  reply: CompanyOfContact,
});
/** Sets the contact's company, or with null says that it has none; either wins over the domain of its address. 409 if it was erased. */
export const setContactCompany = route({
  name: "setContactCompany",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/company",
  who: "member",
  params: ofContact,
  body: v.strictObject({ companyId: v.nullable(CompanyIdField) }),
  reply: CompanyOfContact,
  errors: ["conflict"],
});
/** Forgets what members said: the domain of the contact's address decides again. Repeating it is safe. */
export const clearContactCompany = route({
  name: "clearContactCompany",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/company",
  who: "member",
  params: ofContact,
  reply: CompanyOfContact,
});

export const companiesPath = (projectId: string): string => `/projects/${projectId}/companies`;
export const companyPath = (projectId: string, companyId: string): string => `/projects/${projectId}/companies/${companyId}`;
