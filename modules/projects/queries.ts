// Statements on projects, memberships, invitations, and widget settings.
import { languageOfAccount, emailOf, mayStillSignIn, nameOf, parseDeliveryState } from "#modules/accounts";
import { type Language, languageOf } from "#kernel/language/languages.ts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import {
  as,
  columnList,
  columns,
  type JsonText,
  parseJson,
  type Query,
  query,
  queryOne,
  type RowIn,
  type Selected,
  type SQL,
  sql,
} from "#kernel/db/index.ts";
import type { AccountId, InvitationId, ProjectId } from "#kernel/ids/index.ts";
import type { Invitation, Member, NextSteps, Project, Role, StepName, WidgetAppearance } from "./contract.ts";

const project = (row: Selected<"projects", "id, name, slug, created_at"> & Selected<"memberships", "role">): Project => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  role: row.role,
  createdAt: iso(row.created_at),
});

export interface Membership {
  readonly role: Role;
  readonly projectName: string;
}
/** The membership that authorises a request, as it is now. */
export const readMembership = (projectId: ProjectId, accountId: AccountId): Query<Membership | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "memberships", p: "projects" }, "m.role, p.name")} FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} AND p.deleted_at IS NULL`,
    (row) => ({ role: row.role, projectName: row.name }),
  );
/** Condition: the account is a member, whatever its role: one look-up by key. Ids are SQL expressions of a row's columns. */
export const hasJoined = (projectId: SQL, accountId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships joined WHERE joined.project_id = ${projectId} AND joined.account_id = ${accountId})`;
/** Condition: the account is a member with one of the roles. */
export const isMember = (
  projectId: ProjectId | SQL,
  accountId: AccountId | SQL,
  roles: readonly Role[] = ["owner", "admin", "operator"],
): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships WHERE project_id = ${projectId} AND account_id = ${accountId} AND role IN (SELECT value FROM json_each(${JSON.stringify(roles)})))`;

/**
 * Condition: a member may still do what they granted or started earlier: still a member of an existing project, with at least the role
 * `needed` and an enabled account. Part of every batch that relies on it. Ids and role may be SQL expressions of a row's columns.
 */
export const stillMay = (projectId: ProjectId | SQL, accountId: AccountId | SQL, needed: Role | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships m JOIN projects mp ON mp.id = m.project_id AND mp.deleted_at IS NULL WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} AND ${mayStillSignIn(sql`m.account_id`)}
    AND (m.role = 'owner' OR (m.role = 'admin' AND ${needed} <> 'owner') OR ${needed} = 'operator'))`;
/** Condition: the installation's first owner owns the project. */
export const isOfFirstOwner = (projectId: ProjectId | SQL): SQL =>
  stillMay(projectId, sql`(SELECT first_owner_id FROM installation WHERE id = 1)`, "owner");
/**
 * Condition: a service of the installation is still allowed to the project. `openedBy` is the first owner, who must still be an owner or
 * admin of the project: otherwise nobody could revoke it, because that is done there.
 */
export const staysOpened = (projectId: ProjectId | SQL, openedBy: SQL): SQL =>
  sql`(${openedBy} = (SELECT first_owner_id FROM installation WHERE id = 1) AND ${stillMay(projectId, openedBy, "admin")})`;

export const readProjectsOf = (accountId: AccountId): Query<(Project & { openedAt: number })[]> =>
  query(
    sql`SELECT ${columns({ p: "projects", m: "memberships" }, "p.id, p.name, p.slug, p.created_at, m.role, m.opened_at")} FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.account_id = ${accountId} AND p.deleted_at IS NULL ORDER BY p.name, p.id LIMIT 500`,
    (rows) => rows.map((row) => ({ ...project(row), openedAt: row.opened_at })),
  );
/** The path of the only project of which an account is a member; undefined with none or several. */
export const readOnlyProject = (accountId: AccountId, pathOf: (id: ProjectId) => string): Query<string | undefined> =>
  query(
    sql`SELECT ${columns({ p: "projects" }, "p.id")} FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.account_id = ${accountId} AND p.deleted_at IS NULL LIMIT 2`,
    ([first, second]) => (first && !second ? pathOf(first.id) : undefined),
  );
