// What changed in the API since the last release: operations by name, with what they take and what they answer.
import { createHash } from "node:crypto";
import { inRoot } from "./paths.ts";

/** Of the last release: the version, and a fingerprint of each operation. */
export const RELEASED_FILE = inRoot("docs/api/released.json");
export const CHANGELOG_FILE = inRoot("docs/api/changelog.md");
export interface Released {
  readonly version: string;
  readonly operations: Readonly<Record<string, Fingerprint>>;
}
export interface Fingerprint {
  readonly call: string;
  readonly takes: string;
  readonly answers: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: unknown;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }>>;
  readonly "x-who": string;
}
export interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const hash = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

/** The schema with everything that it refers to, so that a change of a shared one shows where it is used. */
function whole(schema: unknown, schemas: Document["components"]["schemas"], seen: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((each) => whole(each, schemas, seen));
  if (typeof schema !== "object" || schema === null) return schema;
  const ref = (schema as { $ref?: string }).$ref?.split("/").at(-1);
  if (ref !== undefined) return seen.includes(ref) ? ref : whole(schemas[ref], schemas, [...seen, ref]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, whole(value, schemas, seen)]));
}

/** The fingerprints of a document; examples and descriptions are not part of them. */
export function fingerprintsOf({ paths, components }: Document): Record<string, Fingerprint> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Fingerprint] => {
      const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema ?? null);
      const replies = Object.entries(operation.responses)
        .filter(([status]) => /^[123]\d\d$/.test(status))
        .map(([status, { content = {} }]) => [status, Object.values(content).map(({ schema }) => schema ?? null)]);
      return [
        operation.operationId,
        {
          call: `${method.toUpperCase()} ${path} (${operation["x-who"]})`,
          takes: hash(whole([operation.parameters, bodies], components.schemas)),
          answers: hash(whole(replies, components.schemas)),
        },
      ];
    }),
  );
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The section of the change log for what is not released, as Markdown. */
export function unreleased(released: Released, now: Readonly<Record<string, Fingerprint>>): string {
  const before = released.operations;
  const lines = (title: string, all: readonly string[]): string[] => (all.length === 0 ? [] : [`### ${title}`, "", ...all, ""]);
  const kept = Object.keys(now).filter((name) => name in before);
  const added = Object.keys(now).filter((name) => !(name in before));
  const removed = Object.keys(before).filter((name) => !(name in now));
  const changed = kept.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (!was || !is) return [];
    const what = [
      ...(was.call === is.call ? [] : [`was \`${was.call}\``]),
      ...(was.takes === is.takes ? [] : ["takes something else"]),
      ...(was.answers === is.answers ? [] : ["answers something else"]),
    ];
    return what.length === 0 ? [] : [`- \`${name}\`, \`${is.call}\`: ${what.join(", ")}`];
  });
  const sections = [
    ...lines(
      "Removed",
      removed.map((name) => `- \`${name}\`, \`${before[name]?.call ?? ""}\``),
    ),
    ...lines("Changed", changed),
    ...lines(
      "Added",
      added.map((name) => `- \`${name}\`, \`${now[name]?.call ?? ""}\``),
    ),
  ];
  return sections.length === 0 ? "Nothing yet.\n" : sections.join("\n").trimEnd().concat("\n");
}

const BEGIN = "<!-- begin: written by pnpm docs:api -->";
const END = "<!-- end -->";
/** The change log with its first section written anew. Throws if its marks are gone. */
export function withUnreleased(changelog: string, section: string): string {
  const [from, to] = [changelog.indexOf(BEGIN), changelog.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/api/changelog.md lacks the marks of its first section");
  return `${changelog.slice(0, from)}${BEGIN}\n\n${section}\n${changelog.slice(to)}`;
}
