// Decides to which conversation and contact a mail belongs: from what is proved, never from what a mail claims.
import type { ContactId, ConversationId, MessageId } from "#kernel/ids/index.ts";
import type { Contact } from "#modules/contacts/contract";
import type { Threaded } from "../queries.ts";

export interface Clues {
  /** The sender's address in lower case, if the mail gives one. */
  readonly from: string | null;
  /** The contact that mail from the address belonged to so far. */
  readonly sender: Contact | undefined;
  /** A contact whose proved address it is, where this mail is proved too. */
  readonly proved: Contact | undefined;
  /** The conversation of a reply address whose proof is right, with its contact. */
  readonly reply: { readonly conversationId: ConversationId; readonly owner: Contact } | undefined;
  /** Whether a mail of that conversation went to the sender's address, so that it was told the reply address. */
  readonly wasAddressed: boolean;
  /** Mails of ours that came back. */
  readonly returned: readonly Threaded[];
  /** Mails that it says it answers, nearest first. */
  readonly answered: readonly Threaded[];
}
export interface Place {
  /** Null = a new conversation. */
  readonly conversationId: ConversationId | null;
  /** Null = somebody new. */
  readonly contactId: ContactId | null;
  /** Whether the contact of the conversation is who wrote. */
  readonly isSender: boolean;
  /** Whether it came back to an address that only its contact's own address was told. */
  readonly proves: boolean;
  /** The message of ours that came back. */
  readonly returned: MessageId | null;
}

const gone = ({ state }: Contact): boolean => state === "erasing" || state === "erased";

export function findPlace({ from, sender, proved, reply, wasAddressed, returned, answered }: Clues): Place {
  const known = sender && !gone(sender) ? sender : proved;
  const [back] = returned;
  if (reply) {
    // An address that the contact was given since may be anybody's: whoever knew the reply address before could write in its name.
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
