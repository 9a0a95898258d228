import { readConfig } from "#kernel/config/index.ts";
import { expect, test } from "vitest";
import { isPublic } from "./is-public.ts";
import { codeHostingVariables } from "./variables.ts";

test("public is what everybody on the internet may read: never what an enterprise's own server calls public", () => {
  const says = (base: string | undefined, body: unknown = { private: false, visibility: "public" }): boolean =>
    isPublic(readConfig(base === undefined ? {} : { CODEHOST_BASE_URL: base }, [codeHostingVariables]), body);
  expect([says(undefined), says("https://github.com/"), says("http://127.0.0.1:4000")]).toEqual([true, true, true]);
  for (const company of [
    "https://git.company.example",
    "https://company.ghe.com",
    "https://github.com.company.example",
    "https://10.0.0.4",
  ])
    expect(says(company)).toBe(false);
  for (const other of [{ private: true }, { visibility: "public" }, { private: "false" }, null, []])
    expect(says(undefined, other)).toBe(false);
});
