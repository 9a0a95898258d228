// What the audit log says about the assistant's actions.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff, sentencesOfChanges } from "#modules/projects/views";

type Detail = Readonly<Record<string, string>>;
const called = ({ name = "", method = "", host = "" }: Detail) => ({ name, method, host });
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  assistant_action: {
    screen: "settings-actions",
    fields: {
      name: m.assistant_actions_name,
      description: m.assistant_actions_description,
      kind: choice(m.assistant_actions_kind, { reads: m.assistant_actions_reads, changes: m.assistant_actions_changes }),
      personal: onOff(m.assistant_actions_personal_label),
      method: m.assistant_actions_method,
      url: m.assistant_actions_url,
      body: m.assistant_actions_body,
      inputs: m.assistant_actions_inputs,
      told: m.assistant_actions_told,
      headers: m.assistant_actions_headers,
      secrets: m.assistant_actions_audit_secrets,
      hosts: m.assistant_actions_hosts,
      enabled: onOff(m.projects_audit_switched_on),
    },
  },
};
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
