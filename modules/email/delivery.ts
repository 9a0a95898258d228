// Types of the outbox.
import type { AccountId, ContactId, ConversationId, DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { DELIVERY_KINDS, DELIVERY_STATES } from "./contract.ts";

export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
export interface Author {
  readonly role: "operator" | "assistant";
  readonly name: string | null;
}
/** A stored mail of the outbox. */
export interface DeliveryRow {
  readonly id: DeliveryId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly contactId: ContactId | null;
  readonly kind: DeliveryKind;
  readonly to: string | null;
  readonly toHash: string;
  readonly proved: boolean;
  readonly subject: string | null;
  readonly headerId: string | null;
  readonly provider: string | null;
  readonly providerId: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly error: string | null;
  /** When a held mail is due for release; null for one that needs a person. */
  readonly dueAt: number | null;
  /** Unverified recipients that are counted against the limit when the mail is released. */
  readonly strangers: number;
  /** The member whose limit counts them too. */
  readonly strangersBy: AccountId | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
