// Declares author kinds. This module declares members and visitors; others add the authors of their principals.
import { actorOf, type Principal } from "#kernel/auth/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { isActive } from "#modules/contacts";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { AuthorRole } from "../contract.ts";

/** A principal that acts in one project. */
export type Author = Extract<Principal, { readonly projectId: ProjectId; readonly kind: string }>;
export interface AuthorKind<P extends Author = Author> {
  /** The kind of principal whose events it describes. */
  readonly kind: P["kind"];
  readonly role: AuthorRole;
  /** Namespace of its `clientId`s: a repetition has the same scope and clientId. */
  scope(author: P): string;
  /** Its id in the event's `actor`. */
  actorId(author: P): string;
  /** Holds while it may write at all. Not used when the batch itself proves the caller. */
  mayWrite(author: P): SQL;
  /** The only contact in whose conversations it may write; undefined for members. */
  contactId?(author: P): ContactId;
  /** The member whose draft and read mark the event updates. */
  accountId?(author: P): AccountId;
}
/** Declares a kind of author; a module registers it with `provide(authorKinds, …)`. */
export const defineAuthor = <P extends Author>(author: AuthorKind<P>): AuthorKind => author as unknown as AuthorKind;

type Customer = Extract<Author, { readonly contactId: ContactId }>;
/** Declares an author who is the contact itself. */
export const defineCustomer = <P extends Customer>(kind: P["kind"]): AuthorKind =>
  defineAuthor<P>({
    kind,
    role: "visitor",
    scope: actorOf,
    actorId: ({ contactId }) => contactId,
    mayWrite: ({ projectId, contactId }) => sql`${isActive(projectId, contactId)} AND ${projectIsLive(projectId)}`,
    contactId: ({ contactId }) => contactId,
  });
