// Decides whether the variables are safe to serve. A public APP_ORIGIN makes it a server, whatever address it listens on: clients can send
// any Host, so only the setup token keeps a stranger from becoming the first owner.
import { type Config, isLoopbackName } from "../../kernel/config/index.ts";
import { SETUP_TOKEN_MIN } from "../../modules/accounts/variables.ts";

/** Whether only this machine can reach a port at this address. */
export const isLoopbackHost = (host: string): boolean => ["127.0.0.1", "::1", "localhost"].includes(host);

export interface ServerSettings {
  readonly vars: Readonly<Record<string, string>>;
  readonly config: Pick<Config, "appOrigin" | "errors"> & { readonly setupToken: string | undefined };
  /** The file from which the variables were read. */
  readonly file: string;
  /** Whether only this machine can reach the port. */
  readonly loopback: boolean;
}

/** Why the variables must not be served, without any value; undefined if they may be. */
export function whyNotServed({ vars, config, file, loopback }: ServerSettings): string | undefined {
  if (vars["APP_ORIGIN"]?.trim() === "")
    return (
      `APP_ORIGIN is empty in ${file}: write the public address behind it to make this a server, ` +
      "or remove the line on your own computer. Empty, it would be served by the rules of your own computer."
    );
  if (config.appOrigin === undefined)
    return loopback ? undefined : `--host opens Seed Desk to other machines: set APP_ORIGIN and SVC_SETUP_TOKEN in ${file} first`;
  if (config.errors.some(({ variable }) => variable === "APP_ORIGIN"))
    return "Seed Desk is not served with an APP_ORIGIN that is not valid";
  const own = loopback && isLoopbackName(new URL(config.appOrigin).hostname);
  const tooShort = config.errors.some(({ variable }) => variable === "SVC_SETUP_TOKEN");
  if (tooShort || (config.setupToken === undefined && !own))
    return (
      `APP_ORIGIN makes this a server: put a SVC_SETUP_TOKEN of at least ${SETUP_TOKEN_MIN} characters into ${file} first. ` +
      "On your own computer, leave APP_ORIGIN out, or let it name localhost and leave out --host."
    );
  return undefined;
}
