// Parses single header fields: addresses, ids, dates, types. Each function accepts any text and takes linear time.
import { addressParser, decodeWords } from "postal-mime";
import { cleanLine } from "./clean-text.ts";
import { MAX_ADDRESSES, MAX_ID, MAX_REFERENCES, MAX_SUBJECT, type MailAddress } from "./inbound-mail.ts";

/** Characters of a list field; recipients beyond it are dropped anyway. */
const MAX_LIST = 65_536;

interface Parsed {
  readonly name: string;
  readonly address?: string | undefined;
  readonly group?: readonly Parsed[] | undefined;
}
const lowerDomain = (address: string): string => {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : address.slice(0, at) + address.slice(at).toLowerCase();
};
const mailbox = ({ name, address }: Parsed, group: string): MailAddress => ({
  name: cleanLine(name, 200),
  address: lowerDomain(cleanLine(address ?? "", 320)),
  ...(group === "" ? {} : { group }),
});

export interface AddressField {
  readonly list: readonly MailAddress[];
  readonly truncated: boolean;
}
/** All addresses of a field that may occur several times; groups are flattened. */
export function readAddresses(values: readonly string[]): AddressField {
  const joined = values.join(", ").slice(0, MAX_LIST + 1);
  // A field that was cut loses its last, incomplete address.
  const text = joined.length > MAX_LIST ? joined.slice(0, Math.max(joined.lastIndexOf(","), 0)) : joined;
  const all = (addressParser(text) as readonly Parsed[]).flatMap((one) =>
    one.group === undefined ? [mailbox(one, "")] : one.group.map((member) => mailbox(member, cleanLine(one.name, 200))),
  );
  const list = all.filter(({ name, address }) => name !== "" || address !== "");
  return { list: list.slice(0, MAX_ADDRESSES), truncated: text !== joined || list.length > MAX_ADDRESSES };
}

/** Message-IDs in a field: what is in angle brackets, else words with an at sign, as broken programs write them. */
export function readIds(values: readonly string[]): readonly string[] {
  const text = values.join(" ").slice(0, MAX_LIST);
  const bracketed = text.match(/<[^<>\s]{1,998}>/g)?.map((id) => id.slice(1, -1));
  const found = bracketed ?? text.split(/\s/).filter((word) => word.includes("@") && word.length <= MAX_ID);
  return [...new Set(found.map((id) => cleanLine(id, MAX_ID)))].filter((id) => id !== "");
}
/** The first id, which began the thread, and the latest ones. */
export const fewIds = (ids: readonly string[], max = MAX_REFERENCES): readonly string[] =>
  ids.length <= max ? ids : [...ids.slice(0, 1), ...ids.slice(ids.length - max + 1)];

export const readSubject = (value: string | undefined): string => cleanLine(decodeWords((value ?? "").slice(0, 8192)), MAX_SUBJECT);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DATE = /(\d{1,2})[ -]([A-Za-z]{3})[a-z]{0,6}[ -](\d{2,4}) +(\d{1,2}):(\d\d)(?::(\d\d))?(?: +([+-])(\d\d):?(\d\d))?/;
/** RFC 5322 date; named zones count as UTC. Null if invalid, or of an impossible year. */
export function readDate(value: string | undefined): string | null {
  const found = DATE.exec((value ?? "").slice(0, 200).replaceAll(/\s+/g, " "));
  if (found === null) return null;
  const [, day, month = "", year, hour, minute, second, sign, zoneHours, zoneMinutes] = found;
  const index = MONTHS.indexOf(month.toLowerCase());
  const short = Number(year);
  const full = (year?.length ?? 0) > 2 ? short : short < 50 ? 2000 + short : 1900 + short;
  if (index < 0 || full < 1970 || full > 2200) return null;
  const offset = (sign === "-" ? -1 : 1) * (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0));
  const time = Date.UTC(full, index, Number(day), Number(hour), Number(minute) - offset, Number(second ?? 0));
  return new Date(time).toISOString();
}

/** A content type with the parameters that the product uses, quoted or not; comments at the end are ignored. */
export function readType(value: string | undefined): { readonly type: string; readonly param: (name: string) => string | null } {
  const text = (value ?? "").slice(0, 4096);
  const type = /^[\w.+-]{1,100}\/[\w.+-]{1,100}/.exec(text)?.[0].toLowerCase() ?? "";
  return {
    type,
    param: (name) => {
      const at = new RegExp(`;\\s{0,20}${name}\\s{0,5}=\\s{0,5}(?:"([^"]{0,500})"|([^\\s;"]{1,500}))`, "i").exec(text);
      return at === null ? null : (at[1] ?? at[2] ?? null);
    },
  };
}
