// Remembers which contacts are erased or being erased, as far as this window knows. Erasure is final, so an older answer that arrives
// later is corrected by it.
import type { Contact } from "../contract.ts";

type Known = Pick<Contact, "name" | "email" | "emailVerified"> & { readonly id: string; readonly state: string };
const erased = new Map<string, string>();

export const isErased = ({ state }: { readonly state?: string }): boolean => state === "erasing" || state === "erased";

/** Remembers it. False when it was known already, and for everybody who is still there. */
export function rememberErased({ id, state }: Pick<Known, "id" | "state">): boolean {
  const known = erased.get(id);
  if (!isErased({ state }) || known === state || known === "erased") return false;
  erased.set(id, state);
  return true;
}

/** The contact without identifying data, once it is erased or being erased. */
export function withoutErasedData<C extends Known>(contact: C): C {
  rememberErased(contact);
  const state = erased.get(contact.id);
  if (state === undefined) return contact;
  const facts = "metadata" in contact ? { identifier: null, metadata: {}, lastSeenAt: null, lastPage: null } : {};
  return { ...contact, ...facts, name: null, email: null, emailVerified: false, state };
}