export const readProjectFor = (projectId: ProjectId, accountId: AccountId): Query<Project | undefined> =>
  queryOne(
    sql`SELECT ${columns({ p: "projects", m: "memberships" }, "p.id, p.name, p.slug, p.created_at, m.role")} FROM memberships m JOIN projects p ON p.id = m.project_id WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} AND p.deleted_at IS NULL`,
    project,
  );
export const readCreated = (
  accountId: AccountId,
  clientId: string,
): Query<{ project: Project; websiteOrigin: string | null } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ p: "projects" }, "p.id, p.name, p.slug, p.created_at")}, 'owner' ${as.of<{ role: Role }>("role")}, ${columns({ p: "projects" }, "p.website_origin")} FROM projects p WHERE p.created_by = ${accountId} AND p.client_id = ${clientId}`,
    (row) => ({ project: project(row), websiteOrigin: row.website_origin }),
  );
export const writeOpened = (projectId: ProjectId, accountId: AccountId, now: number): SQL =>
  sql`UPDATE memberships SET opened_at = ${now} WHERE project_id = ${projectId} AND account_id = ${accountId}`;

/** Condition: somebody else is a member, or was invited. */
export const hasColleague = (projectId: ProjectId): SQL =>
  sql`((SELECT count(*) FROM (SELECT 1 FROM memberships WHERE project_id = ${projectId} LIMIT 2)) > 1 OR EXISTS (SELECT 1 FROM invitations WHERE project_id = ${projectId}))`;
export const readSteps = (
  projectId: ProjectId,
  accountId: AccountId,
  steps: readonly { readonly name: StepName; readonly isDone: SQL }[],
): Query<NextSteps> =>
  query(
    sql`SELECT json_array(${sql.join(
      steps.map(({ isDone }) => isDone),
      sql`, `,
    )}) ${as.of<{ done: JsonText }>("done")}, (SELECT steps_hidden_at FROM memberships WHERE project_id = ${projectId} AND account_id = ${accountId}) ${as.numberOrNull("hidden_at")}`,
    ([row]) => {
      const done = row ? parseJson<number[]>(row.done) : [];
      return { items: steps.map(({ name }, i) => ({ name, done: done[i] === 1 })), hidden: row?.hidden_at !== null };
    },
  );
export const writeStepsHidden = (projectId: ProjectId, accountId: AccountId, at: number | null): SQL =>
  sql`UPDATE memberships SET steps_hidden_at = ${at} WHERE project_id = ${projectId} AND account_id = ${accountId}`;

export const writeProject = (
  p: {
    id: ProjectId;
    name: string;
    slug: string;
    otherSlug: string;
    accountId: AccountId;
    clientId: string;
    now: number;
    widgetKey: string;
    websiteOrigin: string | null;
    look: WidgetAppearance;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO projects (id, name, slug, created_by, client_id, created_at, widget_key, website_origin, look)
  SELECT ${p.id}, ${p.name}, CASE WHEN EXISTS (SELECT 1 FROM projects WHERE slug = ${p.slug}) THEN ${p.otherSlug} ELSE ${p.slug} END, ${p.accountId}, ${p.clientId}, ${p.now}, ${p.widgetKey}, ${p.websiteOrigin}, ${JSON.stringify(p.look)}
  WHERE ${when} ON CONFLICT (created_by, client_id) DO NOTHING`;
