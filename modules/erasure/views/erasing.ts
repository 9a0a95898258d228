// Client state of a running erasure.
import { queryClient, reading } from "#dashboard/api.ts";
import { forgetContact, rememberErased } from "#modules/contacts/views";
import { useParams } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { type Erasure, readErasure } from "../contract.ts";

export const erasureQuery = (projectId: string, contactId: string) => reading(readErasure, { params: { projectId, contactId } });

/** Applies the server's state, here and wherever the contact is shown. */
export async function showErasure(projectId: string, erasure: Erasure): Promise<void> {
  const { queryKey } = erasureQuery(projectId, erasure.contactId);
  // A running read is older than this state; a cached state that is already final is newer.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<{ erasure: Erasure }>(queryKey, (held) => (held?.erasure.state === "erased" ? held : { erasure }));
  updateContactCaches(projectId, erasure);
}

/** The contact's name disappears as soon as its erasure is known. */
export function updateContactCaches(projectId: string, { contactId, state }: Erasure): void {
  if (rememberErased({ id: contactId, state })) forgetContact(projectId, contactId);
}

/** Whether this is the contact's own page. The panel next to a thread has no room for the record. */
export const useOnContactPage = (): boolean => (useParams({ strict: false }) as { contactId?: string }).contactId !== undefined;

// Which contact's erase dialog is open. Kept here, because the dialog that hides a contact opens it as well, and closes with its slot.
let asked: string | undefined;
const listeners = new Set<() => void>();
/** Opens the erase dialog of the contact, or closes it. */
export function askToErase(contactId: string | undefined): void {
  asked = contactId;
  for (const tell of listeners) tell();
}
function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
export const useAsked = (contactId: string): boolean => useSyncExternalStore(listen, () => asked === contactId);

// The dialog's button disappears with the contact's data, so the focus moves to the record.
let focusNext: string | undefined;
export const focusRecordOf = (contactId: string | undefined): void => void (focusNext = contactId);
/** Whether the record of this contact should take the focus; true only once. */
export function takesFocus(contactId: string): boolean {
  const takes = focusNext === contactId;
  if (takes) focusNext = undefined;
  return takes;
}
