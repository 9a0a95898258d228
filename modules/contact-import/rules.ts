// Decides what a row of a file says, and what becomes of it. Pure.
import { withoutGuard } from "#kernel/http/csv.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { Email, line } from "#kernel/wire/values.ts";
import type { Attribute } from "#modules/contact-attributes/contract";
import { checkValue } from "#modules/contact-attributes/contract";
import type { ImportTarget } from "#modules/contacts";
import * as v from "valibot";
import { attributeOf, type Existing, type Outcome, PHONE, type Reason, type Target } from "./contract.ts";

const MAX_NAME = 120;
const MAX_EXTERNAL_ID = 200;
const MAX_COMPANY = 120;
const MAX_NOTE = 5000;

/** What a row says of a contact; what is empty is left out. */
export interface Given {
  readonly id?: ContactId;
  readonly name?: string;
  /** The name is only one of the two parts that the file has a column for: it replaces no whole one. */
  readonly isPartOfName?: boolean;
  readonly email?: string;
  readonly externalId?: string;
  readonly company?: string;
  readonly note?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The columns of the attributes. */
  readonly places: Readonly<Record<string, number>>;
}
export interface Fault {
  readonly reason: Reason;
  readonly place: number | null;
}
export type Typed = Pick<Attribute, "key" | "type" | "choices" | "archived">;
/** The attribute for phone numbers, where a project has none yet. */
export const PHONE_ATTRIBUTE: Typed = { key: PHONE, type: "text", choices: [], archived: false };

/** Control and direction characters: they belong into no value, and would make it read as another one. */
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** A value in one line. */
const inOneLine = (cell: string): string => cell.toWellFormed().replace(/\s+/gu, " ").replace(HIDDEN, "").trim();
const inLines = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

const Name = line(MAX_NAME);
const ExternalId = line(MAX_EXTERNAL_ID);
const Company = line(MAX_COMPANY);
const fits = (schema: v.GenericSchema, text: string): boolean => v.is(schema, text);
const BAD: Readonly<Record<Attribute["type"], Reason>> = {
  ...{ text: "bad_text", number: "bad_number", date: "bad_date", choice: "bad_choice", link: "bad_link" },
};
/** An address whose host is written in letters that no domain has, or as ASCII: both are one. */
function addressIn(text: string): string | undefined {
  const parsed = v.safeParse(Email, text);
  if (!parsed.success) return undefined;
  const address = parsed.output;
  // Letters of other scripts look like Latin ones: who owns such an address can't be told from what is read.
  // oxlint-disable-next-line no-control-regex -- everything but ASCII
  return /[^\u0000-\u007f]/.test(address) ? undefined : address;
}

/** Scripts that write the family name first, without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;
/** The name of its parts. */
const nameOf = (first: string, last: string): string =>
  FAMILY_FIRST.test(first) && FAMILY_FIRST.test(last) ? last + first : [first, last].filter((part) => part !== "").join(" ");

/** What a row says, or why it is not taken. */
export function readRow(cells: readonly string[], mapping: readonly (Target | null)[], attributes: readonly Typed[]): Given | Fault {
  if (cells.slice(mapping.length).some((cell) => cell.trim() !== "")) return { reason: "too_many_cells", place: null };
  const given: { -readonly [K in keyof Given]: Given[K] } = { attributes: {}, places: {} };
  const values: Record<string, string> = {};
  const places: Record<string, number> = {};
  const parts = { first_name: "", last_name: "" };
  let namePlace: number | undefined;
  for (const [place, target] of mapping.entries()) {
    if (target === null) continue;
    const cell = withoutGuard(cells[place] ?? "");
    const text = target === "note" ? inLines(cell) : inOneLine(cell);
    if (text === "") continue;
    const bad = (reason: Reason): Fault => ({ reason, place });
    const key = target === "phone" ? PHONE : attributeOf(target);
    if (key !== undefined) {
      const attribute = attributes.find((one) => one.key === key);
      if (!attribute) continue;
      values[key] = text;
      places[key] = place;
    } else if (target === "id") {
      if (!/^con_[0-9a-z]{26}$/.test(text)) return bad("bad_id");
      given.id = text as ContactId;
    } else if (target === "email") {
      const email = addressIn(text);
      if (email === undefined) return bad("bad_email");
      given.email = email;
    } else if (target === "name") {
      if (!fits(Name, text)) return bad("bad_name");
      given.name = text;
    } else if (target === "first_name" || target === "last_name") {
      parts[target] = text;
      namePlace = place;
    } else if (target === "external_id") {
      if (!fits(ExternalId, text)) return bad("bad_external_id");
      given.externalId = text;
    } else if (target === "company") {
      if (!fits(Company, text)) return bad("bad_company");
      given.company = text;
    } else if (target === "note") {
      if (text.length > MAX_NOTE) return bad("bad_note");
      given.note = text;
    }
  }
  // A whole name says it better than its parts.
  if (given.name === undefined && namePlace !== undefined) {
    const name = nameOf(parts.first_name, parts.last_name);
    if (!fits(Name, name)) return { reason: "bad_name", place: namePlace };
    given.name = name;
    given.isPartOfName = mapping.includes("first_name") && mapping.includes("last_name") && Object.values(parts).includes("");
  }
  if (given.id === undefined && given.email === undefined && given.externalId === undefined) return { reason: "no_identity", place: null };
  return { ...given, attributes: values, places };
}

