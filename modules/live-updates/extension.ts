// Extension points of live updates: what coordinators read of what they announce.
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type Extensions, extensionPoint } from "#kernel/module/index.ts";
import type { Query } from "#kernel/db/index.ts";
import type { Item } from "./order.ts";

/** The newest sequence, and what a subscriber missed. */
export interface Missed {
  readonly head: Query<number>;
  readonly items: Query<Item[]>;
}
/** Reads stored events as frames. One module provides it. */
export interface EventSource {
  /** Frames after a sequence, the oldest `limit` of them, for members of the project. */
  readonly missedByMembers: (extensions: Extensions, projectId: ProjectId, after: number, limit: number) => Missed;
  /** The same for a visitor, who gets no more than they may see. */
  readonly missedByVisitor: (projectId: ProjectId, contactId: ContactId, after: number, limit: number) => Missed;
  /** Whose conversation it is; undefined if the project has none with this id. */
  readonly contactOf: (projectId: ProjectId, conversationId: ConversationId) => Query<ContactId | undefined>;
  /** The contacts whose events are among the newest `limit` of the project, and who may be connected. */
  readonly recentContacts: (projectId: ProjectId, limit: number) => Query<ContactId[]>;
}
export const eventSource = extensionPoint<EventSource>("eventSource");

/** Throws without a module that provides it, which is a mistake in the manifest. */
export function eventSourceOf(extensions: Extensions): EventSource {
  const [source] = extensions.of(eventSource);
  if (!source) throw new Error("no module provides the event source");
  return source;
}
