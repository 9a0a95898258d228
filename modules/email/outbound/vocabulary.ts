// What the outbox speaks of.
import type { ContactId, ConversationId, DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { DELIVERY_KINDS, DELIVERY_STATES } from "../contract.ts";

export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
export interface Author {
  readonly role: "operator" | "assistant";
  readonly name: string | null;
}
/** A mail of the outbox as it is stored. */
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
  readonly createdAt: number;
  readonly updatedAt: number;
}
