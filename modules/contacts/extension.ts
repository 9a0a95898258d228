import type { Query } from "#kernel/db/index.ts";
import type { ContactId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";
import type { Contact } from "./contract.ts";

type Caller = Omit<Ctx, "caller">;
/** Told when a contact or one session of it lost its authority: live connections close with the reason. */
export const visitorEnded =
  extensionPoint<
    (
      ctx: Caller,
      which: { projectId: ProjectId; contactId: ContactId; sessionId?: VisitorSessionId; reason: "blocked" | "session_revoked" | "erased" },
    ) => Promise<void>
  >("visitorEnded");
/** Told when a contact's name, its address, or whether it may write has changed: all members see it. */
export const contactChanged =
  extensionPoint<(ctx: Caller, which: { projectId: ProjectId; contact: Contact }) => Promise<void>>("contactChanged");

/** Whose data goes. */
export interface Erased {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
/** One statement of a step. All of a page are one transaction, with what they count and how far the erasure came. */
export interface Clearing {
  /** Finds nothing to do when it is repeated. */
  readonly statement: SQL;
  /** What the tombstone counts: the rows that the statement changed, or `n`, an expression that is read before it. */
  readonly counts?: { readonly as: string; readonly n?: SQL };
  /** A SELECT of the `object_key`s that go with these rows, read before the statement: the erasure removes the objects. */
  readonly objects?: SQL;
}
/**
 * How a module clears what it keeps of a contact. A step walks pages of keys and may be repeated from any of them; each key of a
 * page must leave the page when it is cleared, or lie behind the cursor `after`.
 */
export interface ErasureStep<K = unknown> {
  /** `module.what`; the erasure remembers it, so it stays as it is. */
  readonly name: string;
  /** Statements that note, before anything is cleared, what the step will need of what is cleared first. None once that is gone. */
  readonly beforehand?: (ctx: Caller, who: Erased) => Promise<readonly SQL[]>;
  /**
   * What it will find, for whoever is about to erase: a SELECT for each kind that the tombstone counts, one row for each of it. It must
   * cost no more than its rows, of which only so many are asked for.
   */
  readonly foresee?: (ctx: Caller, who: Erased) => Promise<Readonly<Record<string, SQL>>>;
  /** At most `limit` keys after the last one that was cleared (undefined at first). Fewer end the step. Keys are JSON. */
  readonly page: (who: Erased, after: K | undefined, limit: number) => Query<readonly K[]>;
  readonly clear: (who: Erased, keys: readonly K[], now: number, config: Ctx["config"]) => readonly Clearing[];
  /** After a page was committed, maybe again: tells those who are connected. */
  readonly afterwards?: (ctx: Caller, who: Erased) => Promise<void>;
}
/** Every module with data of a contact provides its steps, in the order in which they run. */
export const contactErasure = extensionPoint<ErasureStep>("contactErasure");
/** Gives a step its own type of key back to the point, which knows none. */
export const erasureStep = <K>(step: ErasureStep<K>): ErasureStep => step as ErasureStep;
