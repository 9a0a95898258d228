// Wire contract of projects, members, invitations and widget settings. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Done, Email, Empty, line, prose, Time } from "#kernel/wire/values.ts";
import { MailDeliveryState } from "#modules/accounts/contract";
import { m } from "#messages";
import * as v from "valibot";

export const ProjectIdField = idOf("project");
const AccountIdField = idOf("account");
const InvitationIdField = idOf("invitation");

export const ROLES = ["owner", "admin", "operator"] as const;
export const Role = v.picklist(ROLES);
export type Role = v.InferOutput<typeof Role>;
/** Whether the role has at least the rights of the other. */
export const atLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** The exact origin of a website: scheme, host and optional port; http only for loopback hosts. */
export const WebsiteOrigin = v.pipe(
  v.string(),
  v.trim(),
  atMost(255),
  v.check(isOrigin, m.projects_website_origin),
  v.check((text) => !text.startsWith("http://") || !URL.canParse(text) || isLoopback(new URL(text).hostname), m.projects_website_https),
);
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const real = isLoopback(hostname) || /^[^.*]+(\.[^.*]+)+$/.test(hostname);
  return origin === text && /^https?:$/.test(protocol) && real;
}
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "127.0.0.1" || host === "[::1]" || host.endsWith(".localhost");

export const LAUNCHERS = ["chat", "help", "smile", "none"] as const;
export const WidgetAppearance = v.strictObject({
  /** Six-digit hex colour of the launcher, header accents and the visitor's bubbles; the text colour on it is computed. */
  color: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-f]{6}$/i, m.projects_color),
    v.transform((c) => c.toLowerCase()),
  ),
  title: line(60),
  greeting: prose(500, 0),
  side: v.picklist(["left", "right"]),
  /** `none` hides the launcher: the page has to open the widget. */
  launcher: v.picklist(LAUNCHERS),
  theme: v.picklist(["auto", "light", "dark"]),
  /** Distance from the block end and inline end, in px. */
  offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
});
export type WidgetAppearance = v.InferOutput<typeof WidgetAppearance>;

export const Project = v.object({ id: ProjectIdField, name: v.string(), slug: v.string(), role: Role, createdAt: Time });
export type Project = v.InferOutput<typeof Project>;
export const Member = v.object({ accountId: AccountIdField, name: v.string(), email: v.string(), role: Role, joinedAt: Time });
export type Member = v.InferOutput<typeof Member>;

const inProject = { projectId: ProjectIdField };

export const listProjects = route({
  name: "listProjects",
  method: "GET",
  path: "/api/account/projects",
  who: "account",
  reply: v.object({ items: v.array(Project), next: v.null(), mayCreate: v.boolean(), lastProjectId: v.nullable(ProjectIdField) }),
});
export const createProject = route({
  name: "createProject",
  method: "POST",
  path: "/api/account/projects",
  who: "account",
  limits: ["projectsPerIpDay", "projectsPerAccountDay"],
  body: v.strictObject({ clientId: ClientId, name: line(80), websiteOrigin: v.optional(v.nullable(WebsiteOrigin), null) }),
  reply: v.object({ project: Project }),
  status: 201,
  errors: ["forbidden", "rate_limited", "conflict"],
});
export const readProject = route({
  name: "readProject",
  method: "GET",
  path: "/api/dashboard/projects/:projectId",
  who: "member",
  params: inProject,
  reply: v.object({ project: Project, members: v.array(Member) }),
});
export const renameProject = route({
  name: "renameProject",
  method: "PATCH",
  path: "/api/management/projects/:projectId",
  who: "admin",
  params: inProject,
  body: v.strictObject({ name: line(80) }),
  reply: v.object({ project: Project }),
});
/** Ends memberships, visitor sessions, widget key, invitations and queued jobs in one batch. `confirm` is the project's name. */
export const deleteProject = route({
  name: "deleteProject",
  method: "DELETE",
  path: "/api/management/projects/:projectId",
  who: "owner",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ confirm: v.pipe(v.string(), v.maxLength(200)) }),
  reply: Done,
});

