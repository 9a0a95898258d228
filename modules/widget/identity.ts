// Verifies signed identities: a JWT (RFC 7519), HS256 with the project's secret, at most an hour ahead. Invalid ones are refused, never
// ignored.
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { Email, line, Metadata } from "#kernel/wire/values.ts";
import type { Identity } from "#modules/contacts";
import { m } from "#messages";
import { errors, jwtVerify } from "jose";
import * as v from "valibot";

const Claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  exp: v.number(),
  email: v.optional(v.nullable(Email), null),
  name: v.optional(v.nullable(line(120)), null),
  metadata: v.optional(Metadata, {}),
});
const refused = (says: string): Refusal => new Refusal(401, "unauthenticated", says);

/** The identity that the token proves. Throws `unauthenticated` with the reason: empty, foreign key, `alg: none`, expired, too long. */
export async function readIdentity(token: string, secret: string | null, now: number): Promise<Identity> {
  if (secret === null) throw refused(m.widget_identity_no_secret());
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(token, base64urlToBytes(secret), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
      clockTolerance: 30,
      requiredClaims: ["sub", "exp"],
    }));
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused(m.widget_identity_expired());
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(m.widget_identity_claim({ claim: error.claim }));
    if (error instanceof errors.JOSEError) throw refused(m.widget_identity_signature());
    throw error;
  }
  const claims = v.safeParse(Claims, payload);
  if (!claims.success) {
    const [{ path = [], message }] = claims.issues;
    throw refused(m.widget_identity_issue({ claim: path.map((p) => String(p.key)).join("."), message }));
  }
  if (claims.output.exp * 1000 > now + hours(1) + 30_000) throw refused(m.widget_identity_too_long());
  const { sub, email, name, metadata } = claims.output;
  return { identifier: sub, email, name, metadata };
}
