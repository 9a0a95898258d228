// Decides to which conversation and contact a mail belongs. Relies on what is proved, never on what a mail claims.
import type { ContactId, ConversationId, MessageId } from "#kernel/ids/index.ts";
import type { Contact } from "#modules/contacts/contract";
import type { Threaded } from "../queries.ts";

export interface Clues {
  /** The sender's address in lower case, if the mail has one. */
  readonly from: string | null;
  /** The contact to which earlier mail from the address belonged. */
  readonly sender: Contact | undefined;
  /** The contact whose verified address it is, if this mail is authenticated. */
  readonly proved: Contact | undefined;
  /** The conversation of a correctly signed reply address, with its contact. */
  readonly reply: { readonly conversationId: ConversationId; readonly owner: Contact } | undefined;
  /** Whether a mail of that conversation, with its reply address, was sent to the sender's address. */
  readonly wasAddressed: boolean;
  /** Our mails that the mail returns. */
  readonly returned: readonly Threaded[];
  /** Mails that it says it answers, nearest first. */
  readonly answered: readonly Threaded[];
}
export interface Place {
  /** Null: a new conversation. */
  readonly conversationId: ConversationId | null;
  /** Null: a new contact. */
  readonly contactId: ContactId | null;
  /** Whether the sender is the contact of the conversation. */
  readonly isSender: boolean;
  /** Whether the mail proves the contact's address: it came to a reply address that only that address was sent. */
  readonly proves: boolean;
  /** Our message that the mail returns. */
  readonly returned: MessageId | null;
}

const isErased = ({ state }: Contact): boolean => state === "erasing" || state === "erased";

export function findPlace({ from, sender, proved, reply, wasAddressed, returned, answered }: Clues): Place {
  const known = sender && !isErased(sender) ? sender : proved;
  const [back] = returned;
  if (reply) {
    // If the contact's address was changed since, it may belong to anybody: whoever knew the reply address could claim it.
    const isOwnAddress = wasAddressed && from !== null && reply.owner.email?.toLowerCase() === from;
    return {
      conversationId: reply.conversationId,
      contactId: reply.owner.id,
      isSender: isOwnAddress || known?.id === reply.owner.id,
      proves: isOwnAddress,
      returned: back?.conversationId === reply.conversationId ? back.messageId : null,
    };
  }
  if (back && back.contactId !== null)
    return { conversationId: back.conversationId, contactId: back.contactId, isSender: false, proves: false, returned: back.messageId };
  const thread = known === undefined ? undefined : answered.find(({ contactId }) => contactId === known.id);
  return {
    conversationId: thread?.conversationId ?? null,
    contactId: known?.id ?? null,
    isSender: true,
    proves: false,
    returned: null,
  };
}
