// What a member is sending in a conversation.
import type { MailChoice } from "#dashboard/screen.ts";
import type { Attachment } from "#modules/files/contract";

/** The open conversation, and the member who works on it. */
export interface ThreadContext {
  readonly projectId: string;
  readonly me: string;
  readonly conversationId: string;
}
/** A snooze together with a reply; `until` in ISO 8601, null: until the next reply. */
export interface Snooze {
  readonly until: string | null;
}
/** A pending message: shown at once, replaced by the event with its client id. */
export interface Outgoing {
  readonly clientId: string;
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly close: boolean;
  readonly snooze?: Snooze | undefined;
  /** The mail recipients, if the member chose them. */
  readonly mail?: MailChoice | undefined;
  readonly createdAt: string;
  /** `held`: it waits on the server, and can be taken back until `dueAt`. `waiting`: in this browser, for a connection. */
  readonly state: "sending" | "failed" | "held" | "waiting";
  /** The last revision that its author had seen; what came later makes a reply stale. Absent until it is sent. */
  readonly frontier?: number | undefined;
  /** Of a waiting one: it was on its way once, so it may have arrived. */
  readonly attempted?: boolean | undefined;
  /** This browser could not store it: it is lost when the window closes. */
  readonly unstored?: boolean | undefined;
  /** By this browser's clock, in milliseconds. */
  readonly dueAt?: number | undefined;
  /** The error as a sentence. */
  readonly problem: string | undefined;
}
