// What the audit log says about the assistant's actions.
import { m } from "#messages";
import { type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

type Detail = Readonly<Record<string, string>>;
const called = ({ name = "", method = "", host = "" }: Detail) => ({ name, method, host });
const sentences: AuditSentences = {
  "assistant_action.created": ({ detail }) => [
    detail["name"] ? m.assistant_actions_audit_created(called(detail)) : m.assistant_actions_audit_created_one(),
  ],
  "assistant_action.changed": ({ detail }) => [
    detail["name"] ? m.assistant_actions_audit_changed(called(detail)) : m.assistant_actions_audit_changed_one(),
  ],
  "assistant_action.switched_on": ({ detail: { name } }) => [
    name ? m.assistant_actions_audit_on({ name }) : m.assistant_actions_audit_on_one(),
  ],
  "assistant_action.switched_off": ({ detail: { name } }) => [
    name ? m.assistant_actions_audit_off({ name }) : m.assistant_actions_audit_off_one(),
  ],
  "assistant_action.removed": ({ detail: { name } }) => [
    name ? m.assistant_actions_audit_removed({ name }) : m.assistant_actions_audit_removed_one(),
  ],
  "assistant_action.hosts_changed": sentencesOfChanges(m.assistant_actions_audit_hosts, { hosts: m.assistant_actions_audit_hosts_to }),
};
export default sentences;
