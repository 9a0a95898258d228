// All SQL of leads.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, LeadId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { addressOfContact, contactIdOfVerifiedAddress, contactStillThere, verifiedAddressOf } from "#modules/contacts";
import { isMember, stillMay } from "#modules/projects";
import { COUNTED, type Lead, LEAD_STAGES, type LeadStage } from "./contract.ts";

const COLUMNS = columnList`${columns(
  { l: "leads" },
  "l.id, l.name, l.email, l.company, l.domain, l.role, l.stage, l.owner_id, l.contact_id, l.next_step, l.next_step_on, l.lost_reason, l.notes, l.revision, l.created_at, l.updated_at",
)}`;
const leadOf = (row: RowIn<typeof COLUMNS>): Lead => ({
  id: row.id,
  name: row.name,
  email: row.email,
  company: row.company,
  domain: row.domain,
  role: row.role,
  stage: row.stage as LeadStage,
  ownerId: row.owner_id,
  contactId: row.contact_id,
  nextStep: row.next_step,
  nextStepOn: row.next_step_on,
  lostReason: row.lost_reason,
  notes: row.notes,
  revision: row.revision,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

export interface ListOf {
  readonly stage?: LeadStage | undefined;
  readonly owner?: AccountId | "none" | undefined;
  readonly domain?: string | undefined;
}
const ownerIs = (owner: AccountId | "none"): SQL => (owner === "none" ? sql`l.owner_id IS NULL` : sql`l.owner_id = ${owner}`);
/** One range of one index, whatever is asked for. */
function rangeOf({ stage, owner, domain }: Omit<ListOf, "stage"> & { readonly stage?: LeadStage | SQL | undefined }): {
  index: SQL;
  condition: SQL;
} {
  if (domain !== undefined) return { index: sql`leads_domain`, condition: sql` AND l.domain = ${domain}` };
  if (owner !== undefined && stage !== undefined)
    return { index: sql`leads_owner_stage`, condition: sql` AND ${ownerIs(owner)} AND l.stage = ${stage}` };
  if (owner !== undefined) return { index: sql`leads_owner`, condition: sql` AND ${ownerIs(owner)}` };
  return stage === undefined
    ? { index: sql`leads_there`, condition: sql`` }
    : { index: sql`leads_stage`, condition: sql` AND l.stage = ${stage}` };
}
export const readLeads = (projectId: ProjectId, list: ListOf, before: string | undefined, limit: number): Query<Lead[]> => {
  const { index, condition } = rangeOf(list);
  return query(
    sql`SELECT ${COLUMNS} FROM leads l INDEXED BY ${index} WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL${condition}${before === undefined ? sql`` : sql` AND l.id < ${before}`} ORDER BY l.id DESC LIMIT ${limit}`,
    (rows) => rows.map(leadOf),
  );
};
/** The lead with the address. */
export const readLeadOfAddress = (projectId: ProjectId, email: string): Query<Lead | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM leads l INDEXED BY leads_email WHERE l.project_id = ${projectId} AND l.email = ${email} AND l.deleted_at IS NULL`,
    leadOf,
  );
export const readLeadOfContact = (projectId: ProjectId, contactId: ContactId): Query<Lead | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM leads l INDEXED BY leads_contact WHERE l.project_id = ${projectId} AND l.contact_id = ${contactId} AND l.deleted_at IS NULL LIMIT 1`,
    leadOf,
  );
/** The contact who has proved the address by now. */
export const readContactOfAddress = (projectId: ProjectId, email: string): Query<ContactId | undefined> =>
  queryOne(
    sql`SELECT ${contactIdOfVerifiedAddress(projectId, email)} ${as.of<{ id: ContactId | null }>("id")}`,
    ({ id }) => id ?? undefined,
  );
/** Rows that a search looks at of its first word. */
const LOOKED_AT = 500;
/** The words, that with the fewest rows first, counted up to what a search looks at. */
export const readByRarity = (projectId: ProjectId, words: readonly string[]): Query<string[]> =>
  query(
    sql`SELECT w.value ${as.text("word")} FROM json_each(${JSON.stringify(words)}) w ORDER BY (SELECT count(*) FROM (SELECT 1 FROM lead_words WHERE project_id = ${projectId} AND word >= w.value AND word < w.value || ${"\u{10ffff}"} LIMIT ${LOOKED_AT + 1}))`,
    (rows) => rows.map(({ word }) => word),
  );
/** Leads of which one word begins with the first of these, looked at up to a bound, and others with the others. */
export const readFound = (projectId: ProjectId, [first = "", ...others]: readonly string[], limit: number): Query<Lead[]> => {
  const begins = (word: string): SQL => sql`word >= ${word} AND word < ${`${word}\u{10ffff}`}`;
  const alike = others.map(
    (word) => sql` AND EXISTS (SELECT 1 FROM lead_words o INDEXED BY lead_words_lead WHERE o.lead_id = l.id AND o.${begins(word)})`,
  );
  return query(
    sql`SELECT ${COLUMNS} FROM (SELECT DISTINCT lead_id FROM (SELECT lead_id FROM lead_words WHERE project_id = ${projectId} AND ${begins(first)} LIMIT ${LOOKED_AT})) f JOIN leads l ON l.id = f.lead_id WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL${alike.reduce((all, one) => sql`${all}${one}`, sql``)} ORDER BY l.id DESC LIMIT ${limit}`,
    (rows) => rows.map(leadOf),
  );
};
/** Each stage is counted up to the bound. */
export const readCounts = (projectId: ProjectId, owner: ListOf["owner"]): Query<Record<LeadStage, number>> => {
  const { index, condition } = rangeOf({ stage: sql`s.value`, owner });
  return query(
    sql`SELECT s.value ${as.of<{ stage: LeadStage }>("stage")}, (SELECT count(*) FROM (SELECT 1 FROM leads l INDEXED BY ${index} WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL${condition} LIMIT ${COUNTED})) ${as.number("held")} FROM json_each(${JSON.stringify(LEAD_STAGES)}) s`,
    (rows) => Object.fromEntries(rows.map(({ stage, held }) => [stage, held])) as Record<LeadStage, number>,
  );
};
export interface FormerOwner {
  readonly accountId: AccountId;
  readonly name: string | null;
}
/** Owners that are looked through, and former members among them that are answered. */
const OWNERS_LOOKED_AT = 200;
const FORMER_OWNERS = 50;
/** Owners of leads who are no members any more. One look into the index for each owner, however many leads they have. */
export const readFormerOwners = (projectId: ProjectId): Query<FormerOwner[]> => {
  const next = (after: SQL): SQL =>
    sql`(SELECT l.owner_id FROM leads l INDEXED BY leads_owner WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL AND l.owner_id > ${after} ORDER BY l.owner_id LIMIT 1)`;
  return query(
    sql`WITH RECURSIVE o(id) AS (SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`o.id`)} FROM o WHERE o.id IS NOT NULL LIMIT ${OWNERS_LOOKED_AT})
      SELECT o.id ${as.of<{ accountId: AccountId }>("accountId")}, ${nameOf(sql`o.id`)} ${as.textOrNull("name")} FROM o WHERE o.id IS NOT NULL AND NOT ${isMember(projectId, sql`o.id`)} LIMIT ${FORMER_OWNERS}`,
    (rows) => rows.map(({ accountId, name }) => ({ accountId, name })),
  );
};
/** Also a deleted one. */
export const readLead = (projectId: ProjectId, id: LeadId): Query<Lead | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM leads l WHERE l.id = ${id} AND l.project_id = ${projectId}`, leadOf);
export const readLeadThere = (projectId: ProjectId, id: LeadId): Query<Lead | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM leads l WHERE l.id = ${id} AND l.project_id = ${projectId} AND l.deleted_at IS NULL`, leadOf);
/** Condition: the lead is neither deleted nor a contact that is erased or being erased. */
export const leadIsThere = (projectId: ProjectId, id: LeadId): SQL =>
  sql`EXISTS (SELECT 1 FROM leads l WHERE l.id = ${id} AND l.project_id = ${projectId} AND l.deleted_at IS NULL AND (l.contact_id IS NULL OR ${contactStillThere(projectId, sql`l.contact_id`)} IS NOT NULL))`;
