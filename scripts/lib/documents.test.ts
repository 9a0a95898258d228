// Checks that files and folders named in documents, and documents named in sources, exist.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "./paths.ts";

const text = (file: string): string => readFileSync(inRoot(file), "utf8");
const exists = (path: string): boolean => existsSync(inRoot(path)) || (/[*]/.test(path) && globSync(path, { cwd: inRoot() }).length > 0);

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "modules/*/SPEC.md"].flatMap((pattern) =>
  globSync(pattern, { cwd: inRoot() }),
);
const SOURCES = ["kernel", "modules", "edition", "dashboard", "connector", "scripts", "tests", "bench"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,cjs,css}`, { cwd: inRoot() }))
  .concat(globSync("*.{ts,mjs,cjs}", { cwd: inRoot() }), ".dependency-cruiser.cjs");

/** Folders of the checkout: a path in a document that begins with one of them must exist. */
const OURS = /^(?:docs|kernel|modules|edition|dashboard|connector|scripts|tests|bench|types)\//;
/** Whether a path is a placeholder (`modules/<name>/`) or a list of several names. */
const isExample = (path: string): boolean => /[<>{}…$]|\bx\/|NNNN/.test(path);

/** Targets of Markdown links that lie in the checkout, without their anchors. */
const linksIn = (document: string): string[] =>
  [...text(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.split("#")[0] ?? "")
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(document), target)));

/** Paths in backticks that begin with a folder of the checkout. */
const pathsIn = (document: string): string[] =>
  [...text(document).matchAll(/`([\w.@*/<>{}$-]+\/[\w.@*/<>{}$-]*)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => OURS.test(path) && !isExample(path));

const missing = (files: readonly string[], named: (file: string) => readonly string[]): string[] =>
  files.flatMap((file) => named(file).flatMap((path) => (exists(path) ? [] : [`${file}: ${path}`])));

test("the patterns find documents and sources", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(40);
  expect(SOURCES.length).toBeGreaterThan(900);
});
test("links in documents lead to existing files", () => {
  expect(missing(DOCUMENTS, linksIn)).toEqual([]);
});
test("paths named in documents exist", () => {
  expect(missing(DOCUMENTS, pathsIn)).toEqual([]);
});
test("documents named in sources exist", () => {
  const inSource = (file: string): string[] => [
    ...[...text(file).matchAll(/\bdocs\/[\w./-]+\.(?:md|json|png)\b/g)].map(([path]) => path),
    ...[...text(file).matchAll(/\bdocs\/decisions\/(\d{4})(?![\w-])/g)].map(([, number = ""]) => `docs/decisions/${number}-*.md`),
    ...[...text(file).matchAll(/(?:\/\/|\*).*\b[Tt]he (\w+) page of the docs\b|(?:\/\/|\*).*\bthe (architecture|glossary) page\b/g)].map(
      ([, a, b]) => `docs/${a ?? b}.md`,
    ),
  ];
  expect(
    missing(
      SOURCES.filter((file) => !file.endsWith("documents.test.ts")),
      inSource,
    ),
  ).toEqual([]);
});
