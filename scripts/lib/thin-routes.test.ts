import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { thin } from "./thin-routes.ts";

const parse = (code: string): unknown => parseAst(code, { lang: "ts" });
const thinned = (code: string): string => thin(code, parse, "contract.ts");

test("name, method and path are kept, schemas and access rules are removed", () => {
  const code = `export const save = route({ name: "save", method: "POST", path: "/api/x/:id", who: "member", params: Id, body: v.object({ a: Text }), reply: Done });`;
  expect(thinned(code)).toBe(`export const save = route({ name: "save", method: "POST", path: "/api/x/:id" });`);
});
test("routes are found wherever they are declared", () => {
  const code = `const first = route({ name: "a", method: "GET", path: "/a", who: "anyone", reply: A });
export const all = { second: route({ name: "b", method: "GET", path: "/b", who: "anyone", reply: B }) };`;
  expect(thinned(code)).not.toMatch(/who|reply/);
});
test.each([
  ["a variable instead of an object", "export const save = route(parts);"],
  ["a spread of another object", `export const save = route({ ...parts, method: "POST", path: "/a" });`],
])("%s fails the build", (_, code) => {
  expect(() => thinned(code)).toThrow("contract.ts");
});
test("no contract of the product keeps schemas or access rules, including contract folders", () => {
  const files = globSync("modules/**/{contract.ts,contract/*.ts}");
  expect(files.some((file) => file.includes("/contract/"))).toBe(true);
  for (const file of files) {
    const left = thin(readFileSync(file, "utf8"), parse, file);
    for (const call of left.match(/= route\([^]*?\);$/gm) ?? [])
      expect(call, file).toMatch(/^= route\(\{ name: "\w+", method: "[A-Z]+", path: (?:"[^"]+"|`[^`]+`|[A-Z_]+) \}\);$/);
  }
});
