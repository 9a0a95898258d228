// What the audit log says about tags.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

const said =
  (named: (input: { tag: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ tag: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  tags: {
    screen: "settings-tags",
    fields: {
      name: m.tags_name,
      hue: choice(m.tags_colour, {
        red: m.tags_hue_red,
        orange: m.tags_hue_orange,
        yellow: m.tags_hue_yellow,
        green: m.tags_hue_green,
        teal: m.tags_hue_teal,
        blue: m.tags_hue_blue,
        violet: m.tags_hue_violet,
        pink: m.tags_hue_pink,
      }),
      description: m.tags_description,
      archived: onOff(m.tags_archived),
      everybodyCreates: onOff(m.tags_everybody_creates),
    },
  },
};
const sentences: AuditSentences = {
  "tags.created": said(m.tags_audit_created, m.tags_audit_created_one),
  "tags.changed": said(m.tags_audit_changed, m.tags_audit_changed_one),
  "tags.archived": said(m.tags_audit_archived, m.tags_audit_archived_one),
  "tags.unarchived": said(m.tags_audit_unarchived, m.tags_audit_unarchived_one),
  "tags.merged": ({ detail }) => [
    detail["name"] && detail["into"] ? m.tags_audit_merged({ tag: detail["name"], into: detail["into"] }) : m.tags_audit_merged_one(),
  ],
  "tags.everybody_creates": () => [m.tags_audit_everybody()],
  "tags.admins_create": () => [m.tags_audit_admins()],
};
export default sentences;
