// Wire contract of reviewed outreach. Browser-safe.
import { isKnownZone } from "#kernel/clock/local-time.ts";
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Empty, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { ContactIdField } from "#modules/contacts/contract";
import { Lead, LeadIdField } from "#modules/leads/contract";
import * as v from "valibot";

export { filled, missingIn, PLACEHOLDERS, type Placeholder } from "./contract/placeholders.ts";

/** Mails of a sequence. */
export const MAX_MAILS = 4;
export const MAX_SUBJECT = 150;
export const MAX_TEXT = 5000;
export const MAX_TEMPLATES = 50;
/** Days between two mails, at least and at most. */
export const LEAST_WAIT = 2;
export const MOST_WAIT = 60;
/** Days between two mails unless somebody chooses others. */
export const USUAL_WAIT = 4;
/** Characters of what a member tells the model about the mails. */
export const MAX_ABOUT = 1000;
/** How a model writes. */
export const TONES = ["plain", "warm", "formal"] as const;
export const Tone = v.picklist(TONES);
export type Tone = v.InferOutput<typeof Tone>;
/** Mails of a project in a day, at most. */
export const MOST_A_DAY = 200;

const notBlank = v.check<string, () => string>((text) => text.trim() !== "", m.outreach_text_missing);
const Subject = line(MAX_SUBJECT);
const Text = v.pipe(prose(MAX_TEXT), notBlank);
const Position = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MAILS));

export const SEQUENCE_STATES = ["draft", "in_review", "running", "ended"] as const;
export const SequenceState = v.picklist(SEQUENCE_STATES);
export type SequenceState = v.InferOutput<typeof SequenceState>;
/** Why a sequence ended. */
export const END_REASONS = [
  "finished",
  "answered",
  "automatic_answer",
  "bounced",
  "complained",
  "opted_out",
  "suppressed",
  "conversation",
  "lead_gone",
  "address_changed",
  "won",
  "lost",
  "stopped",
  "not_sent",
] as const;
export const EndReason = v.picklist(END_REASONS);
export type EndReason = v.InferOutput<typeof EndReason>;
/** What the next mail of a running sequence waits for. */
export const WAITS = ["window", "pause", "previous", "project_ceiling", "sender_ceiling", "address_limit", "review", "not_ready"] as const;
export const Wait = v.picklist(WAITS);
export type Wait = v.InferOutput<typeof Wait>;

export const Review = v.object({ reviewedBy: idOf("account"), reviewedAt: Time });
export const SequenceMail = v.object({
  position: Position,
  /** Days after the previous mail; 0 for the first. */
  waitDays: v.number(),
  subject: v.string(),
  text: v.string(),
  /** What stands below the text. */
  footer: v.string(),
  editedBy: idOf("account"),
  /** Whether a model wrote the words on request of `editedBy`, and nobody has changed them since. */
  byModel: v.boolean(),
  /** Names exactly what would be sent: sender, recipient, subject, text and footer. */
  hash: v.string(),
  /** Of exactly this mail; null without one. */
  review: v.nullable(Review),
  sentAt: v.nullable(Time),
  /** What became of it, once it was handed to the outbox. */
  delivery: v.nullable(v.string()),
});
export type SequenceMail = v.InferOutput<typeof SequenceMail>;
export const Sequence = v.object({
  id: idOf("outreachSequence"),
  leadId: LeadIdField,
  leadName: v.nullable(v.string()),
  company: v.nullable(v.string()),
  address: v.string(),
  state: SequenceState,
  endReason: v.nullable(EndReason),
  waitsFor: v.nullable(Wait),
  /** When the next mail goes, as far as is known. */
  nextAt: v.nullable(Time),
  /** The recipient's likely time zone. */
  timeZone: v.string(),
  sender: v.object({ name: v.string(), address: v.string() }),
  mails: v.array(SequenceMail),
  createdBy: idOf("account"),
  createdAt: Time,
  requestedAt: v.nullable(Time),
  answeredAt: v.nullable(Time),
  revision: Revision,
});
export type Sequence = v.InferOutput<typeof Sequence>;

/** What is missing before anything can be reviewed or sent. */
export const MISSING = ["email", "origin", "reply_address", "identity"] as const;
export const Missing = v.picklist(MISSING);
export type Missing = v.InferOutput<typeof Missing>;

