// The messages of a conversation as a round reads them.
import type { readNewer } from "#modules/conversations";

/** A message of the conversation, oldest first. */
export interface Turn {
  readonly role: "visitor" | "operator" | "assistant" | "system";
  readonly revision: number;
  readonly text: string;
  /** How it came. */
  readonly channel: string;
  readonly automatic: boolean;
  /** A different sender wrote it to the conversation's mail address. */
  readonly foreign: boolean;
  /** Of the assistant: it states something, with its sources. */
  readonly proved: boolean;
  /** The message, if it has images. */
  readonly withImages: string | null;
}
type Events = ReturnType<ReturnType<typeof readNewer>["parse"]>;

export const turnsOf = (events: Events): Turn[] =>
  events.flatMap(({ event, visible }): Turn[] =>
    // What another contact wrote, from whom the conversation was moved, is for the team alone.
    event.kind === "message" && event.message.erased_at === null && (visible || event.message.quotedFrom === undefined)
      ? [
          {
            role: event.message.authorRole,
            revision: event.revision,
            text: event.message.content,
            channel: event.message.origin.door,
            automatic: event.message.origin.automatic !== null,
            foreign: event.message.origin.differentSender === true,
            proved: event.message.origin.answer !== undefined,
            withImages: event.message.attachments.some(({ inline }) => inline) ? event.message.id : null,
          },
        ]
      : [],
  );

/** Whether the round reads it: neither programs nor other senders ask, and an empty message says nothing, unless it shows something. */
export const isRead = ({ automatic, foreign, text, withImages }: Turn): boolean =>
  !automatic && !foreign && (text.trim() !== "" || withImages !== null);
