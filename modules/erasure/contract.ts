// Wire contract of erasure. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Empty, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const ofContact = { projectId: idOf("project"), contactId: idOf("contact") };

export const Erasure = v.object({
  contactId: ofContact.contactId,
  state: v.picklist(["erasing", "erased"]),
  startedAt: Time,
  finishedAt: v.nullable(Time),
  /** Who requested it; null when the person is no longer known. */
  erasedBy: v.nullable(v.string()),
  /**
   * How much was removed so far, by kind: facts, sessions, conversations, messages, notes, contactNotes, bucketSummaries, attachments, drafts, mails, elsewhere (mails
   * that the person wrote into other people's conversations), knowledge, statements (of the profile), searches, comments, questions,
   * translations, ai_texts (what the assistant asked and was told). Empty kinds are left out.
   */
  removed: v.record(v.string(), v.number()),
  /** How many of the steps are done. */
  progress: v.object({ done: v.number(), of: v.number() }),
});
export type Erasure = v.InferOutput<typeof Erasure>;

/** `status` as for all long-running operations; `erasure` has the progress. */
const Progress = v.object({ status: v.picklist(["running", "done"]), erasure: Erasure });
export type Progress = v.InferOutput<typeof Progress>;

/**
 * Starts to erase the contact's personal data irreversibly. When the call returns, the contact is blocked and none of its data is shown;
 * the rest follows in the background. Repeating is safe: it resumes an interrupted erasure and leaves a finished one as it is.
 */
export const eraseContact = route({
  name: "eraseContact",
  method: "POST",
  path: "/api/management/projects/:projectId/contacts/:contactId/erase",
  who: "admin",
  params: ofContact,
  body: Empty,
  status: 202,
  reply: Progress,
});
/** The preview counts up to this number of each kind; one more means that there are more. */
export const PREVIEW_LIMIT = 1000;
/** Services outside of the installation that may have received data of contacts. */
export const RECEIVERS = ["email", "embeddings", "models"] as const;
/**
 * Counts by the kinds of `removed`, each at most PREVIEW_LIMIT + 1; `elsewhereIn`: the number of other people's conversations.
 * `receivers`: the services that this installation uses.
 */
export const previewErasure = route({
  name: "previewErasure",
  method: "GET",
  path: "/api/management/projects/:projectId/contacts/:contactId/erasure/preview",
  who: "admin",
  params: ofContact,
  reply: v.object({ erases: v.record(v.string(), v.number()), receivers: v.array(v.picklist(RECEIVERS)) }),
});
/** Progress of the erasure; 404 when there is none. */
export const readErasure = route({
  name: "readErasure",
  method: "GET",
  path: "/api/management/projects/:projectId/contacts/:contactId/erasure",
  who: "admin",
  params: ofContact,
  reply: Progress,
});
