// Turns a thread into the rows to draw: days, groups of one author, markers. Pure.
import type { Message } from "#modules/conversations/contract";
import { newestSeen, type Outgoing, type Thread } from "./thread-state.ts";
import { daysBack } from "./dates.ts";

export type Row =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: Message;
      readonly first: boolean;
      readonly last: boolean;
      readonly seen: boolean;
    }
  | { readonly kind: "outgoing"; readonly key: string; readonly outgoing: Outgoing; readonly first: boolean; readonly last: boolean }
  | { readonly kind: "closed"; readonly key: string };

// Messages of one author within this time form a group.
const TOGETHER = 5 * 60_000;

/** The rows of a thread, oldest first. A closing is shown only while nothing has followed it. */
export function rowsOf(thread: Thread): Row[] {
  const rows: Row[] = [];
  const seen = newestSeen(thread);
  const messages = thread.events.flatMap((event) => (event.kind === "message" ? [event.message] : []));
  const { outgoing } = thread;
  const before = messages.at(-1);
  // Pending messages are shown where they will be stored.
  const joins = before?.authorRole === "visitor" && outgoing[0] && outgoing[0].at - Date.parse(before.createdAt) < TOGETHER;
  messages.forEach((message, i) => {
    const before = messages[i - 1];
    const after = messages[i + 1];
    const newDay = !before || daysBack(before.createdAt) !== daysBack(message.createdAt);
    if (newDay) rows.push({ kind: "day", key: `d${message.revision}`, at: message.createdAt });
    rows.push({
      kind: "message",
      // As its pending message was called. The assistant's are all called the same.
      key: (message.authorRole !== "assistant" && message.clientId) || message.id,
      message,
      first: newDay || !isSameGroup(before, message),
      last: after ? !isSameGroup(message, after) : !joins,
      seen: message === seen,
    });
  });
  const final = thread.events.at(-1);
  if (final?.kind === "status" && final.status === "closed" && outgoing.length === 0)
    rows.push({ kind: "closed", key: `s${final.revision}` });
  outgoing.forEach((out, i) =>
    rows.push({ kind: "outgoing", key: out.clientId, outgoing: out, first: i === 0 && !joins, last: i === outgoing.length - 1 }),
  );
  return rows;
}

function isSameGroup(one: Message, next: Message): boolean {
  return (
    one.authorRole === next.authorRole &&
    one.authorId === next.authorId &&
    daysBack(one.createdAt) === daysBack(next.createdAt) &&
    Date.parse(next.createdAt) - Date.parse(one.createdAt) < TOGETHER
  );
}
