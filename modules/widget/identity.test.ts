import { SignJWT, UnsecuredJWT, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { base64urlToBytes, bytesToBase64url, randomToken } from "#kernel/auth/index.ts";
import { readIdentity } from "./identity.ts";

const secret = randomToken(32);
const now = Date.UTC(2030, 0, 1);
const at = (minutes: number): number => Math.floor(now / 1000) + minutes * 60;
const sign = (claims: Record<string, unknown>, key: string = secret, alg = "HS256"): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(base64urlToBytes(key));
const refused = (token: string, why: RegExp, given: string | null = secret): Promise<void> =>
  expect(readIdentity(token, given, now)).rejects.toMatchObject({
    status: 401,
    code: "unauthenticated",
    message: expect.stringMatching(why),
  });

test("a valid token proves the identity", async () => {
  expect(
    await readIdentity(
      await sign({ sub: "user-1", exp: at(60), email: "Zoe@Example.test", name: " Zoë ", metadata: { plan: "pro", seats: 3 } }),
      secret,
      now,
    ),
  ).toEqual({ identifier: "user-1", email: "zoe@example.test", name: "Zoë", metadata: { plan: "pro", seats: 3 } });
  expect(await readIdentity(await sign({ sub: "u", exp: at(5) }), secret, now)).toEqual({
    identifier: "u",
    email: null,
    name: null,
    metadata: {},
  });
  expect(
    await readIdentity(await sign({ sub: "u", exp: at(5), iat: at(-5), nbf: at(-5), email: null, more: "ignored" }), secret, now),
  ).toMatchObject({ identifier: "u" });
});

test("alg none, other algorithms and other keys are refused", async () => {
  await refused(new UnsecuredJWT({ sub: "u", exp: at(5) }).encode(), /signature/);
  const { privateKey } = await generateKeyPair("RS256");
  await refused(await new SignJWT({ sub: "u", exp: at(5) }).setProtectedHeader({ alg: "RS256" }).sign(privateKey), /signature/);
  await refused(await sign({ sub: "u", exp: at(5) }, randomToken(64), "HS512"), /signature/);
  await refused(await sign({ sub: "u", exp: at(5) }, randomToken(32)), /signature/);
  const good = await sign({ sub: "u", exp: at(5) });
  const [head = "", , tail = ""] = good.split(".");
  await refused(`${head}.${bytesToBase64url(new TextEncoder().encode(JSON.stringify({ sub: "admin", exp: at(5) })))}.${tail}`, /signature/);
  for (const broken of ["", "x", "a.b.c", good.slice(0, -2), `${good}.x`, "..", "é.é.é"]) await refused(broken, /signature/);
});

test("an expired token is refused, but half a minute of clock difference is tolerated", async () => {
  await refused(await sign({ sub: "u", exp: at(-1) }), /expired/);
  expect(await readIdentity(await sign({ sub: "u", exp: Math.floor(now / 1000) - 20 }), secret, now)).toMatchObject({ identifier: "u" });
  await refused(await sign({ sub: "u", exp: at(10), nbf: at(5) }), /nbf/);
});

test("an expiry more than an hour ahead is refused", async () => {
  await refused(await sign({ sub: "u", exp: at(62) }), /more than an hour/);
  await refused(await sign({ sub: "u", exp: at(60 * 24 * 365) }), /more than an hour/);
  await refused(await sign({ sub: "u" }), /exp/);
});

test("claims of the wrong type are refused", async () => {
  await refused(await sign({ exp: at(5) }), /sub/);
  await refused(await sign({ sub: "", exp: at(5) }), /sub/);
  await refused(await sign({ sub: "x".repeat(201), exp: at(5) }), /sub/);
  await refused(await sign({ sub: "u", exp: "soon" }), /exp/);
  await refused(await sign({ sub: "u", exp: at(5), email: "nobody" }), /email/);
  await refused(await sign({ sub: "u", exp: at(5), name: "x".repeat(121) }), /name/);
  await refused(await sign({ sub: "u", exp: at(5), metadata: { a: { b: 1 } } }), /metadata/);
  await refused(
    await sign({ sub: "u", exp: at(5), metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) }),
    /metadata/,
  );
  await refused(await sign({ sub: "u", exp: at(5), metadata: { big: "x".repeat(1001) } }), /metadata/);
});

test("without a secret every token is refused", async () => {
  await refused(await sign({ sub: "u", exp: at(5) }), /no identity secret/, null);
});
