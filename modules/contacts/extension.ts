// Extension points of contacts: ended visitor sessions, changed contacts, erasure steps, and services that receive data.
import { type Query, type SQL, sql } from "#kernel/db/index.ts";
import type { CompanyId, ContactId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Contact } from "./contract.ts";

type SystemCtx = Omit<Ctx, "caller">;
/** Called when all visitor sessions of a contact, or the one of `sessionId`, have ended: live connections are closed with the reason. */
export const visitorSessionsEnded =
  extensionPoint<
    (
      ctx: SystemCtx,
      which: { projectId: ProjectId; contactId: ContactId; sessionId?: VisitorSessionId; reason: "blocked" | "session_revoked" | "erased" },
    ) => Promise<void>
  >("visitorSessionsEnded");
/** Called when a contact's name, address or permission to write changes: all members are notified. */
export const contactChanged =
  extensionPoint<(ctx: SystemCtx, which: { projectId: ProjectId; contact: Contact }) => Promise<void>>("contactChanged");

/** A service outside of the installation that receives data of contacts, which no erasure reaches. */
export interface DataReceiver {
  readonly name: "email" | "embeddings" | "models";
  readonly isUsed: (config: Ctx["config"]) => boolean;
}
/** The services that modules send data of contacts to. */
export const dataReceiver = extensionPoint<DataReceiver>("dataReceiver");

/** A page of the contacts of a company. */
export interface CompanyPage {
  /** Newest first; they may be fewer than a page holds. */
  readonly ids: readonly ContactId[];
  /** The id before which the next page begins; null at the end. */
  readonly next: string | null;
}
/** Finds the contacts of a company, for the list of contacts. Undefined if the project has no such company. */
export const contactsOfCompany =
  extensionPoint<
    (
      ctx: SystemCtx,
      of: { projectId: ProjectId; companyId: CompanyId; state: "active" | "hidden"; before: string | undefined },
    ) => Promise<CompanyPage | undefined>
  >("contactsOfCompany");

/** The contact to erase. */
export interface Erased {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
/** One statement of a step. All statements of a page of keys run in one transaction with their counts and the progress of the erasure. */
export interface Clearing {
  /** Idempotent: when repeated it finds nothing to do. */
  readonly statement: SQL;
  /** Adds to the tombstone's number of this kind: the rows that the statement changed, or `count`, an expression evaluated before it. */
  readonly report?: { readonly kind: string; readonly count?: SQL };
  /** A SELECT of the `object_key`s of these rows, evaluated before the statement; the erasure removes the objects. */
  readonly objects?: SQL;
}
/**
 * How a module clears its data of a contact. A step walks pages of keys and may be repeated from any page, so a cleared key must not be
 * found again, or must lie before the cursor `after`.
 */
export interface ErasureStep<K = unknown> {
  /** `module.what`. Stored with the erasure's progress, so it must not change. */
  readonly name: string;
  /** Statements that run before anything is cleared, to save what this step needs of data that an earlier step clears. */
  readonly prepare?: (ctx: SystemCtx, who: Erased) => Promise<readonly SQL[]>;
  /**
   * Counts for the preview: by kind of the tombstone, a SELECT with one row for each item. It must cost no more than its rows, because
   * it runs with a LIMIT.
   */
  readonly preview?: (ctx: SystemCtx, who: Erased) => Promise<Readonly<Record<string, SQL>>>;
  /** At most `limit` keys after the last cleared one (undefined at first). Fewer keys end the step. Keys are stored as JSON. */
  readonly listKeys: (who: Erased, after: K | undefined, limit: number) => Query<readonly K[]>;
  readonly clear: (who: Erased, keys: readonly K[], now: number, config: Ctx["config"]) => readonly Clearing[];
  /** Called after a page was committed, possibly more than once, to notify connected clients. */
  readonly afterCommit?: (ctx: SystemCtx, who: Erased) => Promise<void>;
}
/** Erasure steps: every module with data of a contact provides its own. They run in the order of registration. */
export const contactErasure = extensionPoint<ErasureStep>("contactErasure");
/** Declares a step with its own type of key, which the extension point does not know. */
export const erasureStep = <K>(step: ErasureStep<K>): ErasureStep => step as ErasureStep;

/** A contact whose data is being moved to another one. */
export interface Moved {
  readonly projectId: ProjectId;
  readonly from: ContactId;
  /** Expression: the contact that it is merged into, read when the statement runs, because that one may be merged meanwhile. */
  readonly into: SQL;
  /** Condition of every statement: the merge is under way, and neither contact is erased or being erased. */
  readonly may: SQL;
}
/**
 * How a module's data of a contact follows when that contact is merged into another one. Every module with a column that names contacts
 * provides its own; `tests/worker/contact-merge.worker.test.ts` finds what was forgotten.
 */
export interface MergeStep {
  /** `module.what`. */
  readonly name: string;
  /** Statements of the batch that begins the merge, under the condition `may`: what must not be used any more, such as links. */
  readonly begin?: (ctx: SystemCtx, who: Moved) => Promise<readonly SQL[]>;
  /**
   * Moves the next page of at most `limit` rows in one batch; what was moved is not found again. The last statement's number of changes
   * tells whether there is more: fewer than `limit` end the step.
   */
  readonly move: (who: Moved, limit: number) => readonly SQL[];
  /** Rows of a page; by default as many as the merge likes. */
  readonly most?: number;
}
export const contactMerge = extensionPoint<MergeStep>("contactMerge");
/** A step for a table with `project_id` and `contact_id`, and an index that begins with both. `key`: what names a row of it. */
export const movesRows = (name: string, table: SQL, key: SQL = sql`rowid`): MergeStep => ({
  name,
  move: ({ projectId, from, into, may }, limit) => [
    sql`UPDATE ${table} SET contact_id = ${into} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${limit}) AND ${may}`,
  ],
});
