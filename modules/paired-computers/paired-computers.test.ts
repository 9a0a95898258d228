import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveToken, isDeviceToken } from "./device-token.ts";
import { newUserCode, readUserCode } from "./contract/user-code.ts";
import { CONNECTOR_VERSION, isOlder, MINIMUM_CONNECTOR_VERSION } from "./contract/versions.ts";

test("the version that is served is that of the connector's package, and not older than the minimum", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../connector/package.json"), "utf8")) as { version: string };
  expect(version).toBe(CONNECTOR_VERSION);
  expect(isOlder(CONNECTOR_VERSION, MINIMUM_CONNECTOR_VERSION)).toBe(false);
});

test("versions are compared by their numbers", () => {
  const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20));
  fc.assert(
    fc.property(version, version, (a, b) => {
      const [first] = [a, b].toSorted((x, y) => x[0] - y[0] || x[1] - y[1] || x[2] - y[2]);
      expect(isOlder(a.join("."), b.join("."))).toBe(a.join() !== b.join() && first === a);
    }),
  );
  expect([isOlder("0.9.0", "0.10.0"), isOlder("1.0.0", "0.99.99")]).toEqual([true, false]);
});

test("a code is read however it is typed, and nothing else is one", () => {
  for (let i = 0; i < 200; i += 1) {
    const code = newUserCode();
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    for (const typed of [code, code.toLowerCase(), ` ${code.replace("-", "")}\n`, code.replace("-", " – ")])
      expect(readUserCode(typed)).toBe(code);
  }
  for (const other of ["", "WDJB-MJH", "WDJB-MJHTX", "WDJA-MJHT", "WDJB-MJH1", "АВСЕ-НКМТ"])
    expect(readUserCode(other), other).toBeUndefined();
});

test("a device token is derived from both the key and what came before, and recognised by its checksum", async () => {
  const keyOf = (bytes: number) =>
    crypto.subtle.importKey("raw", new Uint8Array(32).fill(bytes), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const [key, other] = [await keyOf(1), await keyOf(2)];
  const token = await deriveToken(key, "dev_1", 1, "code");
  expect(token).toMatch(/^sdd_[0-9A-Za-z]{49}$/);
  expect(await deriveToken(key, "dev_1", 1, "code")).toBe(token);
  const all = [
    token,
    await deriveToken(other, "dev_1", 1, "code"),
    await deriveToken(key, "dev_2", 1, "code"),
    await deriveToken(key, "dev_1", 2, "code"),
    await deriveToken(key, "dev_1", 1, "edoc"),
  ];
  expect(new Set(all).size).toBe(5);
  expect(all.every(isDeviceToken)).toBe(true);
  for (const wrong of ["", "sdd_", token.slice(0, -1), `${token}0`, token.replace("sdd_", "sdt_"), ` ${token}`])
    expect(isDeviceToken(wrong)).toBe(false);
});
