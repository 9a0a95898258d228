// The input of `record`.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import type { Counter } from "#kernel/limits/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { ConversationEvent, ConversationSummary, Origin } from "../contract.ts";
import type { Author } from "../kinds/author-kind.ts";
import type { Follower, NewEvent } from "../kinds/event-kind.ts";

/** The context that `record` needs. Mail is recorded by a job, so it has no request. */
export type RecordCtx = Omit<RequestCtx<Author>, "request" | "url" | "address">;

/** The context of an author who makes no request: a job, the schedule, or a page that is signed by a link. */
export const asAuthor = (ctx: Omit<RecordCtx, "caller" | "reply" | "proof">, caller: Author): RecordCtx => ({
  ...ctx,
  caller,
  reply: { status: undefined, headers: new Headers() },
  proof: undefined,
});

export interface RecordCommand {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  readonly event: NewEvent;
  /** Further events of the same batch in their order, such as the close of "send and close". Default: the follower of the event's kind. */
  readonly followers?: readonly Follower[];
  /** The revision that the caller saw. Undefined for events that are never refused as stale. */
  readonly frontier?: number;
  /** What the author did since that revision makes it no more stale than their messages do: a held reply is sent after it. */
  readonly knowsOwn?: boolean;
  /** Leaves the author's draft as it is: what they write since a held reply. */
  readonly keepsDraft?: boolean;
  readonly counters?: readonly Counter[];
  /** Takes back the merge of the conversation: the only event that a merged one takes. */
  readonly endsMerge?: true;
  /** An additional condition of the batch. */
  readonly requires?: Requirement;
  /**
   * What identifies a repetition: the event together `with` something else, or `only` this, for events that also depend on the state at
   * the time.
   */
  readonly fingerprint?: { readonly with: unknown } | { readonly only: unknown };
  /**
   * Creates the conversation with this event where its `when` holds, unless an earlier event with the opening's `clientId` has. Its
   * counters count conversations: an event in an existing one is counted by the command's counters only.
   */
  readonly opening?: {
    readonly clientId: string;
    readonly counters: readonly Counter[];
    /** Subject of the mail that opens it. */
    readonly subject?: string | null;
    /** Set when a member opens it. */
    readonly by?: OpenedByTeam;
    readonly when?: SQL;
  };
  /** Further statements of the batch, which must apply only where `done` holds. Only for messages and notes. */
  readonly alongside?: (messageId: MessageId, done: SQL) => readonly SQL[];
  /** The same for any event, and for statements with a condition of their own, which run whether or not the event is stored. */
  readonly writes?: (done: SQL) => readonly SQL[];
}
export interface Requirement {
  readonly when: SQL;
  /** Throws the refusal when `when`, or that of the opening, does not hold. Returns when it holds by now. */
  readonly explain?: () => Promise<void>;
  /** Sentence of the refusal when `explain` throws none. */
  readonly otherwise?: string;
}
/** A conversation that a member starts. */
export interface OpenedByTeam {
  /** Its contact; an expression, because the contact may be created in the same batch. */
  readonly contactId: SQL;
  /** Its channel. */
  readonly channel: Origin["door"];
  readonly when: SQL;
  /** Statements that come before it, under the given condition. */
  readonly first: (opens: SQL) => readonly SQL[];
}
export interface Recorded {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
  readonly repeated: boolean;
}