export const projectExists = (id: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM projects WHERE id = ${id})`;
export const writeMembership = (projectId: ProjectId, accountId: AccountId, role: Role | SQL, now: number, when: SQL): SQL => sql`
  INSERT INTO memberships (project_id, account_id, role, joined_at) SELECT ${projectId}, ${accountId}, ${role}, ${now} WHERE ${when} ON CONFLICT (project_id, account_id) DO NOTHING`;
/** A column of a project that is not deleted, as an expression. */
export const projectValue = (id: ProjectId, column: "name" | "website_origin"): SQL =>
  sql`(SELECT ${sql.raw(column)} FROM projects WHERE id = ${id} AND deleted_at IS NULL)`;
/** A value of its widget's appearance, as an expression. */
export const lookValue = (id: ProjectId, key: keyof WidgetAppearance): SQL =>
  sql`(SELECT look ->> ${key} FROM projects WHERE id = ${id} AND deleted_at IS NULL)`;
export const writeProjectName = (id: ProjectId, name: string): SQL =>
  sql`UPDATE projects SET name = ${name} WHERE id = ${id} AND deleted_at IS NULL`;

const member = (
  row: Selected<"memberships", "account_id, role, joined_at"> & { readonly name: string; readonly email: string },
): Member => ({
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: iso(row.joined_at),
});
const MEMBERSHIPS_COLUMNS = columns({ m: "memberships" }, "m.account_id, m.role, m.joined_at");
export const readMembers = (projectId: ProjectId): Query<Member[]> =>
  query(
    sql`SELECT ${MEMBERSHIPS_COLUMNS}, ${nameOf(sql`m.account_id`)} ${as.text("name")}, ${emailOf(sql`m.account_id`)} ${as.text("email")} FROM memberships m WHERE m.project_id = ${projectId} ORDER BY m.joined_at, m.account_id LIMIT 500`,
    (rows) => rows.map(member),
  );
/** Those of the accounts that are members. */
export const readMembersAmong = (projectId: ProjectId, ids: readonly AccountId[]): Query<AccountId[]> =>
  query(
    sql`SELECT ${columns("memberships", "account_id")} FROM memberships WHERE project_id = ${projectId} AND account_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY account_id`,
    (rows) => rows.map((row) => row.account_id),
  );
export const readMember = (projectId: ProjectId, accountId: AccountId): Query<Member | undefined> =>
  queryOne(
    sql`SELECT ${MEMBERSHIPS_COLUMNS}, ${nameOf(sql`m.account_id`)} ${as.text("name")}, ${emailOf(sql`m.account_id`)} ${as.text("email")} FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${accountId}`,
    member,
  );
// A project keeps at least one owner: the statement that would remove the last one changes nothing.
const anotherOwner = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships o WHERE o.project_id = ${projectId} AND o.role = 'owner' AND o.account_id <> ${accountId})`;
const mayGetRole = (projectId: ProjectId, accountId: AccountId, role: Role, by: AccountId): SQL => sql`
  project_id = ${projectId} AND account_id = ${accountId} AND (role <> 'owner' OR ${role} = 'owner' OR ${anotherOwner(projectId, accountId)})
  AND ((role <> 'owner' AND ${role} <> 'owner' AND ${isMember(projectId, by, ["owner", "admin"])}) OR ${isMember(projectId, by, ["owner"])})`;
