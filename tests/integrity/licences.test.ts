// Checks that every installed package has an accepted licence and that the installation matches the committed lock file.
import assert from "node:assert/strict";
import { existsSync, globSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.ts";

/** Licences that may be delivered: they require only their notice. The font is data under its own licence. */
const DELIVERED = [
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Zlib",
  "OFL-1.1",
];
/** Further licences that tools may have: nothing of them is copied into the product. */
const TOOLS = [...DELIVERED, "MPL-1.1", "MPL-2.0", "LGPL-3.0-or-later", "Apache-2.0 WITH LLVM-exception", "Python-2.0", "CC-BY-4.0"];
/** Packages without a licence in package.json; a person has read theirs. */
const READ: Readonly<Record<string, string>> = {
  "@inlang/plugin-message-format": "MIT", // its LICENSE file
  duck: "BSD-2-Clause", // its LICENSE file; package.json says "BSD"
};
/** Platform binaries whose licence is in the package for all platforms. */
const BINARY_OF = /^@lix-js\/sdk-/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const STORE = inRoot("node_modules/.pnpm");
const read = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8")) as Manifest;
const skip = existsSync(STORE) ? false : "the dependencies are not in pnpm's layout";

/** Every package in pnpm's store folder by name; links are left out. */
function installed(): Manifest[] {
  return globSync(["*/node_modules/*/package.json", "*/node_modules/@*/*/package.json"], { cwd: STORE })
    .map((file) => join(STORE, file))
    .filter((file) => !lstatSync(dirname(file)).isSymbolicLink())
    .map((file) => read(file));
}

const licenceOf = ({ name, license }: Manifest): string =>
  READ[name] ?? (BINARY_OF.test(name) ? "MIT" : typeof license === "string" ? license : (license?.type ?? "none"));
/** Whether an SPDX expression is satisfied: one side of an OR, all of an AND. */
const allowed = (expression: string, list: readonly string[]): boolean =>
  expression
    .replaceAll(/^\(|\)$/g, "")
    .split(" OR ")
    .some((either) => either.split(" AND ").every((one) => list.includes(one.trim())));

/** The product's dependencies, transitively. */
function delivered(all: readonly Manifest[]): Manifest[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  const wanted = Object.keys(read(inRoot("package.json")).dependencies ?? {});
  const seen = new Set(wanted);
  for (const name of wanted)
    for (const needed of (byName.get(name) ?? []).flatMap((one) => Object.keys(one.dependencies ?? {})))
      if (!seen.has(needed)) {
        seen.add(needed);
        wanted.push(needed);
      }
  return [...seen].flatMap((name) => byName.get(name) ?? []);
}

test("every installed package has an allowed licence, and a delivered one requires only its notice", (t) => {
  t.skip(skip !== false, String(skip));
  const all = installed();
  assert.ok(all.length > 200, `${all.length} packages`);
  const own = delivered(all);
  assert.ok(own.some(({ name }) => name === "hono") && own.some(({ name }) => name === "react-dom"));
  const refused = (list: readonly Manifest[], licences: readonly string[]): string[] =>
    list.filter((one) => !allowed(licenceOf(one), licences)).map((one) => `${one.name}@${one.version}: ${licenceOf(one)}`);
  assert.deepEqual(refused(own, DELIVERED), []);
  assert.deepEqual(refused(all, TOOLS), []);
  void t.annotate(`${all.length} packages, ${own.length} of them behind what is delivered`);
});

test("licence expressions are read as SPDX defines them", () => {
  for (const fine of ["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC"]) assert.ok(allowed(fine, DELIVERED), fine);
  for (const not of ["GPL-3.0", "MIT AND GPL-3.0", "none", "UNLICENSED", "SEE LICENSE IN LICENSE"]) assert.ok(!allowed(not, TOOLS), not);
});

// --- the lock ------------------------------------------------------------------

/** `specifier` and `version` of each direct dependency in one importer of pnpm-lock.yaml. */
function importer(lock: string, name: string): Map<string, { specifier: string; version: string }> {
  const section = new RegExp(`^  ${name}:(.*\\n(?:    .*\\n)*)`, "m").exec(lock.split("\npackages:")[0] ?? "")?.[1] ?? "";
  const found = section.matchAll(/^ {6}'?([^':\n]+)'?:\n {8}specifier: (\S+)\n {8}version: (\S+)/gm);
  return new Map([...found].map(([, dependency = "", specifier = "", version = ""]) => [dependency, { specifier, version }]));
}

test("the lock file holds exactly the requested packages in their exact versions, each with a hash", () => {
  const lock = readFileSync(inRoot("pnpm-lock.yaml"), "utf8");
  for (const [name, file] of [
    ["\\.", "package.json"],
    ["connector", "connector/package.json"],
  ] as const) {
    const { dependencies = {}, devDependencies = {} } = read(inRoot(file));
    const asked = { ...dependencies, ...devDependencies };
    const locked = importer(`${lock}\n`, name);
    assert.deepEqual([...locked.keys()].sort(), Object.keys(asked).sort(), file);
    for (const [dependency, { specifier, version }] of locked) {
      assert.equal(specifier, asked[dependency], dependency);
      assert.equal(version.replace(/\(.*$/, ""), specifier, dependency);
    }
  }
  const resolutions = lock.match(/^ {4}resolution: .*$/gm) ?? [];
  assert.ok(resolutions.length > 300);
  for (const line of resolutions) assert.match(line, /^ {4}resolution: \{integrity: sha512-[\w+/=]+\}$/);
});

test("the installed packages are the locked ones", (t) => {
  t.skip(skip !== false, String(skip));
  assert.equal(readFileSync(join(STORE, "lock.yaml"), "utf8"), readFileSync(inRoot("pnpm-lock.yaml"), "utf8"));
});
