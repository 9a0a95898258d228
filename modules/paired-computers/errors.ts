// The refusals of pairing, devices and grants.
import { conflict, type Refusal, Refusal as RefusalError } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { CONNECTOR_VERSION, MINIMUM_CONNECTOR_VERSION } from "./contract/versions.ts";

/** Of a poll (RFC 8628, section 3.5). The connector reads the code; a person may read the sentence. */
const pollRefusal =
  (code: "authorization_pending" | "slow_down" | "access_denied" | "expired_token", message: () => string) =>
  (details: Record<string, unknown> = {}): Refusal =>
    new RefusalError(400, code, message(), details);
export const authorizationPending = pollRefusal("authorization_pending", m.paired_computers_pending);
export const slowDown = pollRefusal("slow_down", m.paired_computers_slow_down);
export const accessDenied = pollRefusal("access_denied", m.paired_computers_denied);
export const expiredToken = pollRefusal("expired_token", m.paired_computers_code_ended);

export const wrongCode = (): Refusal => new RefusalError(404, "not_found", m.paired_computers_wrong_code());
export const alreadyDecided = (): Refusal => conflict(m.paired_computers_already_decided());
export const codeExpired = (): Refusal => conflict(m.paired_computers_code_expired(), { reason: "expired" });
export const otherThanShown = (): Refusal => conflict(m.paired_computers_other_than_shown());

/** Why a device token is refused. The connector tells its person, and ends what it runs. */
export type DeviceRefusal = "unknown" | "revoked" | "superseded" | "ended";
const SENTENCES: Record<DeviceRefusal, () => string> = {
  unknown: m.paired_computers_unknown_token,
  revoked: m.paired_computers_revoked_device,
  superseded: m.paired_computers_superseded,
  ended: m.paired_computers_ended_grant,
};
/** The header tells clients that a bearer token is wanted (RFC 6750, section 3). */
export const deviceRefused = (reason: DeviceRefusal): Refusal =>
  new RefusalError(401, "unauthenticated", SENTENCES[reason](), { reason }, { "www-authenticate": "Bearer" });

export const connectorOutdated = (version: string): Refusal =>
  new RefusalError(426, "connector_outdated", m.paired_computers_outdated({ version, minimum: MINIMUM_CONNECTOR_VERSION }), {
    minimum: MINIMUM_CONNECTOR_VERSION,
    current: CONNECTOR_VERSION,
  });
