// Determines what the contact form needs of mail, and what of it the installation and the project lack.
import { emailConfig, missingForLinks, missingForReceiving } from "#modules/email";
import type { Config } from "#kernel/config/index.ts";

export interface MailRequirements {
  /** Names of the variables that are missing. */
  readonly variables: string[];
  /** Answers to our mail find their way in: the project has a reply address. */
  readonly replyAddress: boolean;
}
/** What mail needs here, to ask for the confirmation and to hear of an answer. */
export const mailRequirements = (config: Config, replyAddress: boolean): MailRequirements => ({
  variables: [...missingForLinks(config), ...(replyAddress ? [] : missingForReceiving(emailConfig(config)))],
  replyAddress,
});
export const canReceiveRequests = ({ variables, replyAddress }: MailRequirements): boolean => replyAddress && variables.length === 0;
