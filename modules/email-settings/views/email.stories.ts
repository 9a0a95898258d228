// Stories of the email pages, for the browser suite.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AddressProof } from "#modules/address-verification/contract";
import { deliveries, delivery, nothing, overview, proof, receipt, receipts } from "./email.fixtures.ts";
import type { EmailOverview } from "../contract.ts";

const page = (items: readonly unknown[], next: string | null = null) => answer({ items, next });
const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const invalid = (path: string, message: string) =>
  answer({ error: "Some fields are not right.", code: "invalid", issues: [{ path, message }] }, 400);

// One function, so that a build without stories drops all of this.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/email`;
  const ready = { ...frame(), readEmailSettings: answer(overview()) };
  const bare = { ...frame(), readEmailSettings: answer(nothing()) };
  const readsAs = (change: Partial<EmailOverview>) => ({ ...frame(), readEmailSettings: answer(overview(change)) });
  const WAITING = [proof("support@acme.example", "waiting"), proof("billing@acme.example", "routed")];
  const waits = readsAs({ proofs: WAITING });
  const CODED = [
    proof("support@acme.example", "waiting", { mine: true, state: "sent", error: null }),
    proof("billing@acme.example", "reserved"),
  ];
  const coded = readsAs({ proofs: CODED });
  const proofs = (all: readonly AddressProof[]) => answer({ proofs: all }, 202);
  const settings: ScreenState[] = [
    { name: "configured", path, answers: ready },
    { name: "nothing configured", path, answers: bare },
    {
      name: "nothing configured, how to",
      path,
      answers: bare,
      act: "click:How to set variables;click:Cloudflare Email Routing;click:Your own mail gateway;click:An email provider’s webhook",
    },
    { name: "no permission", path, answers: frame("operator") },
    { name: "loading", path, answers: { ...frame(), readEmailSettings: "hang" } },
    { name: "error", path, answers: { ...frame(), readEmailSettings: DOWN } },
    { name: "offline", path, answers: { ...frame(), readEmailSettings: "offline" } },
    { name: "unknown page", path: `${path}/nowhere`, answers: { ...frame("admin"), readEmailSettings: answer(overview()) } },
    {
      name: "address refused",
      path,
      answers: { ...ready, addInboundAddress: invalid("address", "Enter an email address such as name@example.com.") },
      act: "fill:Address=help;click:Add",
    },
    {
      name: "address of another project",
      path,
      answers: { ...ready, addInboundAddress: refusal(409, "conflict", "Another project takes in mail to this address.") },
      act: "fill:Address=help@acme.example;click:Add",
    },
    {
      name: "address added",
      path,
      answers: { ...bare, addInboundAddress: answer(overview()) },
      act: "fill:Address=support@acme.example;click:Add",
    },
    { name: "remove address", path, answers: ready, act: "click:Remove billing@acme.example" },
    {
      name: "remove refused",
      path,
      answers: { ...ready, removeInboundAddress: DOWN },
      act: "click:Remove billing@acme.example;click:Remove",
    },
    {
      name: "as many addresses as there may be",
      path,
      answers: readsAs({
        addresses: Array.from({ length: 20 }, (_, i) => ({ address: `desk${i}@acme.example`, createdAt: "2026-11-02T09:14:00.000Z" })),
      }),
    },
    { name: "addresses wait for proof", path, answers: waits },
    {
      name: "code asked for",
      path,
      answers: { ...waits, askAddressCode: proofs(CODED) },
      act: "click:Email a code to support@acme.example",
    },
    {
      name: "code refused",
      path,
      answers: { ...coded, proveMailAddress: { status: 409, body: { error: "Wrong code.", code: "conflict", reason: "wrong" } } },
      act: "fill:Code sent to support@acme.example=abcd-efgh;click:Verify",
    },
    {
      name: "too many wrong codes",
      path,
      answers: {
        ...coded,
        proveMailAddress: {
          status: 409,
          body: { error: "Too many wrong codes. Request a new one.", code: "conflict", reason: "too_many" },
        },
        readAddressProofs: proofs(WAITING),
      },
      act: "fill:Code sent to support@acme.example=abcd-efgh;click:Verify",
    },
    {
      name: "too many codes",
      path,
      answers: {
        ...coded,
        askAddressCode: refusal(409, "conflict", "We just sent a code. Wait a minute before you request another."),
      },
      act: "click:Send again: code for support@acme.example",
    },
    {
      name: "address proved",
      path,
      answers: { ...coded, proveMailAddress: proofs(overview().proofs) },
      act: "fill:Code sent to support@acme.example=abcd-efgh;click:Verify",
    },
    { name: "sender waits for proof", path, answers: readsAs({ addresses: [], proofs: [proof("support@acme.example", "waiting")] }) },
    { name: "changed", path, answers: ready, act: "fill:Sender name=Acme" },
    { name: "reply address too long", path, answers: ready, act: "fill:Reply address=customer.service@acme.example" },
    { name: "reply address not listed", path, answers: ready, act: "fill:Reply address=help@acme.example" },
    {
      name: "saving refused",
      path,
      answers: { ...ready, saveEmailSettings: invalid("sender", "Enter an email address such as name@example.com.") },
      act: "fill:Sender address=acme;click:Save",
    },
    { name: "saving failed", path, answers: { ...ready, saveEmailSettings: "offline" }, act: "fill:Sender name=Acme;click:Save" },
    { name: "saved", path, answers: { ...ready, saveEmailSettings: answer(overview()) }, act: "fill:Sender name=Acme;click:Save" },
    {
      name: "records checked",
      path,
      answers: {
        ...ready,
        checkDns: answer({
          domain: "acme.example",
          checkedAt: "2026-11-20T10:12:00.000Z",
          records: [
            { key: "bounces", status: "found", found: ["10 feedback-smtp.eu-west-1.amazonses.com"], says: null },
            {
              key: "spf",
              status: "wrong",
              found: ["v=spf1 include:_spf.example.net ~all"],
              says: "It doesn’t contain include:amazonses.com.",
            },
            { key: "dkim", status: "missing", found: [], says: null },
            { key: "dmarc", status: "unknown", found: [], says: "The resolver didn’t answer in time." },
          ],
        }),
      },
      act: "click:Check DNS records",
    },
    {
      name: "records not checked",
      path,
      answers: {
        ...ready,
        checkDns: refusal(429, "rate_limited", "Too many requests. Please wait a moment and try again."),
      },
      act: "click:Check DNS records",
    },
    {
      name: "no resolver",
      path,
      answers: readsAs({ sending: { ...overview().sending, provider: "cloudflare", checksDns: false } }),
    },
    {
      name: "records of SendGrid",
      path,
      answers: readsAs({ sending: { ...overview().sending, provider: "sendgrid" } }),
    },
    { name: "visitors not asked", path, answers: readsAs({ settings: { ...overview().settings, askAddress: false, mailUnseen: false } }) },
    {
      name: "switch refused",
      path,
      answers: { ...ready, saveEmailSettings: DOWN },
      act: "click:Ask visitors for their email",
    },
    {
      name: "test mail on its way",
      path,
      answers: {
        ...ready,
        sendTestMail: answer({ delivery: delivery(3, "queued", { kind: "test", to: "mia@acme.example" }) }, 202),
        listDeliveries: page([]),
      },
      act: "click:Send test email",
    },
    {
      name: "test mail failed",
      path,
      answers: {
        ...ready,
        sendTestMail: answer({ delivery: delivery(5, "failed", { error: "The provider refused it: the API key is not valid." }) }, 202),
        listDeliveries: page([]),
      },
      act: "click:Send test email",
    },
    {
      name: "test mail refused",
      path,
      answers: { ...ready, sendTestMail: refusal(429, "rate_limited", "Too many test mails. Try again in an hour.") },
      act: "click:Send test email",
    },
    {
      name: "long text",
      path,
      answers: {
        ...frame("owner", LONG),
        readEmailSettings: answer(
          overview({
            settings: {
              sender: `${"support.".repeat(7)}de@${"sub.".repeat(30)}acme.example`,
              senderName: LONG.slice(0, 80),
              replyAddress: null,
              signature: `${LONG} `.repeat(8),
              askAddress: true,
              mailUnseen: true,
            },
            addresses: [{ address: `${"support.".repeat(7)}de@${"sub.".repeat(30)}acme.example`, createdAt: "2026-11-02T09:14:00.000Z" }],
          }),
        ),
      },
    },
  ];

  const sent = { ...frame(), listDeliveries: page(deliveries()) };
  const log = `${path}/deliveries`;
  const again = "click:Send again: Re: Invoice for October";
  const only = (state: Parameters<typeof delivery>[1]) => ({ ...frame(), listDeliveries: page([delivery(4, state)]) });
  const sending: ScreenState[] = [
    { name: "deliveries in each state", path: log, answers: sent },
    { name: "deliveries and more", path: log, answers: { ...frame(), listDeliveries: page(deliveries(), "c2Vjb25k") } },
    { name: "no deliveries", path: log, answers: { ...frame(), listDeliveries: page([]) } },
    { name: "no deliveries in a state", path: `${log}?state=failed`, answers: { ...frame(), listDeliveries: page([]) } },
    { name: "deliveries loading", path: log, answers: { ...frame(), listDeliveries: "hang" } },
    { name: "deliveries not read", path: log, answers: { ...frame(), listDeliveries: DOWN } },
    { name: "send again, needs review", path: log, answers: only("needs_review"), act: again },
    { name: "send again, blocked", path: log, answers: only("suppressed"), act: again },
    {
      name: "send again refused",
      path: log,
      answers: { ...only("failed"), retryDelivery: refusal(503, "not_configured", "Mail is not set up: EMAIL_API_KEY is missing.") },
      act: `${again};click:Send again`,
    },
    {
      name: "sent again",
      path: log,
      answers: { ...only("failed"), retryDelivery: answer({ delivery: delivery(4, "queued") }) },
      act: `${again};click:Send again`,
    },
    {
      name: "deliveries, long text",
      path: log,
      answers: {
        ...frame("owner", LONG),
        listDeliveries: page([
          delivery(5, "failed", { to: `${"support.".repeat(7)}de@acme.example`, subject: `${LONG} ${LONG}`, error: `${LONG}. `.repeat(4) }),
        ]),
      },
    },
  ];

  const came = { ...frame(), listInboundEmails: page(receipts()) };
  const received = `${path}/received`;
  const CONFIRMED = { spf: "pass", dkim: "pass", dmarc: "pass", aligned: true };
  const evidence = (change: object = {}) => answer({ receipt: receipts()[2], authentication: CONFIRMED, ...change });
  const details = "click:Details: Invoice for October";
  const oneCame = { ...frame(), listInboundEmails: page([receipts()[2]]) };
  const receiving: ScreenState[] = [
    { name: "received in each state", path: received, answers: came },
    { name: "received, why automatic", path: received, answers: came, act: "click:Automatic" },
    { name: "nothing received", path: received, answers: { ...frame(), listInboundEmails: page([]) } },
    { name: "nothing received in a state", path: `${received}?state=dropped`, answers: { ...frame(), listInboundEmails: page([]) } },
    { name: "received not read", path: received, answers: { ...frame(), listInboundEmails: DOWN } },
    { name: "evidence", path: received, answers: { ...oneCame, readInboundEmail: evidence() }, act: details },
    {
      name: "evidence of machine-made mail",
      path: received,
      answers: {
        ...oneCame,
        readInboundEmail: evidence({ receipt: receipts()[3], authentication: { spf: "fail", dkim: null, dmarc: "fail", aligned: false } }),
      },
      act: details,
    },
    {
      name: "evidence erased",
      path: received,
      answers: {
        ...oneCame,
        readInboundEmail: evidence({
          receipt: receipt(3, "admitted", { raw: false, envelopeFrom: null, envelopeTo: null, subject: null }),
          authentication: null,
        }),
      },
      act: details,
    },
    { name: "evidence not read", path: received, answers: { ...oneCame, readInboundEmail: DOWN }, act: details },
    {
      name: "evidence of what never became a message",
      path: received,
      answers: { ...frame(), listInboundEmails: page([receipts()[5]]) },
      act: "click:Details: No subject",
    },
  ];
  return [...settings, ...sending, ...receiving];
}

export const emailStates = /* @__PURE__ */ (() => declare())();
