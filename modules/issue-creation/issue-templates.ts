// Reads a repository's issue templates and forms. Pure, but for the YAML reader, which is loaded with the first one.
// https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
import * as v from "valibot";
import {
  type IssueTemplate,
  MAX_ASSIGNEES,
  MAX_ISSUE_BODY,
  MAX_ISSUE_LABELS,
  MAX_ISSUE_TITLE,
  MAX_QUESTIONS,
  type Question,
} from "./contract.ts";

const MAX_OPTIONS = 100;
/** Aliases of one file: enough for people, too few to make a small file a huge value. */
const MAX_ALIASES = 20;
const short = (max: number) =>
  v.pipe(
    v.union([v.string(), v.number(), v.boolean()]),
    v.transform((value) => String(value).toWellFormed().replaceAll("\0", "").slice(0, max)),
  );
const text = (max: number) => v.optional(v.nullable(short(max)));
/** One name, several by commas, or a list. */
const Names = v.optional(v.nullable(v.union([v.string(), v.array(v.unknown())])));
const Head = v.object({
  ...{ name: text(100), description: text(500), about: text(500), title: text(MAX_ISSUE_TITLE), type: text(100) },
  ...{ labels: Names, assignees: Names },
});
const Option = v.union([
  v.pipe(
    short(300),
    v.transform((label) => ({ label, required: false })),
  ),
  v.pipe(
    v.object({ label: short(1000), required: v.optional(v.nullable(v.boolean())) }),
    v.transform(({ label, required }) => ({ label, required: required === true })),
  ),
]);
const Element = v.object({
  type: v.picklist(["input", "textarea", "dropdown", "checkboxes"]),
  id: text(100),
  attributes: v.object({
    ...{ label: short(300), description: text(2000), placeholder: text(1000), value: text(10_000) },
    multiple: v.optional(v.nullable(v.boolean())),
    default: v.optional(v.nullable(v.number())),
    options: v.optional(v.nullable(v.array(v.unknown()))),
  }),
  validations: v.optional(v.nullable(v.object({ required: v.optional(v.nullable(v.boolean())) }))),
});

async function fromYaml(source: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(source, { schema: "core", logLevel: "silent", maxAliasCount: MAX_ALIASES }) as unknown;
  } catch {
    return undefined;
  }
}

/** A form (`.yml`, `.yaml`) or template (`.md`); undefined for anything else, and for what GitHub would not offer either. */
export async function templateOf(file: string, source: string): Promise<IssueTemplate | undefined> {
  if (/\.ya?ml$/i.test(file)) {
    const found = await fromYaml(source);
    const body = v.safeParse(v.object({ body: v.array(v.unknown()) }), found);
    const head = headOf(file, found);
    if (!head || !body.success) return undefined;
    return { ...head, body: "", questions: questionsOf(body.output.body) };
  }
  if (!/\.md$/i.test(file)) return undefined;
  const [, front, rest] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(source) ?? [];
  const head = front === undefined ? undefined : headOf(file, await fromYaml(front));
  return head && { ...head, body: (rest ?? "").trim().toWellFormed().replaceAll("\0", "").slice(0, MAX_ISSUE_BODY), questions: [] };
}

function headOf(file: string, found: unknown): Omit<IssueTemplate, "body" | "questions"> | undefined {
  const parsed = v.safeParse(Head, found);
  if (!parsed.success || !parsed.output.name) return undefined;
  const { name, about, description, title, labels, assignees, type } = parsed.output;
  return {
    ...{ file, name, about: about ?? description ?? "", title: oneLine(title ?? ""), type: type || null },
    ...{ labels: namesOf(labels, MAX_ISSUE_LABELS), assignees: namesOf(assignees, MAX_ASSIGNEES) },
  };
}
const oneLine = (value: string): string => value.replaceAll(/\s+/g, " ").trimStart();
const namesOf = (value: v.InferOutput<typeof Names>, most: number): string[] =>
  (typeof value === "string" ? value.split(",") : (value ?? []).flatMap((one) => (typeof one === "string" ? [one] : [])))
    .map((one) => oneLine(one).trim().slice(0, 100))
    .filter((one) => one !== "")
    .slice(0, most);

/** Explanations between questions are left out: they are not part of an issue. */
function questionsOf(elements: readonly unknown[]): Question[] {
  const keys = new Set<string>();
  return elements
    .flatMap((element): Question[] => {
      const parsed = v.safeParse(Element, element);
      if (!parsed.success) return [];
      const { type: kind, id, attributes: a, validations } = parsed.output;
      let key = id || oneLine(a.label).slice(0, 90);
      while (keys.has(key)) key += "'";
      keys.add(key);
      const options = (a.options ?? []).slice(0, MAX_OPTIONS).flatMap((one) => {
        const option = v.safeParse(Option, one);
        return option.success ? [option.output] : [];
      });
      const first = kind === "dropdown" && typeof a.default === "number" ? options[a.default]?.label : undefined;
      return [
        {
          ...{ key, kind, label: oneLine(a.label), description: a.description ?? "", placeholder: a.placeholder ?? "" },
          ...{ value: first ?? a.value ?? "", multiple: kind === "dropdown" && a.multiple === true, options },
          required: validations?.required === true,
        },
      ];
    })
    .slice(0, MAX_QUESTIONS);
}

/** Whether `config.yml` allows issues without a template. */
export async function allowsBlank(source: string): Promise<boolean> {
  const parsed = v.safeParse(v.object({ blank_issues_enabled: v.boolean() }), await fromYaml(source));
  return !parsed.success || parsed.output.blank_issues_enabled;
}
