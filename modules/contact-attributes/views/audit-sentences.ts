// What the audit log says about the attributes of contacts.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  contact_attributes: {
    screen: "settings-contact-attributes",
    fields: {
      key: m.contact_attributes_key,
      label: m.contact_attributes_label,
      type: choice(m.contact_attributes_type, {
        text: m.contact_attributes_type_text,
        number: m.contact_attributes_type_number,
        date: m.contact_attributes_type_date,
        choice: m.contact_attributes_type_choice,
        link: m.contact_attributes_type_link,
      }),
      choices: m.contact_attributes_choices,
      archived: onOff(m.contact_attributes_archived),
    },
  },
};
const sentences: AuditSentences = {
  "contact_attributes.created": said(m.contact_attributes_audit_created, m.contact_attributes_audit_created_one),
  "contact_attributes.changed": said(m.contact_attributes_audit_changed, m.contact_attributes_audit_changed_one),
  "contact_attributes.archived": said(m.contact_attributes_audit_archived, m.contact_attributes_audit_archived_one),
  "contact_attributes.unarchived": said(m.contact_attributes_audit_unarchived, m.contact_attributes_audit_unarchived_one),
  "contact_attributes.ordered": () => [m.contact_attributes_audit_ordered()],
};
export default sentences;
