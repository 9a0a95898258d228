// Wire contract of profiles: what is known of a contact, and the project's switch. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, line, Revision, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ofContact = { ...inProject, contactId: idOf("contact") };
const ofStatement = { ...ofContact, statementId: idOf("profileStatement") };

/** In the order of screens. `open_matter`: what the contact waits for. */
export const KINDS = ["open_matter", "product", "setup", "preference", "other"] as const;
export const Kind = v.picklist(KINDS);
export type Kind = v.InferOutput<typeof Kind>;
/** Characters of a statement. */
export const MAX_STATEMENT = 240;
/** Characters of a quote. */
export const MAX_QUOTE = 400;
/** Statements of a contact at most. */
export const MAX_STATEMENTS = 100;

/** The words of a message that prove a statement. */
const Source = v.object({
  messageId: idOf("message"),
  conversationId: idOf("conversation"),
  /** Of the message, for a link to it. */
  revision: v.number(),
  quote: v.string(),
});
export const Statement = v.object({
  id: ofStatement.statementId,
  kind: Kind,
  text: v.string(),
  /** Null for what a member wrote. */
  source: v.nullable(Source),
  /** When the message was written, or the statement if a member wrote it. */
  saidAt: Time,
  /** Whether a member wrote it or changed its text; no run changes it then. */
  byPerson: v.boolean(),
  /** That member's name; null if no member did, or the account is gone. */
  authorName: v.nullable(v.string()),
  pinned: v.boolean(),
  /** A member said that it is right. */
  confirmed: v.nullable(v.object({ by: v.nullable(v.string()), at: Time })),
  revision: v.number(),
});
export type Statement = v.InferOutput<typeof Statement>;

/** How a run ended. `skipped`: a ceiling of the day was reached. */
export const OUTCOMES = ["done", "failed", "skipped"] as const;
export const Profile = v.object({
  /** Whether the project keeps profiles. */
  on: v.boolean(),
  /** Why no run is possible although they are on, in a sentence. */
  obstacle: v.nullable(v.string()),
  running: v.boolean(),
  lastRun: v.nullable(
    v.object({
      at: Time,
      /** Null while it is under way. */
      outcome: v.nullable(v.picklist(OUTCOMES)),
      added: v.number(),
      merged: v.number(),
      removed: v.number(),
      /** Statements of the model that did not pass the check. */
      dropped: v.number(),
    }),
  ),
  /** Pinned ones first, then by kind, the newest first. */
  statements: v.array(Statement),
});
export type Profile = v.InferOutput<typeof Profile>;

/** Whether the project keeps profiles, and whether it has any: a screen that reads neither asks for no profile. */
export const readProfileState = route({
  name: "readProfileState",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/profiles",
  who: "member",
  params: inProject,
  reply: v.object({ on: v.boolean(), any: v.boolean() }),
});
export const readProfile = route({
  name: "readProfile",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/profile",
  who: "member",
  params: ofContact,
  reply: Profile,
});
/**
 * Reads the contact's new messages now. `nothing_new`: there are none, and no model was called. `failed`: the provider gave no answer that
 * could be used; `problem` says why. A repetition with the same `clientId` calls no model and returns the profile. 409 `conflict` while
 * another run is under way or profiles are off, 503 `not_configured` without a model, 429 past a ceiling or too many updates in an hour.
 */
export const updateProfile = route({
  name: "updateProfile",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/profile/runs",
  who: "member",
  params: ofContact,
  body: v.strictObject({ clientId: ClientId }),
  reply: v.object({ outcome: v.picklist(["updated", "nothing_new", "failed"]), problem: v.nullable(v.string()), profile: Profile }),
  errors: ["conflict", "not_configured", "ai_unavailable", "rate_limited"],
});

const Text = line(MAX_STATEMENT);
/**
 * Adds a statement by hand. With `source` its quote has to be in that message of this contact, as when a deleted statement is put back. 409
 * `conflict` while profiles are off or there are 100 statements.
 */
export const addStatement = route({
  name: "addProfileStatement",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/profile/statements",
  who: "member",
  params: ofContact,
  body: v.strictObject({
    clientId: ClientId,
    kind: Kind,
    text: Text,
    source: v.optional(v.strictObject({ messageId: idOf("message"), quote: line(MAX_QUOTE) })),
    pinned: v.optional(v.boolean(), false),
  }),
  reply: v.object({ statement: Statement, repeated: v.boolean() }),
  status: 201,
  errors: ["conflict"],
});
/** Changes what is given. 409 `conflict` if somebody has changed the statement since `revision`. */
export const changeStatement = route({
  name: "changeProfileStatement",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/profile/statements/:statementId",
  who: "member",
  params: ofStatement,
  body: v.strictObject({
    revision: Revision,
    kind: v.optional(Kind),
    text: v.optional(Text),
    pinned: v.optional(v.boolean()),
    confirmed: v.optional(v.boolean()),
  }),
  reply: v.object({ statement: Statement }),
  errors: ["conflict"],
});
/** Deletes a statement. No run adds it again, as long as the contact is not erased. */
export const deleteStatement = route({
  name: "deleteProfileStatement",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/profile/statements/:statementId",
  who: "member",
  params: ofStatement,
  reply: Done,
});

/** Profiles are counted up to this number; one more means that there are more. */
export const COUNT_LIMIT = 1000;
export const ProfileSettings = v.object({
  on: v.boolean(),
  /** Why no run is possible, in a sentence; null if one is. */
  obstacle: v.nullable(v.string()),
  /** The model of context runs, `provider/model`; null if there is none. */
  model: v.nullable(v.string()),
  /** How many contacts have a profile, at most COUNT_LIMIT + 1. */
  profiles: v.number(),
  /** The deletion of all profiles: the one under way, or the last one. `of`: profiles when it began, at most COUNT_LIMIT + 1. */
  deletion: v.nullable(
    v.object({
      state: v.picklist(["running", "done"]),
      finishedAt: v.nullable(Time),
      profiles: v.number(),
      statements: v.number(),
      of: v.number(),
    }),
  ),
});
export type ProfileSettings = v.InferOutput<typeof ProfileSettings>;

export const readProfileSettings = route({
  name: "readProfileSettings",
  method: "GET",
  path: "/api/management/projects/:projectId/profiles",
  who: "admin",
  params: inProject,
  reply: ProfileSettings,
});
/** Switches profiles on or off. Off: what a run under way finds is not stored. 409 `conflict` while all profiles are being deleted. */
export const switchProfiles = route({
  name: "switchProfiles",
  method: "PUT",
  path: "/api/management/projects/:projectId/profiles",
  who: "admin",
  params: inProject,
  body: v.strictObject({ on: v.boolean() }),
  reply: ProfileSettings,
  errors: ["conflict"],
});
/**
 * Deletes the profiles of all contacts, in the background. Messages up to now are never read for a profile again. Repeating it while it is under
 * way changes nothing. 409 `conflict` while profiles are on.
 */
export const deleteProfiles = route({
  name: "deleteProfiles",
  method: "POST",
  path: "/api/management/projects/:projectId/profiles/deletion",
  who: "admin",
  params: inProject,
  body: Empty,
  reply: ProfileSettings,
  status: 202,
  errors: ["conflict"],
});