/** Condition: the member may be given the role. */
export const roleMayChange = (projectId: ProjectId, accountId: AccountId, role: Role, by: AccountId): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships WHERE ${mayGetRole(projectId, accountId, role, by)})`;
/** The role of a member, as an expression. */
export const roleOf = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`(SELECT role FROM memberships WHERE project_id = ${projectId} AND account_id = ${accountId})`;
export const writeRole = (projectId: ProjectId, accountId: AccountId, role: Role, by: AccountId): SQL =>
  sql`UPDATE memberships SET role = ${role} WHERE ${mayGetRole(projectId, accountId, role, by)}`;
export const writeRemoveMember = (projectId: ProjectId, accountId: AccountId, by: AccountId): SQL => sql`
  DELETE FROM memberships WHERE project_id = ${projectId} AND account_id = ${accountId} AND (role <> 'owner' OR ${anotherOwner(projectId, accountId)})
  AND (account_id = ${by} OR (role <> 'owner' AND ${isMember(projectId, by, ["owner", "admin"])}) OR ${isMember(projectId, by, ["owner"])})`;

/** Condition: the creator of the invitation could still create it: owners for every role, admins for all but owners. `i` is its row. */
const creatorMay = (i: SQL): SQL =>
  stillMay(sql`${i}.project_id`, sql`${i}.created_by`, sql`CASE ${i}.role WHEN 'owner' THEN 'owner' ELSE 'admin' END`);

/** Delivery state of the latest mail about an invitation as JSON, for an SQL expression of its id. */
export type DeliveryStateOf = (id: SQL) => SQL;
const invitationColumns = (standingOf: DeliveryStateOf) =>
  columnList`${columns("invitations", "invitations.id, role, note, address, invitations.created_at, expires_at")}, ${creatorMay(sql`invitations`)} ${as.number("holds")}, ${standingOf(sql`invitations.id`)} ${as.textOrNull("standing")}`;
const invitation = (row: RowIn<ReturnType<typeof invitationColumns>>): Invitation => ({
  id: row.id,
  role: row.role,
  note: row.note,
  email: row.address,
  mail: parseDeliveryState(row.standing),
  holds: row.holds !== 0,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
});
export const readInvitations = (projectId: ProjectId, standingOf: DeliveryStateOf, now: number): Query<Invitation[]> =>
  query(
    sql`SELECT ${invitationColumns(standingOf)} FROM invitations WHERE project_id = ${projectId} AND used_at IS NULL AND expires_at > ${now} ORDER BY created_at DESC LIMIT 200`,
    (rows) => rows.map(invitation),
  );
export const writeInvitation = (
  i: {
    id: InvitationId;
    projectId: ProjectId;
    tokenHash: string;
    role: Role;
    note: string;
    address: string | null;
    createdBy: AccountId;
    clientId: string;
    now: number;
    expiresAt: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO invitations (id, project_id, token_hash, role, note, address, created_by, client_id, created_at, expires_at)
  SELECT ${i.id}, ${i.projectId}, ${i.tokenHash}, ${i.role}, ${i.note}, ${i.address}, ${i.createdBy}, ${i.clientId}, ${i.now}, ${i.expiresAt} WHERE ${isMember(i.projectId, i.createdBy, i.role === "owner" ? ["owner"] : ["owner", "admin"])} AND ${when}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
export const invitationExists = (id: InvitationId): SQL => sql`EXISTS (SELECT 1 FROM invitations WHERE id = ${id})`;
export const readInvitationBy = (projectId: ProjectId, clientId: string, standingOf: DeliveryStateOf): Query<Invitation | undefined> =>
  queryOne(
    sql`SELECT ${invitationColumns(standingOf)} FROM invitations WHERE project_id = ${projectId} AND client_id = ${clientId}`,
    invitation,
  );
/** An unused invitation that has not expired. */
export const readInvitation = (
  projectId: ProjectId,
  id: InvitationId,
  standingOf: DeliveryStateOf,
  now: number,
): Query<Invitation | undefined> =>
  queryOne(
    sql`SELECT ${invitationColumns(standingOf)} FROM invitations WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND expires_at > ${now}`,
    invitation,
  );
/** A column of an invitation that can be revoked, as an expression; null for none. */
export const invitationValue = (projectId: ProjectId, id: InvitationId, column: "role" | "address" | "note"): SQL =>
  sql`(SELECT nullif(${sql.raw(column)}, '') FROM invitations WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL)`;
export const writeRevokeInvitation = (projectId: ProjectId, id: InvitationId): SQL =>
  sql`DELETE FROM invitations WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL`;
export interface OpenInvitation {
  readonly id: InvitationId;
  readonly role: Role;
  /** The only address that can use it; null: anybody with the link. */
  readonly address: string | null;
  readonly projectId: ProjectId;
  readonly projectName: string;
  /** Of whoever invites. */
  readonly language: Language;
}
const openInvitation = (
  row: Selected<"invitations", "id, role, address"> & Selected<"projects", "id AS project_id, name"> & { readonly language: string | null },
): OpenInvitation => ({
  id: row.id,
  role: row.role,
  address: row.address,
  projectId: row.project_id,
  projectName: row.name,
  language: languageOf(row.language ?? "") ?? "en",
});
const open = (which: SQL, now: number) =>
  sql`SELECT ${columns({ i: "invitations", p: "projects" }, "i.id, i.role, i.address, p.id AS project_id, p.name")}, ${languageOfAccount(sql`i.created_by`)} ${as.textOrNull("language")} FROM invitations i JOIN projects p ON p.id = i.project_id WHERE ${which} AND i.used_at IS NULL AND i.expires_at > ${now} AND p.deleted_at IS NULL AND ${creatorMay(sql`i`)}`;
export const readOpenInvitation = (tokenHash: string, now: number): Query<OpenInvitation | undefined> =>
  queryOne(open(sql`i.token_hash = ${tokenHash}`, now), openInvitation);
/** Condition: one of the hashes, an SQL list expression, belongs to an unused invitation that has not expired. */
export const openInvitationLink = (hashes: SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM invitations WHERE token_hash IN ${hashes} AND used_at IS NULL AND expires_at > ${now})`;
/** The same by its id, for the mail. */
export const readInvitationToMail = (id: string, now: number): Query<OpenInvitation | undefined> =>
  queryOne(open(sql`i.id = ${id}`, now), openInvitation);
