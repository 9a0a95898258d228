// What the audit log says about sources. Older entries have no name.
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff, onOrOff, sentencesOfChanges } from "#modules/projects/views";

const AUDIENCES: Readonly<Record<string, () => string>> = {
  public: m.knowledge_audience_public,
  members: m.knowledge_audience_members,
  told: m.knowledge_audience_members,
};
const audienceName = (value: string): string => AUDIENCES[value]?.() ?? value;
const named = ({ name = "" }: Readonly<Record<string, string>>) => ({ kind: name === "" ? "untitled" : "titled", name }) as const;

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  knowledge: {
    screen: "sources",
    title: m.knowledge_sources,
    fields: {
      name: m.knowledge_name,
      audience: choice(m.knowledge_audience, {
        public: m.help_audit_audience_public,
        members: m.help_audit_audience_members,
        told: m.help_audit_audience_told,
      }),
      assistant: onOff(m.knowledge_assistant_uses),
      locale: m.knowledge_language,
      website: m.knowledge_kind_website,
    },
  },
};
const sentences: AuditSentences = {
  "knowledge.source_created": ({ detail }) => [m.knowledge_audit_created(named(detail))],
  "knowledge.source_changed": (entry) => {
    const { name } = named(entry.detail);
    return sentencesOfChanges(() => m.knowledge_audit_changed(named(entry.detail)), {
      name: m.knowledge_audit_name,
      audience: ({ from, to }) => m.knowledge_audit_audience({ name, from: audienceName(from), to: audienceName(to) }),
      assistant: onOrOff(({ kind }) => m.knowledge_audit_assistant({ kind, name })),
      locale: ({ from, to }) => m.knowledge_audit_locale({ name, from: languageName(from), to: languageName(to) }),
      website: ({ to }) => m.knowledge_audit_website({ name, to }),
    })(entry);
  },
  "knowledge.source_removed": ({ detail }) => [m.knowledge_audit_removed(named(detail))],
  "knowledge.crawler_opened": () => [m.knowledge_audit_crawler_opened()],
  "knowledge.crawler_closed": () => [m.knowledge_audit_crawler_closed()],
  "knowledge.item_removed": ({ detail: { name = "" } }) => [m.knowledge_audit_item_removed({ name })],
};
export default sentences;