export const readLeadBy = (projectId: ProjectId, clientId: string): Query<Lead | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM leads l WHERE l.project_id = ${projectId} AND l.client_id = ${clientId}`, leadOf);

export interface NewLead {
  readonly id: LeadId;
  readonly clientId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly company: string | null;
  readonly domain: string | null;
  readonly role: string | null;
  readonly contactId: ContactId | null;
  readonly words: readonly string[];
  readonly sameKey: string;
}
/**
 * What rows that are to be imported would be duplicates of, by their key: a lead with the address, or without one with the same domain and
 * name. `isOwn`: the row itself was imported before.
 */
export const readDuplicates = (
  projectId: ProjectId,
  rows: readonly { readonly key: string; readonly email: string | null; readonly domain: string | null; readonly sameKey: string }[],
): Query<Map<string, { readonly leadId: LeadId; readonly isOwn: boolean }>> =>
  query(
    sql`SELECT r.value ->> 'key' ${as.text("key")}, coalesce(
      (SELECT id FROM leads INDEXED BY leads_client WHERE project_id = ${projectId} AND client_id = r.value ->> 'key'),
      (SELECT id FROM leads INDEXED BY leads_email WHERE project_id = ${projectId} AND email = r.value ->> 'email' AND deleted_at IS NULL),
      (SELECT id FROM leads INDEXED BY leads_same WHERE r.value ->> 'email' IS NULL AND project_id = ${projectId} AND domain = r.value ->> 'domain' AND same_key = r.value ->> 'sameKey' AND deleted_at IS NULL LIMIT 1)
    ) ${as.textOrNull("lead")}, EXISTS (SELECT 1 FROM leads INDEXED BY leads_client WHERE project_id = ${projectId} AND client_id = r.value ->> 'key') ${as.number("own")} FROM json_each(${JSON.stringify(rows)}) r`,
    (all) => new Map(all.flatMap(({ key, lead, own }) => (lead === null ? [] : [[key, { leadId: lead as LeadId, isOwn: own === 1 }]]))),
  );
/**
 * Inserts those whose address no lead has, while the member may and the given contact is there. The contact is that one, or the one who has
 * proved the address.
 */
/** Condition: the lead is stored. */
export const leadIsStored = (projectId: ProjectId, id: LeadId): SQL =>
  sql`EXISTS (SELECT 1 FROM leads WHERE project_id = ${projectId} AND id = ${id})`;
export const writeLeads = (
  projectId: ProjectId,
  leads: readonly NewLead[],
  { by, ownerId, now }: { readonly by: AccountId; readonly ownerId: AccountId | null; readonly now: number },
): SQL[] => [
  sql`INSERT INTO leads (id, project_id, client_id, name, email, company, domain, role, stage, owner_id, contact_id, same_key, revision, created_by, created_at, updated_at)
    SELECT n.value ->> 'id', ${projectId}, n.value ->> 'clientId', n.value ->> 'name', n.value ->> 'email', n.value ->> 'company', n.value ->> 'domain', n.value ->> 'role', 'new', ${ownerId}, coalesce(n.value ->> 'contactId', ${contactIdOfVerifiedAddress(projectId, sql`n.value ->> 'email'`)}), n.value ->> 'sameKey', 1, ${by}, ${now}, ${now}
    FROM json_each(${JSON.stringify(leads)}) n
    WHERE ${stillMay(projectId, by, "operator")} AND (n.value ->> 'contactId' IS NULL OR ${contactStillThere(projectId, sql`n.value ->> 'contactId'`)} IS NOT NULL) ON CONFLICT DO NOTHING`,
  sql`INSERT INTO lead_words (project_id, word, lead_id) SELECT ${projectId}, w.value, n.value ->> 'id' FROM json_each(${JSON.stringify(leads)}) n, json_each(n.value -> 'words') w
    WHERE EXISTS (SELECT 1 FROM leads WHERE id = n.value ->> 'id' AND project_id = ${projectId}) ON CONFLICT DO NOTHING`,
];

/** All fields, as they are to be. Changes nothing if it was changed after the revision, or another lead has the address. */
export const writeChange = (
  projectId: ProjectId,
  lead: Lead,
  { words, sameKey, now }: Pick<NewLead, "words" | "sameKey"> & { readonly now: number },
): SQL[] => {
  const is = sql`id = ${lead.id} AND project_id = ${projectId}`;
  // Whoever wrote it: the words are those of what is stored.
  const written = sql`EXISTS (SELECT 1 FROM leads WHERE ${is} AND name IS ${lead.name} AND email IS ${lead.email} AND company IS ${lead.company} AND domain IS ${lead.domain})`;
  return [
    sql`UPDATE leads SET name = ${lead.name}, email = ${lead.email}, company = ${lead.company}, domain = ${lead.domain}, role = ${lead.role}, stage = ${lead.stage}, owner_id = ${lead.ownerId},
      contact_id = CASE WHEN email IS ${lead.email} THEN contact_id ELSE coalesce(${contactIdOfVerifiedAddress(projectId, lead.email ?? sql`NULL`)}, contact_id) END, same_key = ${sameKey},
      next_step = ${lead.nextStep}, next_step_on = ${lead.nextStepOn}, lost_reason = ${lead.lostReason}, notes = ${lead.notes}, revision = revision + 1, updated_at = ${now}
      WHERE ${is} AND deleted_at IS NULL AND revision = ${lead.revision}
      AND NOT EXISTS (SELECT 1 FROM leads o INDEXED BY leads_email WHERE o.project_id = ${projectId} AND o.email = ${lead.email} AND o.deleted_at IS NULL AND o.id <> ${lead.id})`,
    sql`DELETE FROM lead_words WHERE lead_id = ${lead.id} AND ${written}`,
    sql`INSERT INTO lead_words (project_id, word, lead_id) SELECT ${projectId}, value, ${lead.id} FROM json_each(${JSON.stringify(words)}) WHERE ${written} ON CONFLICT DO NOTHING`,
  ];
};
export const readAddressTaken = (projectId: ProjectId, email: string | null, besides: LeadId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("taken")} FROM leads INDEXED BY leads_email WHERE project_id = ${projectId} AND email = ${email} AND deleted_at IS NULL AND id <> ${besides}`,
    (rows) => rows.length > 0,
  );
