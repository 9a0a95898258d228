// What the audit log says about API tokens.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const scopesOf = (detail: { readonly scopes?: string }): string => (JSON.parse(detail.scopes ?? "[]") as string[]).join(", ");
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  token: {
    screen: "settings-api-tokens",
  },
};
const sentences: AuditSentences = {
  "token.created": ({ detail }) => [
    detail["name"] ? m.api_tokens_audit_created({ name: detail["name"], scopes: scopesOf(detail) }) : m.api_tokens_audit_created_one(),
  ],
  "token.revoked": ({ detail }) => [
    detail["name"] ? m.api_tokens_audit_revoked({ name: detail["name"], scopes: scopesOf(detail) }) : m.api_tokens_audit_revoked_one(),
  ],
};
export default sentences;
