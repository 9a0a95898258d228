// Fixtures of the stories of a conversation with mail.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";
import type { Receipt } from "#modules/inbound-email/contract";

/** Minutes before 10:12 UTC of the fixtures' day. */
export const ago = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, 12) - minutes * 60_000).toISOString();
export const messageId = (n: number) => fixtureId("msg", n) as NonNullable<Receipt["messageId"]>;
const conversationId = (n: number) => fixtureId("cnv", n) as NonNullable<Receipt["conversationId"]>;

export const receipt = (n: number, state: Receipt["state"], change: Partial<Receipt> = {}): Receipt => ({
  id: fixtureId("rct", n) as Receipt["id"],
  messageId: state === "admitted" ? messageId(n) : null,
  conversationId: state === "admitted" ? conversationId(1) : null,
  door: "platform",
  state,
  envelopeFrom: "amara@northwind.example",
  envelopeTo: "support@acme.example",
  subject: "Invoice for October",
  size: 48_200,
  automatic: false,
  reasons: [],
  error: null,
  raw: true,
  attempts: 1,
  receivedAt: ago(n * 11),
  admittedAt: state === "admitted" ? ago(n * 11) : null,
  ...change,
});
export const AUTOMATIC = {
  subject: "Automatic reply: Invoice for October",
  automatic: true,
  reasons: [
    { rule: "Auto-Submitted header", evidence: "Auto-Submitted: auto-replied" },
    { rule: "Subject of an autoresponder", evidence: "Automatic reply: Invoice for October" },
  ],
} as const;