export const writeDeleted = (projectId: ProjectId, id: LeadId, now: number): SQL =>
  sql`UPDATE leads SET deleted_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND deleted_at IS NULL`;
export const writeRestored = (projectId: ProjectId, id: LeadId): SQL =>
  sql`UPDATE leads SET deleted_at = NULL WHERE id = ${id} AND project_id = ${projectId} AND deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM leads o INDEXED BY leads_email WHERE o.project_id = ${projectId} AND o.email = leads.email AND o.deleted_at IS NULL)`;

/** Condition: the lead, an expression, is there, has the address, and is neither won nor lost. */
export const mayBeMailed = (projectId: ProjectId, id: SQL, address: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM leads l WHERE l.id = ${id} AND l.project_id = ${projectId} AND l.deleted_at IS NULL AND l.email = ${address} AND l.stage NOT IN ('won', 'lost'))`;
/** Why `mayBeMailed` does not hold: `lead_gone`, `address_changed`, `won` or `lost`; null where it does. */
const whyNotMailed = (projectId: ProjectId, id: SQL, address: SQL): SQL =>
  sql`coalesce((SELECT CASE WHEN l.deleted_at IS NOT NULL THEN 'lead_gone' WHEN l.email IS NOT ${address} THEN 'address_changed' WHEN l.stage IN ('won', 'lost') THEN l.stage ELSE '' END FROM leads l WHERE l.id = ${id} AND l.project_id = ${projectId}), 'lead_gone')`;
export const readWhyNotMailed = (
  projectId: ProjectId,
  id: LeadId,
  address: string,
): Query<"lead_gone" | "address_changed" | "won" | "lost" | null> =>
  queryOne(
    sql`SELECT ${whyNotMailed(projectId, sql`${id}`, sql`${address}`)} ${as.of<{ why: "" | "lead_gone" | "address_changed" | "won" | "lost" }>("why")}`,
    ({ why }) => (why === "" ? null : why),
  ) as Query<"lead_gone" | "address_changed" | "won" | "lost" | null>;
/** Those of the ids that are there, in any order. */
export const readLeadsAmong = (projectId: ProjectId, ids: readonly LeadId[]): Query<Lead[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM leads l WHERE l.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND l.project_id = ${projectId}`,
    (rows) => rows.map(leadOf),
  );
