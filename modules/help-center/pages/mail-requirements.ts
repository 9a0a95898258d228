// Whether readers can write: what the installation and the project lack for it.
import { emailConfig, missingForLinks, missingForReceiving } from "#modules/email";
import { type Config } from "#kernel/config/index.ts";

export interface Needs {
  /** Names of the variables that are missing. */
  readonly variables: string[];
  /** Answers to our mail find their way in: the project has a reply address. */
  readonly replyAddress: boolean;
}
/** What mail needs here, to ask for the confirmation and to hear of an answer. */
export const needsOf = (config: Config, replyAddress: boolean): Needs => ({
  variables: [...missingForLinks(config), ...(replyAddress ? [] : missingForReceiving(emailConfig(config)))],
  replyAddress,
});
export const works = ({ variables, replyAddress }: Needs): boolean => replyAddress && variables.length === 0;
