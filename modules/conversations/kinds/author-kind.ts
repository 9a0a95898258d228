// Declares who can write in conversations. This module declares members and visitors; others add the authors that they prove.
import { actorOf, type Principal } from "#kernel/auth/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { isActive } from "#modules/contacts";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "drizzle-orm";
import type { AuthorRole } from "../contract.ts";

/** A principal that acts in one project. */
export type Author = Extract<Principal, { readonly projectId: ProjectId; readonly kind: string }>;
export interface AuthorKind<P extends Author = Author> {
  /** The kind of principal that it describes. */
  readonly kind: P["kind"];
  readonly role: AuthorRole;
  /** The name under which its `clientId`s are remembered: a repetition is one of the same name. */
  scope(author: P): string;
  /** Its id in `actor` of the event. */
  actorId(author: P): string;
  /** Holds while it may write at all. Not asked when the batch itself proves the caller. */
  mayWrite(author: P): SQL;
  /** The only contact in whose conversations it may write; undefined for somebody of the team. */
  contactId?(author: P): ContactId;
  /** The member whose drafts and read marks go with it. */
  accountId?(author: P): AccountId;
}
/** Declares a kind of author; a module registers it with `provide(authorKinds, …)`. */
export const defineAuthor = <P extends Author>(author: AuthorKind<P>): AuthorKind => author as unknown as AuthorKind;

type Customer = Extract<Author, { readonly contactId: ContactId }>;
/** An author who is the contact, by whichever way it was proved. */
export const defineCustomer = <P extends Customer>(kind: P["kind"]): AuthorKind =>
  defineAuthor<P>({
    kind,
    role: "visitor",
    scope: actorOf,
    actorId: ({ contactId }) => contactId,
    mayWrite: ({ projectId, contactId }) => sql`${isActive(projectId, contactId)} AND ${projectIsLive(projectId)}`,
    contactId: ({ contactId }) => contactId,
  });
