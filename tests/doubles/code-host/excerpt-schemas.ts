// Takes the schemas that the double is checked against out of GitHub's description of its REST interface, which is 13 MB long:
//   npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-23.0.2.tgz package/generated/api.github.com.json
//   node tests/doubles/code-host/excerpt-schemas.ts package/generated/api.github.com.json
import { readFileSync, writeFileSync } from "node:fs";

type Json = Record<string, unknown>;
const ROOTS = [
  ...["issue", "repository", "full-repository", "public-user", "hook", "release", "basic-error"],
  ...["git-ref", "git-tree", "blob", "commit"],
];
/** Words of OpenAPI, and prose, which say nothing of the form. */
const LEFT_OUT = new Set(["description", "example", "examples", "title", "deprecated", "externalDocs", "discriminator", "xml", "readOnly"]);

const taken = new Map<string, unknown>();
const [, , source = ""] = process.argv;
const { components } = JSON.parse(readFileSync(source, "utf8")) as { components: { schemas: Record<string, Json> } };

/** OpenAPI 3.0 says `nullable`; JSON Schema has a type for it. */
function shaped(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => shaped(one));
  if (typeof value !== "object" || value === null) return value;
  const node = value as Json;
  if (typeof node["$ref"] === "string") {
    const name = node["$ref"].split("/").at(-1) ?? "";
    take(name);
    return { $ref: `#/$defs/${name}` };
  }
  const entries = Object.entries(node).filter(([key]) => isNames || (!LEFT_OUT.has(key) && key !== "nullable" && !key.startsWith("x-")));
  const plain = Object.fromEntries(entries.map(([key, one]) => [key, shaped(one, key === "properties" && !isNames)]));
  return !isNames && node["nullable"] === true ? { anyOf: [{ type: "null" }, plain] } : plain;
}
function take(name: string): void {
  if (taken.has(name)) return;
  taken.set(name, {});
  taken.set(name, shaped(components.schemas[name]));
}
for (const name of ROOTS) take(name);
const defs = Object.fromEntries([...taken].sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(
  new URL("rest-schemas.json", import.meta.url),
  `${JSON.stringify({ source: "@octokit/openapi 23.0.2, MIT", $defs: defs })}\n`,
);
