// Wire contract of suppressed addresses, of opting out, and of the sender's identity. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Done, Email, line, page, prose, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const SUPPRESSION_REASONS = ["opted_out", "complaint", "hard_bounce", "by_hand", "imported", "answered_no"] as const;
export const SuppressionReason = v.picklist(SUPPRESSION_REASONS);
export type SuppressionReason = v.InferOutput<typeof SuppressionReason>;
/** What the recipient or its mail server said: holds for every project of the installation. */
export const EVERYWHERE: ReadonlySet<SuppressionReason> = /* @__PURE__ */ new Set(["opted_out", "complaint", "hard_bounce"]);
/** What members entered, and may take back. */
export const REMOVABLE: readonly SuppressionReason[] = ["by_hand", "imported"];

/** Addresses of one request to add. */
export const MAX_ADDED = 100;
/** Characters of a postal address. */
export const MAX_POSTAL = 500;

export const SuppressionIdField = idOf("suppression");
export const Suppression = v.object({
  id: SuppressionIdField,
  /** Null when it was never known, or is erased. */
  address: v.nullable(v.string()),
  reason: SuppressionReason,
  /** The member who added it. */
  addedBy: v.nullable(idOf("account")),
  createdAt: Time,
});
export type Suppression = v.InferOutput<typeof Suppression>;

const inProject = { projectId: idOf("project") };
const ROOT = "/api/dashboard/projects/:projectId/suppressions";

/** The project's own, newest first. */
export const listSuppressions = route({
  name: "listSuppressions",
  method: "GET",
  path: ROOT,
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(Suppression),
});
/**
 * Whether an address, in any spelling, gets outreach of the project. `items`: the project's own suppressions of it. `mailable` is also false
 * for what another project's recipient said, of which nothing more is told.
 */
export const findSuppression = route({
  name: "findSuppression",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/suppressions/find",
  who: "member",
  params: inProject,
  query: v.object({ address: Email }),
  reply: v.object({ mailable: v.boolean(), items: v.array(Suppression) }),
});
/** At most 100 at once; repeating is safe. `added`: how many the project did not have for this reason, in any spelling. */
export const addSuppressions = route({
  name: "addSuppressions",
  method: "POST",
  path: ROOT,
  who: "member",
  params: inProject,
  body: v.strictObject({
    reason: v.picklist(["by_hand", "imported"]),
    addresses: v.pipe(v.array(Email), v.minLength(1), v.maxLength(MAX_ADDED)),
  }),
  reply: v.object({ added: v.number() }),
});
/** Only what members of the project added: 409 `conflict` for what a recipient or a mail server said. */
export const removeSuppression = route({
  name: "removeSuppression",
  method: "DELETE",
  path: "/api/management/projects/:projectId/suppressions/:suppressionId",
  who: "admin",
  params: { ...inProject, suppressionId: SuppressionIdField },
  reply: Done,
  errors: ["conflict"],
});

/** Who a project's outreach comes from. */
export const OutreachIdentity = v.object({
  /** The company, as it is registered. */
  legalName: line(120),
  /** Where post arrives; several lines. */
  postalAddress: v.pipe(v.string(), v.trim(), prose(MAX_POSTAL)),
  /** The name in the mail's From. */
  senderName: line(80),
  /** One of the project's verified addresses at which mail arrives. */
  replyAddress: Email,
});
export type OutreachIdentity = v.InferOutput<typeof OutreachIdentity>;
/** What is missing before the first outreach: everything, or that the reply address is still the project's. */
export const IDENTITY_GAPS = ["identity", "reply_address_unverified"] as const;
export type IdentityGap = (typeof IDENTITY_GAPS)[number];
const Identity = v.object({ identity: v.nullable(OutreachIdentity), missing: v.array(v.picklist(IDENTITY_GAPS)) });

/** `identity` is null until it is saved. Nothing is sent while something is `missing`. */
export const readOutreachIdentity = route({
  name: "readOutreachIdentity",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/outreach-identity",
  who: "member",
  params: inProject,
  reply: Identity,
});
/** 400 for a reply address that is not a verified address of the project at which mail arrives. */
export const saveOutreachIdentity = route({
  name: "saveOutreachIdentity",
  method: "PUT",
  path: "/api/management/projects/:projectId/outreach-identity",
  who: "admin",
  params: inProject,
  body: v.strictObject(OutreachIdentity.entries),
  reply: Identity,
});

// A malformed token gets the same page as a forged one.
const Token = v.pipe(v.string(), v.maxLength(500));
/** The page behind the link of a mail. Opening it, or asking only for its headers, changes nothing: mail scanners do both. */
export const unsubscribePage = route({
  name: "unsubscribePage",
  method: "GET",
  path: "/unsubscribe/:unsubscribeToken",
  who: "anyone",
  params: { unsubscribeToken: Token },
  reply: "raw",
});
/**
 * Opts out: the button of the page, or a mail program's one click (RFC 8058), which gets 200 and a line of text, never a redirect. With
 * `undo`, which only the page of a new opt-out has, takes that one back. No cookie counts, so any origin may send it.
 */
export const unsubscribe = route({
  name: "unsubscribe",
  method: "POST",
  path: "/unsubscribe/:unsubscribeToken",
  who: "anyone",
  params: { unsubscribeToken: Token },
  body: "raw",
  reply: "raw",
  anyOrigin: true,
});

export const suppressionsPath = (projectId: string): string => `/projects/${projectId}/settings/suppressions`;
export const outreachIdentityPath = (projectId: string): string => `/projects/${projectId}/settings/outreach-identity`;
