// Which addresses of leads get no mail.
import type { SuppressionState } from "#modules/suppression";

/** Those to which the project sends nothing: mail came back, its reader complained or opted out, or a member said so. */
export const unmailable = (states: ReadonlyMap<string, SuppressionState>): Set<string> =>
  new Set([...states].flatMap(([address, { here, elsewhere }]) => (here !== null || elsewhere ? [address] : [])));
