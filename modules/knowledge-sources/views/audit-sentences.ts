// What the audit log says about sources. Older entries have no name.
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { type AuditSentences, onOrOff, sentencesOfChanges } from "#modules/projects/views";

const AUDIENCES: Readonly<Record<string, () => string>> = {
  public: m.knowledge_audience_public,
  members: m.knowledge_audience_members,
  told: m.knowledge_audience_members,
};
const audienceName = (value: string): string => AUDIENCES[value]?.() ?? value;
const named = ({ name = "" }: Readonly<Record<string, string>>) => ({ kind: name === "" ? "untitled" : "titled", name }) as const;

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
};
export default sentences;