/** A contact that is here, with the ids that other systems have for it. */
export interface Here extends ImportTarget {
  readonly externalIds: readonly string[];
}
/** Whom a row means. */
export function whoIs(given: Given, here: readonly Here[]): Here | undefined | "ambiguous" {
  const byId = here.find(({ id }) => id === given.id);
  if (byId) return byId;
  const rank = (one: Here): number => (one.state === "active" ? 2 : 0) + (one.verified ? 1 : 0);
  const [byEmail] =
    given.email === undefined ? [] : here.filter(({ email }) => email === given.email).toSorted((a, b) => rank(b) - rank(a));
  const { externalId } = given;
  const byExternal =
    externalId === undefined
      ? undefined
      : (here.find(({ identifier }) => identifier === externalId) ?? here.find(({ externalIds }) => externalIds.includes(externalId)));
  if (byEmail && byExternal && byEmail.id !== byExternal.id) return "ambiguous";
  return byEmail ?? byExternal;
}
/** By what a row is recognized as a duplicate of an earlier one: all that it says, and who it means. */
export const keysOf = (given: Given, who: Here | undefined): string[] => [
  ...(who ? [`id ${who.id}`] : []),
  ...(given.email === undefined ? [] : [`email ${given.email}`]),
  ...(given.externalId === undefined ? [] : [`external ${given.externalId}`]),
];
/**
 * Those of the keys that later rows find this one by. An address or external ID is such a key only if the row gives it to the contact:
 * several contacts that are here may have one address.
 */
export const isKept = (key: string, who: Here | undefined, plan: Plan): boolean =>
  who === undefined ||
  key.startsWith("id ") ||
  (key.startsWith("email ") && plan.fields?.email !== undefined && plan.fields.email !== who.email) ||
  (key.startsWith("external ") && plan.externalId !== undefined);

type Values = Readonly<Record<string, string>>;
export interface Plan {
  readonly outcome: Outcome;
  readonly reason: Reason | null;
  readonly place: number | null;
  readonly contactId: ContactId | null;
  /** The contact's own fields as they are to be; undefined if they stay. */
  readonly fields?: { readonly name: string | null; readonly email: string | null; readonly attributes: Values };
  readonly externalId?: string;
  readonly company?: string;
  readonly note?: string;
}
export interface Known {
  readonly existing: Existing;
  readonly attributes: readonly Typed[];
  /** The name of the contact's company, as names are compared; undefined for none. */
  readonly company: string | undefined;
  readonly hasNote: boolean;
  /** Whether two names are one company's. */
  readonly nameKeyOf: (name: string) => string;
}
const skip = (reason: Reason, place: number | null = null, contactId: ContactId | null = null): Plan => ({
  ...{ outcome: "skipped", reason, place, contactId },
});
const parsed = (text: string): Values => JSON.parse(text) as Values;

/** What becomes of a row. `who`: the contact that it means; undefined for a new one. */
export function planFor(given: Given, who: Here | undefined, known: Known): Plan {
  const { existing } = known;
  // An id alone says nobody's address.
  if (!who && given.email === undefined && given.externalId === undefined) return skip("bad_id");
  if (who?.state === "hidden") return skip("blocked", null, who.id);
  const was = who ? parsed(who.attributes) : {};
  const attributes: Record<string, string> = {};
  for (const [key, text] of Object.entries(given.attributes)) {
    if (Object.hasOwn(was, key) && (inOneLine(was[key] ?? "") === text || existing !== "overwrite")) continue;
    const attribute = known.attributes.find((one) => one.key === key);
    if (!attribute) continue;
    const { value } = checkValue(attribute, text);
    if (value === undefined) return skip(BAD[attribute.type], given.places[key] ?? null, who?.id ?? null);
    if (!Object.hasOwn(was, key) || was[key] !== value) attributes[key] = value;
  }
  const more = {
    ...(given.externalId === undefined ? {} : { externalId: given.externalId }),
    ...(given.company === undefined ? {} : { company: given.company }),
    ...(given.note === undefined ? {} : { note: given.note }),
  };
  if (!who)
    return {
      ...{ outcome: "created", reason: null, place: null, contactId: null, ...more },
      fields: { name: given.name ?? null, email: given.email ?? null, attributes },
    };
  if (existing === "leave") return skip("exists", null, who.id);
  const takes = (now: string | null, next: string | undefined): next is string =>
    next !== undefined && (now === null || (existing === "overwrite" && inOneLine(now) !== next));
  const name = takes(who.name, given.isPartOfName === true && who.name !== null ? undefined : given.name) ? (given.name ?? null) : who.name;
  const wantsEmail = takes(who.email, given.email);
  const email = wantsEmail && !who.verified ? (given.email ?? null) : who.email;
  const isChanged = name !== who.name || email !== who.email || Object.keys(attributes).length > 0;
  const isNewId =
    given.externalId !== undefined && who.identifier === null && who.externalIds.length === 0 ? { externalId: given.externalId } : {};
  const isNewCompany = given.company !== undefined && known.company === undefined ? { company: given.company } : {};
  const isNewNote = given.note !== undefined && !known.hasNote ? { note: given.note } : {};
  const changes = { ...isNewId, ...isNewCompany, ...isNewNote };
  const isAny = isChanged || Object.keys(changes).length > 0;
  return {
    outcome: isAny ? "updated" : "unchanged",
    reason: wantsEmail && who.verified ? "verified_address" : null,
    place: null,
    contactId: who.id,
    ...(isChanged ? { fields: { name, email, attributes: { ...was, ...attributes } } } : {}),
    ...changes,
  };
}