export const Settings = v.object({
  /** Whoever wrote a text may not review it. */
  anotherReviewer: v.boolean(),
  /** For recipients whose own time zone is not known. */
  timeZone: v.string(),
  /** Days on which mail goes out, one bit each, Monday first. */
  days: v.number(),
  /** Minutes of the recipient's day between which mail goes out. */
  fromMinute: v.number(),
  toMinute: v.number(),
  /** Mails of the project in a day. */
  dailyMost: v.number(),
});
export type Settings = v.InferOutput<typeof Settings>;
const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60));
const GivenSettings = v.pipe(
  v.strictObject({
    anotherReviewer: v.boolean(),
    timeZone: v.pipe(line(64), v.check(isKnownZone, m.outreach_zone_unknown)),
    days: v.pipe(v.number(), v.integer(), v.minValue(1, m.outreach_no_day), v.maxValue(127)),
    fromMinute: Minute,
    toMinute: Minute,
    dailyMost: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_A_DAY)),
  }),
  v.forward(
    v.check(({ fromMinute, toMinute }) => toMinute - fromMinute >= 60, m.outreach_window_short),
    ["toMinute"],
  ),
);
export const Template = v.object({
  id: idOf("outreachTemplate"),
  name: v.string(),
  subject: v.string(),
  text: v.string(),
  revision: Revision,
});
export type Template = v.InferOutput<typeof Template>;

const inProject = { projectId: idOf("project") };
const ofLead = { ...inProject, leadId: LeadIdField };
const ofSequence = { ...inProject, sequenceId: idOf("outreachSequence") };
const PATH = "/api/dashboard/projects/:projectId/outreach" as const;
const Mails = v.pipe(
  v.array(
    v.strictObject({
      waitDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_WAIT)),
      subject: Subject,
      text: Text,
    }),
  ),
  v.minLength(1),
  v.maxLength(MAX_MAILS),
  v.check((mails) => mails.every(({ waitDays }, i) => (i === 0 ? waitDays === 0 : waitDays >= LEAST_WAIT)), m.outreach_wait_short),
);
export type GivenMails = v.InferOutput<typeof Mails>;
const One = v.object({ sequence: Sequence });