/** Only the link of the latest mail works, for its own seven days. */
export const writeInvitationToken = (id: InvitationId, tokenHash: string, expiresAt: number, when: SQL): SQL =>
  sql`UPDATE invitations SET token_hash = ${tokenHash}, expires_at = ${expiresAt} WHERE id = ${id} AND used_at IS NULL AND ${when}`;
/** Condition: it can be used: unused, not expired, and its creator could still create it. For a statement on the row itself. */
const isOpenInvitation = (id: InvitationId, now: number): SQL =>
  sql`invitations.id = ${id} AND used_at IS NULL AND expires_at > ${now} AND ${creatorMay(sql`invitations`)}`;
export const invitationIsOpen = (id: InvitationId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM invitations WHERE ${isOpenInvitation(id, now)})`;
/** Marks the invitation as used by the account, if it is still open and the condition holds. */
export const writeUseInvitation = (id: InvitationId, accountId: AccountId, now: number, when: SQL): SQL =>
  sql`UPDATE invitations SET used_at = ${now}, used_by = ${accountId} WHERE ${isOpenInvitation(id, now)} AND ${when}`;
/** Makes another member the creator of the invitation. */
export const writeInvitationCreator = (projectId: ProjectId, id: InvitationId, by: AccountId, when: SQL): SQL =>
  sql`UPDATE invitations SET created_by = ${by} WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND ${stillMay(projectId, by, sql`CASE invitations.role WHEN 'owner' THEN 'owner' ELSE 'admin' END`)} AND ${when}`;
export const usedBy = (id: InvitationId, accountId: AccountId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM invitations WHERE id = ${id} AND used_by = ${accountId} AND used_at = ${now})`;

export interface Widget {
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly key: string;
  readonly websiteOrigin: string | null;
  readonly identitySecret: string | null;
  readonly look: WidgetAppearance;
  readonly seenAt: string | null;
  /** Whether the project was deleted. */
  readonly isDeleted: boolean;
}
const widget = (row: RowIn<typeof WIDGET_COLUMNS>): Widget => ({
  projectId: row.id,
  projectName: row.name,
  key: row.widget_key ?? "",
  websiteOrigin: row.website_origin,
  identitySecret: row.identity_secret,
  look: parseJson<WidgetAppearance>(row.look),
  seenAt: isoOrNull(row.seen_at),
  isDeleted: row.deleted_at !== null,
});
const WIDGET_COLUMNS = columns("projects", "id, name, widget_key, website_origin, identity_secret, look, seen_at, deleted_at");
/** Includes deleted projects, whose visitors get a notice. */
export const readWidgetByKey = (key: string): Query<Widget | undefined> =>
  queryOne(sql`SELECT ${WIDGET_COLUMNS} FROM projects WHERE widget_key = ${key}`, widget);
/** Includes deleted projects. */
export const readWidgetOrDeleted = (projectId: ProjectId): Query<Widget | undefined> =>
  queryOne(sql`SELECT ${WIDGET_COLUMNS} FROM projects WHERE id = ${projectId}`, widget);
export const readWidget = (projectId: ProjectId): Query<Widget | undefined> =>
  queryOne(sql`SELECT ${WIDGET_COLUMNS} FROM projects WHERE id = ${projectId} AND deleted_at IS NULL`, widget);
