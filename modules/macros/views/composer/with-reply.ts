// What a step that is done with the reply tells the composer.
interface KeptStatus {
  readonly status: "open" | "snoozed" | "closed";
  readonly hours: number | null;
}
const HOUR = 3_600_000;

/** The reply closes the conversation, or snoozes it for so many hours from now on. */
export function withReply(value: unknown): { close: true } | { snooze: { until: string | null } } {
  const { status, hours } = value as KeptStatus;
  if (status !== "snoozed") return { close: true };
  return { snooze: { until: hours === null ? null : new Date(Date.now() + hours * HOUR).toISOString() } };
}
