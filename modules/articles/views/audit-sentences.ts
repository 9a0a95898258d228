// What the audit log says about articles and collections. Older entries have no title.
import { languageName } from "#dashboard/ui/language-name.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

type Titled = { kind: "titled" | "untitled"; title: string };
const titled = ({ title = "" }: Readonly<Record<string, string>>): Titled => ({ kind: title === "" ? "untitled" : "titled", title });
const ofArticle =
  (sentence: (input: Titled) => string): AuditSentences[string] =>
  ({ detail }) => [sentence(titled(detail))];
const ofText =
  (sentence: (input: Titled & { language: string }) => string): AuditSentences[string] =>
  ({ detail }) => [sentence({ ...titled(detail), language: languageName(detail["locale"] ?? "") })];
const ofCollection =
  (sentence: (input: { kind: "titled" | "untitled"; name: string }) => string): AuditSentences[string] =>
  ({ detail: { name = "" } }) => [sentence({ kind: name === "" ? "untitled" : "titled", name })];

const WHY: Readonly<Record<string, () => string>> = {
  text: m.help_audit_failed_text,
  giver: m.help_audit_failed_giver,
  trouble: m.help_audit_failed_trouble,
};
const AUDIENCES: Readonly<Record<string, () => string>> = {
  public: m.help_audit_audience_public,
  members: m.help_audit_audience_members,
  told: m.help_audit_audience_told,
};

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  help: {
    screen: "articles",
    title: m.help_articles,
    fields: {
      audience: choice(m.help_audience, {
        public: m.help_audit_audience_public,
        members: m.help_audit_audience_members,
        told: m.help_audit_audience_told,
      }),
      assistant: onOff(m.help_assistant_uses),
      collection: m.help_collection,
      name: m.help_name,
      description: m.help_description,
      publishAt: { label: m.help_schedule_at, value: (at) => formatFull(Number(at)) },
    },
  },
};
const sentences: AuditSentences = {
  "help.published": ofText(m.help_audit_published),
  "help.unpublished": ofText(m.help_audit_unpublished),
  "help.scheduled": ofText(m.help_audit_scheduled),
  "help.unscheduled": ofText(m.help_audit_unscheduled),
  "help.schedule_failed": ({ detail }) => {
    const why = WHY[detail["why"] ?? ""];
    return [m.help_audit_schedule_failed(titled(detail)), ...(why ? [why()] : [])];
  },
  "help.archived": ofArticle(m.help_audit_archived),
  "help.restored": ofArticle(m.help_audit_restored),
  "help.deleted": ofArticle(m.help_audit_deleted),
  "help.audience_changed": ({ detail }) => {
    const { title, kind } = titled(detail);
    const { audience, assistant } = detail;
    const name = AUDIENCES[audience ?? ""]?.() ?? "";
    return [
      ...(audience !== undefined || assistant === undefined
        ? [m.help_audit_audience({ kind: name === "" ? "none" : kind, title, audience: name })]
        : []),
      ...(assistant === undefined ? [] : [m.help_audit_assistant({ kind: assistant === "on" ? "on" : "off", title })]),
    ];
  },
  "help.collection_created": ofCollection(m.help_audit_collection_created),
  "help.collection_removed": ofCollection(m.help_audit_collection_removed),
  "help.collection_restored": ofCollection(m.help_audit_collection_restored),
  "help.moved": () => [m.help_audit_moved()],
  "help.collection_changed": () => [m.help_audit_collection_changed()],
  "help.articles_ordered": () => [m.help_audit_articles_ordered()],
  "help.collections_ordered": () => [m.help_audit_collections_ordered()],
};
export default sentences;
