import { expect, test } from "vitest";
import { isPathPrefix } from "../contract.ts";
import { pathsOf } from "./entered-paths.ts";

const SITE = "https://www.acme.example";
const paths = (text: string): string[] => pathsOf(text, SITE);

test("a line is a path, empty lines are left out", () => {
  expect(paths("/shop\n\n  /help \n/")).toEqual(["/shop", "/help", "/"]);
});

test("letters and spaces are encoded, and what is encoded stays", () => {
  expect(paths("/über uns\n/%C3%BCber%20uns\n/商店/新")).toEqual(["/%C3%BCber%20uns", "/%C3%BCber%20uns", "/%E5%95%86%E5%BA%97/%E6%96%B0"]);
  expect(paths("/über uns\n/商店/新\n/\ud800").every(isPathPrefix)).toBe(true);
});

test("of an address of the website its path is taken, of others nothing", () => {
  expect(paths(`${SITE}\n${SITE}/\n${SITE}/shop\nwww.acme.example/help`)).toEqual(["/", "/", "/shop", "/help"]);
  for (const line of ["https://www.acme.example.evil.example/x", "https://other.example/x", "http://www.acme.example/x", "shop"]) {
    expect(paths(line)).toEqual([line]);
    expect(isPathPrefix(line)).toBe(false);
  }
});

test("what means another path than it says is left for the server to refuse", () => {
  for (const line of ["/a/../b", "/%2e%2e/x", "//x", "/a?b", "/a#b"]) {
    expect(paths(line)).toEqual([line]);
    expect(isPathPrefix(line)).toBe(false);
  }
});
