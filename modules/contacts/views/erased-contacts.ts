// Remembers which contacts this window knows to be erased or being erased. Erasure is final, so older answers that arrive later are
// corrected.
import type { Contact } from "../contract.ts";

type Known = Pick<Contact, "name" | "email" | "emailVerified"> & { readonly id: string; readonly state: string };
const erased = new Map<string, string>();
const listeners = new Set<(contactId: string) => void>();

/** Calls the listener for each contact that this window learns to be erased, the first time it does. Returns what ends that. */
export function onContactErased(listener: (contactId: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isErased = ({ state }: { readonly state?: string }): boolean => state === "erasing" || state === "erased";

/** Whether this window knows that the data of the contact with this id was erased. */
export const isKnownErased = (id: string | null): boolean => id !== null && erased.has(id);

/** Remembers that the contact is erased. False when this was known already, and for contacts that are not erased. */
export function rememberErased({ id, state }: Pick<Known, "id" | "state">): boolean {
  const known = erased.get(id);
  if (!isErased({ state }) || known === state || known === "erased") return false;
  erased.set(id, state);
  if (known === undefined) for (const listener of listeners) listener(id);
  return true;
}

/** The contact without identifying data, once it is erased or being erased. */
export function withoutErasedData<C extends Known>(contact: C): C {
  rememberErased(contact);
  const state = erased.get(contact.id);
  if (state === undefined) return contact;
  const facts =
    "metadata" in contact
      ? { identifier: null, metadata: {}, attributes: undefined, lastSeenAt: null, lastPage: null, visit: undefined, pages: undefined }
      : {};
  return { ...contact, ...facts, name: null, email: null, emailVerified: false, state };
}
