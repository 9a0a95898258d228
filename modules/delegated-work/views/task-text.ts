// Makes the text that a computer gets from a conversation: what the member asks, and the messages that they chose. Pure and browser-safe.
import { withoutDetails } from "#kernel/rich-text/redaction.ts";
import type { ConversationEvent } from "#modules/conversations/contract";
import type { Attachment } from "#modules/files/contract";
import { MAX_TASK, quoted } from "../contract.ts";

export interface Said {
  readonly revision: number;
  readonly who: string;
  readonly at: string;
  readonly text: string;
  readonly files: readonly string[];
}
/** The messages of a thread that a task can quote, oldest first. Notes are left out: they are the team's own. */
export const saidIn = (events: readonly ConversationEvent[], nameOf: (role: string, name: string | null) => string): Said[] =>
  events.flatMap((event) => {
    if (event.kind !== "message" || event.message.erased_at !== null) return [];
    const { revision, authorRole, authorName, createdAt, content, attachments } = event.message;
    return [{ revision, who: nameOf(authorRole, authorName), at: createdAt, text: content, files: attachments.map(({ name }) => name) }];
  });

/** The files of those messages, in their order. */
export const filesIn = (events: readonly ConversationEvent[]): Attachment[] =>
  events.flatMap((event) => (event.kind === "message" && event.message.erased_at === null ? event.message.attachments : []));

/** The whole task. `omits`: without details that identify somebody, in a name as in a message; when it was written stays. */
export function taskText(wish: string, said: readonly Said[], omits: boolean): string {
  const shown = (text: string): string => (omits ? withoutDetails(text) : text);
  const messages = said.map(({ who, at, text, files }) =>
    [
      `--- ${shown(who)}, ${at.slice(0, 16).replace("T", " ")} UTC`,
      quoted(shown(text)),
      ...(files.length > 0 ? [`(${shown(files.join(", "))})`] : []),
    ].join("\n"),
  );
  return [wish.trim(), ...messages]
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, MAX_TASK)
    .toWellFormed();
}
