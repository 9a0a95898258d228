// What the audit log says about tags.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (sentence: (input: { tag: string }) => string): AuditSentences[string] =>
  ({ detail }) => [sentence({ tag: detail["name"] ?? "" })];
const sentences: AuditSentences = {
  "tags.created": said(m.tags_audit_created),
  "tags.changed": said(m.tags_audit_changed),
  "tags.archived": said(m.tags_audit_archived),
  "tags.unarchived": said(m.tags_audit_unarchived),
  "tags.merged": ({ detail }) => [m.tags_audit_merged({ tag: detail["name"] ?? "", into: detail["into"] ?? "" })],
  "tags.everybody_creates": () => [m.tags_audit_everybody()],
  "tags.admins_create": () => [m.tags_audit_admins()],
};
export default sentences;
