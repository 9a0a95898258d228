// Stories of the screens of outreach, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Lead } from "#modules/leads/contract";
import type { Sequence, SequenceMail, Settings, Template } from "../contract.ts";

type States = readonly ScreenState[];
// One function, so that production builds can drop everything in it.
function declare(): { reviews: States; results: States; settings: States; lead: States; contact: States } {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const at = "2026-11-20T10:02:00.000Z";
  const footer =
    "-- \nAcme Ltd, 1 High Street, London\nYou get it because someone at Acme Ltd chose to write to you about your work.\nGet no more of these emails: https://desk.example/u/abc";
  const mail = (position: number, change: Partial<SequenceMail> = {}): SequenceMail => ({
    ...{ position, waitDays: position === 1 ? 0 : 4, subject: `Support for Northwind, ${position}`, footer, hash: "0".repeat(64) },
    text: "Hello Amara,\n\nyour team answers support by hand. Shall we talk about how we do it?\n\nBest wishes\nOlga",
    ...{ editedBy: ME.id as SequenceMail["editedBy"], byModel: false, review: null, sentAt: null, delivery: null },
    ...change,
  });
  const review = { reviewedBy: fixtureId("acc", 2) as SequenceMail["editedBy"], reviewedAt: at };
  const leadId = fixtureId("led", 7) as Lead["id"];
  const sequence = (change: Partial<Sequence> = {}): Sequence => ({
    ...{
      id: fixtureId("osq", 1) as Sequence["id"],
      leadId,
      leadName: "Amara Okafor",
      company: "Northwind",
      address: "amara@northwind.example",
    },
    ...{ state: "in_review", endReason: null, waitsFor: null, nextAt: null, timeZone: "Europe/Berlin" },
    ...{ sender: { name: "Olga of Acme", address: "desk@acme.example" }, mails: [mail(1), mail(2)] },
    ...{ createdBy: ME.id as Sequence["createdBy"], createdAt: at, requestedAt: at, answeredAt: null, revision: 2 },
    ...change,
  });
  const template: Template = {
    ...{
      id: fixtureId("otp", 1) as Template["id"],
      name: "First contact",
      subject: "Support for {company}",
      text: "Hello {first_name}",
      revision: 1,
    },
  };
  const settings: Settings = {
    anotherReviewer: false,
    timeZone: "Europe/Vienna",
    days: 31,
    fromMinute: 540,
    toMinute: 1020,
    dailyMost: 50,
  };
  const error = refusal(500, "internal", "Something went wrong.");
  const queue = (items: Sequence[], anotherReviewer = false) => answer({ items, next: null, anotherReviewer });
  const path = `/projects/${PROJECT_ID}/outreach`;
  const reviews = (listOutreachReviews: unknown) => ({ ...frame(), listOutreachReviews }) as ScreenState["answers"] & object;
  const results = (readOutreachResults: unknown) => ({ ...frame(), readOutreachResults }) as ScreenState["answers"] & object;
  const numbers = { sent: 42, answered: 5, optedOut: 2, bounced: 1 };
  const row = (n: number, change: object = {}) => ({
    ...{ id: fixtureId("osq", n), leadId, leadName: `Person ${n}`, company: "Northwind", address: `person${n}@northwind.example` },
    ...{ state: "running", endReason: null, sent: 1, mails: 3, answeredAt: null, createdAt: at },
    ...change,
  });
  const lead: Lead = {
    ...{
      id: leadId,
      name: "Amara Okafor",
      email: "amara@northwind.example",
      company: "Northwind",
      domain: "northwind.example",
      role: "Head of support",
    },
    ...{ stage: "new", ownerId: null, contactId: null, nextStep: null, nextStepOn: null, lostReason: null, notes: null, revision: 1 },
    ...{ createdAt: at, updatedAt: at },
  };
  const CAN = { obstacle: null, model: "openai/gpt-5-mini", mostUsd: 0.0156 };
  const finding = (n: number, text: string, quote: string) => ({
    ...{ id: fixtureId("lst", n), runId: null, text, quote, url: "https://northwind.example/about", byPerson: true },
    ...{ authorName: "Olga", revision: 1, updatedAt: at },
  });
  const found = {
    ...{ obstacle: null, model: "openai/gpt-5-mini", mostUsd: 0.05, criteria: [], runs: [], answers: [] },
    statements: [
      finding(1, "Answers 120 emails a day", "Our team answers 120 emails a day."),
      finding(2, `Calls itself ${LONG}`, `We are the ${LONG}.`),
    ],
  };
  const onLead = (name: string, more: object, act?: string, research?: object): ScreenState => ({
    name,
    path: `/projects/${PROJECT_ID}/leads/${leadId}`,
    answers: {
      ...frame(),
      readLead: answer({ lead, others: [], mailable: true }),
      readLeadOutreach: answer({ sequence: null, missing: [], templates: [template], anotherReviewer: false, drafting: CAN, ...more }),
      ...(research === undefined ? {} : { readLeadResearch: answer(research) }),
    },
    ...(act === undefined ? {} : { act }),
  });
  const contactId = fixtureId("con", 1);
  const contact = {
    ...{ id: contactId, name: "Amara Okafor", email: "amara@northwind.example", emailVerified: true, identifier: null, metadata: {} },
    ...{ state: "active", createdAt: at, lastSeenAt: at, lastPage: null },
  };
  const beside = (name: string, known: object): ScreenState => ({
    name,
    path: `/projects/${PROJECT_ID}/contacts/${contactId}`,
    answers: {
      ...frame(),
      ...{ listConversations: answer({ items: [], next: null, head: 0 }), readContact: answer({ contact }) },
      readContactOutreach: answer(known),
    },
  });
  return {
    reviews: [
      {
        name: "waiting",
        path: `${path}/reviews`,
        answers: reviews(
          queue([
            sequence(),
            sequence({
              id: fixtureId("osq", 2) as never,
              address: "office@northwind.example",
              mails: [mail(1, { review, sentAt: at, delivery: "sent" }), mail(2)],
            }),
          ]),
        ),
      },
      { name: "own text", path: `${path}/reviews`, answers: reviews(queue([sequence()], true)) },
      { name: "empty", path: `${path}/reviews`, answers: reviews(queue([])) },
      { name: "loading", path: `${path}/reviews`, answers: reviews("hang") },
      { name: "error", path: `${path}/reviews`, answers: reviews(error) },
      {
        name: "long texts",
        path: `${path}/reviews`,
        answers: reviews(queue([sequence({ leadName: LONG, mails: [mail(1, { subject: LONG, text: `${LONG} `.repeat(20) })] })])),
      },
    ],
    results: [
      {
        name: "list",
        path: `${path}/results`,
        answers: results(
          answer({
            numbers,
            items: [
              row(4),
              row(3, { state: "ended", endReason: "answered", answeredAt: at }),
              row(2, { state: "ended", endReason: "opted_out" }),
              row(1, { state: "in_review", sent: 0, leadName: LONG }),
            ],
            next: "more",
          }),
        ),
      },
      {
        name: "empty",
        path: `${path}/results`,
        answers: results(answer({ numbers: { sent: 0, answered: 0, optedOut: 0, bounced: 0 }, items: [], next: null })),
      },
      { name: "loading", path: `${path}/results`, answers: results("hang") },
      { name: "error", path: `${path}/results`, answers: results(error) },
    ],
    settings: [
      {
        name: "settings",
        path: `/projects/${PROJECT_ID}/settings/outreach`,
        answers: { ...frame(), readOutreachSettings: answer({ settings, templates: [template], missing: ["identity"] }) },
      },
      {
        name: "no templates",
        path: `/projects/${PROJECT_ID}/settings/outreach`,
        act: "click:Add template",
        answers: { ...frame(), readOutreachSettings: answer({ settings, templates: [], missing: [] }) },
      },
      { name: "loading", path: `/projects/${PROJECT_ID}/settings/outreach`, answers: { ...frame(), readOutreachSettings: "hang" } },
      { name: "error", path: `/projects/${PROJECT_ID}/settings/outreach`, answers: { ...frame(), readOutreachSettings: error } },
    ],
    lead: [
      onLead("no outreach", {}),
      onLead("drafting outreach", { missing: ["identity", "reply_address"] }, "click:Draft outreach"),
      onLead("drafting by model", {}, "click:Draft outreach;see:Draft with AI;click:From research (2)", found),
      onLead(
        "drafting without model",
        {
          drafting: {
            obstacle: "Drafting with AI needs a model: set LEAD_MODEL to one such as openai/gpt-5-mini.",
            model: null,
            mostUsd: null,
          },
        },
        "click:Draft outreach;see:LEAD_MODEL",
      ),
      onLead("drafted by model", { sequence: sequence({ state: "draft", mails: [mail(1, { byModel: true }), mail(2)] }) }),
      onLead("outreach running", {
        sequence: sequence({
          state: "running",
          waitsFor: "window",
          nextAt: "2026-11-23T08:00:00.000Z",
          mails: [mail(1, { review, sentAt: at, delivery: "sent" }), mail(2, { review })],
        }),
      }),
      onLead("outreach ended", {
        sequence: sequence({ state: "ended", endReason: "answered", mails: [mail(1, { review, sentAt: at, delivery: "sent" })] }),
      }),
    ],
    contact: [
      beside("lead of the contact", {
        lead: { id: leadId, name: "Amara Okafor", company: "Northwind", role: "Head of support", stage: "in_conversation" },
        sequence: { state: "ended", endReason: "answered", sent: 2, answeredAt: at },
      }),
      beside("lead of the contact, long name", {
        lead: { id: leadId, name: LONG, company: LONG, role: null, stage: "new" },
        sequence: null,
      }),
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const reviewsStories = stories.reviews;
export const resultsStories = stories.results;
export const settingsStories = stories.settings;
export const leadPanelStories = stories.lead;
export const contactPanelStories = stories.contact;
