// What the audit log says about the assistant's actions.
import { m } from "#messages";
import { type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

const nameOf = (detail: Readonly<Record<string, string>>): string => detail["name"] ?? "";
const sentences: AuditSentences = {
  "assistant_action.created": ({ detail }) => [
    m.assistant_actions_audit_created({ name: nameOf(detail), method: detail["method"] ?? "", host: detail["host"] ?? "" }),
  ],
  "assistant_action.changed": ({ detail }) => [
    m.assistant_actions_audit_changed({ name: nameOf(detail), method: detail["method"] ?? "", host: detail["host"] ?? "" }),
  ],
  "assistant_action.switched_on": ({ detail }) => [m.assistant_actions_audit_on({ name: nameOf(detail) })],
  "assistant_action.switched_off": ({ detail }) => [m.assistant_actions_audit_off({ name: nameOf(detail) })],
  "assistant_action.removed": ({ detail }) => [m.assistant_actions_audit_removed({ name: nameOf(detail) })],
  "assistant_action.hosts_changed": sentencesOfChanges(m.assistant_actions_audit_hosts, { hosts: m.assistant_actions_audit_hosts_to }),
};
export default sentences;
