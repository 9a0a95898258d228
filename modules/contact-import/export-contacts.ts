// Contacts as a CSV file: all, or as the list filters them. It is read page by page, as fast as it is taken.
import type { MemberPrincipal } from "#kernel/auth/index.ts";

import { type CsvPart, csvFile } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { readCompaniesOf } from "#modules/companies";
import { readAttributes } from "#modules/contact-attributes";
import type { Attribute } from "#modules/contact-attributes/contract";
import { listContacts } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { audit } from "#modules/projects";
import { EXPORT_COLUMNS, type ExportColumn, suggest } from "./contract.ts";
import { mayImport } from "./may-import.ts";
import { readExternalIdsOf } from "./row-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type Filters = Omit<Parameters<typeof listContacts>[1], "cursor">;
/** Contacts of one part. Each takes three of the 1,000 queries of an invocation. */
const PAGE = 1000;

/** Throws `invalid_request` for filters that do not go together, as `listContacts` does. */
export async function exportContacts(
  ctx: Ctx,
  { columns = EXPORT_COLUMNS, ...filters }: Filters & { readonly columns?: readonly ExportColumn[] | undefined },
): Promise<Response> {
  const { projectId } = ctx.caller;
  const [defined] = await ctx.db.read(readAttributes(projectId));
  const attributes = defined.filter(({ archived }) => !archived);
  let count = 0;
  const id = newId("audit", ctx.clock.now());
  // What leaves is logged when it begins: somebody may stop the download in the middle. The number is logged at the end.
  const auditExport = async (action: string): Promise<void> => {
    const isFiltered = Object.entries(filters).some(([key, value]) => value !== undefined && key !== "sort" && value !== "0");
    const detail = { count: String(count), filtered: String(isFiltered), export: id };
    await ctx.db.commit([audit(ctx, action, { detail }, mayImport(ctx))]);
  };
  const read = async (cursor: string | undefined): Promise<CsvPart<string>> => {
    const { items, next } = await listContacts(ctx, { ...filters, cursor }, PAGE);
    const ids = items.map((one) => one.id);
    const [companies, externals] = await ctx.db.read(readCompaniesOf(projectId, ids), readExternalIdsOf(projectId, ids));
    const external = new Map(externals.toReversed().map((one) => [one.contactId, one.externalId]));
    count += items.length;
    if (next === null) await auditExport("contacts.exported");
    return {
      rows: items.map((one) =>
        columns.flatMap((column) =>
          column === "attributes"
            ? attributes.map(({ key }) => one.attributes?.[key] ?? "")
            : [cellOf(one, column, companies.get(one.id)?.name, external.get(one.id))],
        ),
      ),
      next: next ?? undefined,
    };
  };
  const first = await read(undefined);
  if (first.next !== undefined) await auditExport("contacts.export_started");
  const head = columns.flatMap((column) => (column === "attributes" ? attributes.map(headingOf) : [HEADINGS[column]]));
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  return csvFile(`contacts-${day}.csv`, { ...first, rows: [head, ...first.rows] }, read);
}

/** Names of columns are for programs too, so they are not translated: an import finds the columns by them. */
const HEADINGS: Readonly<Record<Exclude<ExportColumn, "attributes">, string>> = {
  ...{ id: "Contact ID", name: "Name", email: "Email", verified: "Email verified", external_id: "External ID", company: "Company" },
  ...{ created: "Created at", seen: "Last seen at" },
};
/** An attribute's label, with its key where an import would take the label for something else. */
const headingOf = (attribute: Attribute, _at: number, all: readonly Attribute[]): string => {
  const others = all.filter(({ key }) => key !== attribute.key);
  const isPlain =
    suggest([attribute.label], [attribute])[0] === `attribute:${attribute.key}` &&
    !others.some(({ key, label }) => label.toLowerCase() === attribute.label.toLowerCase() || key === attribute.label) &&
    !Object.values(HEADINGS).includes(attribute.label);
  return isPlain || attribute.key === "phone" ? attribute.label : `${attribute.label} (${attribute.key})`;
};
function cellOf(
  one: Contact,
  column: Exclude<ExportColumn, "attributes">,
  company: string | undefined,
  external: string | undefined,
): string {
  switch (column) {
    case "id":
      return one.id;
    case "name":
      return one.name ?? "";
    case "email":
      return one.email ?? "";
    case "verified":
      return one.email === null ? "" : one.emailVerified ? "yes" : "no";
    case "external_id":
      return one.identifier ?? external ?? "";
    case "company":
      return company ?? "";
    case "created":
      return one.createdAt;
    case "seen":
      return one.lastSeenAt ?? "";
  }
}
