// What the audit log says about projects, members, invitations, the widget, and contacts.
import { m } from "#messages";
import { type AuditEntry, ROLES, type Role } from "../../contract.ts";
import { roleName } from "../role-name.ts";
import { type AuditAreas, choice, onOff } from "./areas.ts";
import { type AuditSentences, sentencesOfChanges } from "./sentences.ts";

const roleOf = (role: string | undefined): string => (ROLES.includes(role as Role) ? roleName(role as Role) : (role ?? ""));
const one = (sentence: () => string) => (): readonly string[] => [sentence()];
/** Whom an invitation is for, as far as the entry says. */
function invitee({ detail: { email = "", note = "", role } }: AuditEntry) {
  return { kind: email ? "email" : note ? "note" : "role", email, note, role: roleOf(role) } as const;
}
const among = (names: Readonly<Record<string, () => string>>, value: string): string => names[value]?.() ?? value;
const SIDES = { left: m.projects_side_left, right: m.projects_side_right };
const LAUNCHERS = {
  chat: m.projects_launcher_chat,
  help: m.projects_launcher_help,
  smile: m.projects_launcher_smile,
  none: m.projects_launcher_none,
};
const THEMES = { auto: m.projects_theme_auto, light: m.dashboard_theme_light, dark: m.dashboard_theme_dark };

const ROLE_NAMES = Object.fromEntries(ROLES.map((role) => [role, () => roleName(role)]));
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  project: { screen: "settings-general", fields: { name: m.projects_name, installationName: m.projects_audit_installation_name } },
  member: { screen: "settings-members", fields: { role: choice(m.projects_role, ROLE_NAMES) } },
  widget: {
    screen: "settings-look",
    fields: {
      origin: m.projects_origin_title,
      title: m.projects_look_name,
      greeting: m.projects_look_greeting,
      color: m.projects_look_color,
      side: choice(m.projects_look_side, SIDES),
      launcher: choice(m.projects_look_launcher, LAUNCHERS),
      theme: choice(m.projects_look_theme, THEMES),
      offset: m.projects_look_offset,
    },
  },
  inbox: { screen: "settings-inbox", fields: { assignOnReply: onOff(m.conversations_settings_assign_on_reply) } },
  contact: { screen: "contacts" },
};

const sentences: AuditSentences = {
  "project.created": one(m.projects_audit_project_created),
  "project.deleted": one(m.projects_audit_project_deleted),
  "project.renamed": sentencesOfChanges(m.projects_audit_project_renamed, { name: m.projects_audit_renamed_from }),
  "project.installation_renamed": one(m.projects_audit_installation_renamed),
  "member.invited": (entry) => [
    entry.detail["role"] === undefined ? m.projects_audit_member_invited() : m.projects_audit_invited(invitee(entry)),
  ],
  "member.invitation_revoked": (entry) => [
    entry.detail["role"] === undefined ? m.projects_audit_invitation_revoked() : m.projects_audit_revoked(invitee(entry)),
  ],
  "member.invitation_mailed": ({ detail: { email } }) => [
    email === undefined ? m.projects_audit_invitation_mailed() : m.projects_audit_mailed_to({ email }),
  ],
  "member.joined": ({ detail: { role } }) => [
    role === undefined ? m.projects_audit_member_joined() : m.projects_audit_joined_as({ role: roleOf(role) }),
  ],
  "member.role_changed": (entry) => {
    const { member: name, detail, changes } = entry;
    if (name === null) return [m.projects_audit_role_changed()];
    const [change] = changes;
    return [
      change
        ? m.projects_audit_role_from({ name, from: roleOf(change.from ?? ""), to: roleOf(change.to ?? "") })
        : m.projects_audit_role_to({ name, role: roleOf(detail["role"]) }),
    ];
  },
  "member.removed": ({ member: name }) => [name === null ? m.projects_audit_member_removed() : m.projects_audit_removed({ name })],
  "member.left": one(m.projects_audit_member_left),
  "widget.changed": sentencesOfChanges(m.projects_audit_widget_changed, {
    origin: m.projects_audit_change_origin,
    title: m.projects_audit_change_title,
    greeting: m.projects_audit_change_greeting,
    color: m.projects_audit_change_color,
    side: ({ from, to }) => m.projects_audit_change_side({ from: among(SIDES, from), to: among(SIDES, to) }),
    launcher: ({ from, to }) => m.projects_audit_change_launcher({ from: among(LAUNCHERS, from), to: among(LAUNCHERS, to) }),
    theme: ({ from, to }) => m.projects_audit_change_theme({ from: among(THEMES, from), to: among(THEMES, to) }),
    offset: m.projects_audit_change_offset,
  }),
  "widget.key_rotated": one(m.projects_audit_key_rotated),
  "widget.identity_secret_rotated": one(m.projects_audit_secret_rotated),
  "inbox.changed": ({ detail: { assignOnReply } }) => [m.projects_audit_inbox({ kind: assignOnReply === "true" ? "on" : "off" })],
  "contact.conversation_moved": one(m.projects_audit_conversation_moved),
  "contact.move_undone": one(m.projects_audit_move_undone),
  "contact.merged": one(m.projects_audit_contact_merged),
  "contact.hidden": one(m.projects_audit_contact_hidden),
  "contact.restored": one(m.projects_audit_contact_restored),
  "contact.erased": one(m.projects_audit_contact_erased),
};
export default sentences;
