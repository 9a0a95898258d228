// Determines what the contact form needs of mail, and what the installation and the project lack.
import { emailConfig, missingForLinks, missingForReceiving } from "#modules/email";
import type { Config } from "#kernel/config/index.ts";

export interface MailRequirements {
  /** Names of the missing environment variables. */
  readonly variables: string[];
  /** Whether the project has a reply address, so that answers to our mail are received. */
  readonly replyAddress: boolean;
}
/** Mail is needed to confirm the reader's address and to receive their answers. */
export const mailRequirements = (config: Config, replyAddress: boolean): MailRequirements => ({
  variables: [...missingForLinks(config), ...(replyAddress ? [] : missingForReceiving(emailConfig(config)))],
  replyAddress,
});
export const canReceiveRequests = ({ variables, replyAddress }: MailRequirements): boolean => replyAddress && variables.length === 0;
