// Verifies signed identities: a JWT (RFC 7519), HS256 with the project's secret, at most an hour ahead. Invalid ones are refused, never
// ignored.
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { Email, line, Metadata } from "#kernel/wire/values.ts";
import type { Identity } from "#modules/contacts";
import { errors, jwtVerify } from "jose";
import * as v from "valibot";

const Claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  exp: v.number(),
  email: v.optional(v.nullable(Email), null),
  name: v.optional(v.nullable(line(120)), null),
  metadata: v.optional(Metadata, {}),
});
const refused = (why: string): Refusal => new Refusal(401, "unauthenticated", `The identity token is invalid: ${why}.`);

/** The identity that the token proves. Throws `unauthenticated` with the reason: empty, foreign key, `alg: none`, expired, too long. */
export async function readIdentity(token: string, secret: string | null, now: number): Promise<Identity> {
  if (secret === null) throw refused("this project has no identity secret");
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(token, base64urlToBytes(secret), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
      clockTolerance: 30,
      requiredClaims: ["sub", "exp"],
    }));
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused("it has expired");
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(`claim ${error.claim} is missing or wrong`);
    if (error instanceof errors.JOSEError) throw refused("its signature is not the project's");
    throw error;
  }
  const claims = v.safeParse(Claims, payload);
  if (!claims.success)
    throw refused(`claim ${claims.issues[0]?.path?.map((p) => String(p.key)).join(".") ?? ""} ${claims.issues[0]?.message ?? "is wrong"}`);
  if (claims.output.exp * 1000 > now + hours(1) + 30_000) throw refused("it is valid for more than an hour");
  const { sub, email, name, metadata } = claims.output;
  return { identifier: sub, email, name, metadata };
}
