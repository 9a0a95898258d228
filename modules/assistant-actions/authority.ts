// What an asker may have done for them. Pure, and the only place that decides: nothing that a model says is asked here.
import type { Contact } from "#modules/contacts/contract";
import { type ContactValues, contactFieldsOf } from "./calls/build-request.ts";
import type { ActionDefinition } from "./contract/schema.ts";

export interface Asker {
  /** As the contact's row says; undefined if there is none. */
  readonly contact: Pick<Contact, "id" | "state" | "email" | "emailVerified" | "identifier"> | undefined;
  /** Whether the contact itself asked: in its own session, or by a mail that is its own. */
  readonly isContact: boolean;
  /** Whether somebody can confirm in the widget. */
  readonly inWidget: boolean;
  /** Whether a code can be mailed: mail is set up and the project asks visitors for addresses. */
  readonly canProve: boolean;
}
/**
 * `proof`: after the asker has proved their address. `confirmation`: after they have confirmed. `person`: never by the assistant, because
 * neither is possible here.
 */
export type Authority =
  | { readonly kind: "may"; readonly contact: ContactValues }
  | { readonly kind: "proof" | "confirmation" }
  | { readonly kind: "person"; readonly reason: "not_the_contact" | "unproved" | "not_in_widget" | "no_external_id" };

/** `confirmed`: the visitor has confirmed exactly these inputs. */
export function authorityOf(
  action: Pick<ActionDefinition, "kind" | "personal" | "url" | "body">,
  { contact, isContact, inWidget, canProve }: Asker,
  confirmed: boolean,
): Authority {
  if (!contact || contact.state !== "active" || !isContact) return { kind: "person", reason: "not_the_contact" };
  const fields = contactFieldsOf(action);
  const values: ContactValues = {
    "contact.id": contact.id,
    ...(contact.emailVerified && contact.email !== null ? { "contact.email": contact.email } : {}),
    ...(contact.identifier !== null ? { "contact.external_id": contact.identifier } : {}),
  };
  // A code proves an address, never the website's own id.
  if (fields.includes("contact.external_id") && contact.identifier === null) return { kind: "person", reason: "no_external_id" };
  const proved = contact.emailVerified || contact.identifier !== null;
  if ((action.personal && !proved) || fields.some((field) => values[field] === undefined))
    return inWidget && canProve ? { kind: "proof" } : { kind: "person", reason: "unproved" };
  if (action.kind === "changes" && !confirmed) return inWidget ? { kind: "confirmation" } : { kind: "person", reason: "not_in_widget" };
  return { kind: "may", contact: Object.fromEntries(fields.map((field) => [field, values[field] ?? ""])) };
}
