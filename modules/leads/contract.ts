// Wire contract of leads. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Email, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { ContactIdField } from "#modules/contacts/contract";
import * as v from "valibot";
import { domainIn } from "./contract/domain.ts";

export { domainIn, domainOfAddress, isOwnHost } from "./contract/domain.ts";

export const LEAD_STAGES = ["new", "contacted", "in_conversation", "won", "lost"] as const;
export const LeadStage = v.picklist(LEAD_STAGES);
export type LeadStage = v.InferOutput<typeof LeadStage>;

/** Characters of a lead's notes. */
export const MAX_NOTES = 10_000;
/** Rows of one request to import. */
export const MAX_ROWS = 100;
/** A stage is counted up to here; more is shown as `99+`. */
export const COUNTED = 100;

export const LeadIdField = idOf("lead");
const Day = v.pipe(v.string(), v.isoDate(m.leads_day));

export const Lead = v.object({
  id: LeadIdField,
  name: v.nullable(v.string()),
  /** In lower case. Nobody has proved it. */
  email: v.nullable(v.string()),
  company: v.nullable(v.string()),
  /** The host of the company's website, without `www.`; leads of one company share it. */
  domain: v.nullable(v.string()),
  /** What the person does in the company. */
  role: v.nullable(v.string()),
  stage: LeadStage,
  /** The member who takes care of it. */
  ownerId: v.nullable(idOf("account")),
  /** The contact that it is, if that is known. */
  contactId: v.nullable(ContactIdField),
  nextStep: v.nullable(v.string()),
  nextStepOn: v.nullable(v.string()),
  /** Only of lost ones. */
  lostReason: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  revision: Revision,
  createdAt: Time,
  updatedAt: Time,
});
export type Lead = v.InferOutput<typeof Lead>;

/** A host, an address of a website, or nothing: kept as the host alone. */
const Domain = v.pipe(
  line(300),
  v.check((text) => domainIn(text) !== undefined, m.leads_domain),
  v.transform((text) => domainIn(text) ?? ""),
);
const fields = {
  name: v.optional(v.nullable(line(120))),
  email: v.optional(v.nullable(Email)),
  company: v.optional(v.nullable(line(120))),
  domain: v.optional(v.nullable(Domain)),
  role: v.optional(v.nullable(line(120))),
};
const more = {
  nextStep: v.optional(v.nullable(line(300))),
  nextStepOn: v.optional(v.nullable(Day)),
  notes: v.optional(v.nullable(prose(MAX_NOTES))),
};

const inProject = { projectId: idOf("project") };
const ofLead = { ...inProject, leadId: LeadIdField };
const One = v.object({ lead: Lead });

/**
 * Newest first. `q` finds leads with all its words, each the beginning of a word of name, company, domain or address: at most 50, without
 * other filters. `owner`: an account, or `none`. Every combination is one range of an index; 400 for `domain` or `q` with others.
 */
export const listLeads = route({
  name: "listLeads",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/leads",
  who: "member",
  params: inProject,
  query: v.object({
    cursor: v.optional(Cursor),
    stage: v.optional(LeadStage),
    owner: v.optional(v.union([v.literal("none"), idOf("account")])),
    domain: v.optional(Domain),
    q: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  }),
  reply: page(Lead),
});
/** How many leads each stage has, counted to 100, and former members who own some. */
export const countLeads = route({
  name: "countLeads",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/leads/counts",
  who: "member",
  params: inProject,
  query: v.object({ owner: v.optional(v.union([v.literal("none"), idOf("account")])) }),
  reply: v.object({
    stages: v.object(v.entriesFromList(LEAD_STAGES, v.number())),
    /** Owners of leads who are no members any more, at most 50: by them leads can be listed, too. A name is null if the account is gone. */
    formerOwners: v.array(v.object({ accountId: idOf("account"), name: v.nullable(v.string()) })),
  }),
});
/**
 * From a contact (`contactId`, which gives name and address) or by hand. 400 if neither a name, an address, a company nor a domain is given;
 * 409 `conflict` with its `leadId` if a lead has the address or is the contact already.
 */
export const createLead = route({
  name: "createLead",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, ...fields, contactId: v.optional(ContactIdField), ownerId: v.optional(idOf("account")) }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** `others`: leads of the same company, at most 20. `mailable`: false if its address is suppressed: mail came back, its reader complained or opted out, or a member said so. */
export const readLead = route({
  name: "readLead",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/leads/:leadId",
  who: "member",
  params: ofLead,
  reply: v.object({ lead: Lead, others: v.array(Lead), mailable: v.boolean() }),
});
/** 409 `conflict` if somebody changed it after `revision`, or a lead has the address already. `lostReason` goes with the stage `lost`. */
export const changeLead = route({
  name: "changeLead",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/leads/:leadId",
  who: "member",
  params: ofLead,
  body: v.strictObject({
    revision: Revision,
    ...fields,
    ...more,
    stage: v.optional(LeadStage),
    lostReason: v.optional(v.nullable(line(300))),
    ownerId: v.optional(v.nullable(idOf("account"))),
  }),
  reply: One,
  errors: ["conflict"],
});
/** Repeating it is safe. Two hours later nothing of it is left. */
export const deleteLead = route({
  name: "deleteLead",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/leads/:leadId",
  who: "member",
  params: ofLead,
  reply: One,
});
/** Undo of deleting, within an hour. 409 `conflict` if another lead has the address by now. */
export const restoreLead = route({
  name: "restoreLead",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/restore",
  who: "member",
  params: ofLead,
  body: v.strictObject({}),
  reply: One,
  errors: ["conflict"],
});

/** What became of a row: `created` (in a dry run: would be), `duplicate` of a lead or of an earlier row, `suppressed` (created, but cannot be mailed). */
export const RowOutcome = v.picklist(["created", "duplicate", "suppressed"]);
export type RowOutcome = v.InferOutput<typeof RowOutcome>;
export const ImportRow = v.strictObject({ key: ClientId, ...fields });
export type ImportRow = v.InferOutput<typeof ImportRow>;
/**
 * At most 100 rows, each with a key of its own that makes repeating safe. `dryRun` writes nothing. A row with the address of a lead, or
 * without an address but with name and domain of one, is a duplicate and changes nothing.
 */
export const importLeads = route({
  name: "importLeads",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/import",
  who: "member",
  params: inProject,
  body: v.strictObject({
    dryRun: v.boolean(),
    ownerId: v.optional(v.nullable(idOf("account"))),
    rows: v.pipe(v.array(ImportRow), v.minLength(1), v.maxLength(MAX_ROWS)),
  }),
  reply: v.object({ rows: v.array(v.object({ key: v.string(), outcome: RowOutcome, leadId: v.nullable(LeadIdField) })) }),
  errors: ["conflict"],
});

export const leadsPath = (projectId: string): string => `/projects/${projectId}/leads`;
export const leadPath = (projectId: string, leadId: string): string => `/projects/${projectId}/leads/${leadId}`;
