// The extension point by which the list of suppressed addresses learns whose mail an opt-out came from.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** A module that sends mail with a link to opt out. */
export interface SentMessages {
  readonly name: string;
  /** SQL of the plain address that the message with the key went to; null when it is none of the module's, or the address is erased. */
  readonly addressOf: (projectId: ProjectId, messageKey: string) => SQL;
}
export const sentMessages = extensionPoint<SentMessages>("sentMessages");
