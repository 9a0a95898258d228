// Wire contract of merging contacts. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Done, Time } from "#kernel/wire/values.ts";
import { Contact, ContactIdField } from "#modules/contacts/contract";
import * as v from "valibot";

export { type Outcome, outcomeOf, problemOf } from "./contract/rules.ts";

/** Counts of a preview stop here: one more means that there are more. */
export const MOST_COUNTED = 1000;

export const Merge = v.object({
  /** The contact that goes; from now on its id leads to the other one. */
  fromId: ContactIdField,
  intoId: ContactIdField,
  state: v.picklist(["moving", "sweeping", "done"]),
  startedAt: Time,
  finishedAt: v.nullable(Time),
  /** Conversations to move when it began, and how many of them are left. */
  conversations: v.number(),
  left: v.number(),
});
export type Merge = v.InferOutput<typeof Merge>;

const ofContact = { projectId: idOf("project"), contactId: ContactIdField };
const Pair = v.object({ into: Contact, from: Contact });

/** What merging `from` into the contact would do. Why it cannot be done is decided by `rules.ts` from both contacts. */
export const previewMerge = route({
  name: "previewContactMerge",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/merge-preview",
  who: "member",
  params: ofContact,
  query: v.object({ from: ContactIdField }),
  reply: v.object({
    ...Pair.entries,
    /** What moves, up to 1,001 each. */
    moves: v.object({ conversations: v.number(), notes: v.number() }),
    /** Browsers in which the contact that goes is known; they have to begin anew. */
    sessions: v.number(),
  }),
});
/**
 * Merges `from` into the contact; a job moves its data. Cannot be undone; repeating it is safe. 409 `conflict` with the reason if it cannot
 * be done, such as a proved contact that would become part of an unproved one.
 */
export const mergeContact = route({
  name: "mergeContact",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/merge",
  who: "member",
  params: ofContact,
  body: v.strictObject({ from: ContactIdField }),
  reply: v.object({ contact: Contact, merge: Merge }),
  status: 202,
  errors: ["conflict"],
});
/** Merges into this contact, newest first, at most 20; and who could be the same person: contacts that proved the same address. */
export const readMerges = route({
  name: "readContactMerges",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/merges",
  who: "member",
  params: ofContact,
  reply: v.object({ merges: v.array(Merge), offers: v.array(Contact) }),
});
/** Two contacts that are not to be offered as one person any more. */
export const dismissOffer = route({
  name: "dismissContactMerge",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/merge-dismissals",
  who: "member",
  params: ofContact,
  body: v.strictObject({ other: ContactIdField, dismissed: v.boolean() }),
  reply: Done,
});
