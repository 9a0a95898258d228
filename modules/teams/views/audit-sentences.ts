// What the audit log says about teams.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

const said =
  (named: (input: { team: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ team: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  teams: {
    screen: "settings-teams",
    fields: {
      name: m.teams_name,
      members: m.teams_members,
      archived: onOff(m.teams_archived),
    },
  },
};
const sentences: AuditSentences = {
  "teams.created": said(m.teams_audit_created, m.teams_audit_created_one),
  "teams.changed": said(m.teams_audit_changed, m.teams_audit_changed_one),
  "teams.archived": said(m.teams_audit_archived, m.teams_audit_archived_one),
  "teams.unarchived": said(m.teams_audit_unarchived, m.teams_audit_unarchived_one),
  "teams.deleted": said(m.teams_audit_deleted, m.teams_audit_deleted_one),
};
export default sentences;