export const changeRole = route({
  name: "changeRole",
  method: "PATCH",
  path: "/api/management/projects/:projectId/members/:accountId",
  who: "admin",
  personOnly: true,
  params: { ...inProject, accountId: AccountIdField },
  body: v.strictObject({ role: Role }),
  reply: v.object({ member: Member }),
  errors: ["forbidden", "conflict"],
});
export const removeMember = route({
  name: "removeMember",
  method: "DELETE",
  path: "/api/management/projects/:projectId/members/:accountId",
  who: "admin",
  personOnly: true,
  params: { ...inProject, accountId: AccountIdField },
  reply: Done,
  errors: ["forbidden", "conflict"],
});
export const leaveProject = route({
  name: "leaveProject",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/leave",
  who: "member",
  personOnly: true,
  params: inProject,
  body: Empty,
  reply: Done,
  errors: ["conflict"],
});

export const Invitation = v.object({
  id: InvitationIdField,
  role: Role,
  note: v.string(),
  /** The address it was mailed to; only an account with this address can use it. Null: a link that is passed on by hand. */
  email: v.nullable(v.string()),
  /** Delivery state of its latest mail. */
  mail: v.nullable(MailDeliveryState),
  /** Whether it is still valid: its creator may still invite for this role. If not, the link does not work; mailing it again makes the caller its creator. */
  holds: v.boolean(),
  createdAt: Time,
  expiresAt: Time,
});
export type Invitation = v.InferOutput<typeof Invitation>;
export const listInvitations = route({
  name: "listInvitations",
  method: "GET",
  path: "/api/management/projects/:projectId/invitations",
  who: "admin",
  params: inProject,
  /** `missing`: names of the variables without which none can be mailed. */
  reply: v.object({ items: v.array(Invitation), next: v.null(), missing: v.array(v.string()) }),
});
/**
 * The link works once, for seven days. With `email` it is mailed there and works for that address only; without, only the first response
 * contains it. `note` says whom it is for and is not mailed.
 */
export const createInvitation = route({
  name: "createInvitation",
  method: "POST",
  path: "/api/management/projects/:projectId/invitations",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ clientId: ClientId, role: Role, note: v.optional(line(120, 0), ""), email: v.optional(Email) }),
  reply: v.object({ invitation: Invitation, link: v.nullable(v.string()) }),
  status: 201,
  errors: ["forbidden", "not_configured", "conflict", "rate_limited"],
});
/**
 * Mails an invitation with an address again, with a new link; the previous one stops working when the mail is sent. The caller becomes the
 * invitation's creator.
 */
export const sendInvitation = route({
  name: "sendInvitation",
  method: "POST",
  path: "/api/management/projects/:projectId/invitations/:invitationId/mail",
  who: "admin",
  personOnly: true,
  params: { ...inProject, invitationId: InvitationIdField },
  body: Empty,
  reply: v.object({ invitation: Invitation }),
  status: 202,
  errors: ["forbidden", "not_configured", "conflict", "rate_limited"],
});
export const revokeInvitation = route({
  name: "revokeInvitation",
  method: "DELETE",
  path: "/api/management/projects/:projectId/invitations/:invitationId",
  who: "admin",
  personOnly: true,
  params: { ...inProject, invitationId: InvitationIdField },
  reply: Done,
});
const InviteToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{20,100}$/));
export const invitePage = route({
  name: "invitePage",
  method: "GET",
  path: "/invite/:token",
  who: "anyone",
  params: { token: InviteToken },
  reply: "raw",
});
/** Adds the signed-in account, or creates an account with name, email and password. */
export const acceptInvitation = route({
  name: "acceptInvitation",
  method: "POST",
  path: "/invite/:token",
  who: "anyone",
  params: { token: InviteToken },
  body: "raw",
  reply: "raw",
  errors: ["not_found", "conflict"],
});
export const InviteBody = v.strictObject({ name: v.optional(line(80)), email: v.optional(Email), password: v.optional(v.string()) });

