// Decides whether a contact can be merged into another one, and what the one that stays is then. Pure and browser-safe.
import { m } from "#messages";
import type { Contact } from "#modules/contacts/contract";

/** Somebody has proved to be this contact, or the website signed it. */
const isProved = ({ emailVerified, identifier }: Contact): boolean => emailVerified || identifier !== null;

/** Why `from` cannot be merged into `into`. `swap`: the other way round it could be. Undefined if it can. */
export function problemOf(into: Contact, from: Contact): { readonly says: string; readonly swap: boolean } | undefined {
  if (into.id === from.id) return { says: m.contact_merge_same(), swap: false };
  if (into.state === "erased" || from.state === "erased") return { says: m.contact_merge_erased(), swap: false };
  if (into.state !== "active" || from.state !== "active") return { says: m.contact_merge_not_active(), swap: false };
  if (from.identifier !== null && into.identifier !== null) return { says: m.contact_merge_two_identities(), swap: false };
  if (from.identifier !== null) return { says: m.contact_merge_identity_stays(), swap: true };
  // Otherwise whoever sits at an unproved contact would get the proof of the other one, and read its conversations.
  if (from.emailVerified && !isProved(into)) return { says: m.contact_merge_proof_stays(), swap: true };
  return undefined;
}

/** A detail of both contacts that differs: which value stays. */
export interface Outcome {
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** What is not kept as a detail of the contact: values of `from` that differ from those that stay. */
  readonly lost: readonly { readonly what: "name" | "email" | "attribute" | "metadata"; readonly key?: string; readonly value: string }[];
}
/** What the contact that stays will be, as the statements of `queries.ts` make it. */
export function outcomeOf(into: Contact, from: Contact): Outcome {
  const takesEmail = from.email !== null && (into.email === null || (from.emailVerified && !into.emailVerified));
  const email = takesEmail ? from.email : into.email;
  const other = (key: string, mine: unknown, theirs: unknown, what: Outcome["lost"][number]["what"]) =>
    mine !== undefined && mine !== null && theirs !== undefined && theirs !== null && mine !== theirs
      ? [{ what, key, value: String(theirs) }]
      : [];
  return {
    name: into.name ?? from.name,
    email,
    emailVerified: takesEmail ? from.emailVerified : into.emailVerified,
    lost: [
      ...(into.name !== null && from.name !== null && into.name !== from.name ? [{ what: "name" as const, value: from.name }] : []),
      ...[into.email, from.email].flatMap((each) => (each !== null && each !== email ? [{ what: "email" as const, value: each }] : [])),
      ...Object.entries(from.attributes ?? {}).flatMap(([key, value]) => other(key, into.attributes?.[key], value, "attribute")),
      ...Object.entries(from.metadata).flatMap(([key, value]) => other(key, into.metadata[key], value, "metadata")),
    ],
  };
}
