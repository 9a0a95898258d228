// Stories of a conversation with mail, for the browser suite.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { type Authentication, NOTHING_NEW } from "#modules/inbound-email/contract";
import { type Delivery, DELIVERY_STATES } from "#modules/email/contract";
import { ago, AUTOMATIC, messageId, receipt } from "./thread.fixtures.ts";
import type { Mail } from "../../contract.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AMARA = { name: "Amara Okafor", address: "amara@northwind.example" };
const SUPPORT = { name: "Acme Support", address: "support@acme.example" };
const PASSED: Authentication = { spf: "pass", dkim: "pass", dmarc: "pass", aligned: true };
const FAILED: Authentication = { spf: "softfail", dkim: null, dmarc: "fail", aligned: false };

const message = (n: number, content: string, role: "visitor" | "operator", origin: object = {}) => {
  const operator = role === "operator";
  const actor = { role, id: operator ? ME.id : null, name: operator ? ME.name : null };
  return {
    kind: "message",
    revision: n,
    createdAt: ago(60 - n * 7),
    actor,
    message: {
      id: messageId(n),
      conversationId: CONVERSATION,
      revision: n,
      authorRole: role,
      authorId: actor.id,
      authorName: actor.name,
      createdAt: ago(60 - n * 7),
      content,
      attachments: [],
      origin: { door: operator ? "dashboard" : "email", automatic: null, ...origin },
      erased_at: null,
      clientId: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    },
  };
};
const came = (n: number, change: Partial<Mail> = {}): Mail => ({
  messageId: messageId(n),
  direction: "in",
  from: AMARA,
  to: [SUPPORT],
  cc: [],
  bcc: [],
  subject: "Invoice for October",
  authentication: PASSED,
  html: true,
  long: false,
  quoted: null,
  forwarded: false,
  delivery: null,
  ...change,
});
const went = (n: number, state: Delivery["state"], error: string | null = null, dueAt: string | null = null): Mail => ({
  ...came(n, { from: SUPPORT, to: [AMARA], subject: "Re: Invoice for October", authentication: null, html: false }),
  direction: "out",
  delivery: { state, error, dueAt },
});
const ASKS = message(
  1,
  "Hi,\n\nthe invoice for October shows two seats, but we only have one operator. Can you check?\n\nAmara",
  "visitor",
);
const ANSWERS = message(2, "You are right, and the credit is already on your account.", "operator");
const QUOTED = "On Fri, 20 Nov 2026, Acme Support wrote:\n> You are right, and the credit is already on your account.\n>\n> Mia";

