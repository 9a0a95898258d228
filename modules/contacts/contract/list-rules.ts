// Which filters and orders of the list of contacts go together: those that are one range of an index. Browser-safe.
import { m } from "#messages";
import * as v from "valibot";

export const AddressKind = v.picklist(["proved", "unproved", "none"]);
export type AddressKind = v.InferOutput<typeof AddressKind>;
/** Newest first; last seen first; by name, else address, A to Z, with those that have neither at the end. */
export const ContactSort = v.picklist(["created", "seen", "name"]);
export type ContactSort = v.InferOutput<typeof ContactSort>;

/** What a list of contacts is asked for. */
export interface Wanted {
  readonly q?: string | undefined;
  readonly sort?: ContactSort | undefined;
  readonly address?: AddressKind | undefined;
  readonly language?: string | undefined;
  readonly company?: string | undefined;
  readonly attribute?: string | undefined;
  readonly value?: string | undefined;
  readonly seenAfter?: string | undefined;
  readonly seenBefore?: string | undefined;
}

/** The orders that these filters leave. */
export function sortsOf(wanted: Wanted): readonly ContactSort[] {
  if (wanted.q || [wanted.language, wanted.attribute, wanted.company].some((each) => each !== undefined)) return ["created"];
  if (wanted.seenAfter !== undefined || wanted.seenBefore !== undefined) return ["seen"];
  return ["created", "seen", "name"];
}

/** Why this cannot be listed, with the part that is to blame. Undefined if it can. */
export function problemOf(wanted: Wanted): { readonly path: string; readonly message: string } | undefined {
  const { address, language, attribute, company, value, seenAfter, seenBefore, sort = "created" } = wanted;
  const seen = seenAfter !== undefined || seenBefore !== undefined;
  const chosen = [address, language, attribute, company].filter((each) => each !== undefined).length;
  if ((attribute === undefined) !== (value === undefined)) return { path: "value", message: m.contacts_attribute_with_value() };
  if (wanted.q && (chosen > 0 || seen)) return { path: "q", message: m.contacts_search_alone() };
  if (chosen > 1) return { path: "address", message: m.contacts_one_filter() };
  if (seen && chosen > 0 && address === undefined) return { path: "seenAfter", message: m.contacts_seen_alone() };
  if (seenAfter !== undefined && seenBefore !== undefined && Date.parse(seenAfter) >= Date.parse(seenBefore))
    return { path: "seenBefore", message: m.contacts_seen_order() };
  return sortsOf(wanted).includes(sort) ? undefined : { path: "sort", message: m.contacts_not_in_this_order() };
}
