// Fixtures of the email pages.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";
import type { AddressProof } from "#modules/address-verification/contract";
import type { Delivery } from "#modules/email/contract";
import type { Receipt } from "#modules/inbound-email/contract";
import type { EmailOverview } from "../contract.ts";

const id = <T extends string>(prefix: string, n: number): T => fixtureId(prefix, n) as T;
/** Minutes before 10:12 UTC of the fixtures' day. */
export const ago = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, 12) - minutes * 60_000).toISOString();
export const messageId = (n: number) => id<NonNullable<Delivery["messageId"]>>("msg", n);
const conversationId = (n: number) => id<NonNullable<Delivery["conversationId"]>>("cnv", n);

const DESK = "https://desk.acme.example/api/integrations/email";
const RECEIVING: EmailOverview["receiving"] = {
  missing: [],
  inbound: `${DESK}/inbound`,
  parse: `${DESK}/parse`,
  events: `${DESK}/events`,
};
const SENDING: EmailOverview["sending"] = { provider: "resend", from: "desk@acme.example", missing: [], events: true, checksDns: true };
const SETTINGS: EmailOverview["settings"] = {
  sender: "support@acme.example",
  senderName: "Acme Support",
  replyAddress: "support@acme.example",
  signature: "Acme GmbH\nhttps://www.acme.example",
  askAddress: true,
  mailUnseen: true,
};

export const proof = (address: string, state: AddressProof["state"] = "active", code: AddressProof["code"] = null): AddressProof => ({
  address,
  state,
  code,
});
/** Everything set up. */
export const overview = (change: Partial<EmailOverview> = {}): EmailOverview => ({
  settings: SETTINGS,
  addresses: [
    { address: "support@acme.example", createdAt: ago(9000) },
    { address: "billing@acme.example", createdAt: ago(700) },
  ],
  proofs: [proof("support@acme.example"), proof("billing@acme.example")],
  sending: SENDING,
  receiving: RECEIVING,
  ...change,
});
/** A fresh installation. */
export const nothing = (): EmailOverview => ({
  settings: { sender: null, senderName: null, replyAddress: null, signature: "", askAddress: true, mailUnseen: true },
  addresses: [],
  proofs: [],
  sending: { provider: null, from: null, missing: ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"], events: false, checksDns: false },
  receiving: { ...RECEIVING, missing: ["INBOUND_EMAIL_TOKEN"] },
});

export const delivery = (n: number, state: Delivery["state"], change: Partial<Delivery> = {}): Delivery => ({
  id: id("dlv", n),
  kind: "reply",
  state,
  to: "amara@northwind.example",
  subject: "Re: Invoice for October",
  conversationId: conversationId(1),
  messageId: messageId(n),
  provider: state === "queued" || state === "held" || state === "suppressed" ? null : "resend",
  providerId: null,
  attempts: state === "queued" || state === "held" || state === "suppressed" ? 0 : 1,
  error: null,
  dueAt: null,
  createdAt: ago(n * 7),
  updatedAt: ago(n * 7),
  ...change,
});
/** One delivery in each state. */
export const deliveries = (): Delivery[] => [
  delivery(1, "queued"),
  delivery(2, "sending", { to: "jonas.weber@mail.example", subject: "Re: Invoice address" }),
  delivery(3, "sent", { kind: "test", to: "mia@acme.example", subject: null, conversationId: null, messageId: null }),
  delivery(4, "bounced", { to: "old.address@northwind.example", error: "The mailbox does not exist (550 5.1.1)." }),
  delivery(5, "failed", { attempts: 5, error: "The provider refused it: the domain acme.example is not verified." }),
  delivery(6, "needs_review", { error: "The provider did not answer within 20 seconds." }),
  delivery(7, "suppressed", { to: "old.address@northwind.example", error: "Mail to this address came back on 19 November." }),
  delivery(8, "held", {
    error: "Too many automatic replies went to this contact in ten minutes. Someone on the team has to send it.",
  }),
  delivery(9, "sent", { to: null, subject: null }),
  delivery(10, "sent", { kind: "code", subject: "Your code for Acme", conversationId: null, messageId: null }),
  delivery(11, "held", {
    kind: "unseen",
    subject: "New reply from Acme",
    error: "Unverified addresses get at most 3 emails an hour.",
    dueAt: ago(-45),
  }),
];

export const receipt = (n: number, state: Receipt["state"], change: Partial<Receipt> = {}): Receipt => ({
  id: id("rct", n),
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
/** One receipt in each state, one of them automatic. */
export const receipts = (): Receipt[] => [
  receipt(1, "received"),
  receipt(2, "admitting", { envelopeFrom: "jonas.weber@mail.example", subject: "Invoice address" }),
  receipt(3, "admitted"),
  receipt(4, "admitted", { ...AUTOMATIC, reasons: [...AUTOMATIC.reasons], door: "gateway", size: 2140 }),
  receipt(5, "failed", { attempts: 5, error: "The files of this mail could not be stored." }),
  receipt(6, "unreadable", { subject: null, size: 8_400_000, door: "parse", error: "The mail ends before its first line." }),
  receipt(8, "waiting", { envelopeFrom: null, envelopeTo: null, subject: null, raw: false }),
  receipt(7, "dropped", { envelopeFrom: "support@acme.example", error: "It comes from one of our own addresses." }),
];