/** The public profile of a project. */
export interface PublicProfile {
  readonly name: string;
  readonly slug: string;
  readonly look: WidgetAppearance;
  readonly websiteOrigin: string | null;
  /** Whether the project was deleted. */
  readonly gone: boolean;
}
/** Includes deleted projects. */
export const readPublicProfile = (projectId: ProjectId): Query<PublicProfile | undefined> =>
  queryOne(
    sql`SELECT ${columns("projects", "name, slug, look, website_origin, deleted_at")} FROM projects WHERE id = ${projectId}`,
    (row) => ({
      name: row.name,
      slug: row.slug,
      look: parseJson<WidgetAppearance>(row.look),
      websiteOrigin: row.website_origin,
      gone: row.deleted_at !== null,
    }),
  );
/** SQL expression of a member's name, as customers see it, for an expression of their id; null for former members. */
export const memberName = (projectId: ProjectId, id: SQL): SQL =>
  sql`(SELECT ${nameOf(sql`m.account_id`)} FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${id})`;
export const readTeamNames = (projectId: ProjectId): Query<string[]> =>
  query(
    sql`SELECT ${nameOf(sql`account_id`)} ${as.text("name")} FROM memberships WHERE project_id = ${projectId} ORDER BY opened_at DESC LIMIT 3`,
    (rows) => rows.map((row) => row.name),
  );
/** Notes that the widget loaded on the website, at most once a minute. */
export const writeSeen = (projectId: ProjectId, now: number): SQL =>
  sql`UPDATE projects SET seen_at = ${now} WHERE id = ${projectId} AND (seen_at IS NULL OR seen_at < ${now - 60_000})`;
export const writeWidget = (
  projectId: ProjectId,
  change: { websiteOrigin?: string | null | undefined; look?: WidgetAppearance | undefined },
): SQL => sql`
  UPDATE projects SET website_origin = ${change.websiteOrigin === undefined ? sql`website_origin` : change.websiteOrigin}, look = ${change.look === undefined ? sql`look` : JSON.stringify(change.look)}${change.websiteOrigin === undefined ? sql`` : sql`, seen_at = CASE WHEN website_origin IS ${change.websiteOrigin} THEN seen_at END`}
  WHERE id = ${projectId} AND deleted_at IS NULL`;
export const writeWidgetKey = (projectId: ProjectId, key: string): SQL =>
  sql`UPDATE projects SET widget_key = ${key}, seen_at = NULL WHERE id = ${projectId} AND deleted_at IS NULL`;
export const writeIdentitySecret = (projectId: ProjectId, secret: string): SQL =>
  sql`UPDATE projects SET identity_secret = ${secret} WHERE id = ${projectId} AND deleted_at IS NULL`;

/** The write on which the whole batch of a deletion depends. The key stays, so that open widgets get a clear response. */
export const writeDeleted = (projectId: ProjectId, by: AccountId, name: string, now: number): SQL => sql`
  UPDATE projects SET deleted_at = ${now}, deleted_by = ${by}, identity_secret = NULL WHERE id = ${projectId} AND name = ${name} AND deleted_at IS NULL AND ${isMember(projectId, by, ["owner"])}`;
export const deletedNow = (projectId: ProjectId, by: AccountId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM projects WHERE id = ${projectId} AND deleted_at = ${now} AND deleted_by = ${by})`;
export const writeEndMemberships = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM memberships WHERE project_id = ${projectId} AND ${when}`;
export const writeEndInvitations = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM invitations WHERE project_id = ${projectId} AND ${when}`;
/** Condition: the website's exact origin is this one, and the project is not deleted. */
export const originHolds = (projectId: ProjectId, origin: string): SQL =>
  sql`EXISTS (SELECT 1 FROM projects WHERE id = ${projectId} AND website_origin = CAST(${origin} AS TEXT) AND widget_key IS NOT NULL AND deleted_at IS NULL)`;
/** Condition: the project (an id or an SQL expression) exists and is not deleted. */
export const projectIsLive = (projectId: ProjectId | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM projects WHERE id = ${projectId} AND deleted_at IS NULL)`;

/** The projects of which an account is a member. */
export const projectsOf = (accountId: AccountId): Query<ProjectId[]> =>
  query(sql`SELECT ${columns("memberships", "project_id")} FROM memberships WHERE account_id = ${accountId} LIMIT 500`, (rows) =>
    rows.map((row) => row.project_id),
  );
