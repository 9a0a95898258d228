// What a caller of `record` says.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import type { Counter } from "#kernel/limits/index.ts";
import type { SQL } from "drizzle-orm";
import type { ConversationEvent, ConversationSummary, Origin } from "../contract.ts";
import type { Author } from "../kinds/author-kind.ts";
import type { Follower, NewEvent } from "../kinds/event-kind.ts";

/** What `record` needs of a request; a mail is recorded without one. */
export type RecordCtx = Omit<RequestCtx<Author>, "request" | "url" | "address">;

export interface RecordCommand {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  readonly event: NewEvent;
  /** A second event of the same batch, such as the close of "send and close"; without one, what the kind of the event says. */
  readonly follower?: Follower;
  /** The revision that the caller saw. Undefined for what is never refused as stale. */
  readonly frontier?: number;
  readonly counters?: readonly Counter[];
  /** A condition of the batch. */
  readonly requires?: Requirement;
  /**
   * What makes a repetition the same: the event `with` something else, or `only` what was requested, where the event is made of it and
   * of the state at that time.
   */
  readonly fingerprint?: { readonly with: unknown } | { readonly only: unknown };
  /**
   * Opens the conversation with this event where its `when` holds, unless an earlier one under the opening's `clientId` has. Its
   * counters count conversations: an event that finds its conversation opened is counted by the command's own alone.
   */
  readonly opening?: {
    readonly clientId: string;
    readonly counters: readonly Counter[];
    /** Of the mail that opens it. */
    readonly subject?: string | null;
    /** Only where a member opens it. */
    readonly by?: OpenedByTeam;
    readonly when?: SQL;
  };
  /** What else is stored with the text, where `done` holds. */
  readonly alongside?: (messageId: MessageId, done: SQL) => readonly SQL[];
}
export interface Requirement {
  readonly when: SQL;
  /** Throws the refusal when `when`, or that of the opening, does not hold; does nothing when it holds by now. */
  readonly explain?: () => Promise<void>;
  /** What the refusal says when nothing explains it. */
  readonly otherwise?: string;
}
/** A conversation that a member begins. */
export interface OpenedByTeam {
  /** With whom: an expression, because the contact may be made in the same batch. */
  readonly contactId: SQL;
  /** The channel that it goes through from now on. */
  readonly door: Origin["door"];
  readonly when: SQL;
  /** What is stored before it, where the expression holds. */
  readonly first: (opens: SQL) => readonly SQL[];
}
export interface Recorded {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
  readonly repeated: boolean;
}
