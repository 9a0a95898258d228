// What the audit log says about webhooks.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";
import type { EventType } from "../contract.ts";
import { eventName } from "./labels.ts";

const about =
  (said: (words: { url: string }) => string): AuditSentences[string] =>
  ({ detail }) => [said({ url: detail["url"] ?? m.webhooks_audit_somewhere() })];
/** Each on a line of its own, as the list of webhooks calls it. */
const list = (types: readonly EventType[]): string => types.map((type) => eventName(type)).join("\n");
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  webhooks: {
    screen: "settings-webhooks",
    fields: {
      url: m.webhooks_url,
      description: m.webhooks_description,
      events: { label: m.webhooks_events, value: (names) => list(JSON.parse(names) as EventType[]) },
    },
  },
};
const sentences: AuditSentences = {
  "webhooks.created": about(m.webhooks_audit_created),
  "webhooks.changed": about(m.webhooks_audit_changed),
  "webhooks.paused": about(m.webhooks_audit_paused),
  "webhooks.resumed": about(m.webhooks_audit_resumed),
  "webhooks.secret_renewed": about(m.webhooks_audit_secret),
  "webhooks.removed": about(m.webhooks_audit_removed),
  "webhooks.failing": about(m.webhooks_audit_failing),
};
export default sentences;
