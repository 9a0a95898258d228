// State of the visitor's conversation list. Pure.
import type { ConversationEvent } from "#modules/conversations/contract";
import type { VisitorConversation } from "../../contract.ts";

export type List = readonly VisitorConversation[];

/** Merges rows into the list: newest activity first, each conversation once and never older than before. */
export function withRows(list: List, rows: List): List {
  const byId = new Map(list.map((row) => [row.id, row]));
  for (const row of rows) {
    const known = byId.get(row.id);
    // A slow response must not undo a newer frame.
    if (known && row.revision < known.revision) continue;
    // Nor a read mark that is still being sent.
    byId.set(
      row.id,
      known && known.readRevision > row.readRevision ? { ...row, readRevision: known.readRevision, unread: known.unread } : row,
    );
  }
  return [...byId.values()].sort((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
}

/** The list after an event; undefined if the conversation is not in it and has to be fetched. */
export function withEvent(list: List, conversationId: string, event: ConversationEvent): List | undefined {
  const row = list.find(({ id }) => id === conversationId);
  if (!row) return undefined;
  if (event.revision <= row.revision) return list;
  const next: VisitorConversation = { ...row, revision: event.revision };
  if (event.kind === "status") next.status = event.status;
  if (event.kind === "erased") Object.assign(next, { preview: "", unread: 0 });
  if (event.kind === "message") {
    const { content, attachments, authorRole } = event.message;
    Object.assign(next, {
      preview: content || (attachments[0]?.name ?? ""),
      previewRole: authorRole,
      lastActivityAt: event.createdAt,
    });
    if (authorRole !== "visitor") next.unread++;
    else if (next.status !== "open") next.status = "open";
  }
  return withRows(list, [next]);
}

/** The list after the visitor has read a conversation up to a revision. */
export const withRead = (list: List, conversationId: string, revision: number): List =>
  list.map((row) =>
    row.id === conversationId && (row.unread > 0 || row.readRevision < revision)
      ? { ...row, unread: 0, readRevision: Math.max(row.readRevision, revision) }
      : row,
  );

export const unreadOf = (list: List): number => list.reduce((sum, { unread }) => sum + unread, 0);
