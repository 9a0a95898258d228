import fc from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "#kernel/config/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { decrypt, DecryptionError, encrypt, encryptionFault } from "./index.ts";

const keyText = (fill: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(fill)));
const withKey = (key: string | undefined) => readConfig(key === undefined ? {} : { INTEGRATION_ENCRYPTION_KEY: key });
const config = withKey(keyText(7));
const PLACE = { projectId: "prj_1", purpose: "headers/act_1" };
const NEEDS = "actions";
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "was read",
    (error: unknown) => (error instanceof DecryptionError ? error.fault : error),
  );
const places = fc.record({ projectId: fc.string(), purpose: fc.string() });
const texts = fc.string({ unit: "grapheme", maxLength: 300 });

test("any text comes back for the same project and purpose, and never looks the same twice", async () => {
  await fc.assert(
    fc.asyncProperty(places, texts, async (place, text) => {
      const [stored, again] = [await encrypt(config, place, text, NEEDS), await encrypt(config, place, text, NEEDS)];
      expect(stored).not.toBe(again);
      expect(stored).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}$/);
      expect(await decrypt(config, place, stored, NEEDS)).toBe(text.toWellFormed());
    }),
  );
});
test("the stored text contains nothing of the secret or the key", async () => {
  const stored = await encrypt(config, PLACE, "Bearer canary-7f3", NEEDS);
  for (const part of ["canary", keyText(7).slice(0, 12)]) expect(stored).not.toContain(part);
});
test("no other project and no other purpose reads it", async () => {
  await fc.assert(
    fc.asyncProperty(places, places, texts, async (place, other, text) => {
      fc.pre(place.projectId !== other.projectId || place.purpose !== other.purpose);
      const stored = await encrypt(config, place, text, NEEDS);
      expect(await faultOf(decrypt(config, other, stored, NEEDS))).toBe("forged");
    }),
  );
  // What belongs to the project cannot move into the purpose.
  const stored = await encrypt(config, { projectId: "a", purpose: "bc" }, "x", NEEDS);
  expect(await faultOf(decrypt(config, { projectId: "ab", purpose: "c" }, stored, NEEDS))).toBe("forged");
});
test("any flipped bit is refused", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 0, max: 7 }), async (text, at, bit) => {
      const stored = await encrypt(config, PLACE, text, NEEDS);
      const position = at % stored.length;
      const flipped = String.fromCharCode(stored.charCodeAt(position) ^ (1 << bit));
      const changed = stored.slice(0, position) + flipped + stored.slice(position + 1);
      expect(["form", "key", "forged"]).toContain(await faultOf(decrypt(config, PLACE, changed, NEEDS)));
    }),
    { numRuns: 300 },
  );
});
test("any other length is refused", async () => {
  const stored = await encrypt(config, PLACE, "a secret of some length", NEEDS);
  for (let length = 0; length < stored.length; length += 1)
    expect(["form", "key", "forged"]).toContain(await faultOf(decrypt(config, PLACE, stored.slice(0, length), NEEDS)));
  for (const more of ["A", ".", ".A", "="]) expect(await faultOf(decrypt(config, PLACE, stored + more, NEEDS))).not.toBe("was read");
  expect(await faultOf(decrypt(config, PLACE, stored.replace("v1", "v2"), NEEDS))).toBe("form");
});
test("a text of another key names that key, and is refused as such", async () => {
  const stored = await encrypt(withKey(keyText(8)), PLACE, "x", NEEDS);
  expect(await faultOf(decrypt(config, PLACE, stored, NEEDS))).toBe("key");
  const [, id] = (await encrypt(config, PLACE, "x", NEEDS)).split(".");
  // Even under the right name.
  const renamed = stored
    .split(".")
    .with(1, id ?? "")
    .join(".");
  expect(await faultOf(decrypt(config, PLACE, renamed, NEEDS))).toBe("forged");
});
test("without a valid key nothing is encrypted or read, and the fault names the variable", async () => {
  for (const [key, code] of [
    [undefined, "not_configured"],
    ["", "not_configured"],
    ["c2hvcnQ=", "misconfigured"],
    [`${keyText(7)}=`, "misconfigured"],
    [keyText(7).replace("=", ""), "misconfigured"],
    ["not base64!", "misconfigured"],
  ] as const) {
    const broken = withKey(key);
    const fault = encryptionFault(broken, NEEDS);
    expect([key, fault?.status, fault?.code, fault?.details["variables"]]).toEqual([key, 503, code, ["INTEGRATION_ENCRYPTION_KEY"]]);
    if (key) expect(JSON.stringify([fault?.message, fault?.details])).not.toContain(key);
    for (const work of [encrypt(broken, PLACE, "x", NEEDS), decrypt(broken, PLACE, "v1.a.b.c", NEEDS)])
      expect(await faultOf(work)).toBeInstanceOf(Refusal);
  }
  expect(encryptionFault(config, NEEDS)).toBeUndefined();
});