export const WidgetSettings = v.object({
  key: v.string(),
  websiteOrigin: v.nullable(v.string()),
  /** The widget's appearance. */
  look: WidgetAppearance,
  /** The text colour with the better contrast on `look.color`. */
  onColor: v.string(),
  /** The HTML that a website includes to load the widget. */
  snippet: v.string(),
  hasIdentitySecret: v.boolean(),
  /** When the widget last loaded on the website; null if it never did. */
  seenAt: v.nullable(Time),
});
export type WidgetSettings = v.InferOutput<typeof WidgetSettings>;
export const readWidgetSettings = route({
  name: "readWidgetSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/widget",
  who: "member",
  params: inProject,
  reply: WidgetSettings,
});
export const changeWidgetSettings = route({
  name: "changeWidgetSettings",
  method: "PATCH",
  path: "/api/management/projects/:projectId/widget",
  who: "admin",
  params: inProject,
  body: v.strictObject({ websiteOrigin: v.optional(v.nullable(WebsiteOrigin)), look: v.optional(WidgetAppearance) }),
  reply: WidgetSettings,
});
/** Replaces the widget key; pages with the old one stop working at once. */
export const rotateWidgetKey = route({
  name: "rotateWidgetKey",
  method: "POST",
  path: "/api/management/projects/:projectId/widget/key",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: Empty,
  reply: WidgetSettings,
});
/** Replaces the identity secret (base64url, 32 bytes), shown once; tokens signed with the old one stop working at once. */
export const rotateIdentitySecret = route({
  name: "rotateIdentitySecret",
  method: "POST",
  path: "/api/management/projects/:projectId/widget/identity-secret",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: Empty,
  reply: v.object({ secret: v.string() }),
});

/** What a team does once the widget runs on its website. */
export const STEPS = ["inbox", "member", "mail", "article"] as const;
export type StepName = (typeof STEPS)[number];
/** `done` is read from what the project holds. `hidden`: this member has hidden the list. */
export const NextSteps = v.object({ items: v.array(v.object({ name: v.picklist(STEPS), done: v.boolean() })), hidden: v.boolean() });
export type NextSteps = v.InferOutput<typeof NextSteps>;
export const readNextSteps = route({
  name: "readNextSteps",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/next-steps",
  who: "member",
  params: inProject,
  reply: NextSteps,
});
/** Hides the list from this member, or shows it again. */
export const changeNextSteps = route({
  name: "changeNextSteps",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/next-steps",
  who: "member",
  params: inProject,
  body: v.strictObject({ hidden: v.boolean() }),
  reply: NextSteps,
});

export const AuditEntry = v.object({
  id: v.string(),
  action: v.string(),
  /** The name of who did it. */
  actor: v.string(),
  /** Their account; null for what nobody did, such as a job. */
  accountId: v.nullable(v.string()),
  /** The name that the API token had by which a program did it for this member. */
  program: v.nullable(v.string()),
  createdAt: Time,
  detail: v.record(v.string(), v.string()),
  /** The name of the member whom `detail.member` names, also after they left. */
  member: v.nullable(v.string()),
  /** The settings that it changed; empty for entries without any, and for those from before changes were kept. */
  changes: v.array(v.object({ field: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;
const auditFilters = {
  by: v.optional(idOf("account")),
  /** The part of an action before its dot: `tags` of `tags.created`. */
  area: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
  from: v.optional(Time),
  /** Entries before it. */
  until: v.optional(Time),
};
const AuditFilters = v.object(auditFilters);
export type AuditFilters = v.InferOutput<typeof AuditFilters>;
export const readAuditLog = route({
  name: "readAuditLog",
  method: "GET",
  path: "/api/management/projects/:projectId/audit-log",
  who: "admin",
  params: inProject,
  query: v.object({ ...auditFilters, cursor: v.optional(v.pipe(v.string(), v.maxLength(400))) }),
  reply: v.object({ items: v.array(AuditEntry), next: v.nullable(v.string()) }),
});
/** The same entries as CSV, with a line for each setting that changed. */
export const exportAuditLog = route({
  name: "exportAuditLog",
  method: "GET",
  path: "/api/management/projects/:projectId/audit-log.csv",
  who: "admin",
  params: inProject,
  query: v.object(auditFilters),
  reply: "raw",
});

// Links to dashboard pages that screens of every module use.
export const projectPath = (projectId: string): string => `/projects/${projectId}`;
export const settingsPath = (projectId: string, page = "website"): string => `/projects/${projectId}/settings/${page}`;

// The dashboard's HTML, under every path that its router knows.
const dashboardAt = (name: string, path: "/projects" | "/projects/*" | "/conversations" | "/conversations/*" | "/account" | "/account/*") =>
  route({ name, method: "GET", path, who: "anyone", reply: "raw" });
export const dashboardPages = [
  dashboardAt("projectsPage", "/projects"),
  dashboardAt("projectPages", "/projects/*"),
  dashboardAt("conversationsPage", "/conversations"),
  dashboardAt("conversationPages", "/conversations/*"),
  dashboardAt("accountPage", "/account"),
  dashboardAt("accountPages", "/account/*"),
];
