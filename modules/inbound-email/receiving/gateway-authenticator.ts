// Proves the principal `gateway`: the inbound token as a bearer token, or as the basic auth password, which is all that hosted services can
// send.
import { emailConfig } from "#modules/email";
import { equalTexts, type GatewayPrincipal, sha256 } from "#kernel/auth/index.ts";
import { notConfigured, unauthenticated } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { m } from "#messages";

const gateway: GatewayPrincipal = { kind: "gateway" };

function passwordOf(encoded: string): string | undefined {
  try {
    const pair = new TextDecoder().decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
    return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : undefined;
  } catch {
    return undefined;
  }
}
function givenToken(header: string): string | undefined {
  const [, scheme = "", value = ""] = /^(bearer|basic) +(\S{1,8000})$/i.exec(header.trim()) ?? [];
  return scheme.toLowerCase() === "basic" ? passwordOf(value) : value || undefined;
}

export const gatewayAuthenticator: Authenticator = {
  who: ["gateway"],
  async begin({ request, config }) {
    const token = emailConfig(config).inboundToken;
    if (token === undefined) throw notConfigured("email", ["INBOUND_EMAIL_TOKEN"], m.inbound_email_not_configured());
    const given = givenToken(request.headers.get("authorization") ?? "");
    // Hashes have equal length, whatever the input, so they can be compared in constant time.
    if (given === undefined || !equalTexts(sha256(given), sha256(token))) throw unauthenticated(m.inbound_email_wrong_token());
    return { claims: {}, queries: [], prove: () => gateway };
  },
};