/** Moves the lead from one of the stages to another, where the condition holds. */
export const writeStage = (
  projectId: ProjectId,
  id: LeadId | SQL,
  { from, to, now }: { readonly from: readonly LeadStage[]; readonly to: LeadStage; readonly now: number },
  when: SQL,
): SQL =>
  sql`UPDATE leads SET stage = ${to}, revision = revision + 1, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND deleted_at IS NULL AND stage IN (SELECT value FROM json_each(${JSON.stringify(from)})) AND ${when}`;
/** Expression: the id of the lead that the contact is, or whose address it has; NULL without one. */
export const leadIdOf = (projectId: ProjectId, contactId: ContactId): SQL => sql`coalesce(
  (SELECT id FROM leads INDEXED BY leads_contact WHERE project_id = ${projectId} AND contact_id = ${contactId} AND deleted_at IS NULL LIMIT 1),
  (SELECT id FROM leads INDEXED BY leads_email WHERE project_id = ${projectId} AND email = lower(${addressOfContact(projectId, contactId)}) AND deleted_at IS NULL))`;
/** The lead that is the contact, or has its address. */
export const readLeadOf = (projectId: ProjectId, contactId: ContactId): Query<Lead | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM leads l WHERE l.id = ${leadIdOf(projectId, contactId)} AND l.project_id = ${projectId}`, leadOf);
/** SELECT of the ids of leads that are the contact, or have the address that it has proved. */
export const leadsOfContact = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`SELECT id FROM leads INDEXED BY leads_contact WHERE project_id = ${projectId} AND contact_id = ${contactId} UNION SELECT id FROM leads INDEXED BY leads_address WHERE project_id = ${projectId} AND email IS NOT NULL AND email = ${verifiedAddressOf(projectId, contactId)}`;

/** Statements that remove what other modules keep of the leads that `which` selects. */
export type Removal = (which: SQL) => readonly SQL[];
const writeGone = (which: SQL, removal: readonly Removal[]): SQL[] => [
  ...removal.flatMap((remove) => remove(which)),
  sql`DELETE FROM lead_words WHERE lead_id IN (${which})`,
  sql`DELETE FROM leads WHERE id IN (${which})`,
];
/** The addresses of what was deleted before then, without those that another lead has by now. */
export const readPurgedAddresses = (before: number, limit: number): Query<{ readonly projectId: ProjectId; readonly address: string }[]> =>
  query(
    sql`SELECT ${columns({ l: "leads" }, "l.project_id, l.email")} FROM leads l INDEXED BY leads_deleted WHERE l.deleted_at < ${before} AND NOT EXISTS (SELECT 1 FROM leads o INDEXED BY leads_email WHERE o.project_id = l.project_id AND o.email = l.email AND o.deleted_at IS NULL) ORDER BY l.deleted_at LIMIT ${limit}`,
    (rows) => rows.flatMap(({ project_id, email }) => (email === null ? [] : [{ projectId: project_id, address: email }])),
  );
/** What was deleted before then. The last statement's changes tell how many. */
export const writePurged = (before: number, limit: number, removal: readonly Removal[]): SQL[] =>
  writeGone(sql`SELECT id FROM leads INDEXED BY leads_deleted WHERE deleted_at < ${before} ORDER BY deleted_at LIMIT ${limit}`, removal);
/** Project deletion: one page of its leads. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number, removal: readonly Removal[]): SQL[] =>
  writeGone(sql`SELECT id FROM leads INDEXED BY leads_all WHERE project_id = ${projectId} ORDER BY id LIMIT ${limit}`, removal);
export const hasLeads = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM leads WHERE project_id = ${projectId})`;