// One function, so that a build without stories drops all of this.
function declare(): readonly ScreenState[] {
  const inbox = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${inbox}/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: AMARA.name, email: AMARA.address, emailVerified: true, state: "active" };
  const thread = (events: readonly ReturnType<typeof message>[], person: object = {}) => {
    const conversation = {
      id: CONVERSATION,
      contact: { ...contact, ...person },
      status: "open",
      snoozedUntil: null,
      assigneeId: ME.id,
      revision: events.length,
      preview: "the invoice for October shows two seats",
      previewRole: "visitor",
      previewAutomatic: false,
      subject: "Invoice for October",
      createdAt: ago(60),
      lastActivityAt: ago(1),
      waitingSince: ago(1),
      visitorMessages: 1,
      unread: 0,
      door: "email",
    };
    const whole = { ...contact, identifier: null, metadata: {}, createdAt: ago(90), lastSeenAt: null, lastPage: null, ...person };
    return {
      listConversations: answer({ items: [conversation], next: null, head: 0 }),
      openThread: answer({
        conversation,
        contact: whole,
        events,
        before: null,
        readRevision: events.length,
        customerReadRevision: 0,
        drafts: [],
        head: 0,
      }),
    };
  };
  const mails = (items: readonly Mail[], change: object = {}) => ({
    readMails: answer({
      answersTo: AMARA.address,
      proved: true,
      missing: [],
      subject: "Re: Invoice for October",
      others: [],
      signature: "Acme GmbH",
      items,
      ...change,
    }),
  });
  const none = answer({ items: [], next: null });
  const base = {
    listContacts: none,
    ...frame(),
    markRead: answer({ readRevision: 9 }),
    saveDraft: answer({ ok: true }),
  };
  const one = (mail: Partial<Mail>, origin: object = {}) => ({
    ...base,
    ...thread([message(1, ASKS.message.content, "visitor", origin)]),
    ...mails([came(1, mail)]),
  });
  const answered = { ...base, ...thread([ASKS, ANSWERS]) };
  const sent = (name: string, state: Delivery["state"], error: string | null = null): ScreenState => ({
    name: `answer ${name}`,
    path,
    answers: { ...answered, ...mails([came(1), went(2, state, error)]) },
  });
  const more = "click:Sender verified";
  const unproved = { ...base, ...thread([ASKS]), ...mails([came(1)], { proved: false }) };
  const EVIDENCE = answer({ receipt: receipt(1, "admitted"), authentication: PASSED });
  const passedOn = message(2, "Forwarded by email.\n\nCan you look at this?", "operator");
  const PASSED_ON = { ...passedOn, kind: "note" as const, note: passedOn.message } as unknown as ReturnType<typeof message>;
  // The code for mails is loaded shortly after the thread.
  const wait = "press:Shift";
  const states: readonly ScreenState[] = [
    { name: "confirmed", path, answers: one({}) },
    {
      name: "opened",
      path,
      answers: one({
        to: [SUPPORT, { name: "", address: "billing@acme.example" }],
        cc: [{ name: "Ben Osei", address: "ben@northwind.example" }],
      }),
      act: more,
    },
    { name: "not confirmed", path, answers: one({ authentication: FAILED }), act: "click:Sender not verified" },
    { name: "not checked", path, answers: one({ authentication: null }), act: "click:Sender not checked" },
    {
      name: "different sender",
      path,
      answers: one({ from: { name: "Ben Osei", address: "ben@elsewhere.example" } }, { differentSender: true }),
    },
    {
      name: "automatic",
      path,
      answers: one({ subject: AUTOMATIC.subject, html: false }, { automatic: { reasons: AUTOMATIC.reasons } }),
      act: "click:Automatic",
    },
    { name: "quoted", path, answers: one({ quoted: QUOTED }) },
    { name: "quoted, shown", path, answers: one({ quoted: QUOTED }), act: "click:Show quoted text" },
    {
      name: "nothing new",
      path,
      answers: {
        ...base,
        ...thread([ASKS, ANSWERS, message(3, NOTHING_NEW, "visitor")]),
        ...mails([came(1), went(2, "sent"), came(3, { quoted: QUOTED })]),
      },
    },
    { name: "long", path, answers: one({ long: true, html: false }), act: "click:View full text" },
    { name: "original layout", path, answers: one({}), act: "click:Show original layout" },
    {
      name: "original layout with images",
      path,
      answers: one({}),
      act: "click:Show original layout;click:Load remote images",
    },
    { name: "evidence", path, answers: { ...one({}), readInboundEmail: EVIDENCE }, act: `${more};click:Evidence` },
    { name: "for an operator", path, answers: { ...one({}), ...frame("operator") }, act: more },
    sent("waiting", "queued"),
    sent("came back", "bounced", "The mailbox does not exist (550 5.1.1)."),
    {
      name: "answers that wait for room",
      path,
      answers: {
        ...base,
        ...thread([ASKS, message(2, "We look into it.", "operator"), message(3, "Here is the corrected invoice.", "operator")]),
        ...mails([
          came(1),
          went(2, "held", "Unverified addresses get at most 3 emails an hour.", ago(-38)),
          went(3, "held", "An earlier email in this conversation is waiting, and this one follows it.", ago(-38)),
        ]),
      },
    },
    {
      name: "answers in each state",
      path,
      answers: {
        ...base,
        ...thread([ASKS, ...DELIVERY_STATES.map((state, i) => message(i + 2, `Answer ${i + 1}: ${state}`, "operator"))]),
        ...mails([
          came(1),
          ...DELIVERY_STATES.map((state, i) => went(i + 2, state, state === "failed" ? "The provider refused it." : null)),
        ]),
      },
    },
    {
      name: "answer opened",
      path,
      answers: { ...answered, ...mails([came(1), went(2, "needs_review")]) },
      act: "click:Needs review: the email may not have been sent",
    },
    {
      name: "answer to be sent again",
      path,
      answers: { ...answered, ...mails([came(1), went(2, "needs_review")]) },
      act: "click:Needs review: the email may not have been sent;click:Send again",
    },
    {
      name: "the subject changed",
      path,
      answers: {
        ...base,
        ...thread([ASKS, ANSWERS, message(3, "One more thing: can I export conversations as CSV?", "visitor")]),
        ...mails([came(1), went(2, "sent"), came(3, { subject: "Export as CSV", quoted: QUOTED })]),
      },
    },
    { name: "address not proved", path, answers: unproved },
    { name: "address not proved, explained", path, answers: unproved, act: "click:Unverified" },
    {
      name: "sending not set up",
      path,
      answers: { ...base, ...thread([ASKS]), ...mails([came(1)], { missing: ["EMAIL_PROVIDER", "EMAIL_API_KEY"] }) },
    },
    {
      name: "sending not set up, for an operator",
      path,
      answers: { ...base, ...frame("operator"), ...thread([ASKS]), ...mails([came(1)], { missing: ["EMAIL_FROM"] }) },
    },
    {
      name: "no address",
      path,
      answers: {
        ...base,
        ...thread([ASKS], { email: null, emailVerified: false }),
        ...mails([came(1)], { answersTo: null, proved: false }),
      },
    },
    { name: "mails on their way", path, answers: { ...answered, readMails: "hang" } },
    {
      name: "mails not read",
      path,
      answers: { ...answered, readMails: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...answered, readMails: "offline" } },
    {
      name: "long text",
      path,
      answers: {
        ...base,
        ...thread([ASKS, ANSWERS]),
        ...mails(
          [
            came(1, {
              from: { name: `${LONG} ${LONG}`, address: `${"support.".repeat(7)}de@${"sub.".repeat(20)}acme.example` },
              subject: `${LONG} ${LONG}`,
              quoted: `> ${LONG} ${LONG}\n`.repeat(4),
            }),
            went(2, "failed", `${LONG} ${LONG}.`),
          ],
          { answersTo: `${"support.".repeat(7)}de@${"sub.".repeat(20)}acme.example` },
        ),
      },
      act: more,
    },
    // These stories leave a local draft, which later stories would show, so they come last.
    { name: "recipients", path, answers: { ...base, ...thread([ASKS]), ...mails([came(1)]) }, act: "click:Cc, Bcc, subject" },
    {
      name: "reply to all",
      path,
      answers: {
        ...base,
        ...thread([ASKS]),
        ...mails([came(1)], { others: ["ben@northwind.example", "chi@northwind.example"] }),
      },
      act: "click:Reply to all, Cc, Bcc, subject;click:Reply to all: add 2 people;fill:Bcc=nobody",
    },
    { name: "forward", path, answers: one({}), act: "click:Forward by email" },
    {
      name: "forward refused",
      path,
      answers: {
        ...one({}),
        forwardMessage: refusal(
          409,
          "conflict",
          "Nobody has proved that eve@else.example is theirs, so what a customer wrote is not sent there.",
        ),
      },
      act: "click:Forward by email;fill:To=eve@else.example;click:Forward",
    },
    {
      name: "passed on",
      path,
      answers: {
        ...base,
        ...thread([ASKS, PASSED_ON]),
        ...mails([came(1), { ...went(2, "sent"), subject: "Fwd: Invoice for October", forwarded: true }]),
      },
    },
    { name: "new mail", path: inbox, answers: { ...one({}) }, act: "click:New email" },
    {
      name: "new mail to an address that nobody proved",
      path: inbox,
      answers: { ...one({}), checkAddress: answer({ proved: false, problem: null, missing: [] }) },
      act: "click:New email;fill:To=new@northwind.example;fill:Subject=Your order;fill:Text=Hello",
    },
    {
      name: "new mail refused",
      path: inbox,
      answers: {
        ...one({}),
        checkAddress: answer({ proved: true, problem: null, missing: [] }),
        startMailConversation: refusal(409, "conflict", "Mail to new@northwind.example came back earlier, so none is sent there."),
      },
      act: "click:New email;fill:To=new@northwind.example;fill:Subject=Your order;fill:Text=Hello;click:Send email",
    },
    {
      name: "new mail, not set up, to an address that came back",
      path: inbox,
      answers: {
        ...one({}),
        checkAddress: answer({
          proved: false,
          problem: `Mail to ${LONG}@acme.example came back earlier, so none is sent there.`,
          missing: ["EMAIL_PROVIDER", "EMAIL_API_KEY"],
        }),
      },
      act: "click:New email;fill:To=new@northwind.example",
    },
    {
      name: "new mail, nothing known",
      path: inbox,
      answers: { ...one({}), checkAddress: "hang" },
      act: "click:New email;fill:To=new@northwind.example",
    },
    {
      name: "new mail offline",
      path: inbox,
      answers: { ...one({}), listContacts: "offline", checkAddress: "offline", startMailConversation: "offline" },
      act: "click:New email;fill:To=new@northwind.example;click:Send email",
    },
  ];
  return states.map((state) => ({ ...state, act: state.act === undefined ? wait : `${wait};${state.act}` }));
}

export const threadStates = /* @__PURE__ */ (() => declare())();
