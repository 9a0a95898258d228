import { expect, test } from "vitest";
import { isTokenText, newTokenText } from "./token-text.ts";

test("a token is recognised by its prefix and checksum", () => {
  for (let i = 0; i < 200; i += 1) {
    const text = newTokenText();
    expect(text).toMatch(/^sdt_[0-9A-Za-z]{46}$/);
    expect(isTokenText(text)).toBe(true);
  }
});

test("a mistyped, cut or foreign text is no token", () => {
  const text = newTokenText();
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "x" ? "y" : "x";
    expect(isTokenText(text.slice(0, at) + other + text.slice(at + 1)), `character ${at}`).toBe(false);
  }
  for (const other of ["", "sdt_", text.slice(0, -1), `${text}0`, ` ${text}`, text.toLowerCase(), text.replace("sdt_", "ghp_")])
    expect(isTokenText(other), other).toBe(false);
});