interface Who {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
/** A SELECT of the ids of the leads that are the contact; by the address that it has proved only after an erasure has begun. */
export const leadIdsOf = ({ projectId, contactId }: Who): SQL =>
  sql`SELECT id FROM leads INDEXED BY leads_contact WHERE project_id = ${projectId} AND contact_id = ${contactId}`;
const ofContact = ({ projectId, contactId }: Who): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
/** Before an erasure clears the contact's address: leads that have it, and were made before it was proved, are the contact's. */
export const writeOfAddress = ({ projectId, contactId }: Who): SQL =>
  sql`UPDATE leads INDEXED BY leads_address SET contact_id = ${contactId} WHERE project_id = ${projectId} AND email IS NOT NULL AND email = ${verifiedAddressOf(projectId, contactId)} AND contact_id IS NULL`;
export const leadsOf = (who: Who): SQL => sql`SELECT 1 FROM leads INDEXED BY leads_contact WHERE ${ofContact(who)}`;
export const readLeadIds = (who: Who, limit: number): Query<LeadId[]> =>
  query(sql`SELECT ${columns("leads", "id")} FROM leads INDEXED BY leads_contact WHERE ${ofContact(who)} LIMIT ${limit}`, (rows) =>
    rows.map((row) => row.id),
  );
/** The addresses of a contact's leads. */
export const readAddressesOfContact = (who: Who, limit: number): Query<{ readonly projectId: ProjectId; readonly address: string }[]> =>
  query(sql`SELECT ${columns("leads", "email")} FROM leads INDEXED BY leads_contact WHERE ${ofContact(who)} LIMIT ${limit}`, (rows) =>
    rows.flatMap(({ email }) => (email === null ? [] : [{ projectId: who.projectId, address: email }])),
  );
export const writeErasedWords = (ids: readonly LeadId[], { projectId }: Who): SQL =>
  sql`DELETE FROM lead_words WHERE lead_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND project_id = ${projectId}`;
export const writeErasedLeads = (who: Who, ids: readonly LeadId[]): SQL =>
  sql`DELETE FROM leads WHERE ${ofContact(who)} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