/** The lead's latest sequence, and what is missing before one can be reviewed. */
export const readLeadOutreach = route({
  name: "readLeadOutreach",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/outreach",
  who: "member",
  params: ofLead,
  reply: v.object({
    sequence: v.nullable(Sequence),
    missing: v.array(Missing),
    templates: v.array(Template),
    anotherReviewer: v.boolean(),
    /** Drafting by a model. */
    drafting: v.object({
      /** Why it is not possible, in a sentence; null if it is. */
      obstacle: v.nullable(v.string()),
      /** `provider/model`; null without one. */
      model: v.nullable(v.string()),
      /** The most that a draft costs, in US dollars; null without a model. */
      mostUsd: v.nullable(v.number()),
    }),
  }),
});
/** Drafts a sequence of one to four mails. 409 `conflict` if the lead has one that has not ended, no address, or is won or lost. */
export const draftOutreach = route({
  name: "draftOutreach",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/outreach",
  who: "member",
  params: ofLead,
  body: v.strictObject({ clientId: ClientId, mails: Mails }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/**
 * Has a model draft the mails, from the research of the lead, a template and what the caller says; nothing is sent or reviewed by it.
 * `revision`: of the lead's open sequence, whose mails it replaces while none was sent; null drafts a new one. A `clientId` asks the model
 * once: repeating it answers the sequence that it drafted, or 429 `rate_limited` while nobody knows what became of it. 409 `conflict` as for
 * `draftOutreach` and `changeOutreach`; 503 `not_configured` without `LEAD_MODEL` or the key of its provider; 429 `ai_unavailable` when the
 * day's ceiling is reached; 503 `unavailable` if the model failed.
 */
export const draftOutreachByModel = route({
  name: "draftOutreachByModel",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leads/:leadId/outreach/model-drafts",
  who: "member",
  params: ofLead,
  body: v.strictObject({
    clientId: ClientId,
    revision: v.nullable(Revision),
    templateId: v.nullable(idOf("outreachTemplate")),
    /** In the caller's words: what the mails offer, and why. */
    about: prose(MAX_ABOUT, 0),
    tone: Tone,
    mails: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MAILS)),
  }),
  reply: One,
  status: 201,
  errors: ["conflict", "not_configured", "ai_unavailable", "unavailable"],
});
/**
 * Replaces the mails that were not sent yet. A mail that differs from what was reviewed needs another review. 409 `conflict` if somebody
 * changed it meanwhile, it has ended, or a sent mail differs.
 */
export const changeOutreach = route({
  name: "changeOutreach",
  method: "PUT",
  path: `${PATH}/sequences/:sequenceId`,
  who: "member",
  params: ofSequence,
  body: v.strictObject({ revision: Revision, mails: Mails }),
  reply: One,
  errors: ["conflict"],
});
/** Puts a draft into the review queue. 400 while a placeholder is left; 409 `conflict` while something is missing. */
export const requestOutreachReview = route({
  name: "requestOutreachReview",
  method: "POST",
  path: `${PATH}/sequences/:sequenceId/review-requests`,
  who: "member",
  params: ofSequence,
  body: v.strictObject({ revision: Revision }),
  reply: One,
  errors: ["conflict"],
});
/**
 * Stores that the caller has reviewed these mails, each named by the hash of what was shown. 409 `conflict` if one differs by now; 403 if
 * the project wants another reviewer than the author. Repeating it is safe. People only: no token has a scope for it.
 */
export const reviewOutreach = route({
  name: "reviewOutreach",
  method: "POST",
  path: `${PATH}/sequences/:sequenceId/reviews`,
  who: "member",
  params: ofSequence,
  body: v.strictObject({
    mails: v.pipe(
      v.array(v.strictObject({ position: Position, hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256")) })),
      v.minLength(1),
      v.maxLength(MAX_MAILS),
    ),
  }),
  reply: One,
  errors: ["conflict", "forbidden"],
});
/** Ends a sequence; nothing of it is sent any more. Repeating it is safe. */
export const stopOutreach = route({
  name: "stopOutreach",
  method: "POST",
  path: `${PATH}/sequences/:sequenceId/stop`,
  who: "member",
  params: ofSequence,
  body: Empty,
  reply: One,
});
/** Sequences with mails to review, those that have waited longest first. */
export const listOutreachReviews = route({
  name: "listOutreachReviews",
  method: "GET",
  path: `${PATH}/reviews`,
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: v.object({ ...page(Sequence).entries, anotherReviewer: v.boolean() }),
});
/** The last 90 days in numbers, and sequences, newest first. Opens are not tracked. */
export const readOutreachResults = route({
  name: "readOutreachResults",
  method: "GET",
  path: `${PATH}/results`,
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: v.object({
    numbers: v.object({ sent: v.number(), answered: v.number(), optedOut: v.number(), bounced: v.number() }),
    ...page(
      v.object({
        id: idOf("outreachSequence"),
        leadId: LeadIdField,
        leadName: v.nullable(v.string()),
        company: v.nullable(v.string()),
        address: v.string(),
        state: SequenceState,
        endReason: v.nullable(EndReason),
        sent: v.number(),
        mails: v.number(),
        answeredAt: v.nullable(Time),
        createdAt: Time,
      }),
    ).entries,
  }),
});
/** Settings, templates, and what is missing before the first mail. */
export const readOutreachSettings = route({
  name: "readOutreachSettings",
  method: "GET",
  path: `${PATH}/settings`,
  who: "member",
  params: inProject,
  reply: v.object({ settings: Settings, templates: v.array(Template), missing: v.array(Missing) }),
});
export const changeOutreachSettings = route({
  name: "changeOutreachSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/outreach/settings",
  who: "admin",
  params: inProject,
  body: GivenSettings,
  reply: v.object({ settings: Settings }),
});
const templateFields = { name: line(100), subject: Subject, text: Text };
/** Repeating a `clientId` answers the first one. 409 `conflict` if there are 50 already. */
export const createOutreachTemplate = route({
  name: "createOutreachTemplate",
  method: "POST",
  path: `${PATH}/templates`,
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, ...templateFields }),
  reply: v.object({ template: Template }),
  status: 201,
  errors: ["conflict"],
});
const ofTemplate = { ...inProject, templateId: idOf("outreachTemplate") };
/** 409 `conflict` if somebody changed it meanwhile. */
export const changeOutreachTemplate = route({
  name: "changeOutreachTemplate",
  method: "PUT",
  path: `${PATH}/templates/:templateId`,
  who: "member",
  params: ofTemplate,
  body: v.strictObject({ revision: Revision, ...templateFields }),
  reply: v.object({ template: Template }),
  errors: ["conflict"],
});
/** Drafts made of it stay as they are. 404 once it is gone. */
export const deleteOutreachTemplate = route({
  name: "deleteOutreachTemplate",
  method: "DELETE",
  path: `${PATH}/templates/:templateId`,
  who: "member",
  params: ofTemplate,
  reply: Done,
});
/** The lead that a contact is or has the address of, and its latest sequence, for the side of a conversation. */
export const readContactOutreach = route({
  name: "readContactOutreach",
  method: "GET",
  path: `${PATH}/contacts/:contactId`,
  who: "member",
  params: { ...inProject, contactId: ContactIdField },
  reply: v.object({
    lead: v.nullable(v.pick(Lead, ["id", "name", "company", "role", "stage"])),
    sequence: v.nullable(
      v.object({ state: SequenceState, endReason: v.nullable(EndReason), sent: v.number(), answeredAt: v.nullable(Time) }),
    ),
  }),
});

export const reviewsPath = (projectId: string): string => `/projects/${projectId}/outreach/reviews`;
