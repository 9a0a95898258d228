// What a draft of an issue begins with, and how its body follows the chosen messages.
import { m } from "#messages";
import { firstTitle, type IssueDraft, type IssueTemplate, MAX_ISSUE_BODY, quotedBody, type SaidMessage } from "../contract.ts";

export const ROLES: Readonly<Record<string, () => string>> = {
  visitor: m.issue_creation_role_customer,
  operator: m.issue_creation_role_team,
  assistant: m.issue_creation_role_assistant,
};
interface Beginning {
  readonly repositories: readonly string[];
  /** Where the member created an issue last. */
  readonly last: string | null;
  readonly said: readonly SaidMessage[];
  readonly names: readonly string[];
}
/** With what the customer wrote last. */
export function freshDraft({ repositories, last, said, names }: Beginning): IssueDraft {
  const message = said.findLast(({ byCustomer }) => byCustomer);
  return {
    repository: repositories.find((one) => one.toLowerCase() === last?.toLowerCase()) ?? repositories[0] ?? "",
    title: message ? firstTitle(message.text, true, names) : "",
    ...{ body: "", isEdited: false, messages: message ? [message.revision] : [], files: [], redacts: true, linksBack: true },
    ...{ labels: [], assignees: [], milestone: null, type: null, template: null, answers: {} },
  };
}
/** The text that is shown and sent: what a person wrote, else the chosen messages below the template's own text. */
export function bodyOf(
  draft: IssueDraft,
  said: readonly SaidMessage[],
  names: readonly string[],
  template: IssueTemplate | undefined,
): string {
  if (draft.isEdited) return draft.body;
  const quoted = quotedBody(
    said.filter(({ revision }) => draft.messages.includes(revision)),
    draft.redacts,
    names,
  );
  return [template?.body ?? "", quoted]
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, MAX_ISSUE_BODY)
    .toWellFormed();
}
/** The draft with what a template or form brings. */
export function withTemplate(draft: IssueDraft, template: IssueTemplate | undefined): IssueDraft {
  const answers = Object.fromEntries(
    (template?.questions ?? []).flatMap(({ key, kind, value }) =>
      value === "" || kind === "checkboxes" ? [] : [[key, kind === "dropdown" ? [value] : value]],
    ),
  );
  const title =
    template && template.title !== "" && !draft.title.startsWith(template.title.trim())
      ? `${template.title.trim()} ${draft.title}`
      : draft.title;
  return {
    ...draft,
    ...{ template: template?.file ?? null, answers, title: title.slice(0, 256) },
    ...(template && {
      labels: [...new Set([...template.labels, ...draft.labels])],
      assignees: [...new Set([...template.assignees, ...draft.assignees])].slice(0, 10),
      type: template.type ?? draft.type,
    }),
  };
}
