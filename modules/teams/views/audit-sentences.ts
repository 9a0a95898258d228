// What the audit log says about teams.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (sentence: (input: { team: string }) => string): AuditSentences[string] =>
  ({ detail }) => [sentence({ team: detail["name"] ?? "" })];
const sentences: AuditSentences = {
  "teams.created": said(m.teams_audit_created),
  "teams.changed": said(m.teams_audit_changed),
  "teams.archived": said(m.teams_audit_archived),
  "teams.unarchived": said(m.teams_audit_unarchived),
  "teams.deleted": said(m.teams_audit_deleted),
};
export default sentences;
