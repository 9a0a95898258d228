import { conflict, type Refusal } from "#kernel/errors/index.ts";
import type { HelpDeskError } from "./platforms/index.ts";

export const notAllowed = (): Refusal =>
  conflict("Imports use this installation’s tokens. Its first owner can let this project use them.", { allowed: false });
export const isBusy = (): Refusal => conflict("Another import is running in this project. Wait for it, or stop it first.", { busy: true });
export const notNow = (): Refusal => conflict("The import’s state has changed, so this isn’t possible. Reload and try again.");
export const otherName = (): Refusal => conflict("Type the import’s name to confirm.", { confirm: true });
export const sameClientId = (): Refusal => conflict("This clientId was already used for something else.");
/** Explains to the member why the help desk could not be read. */
export function helpDeskRefusal({ reason, wait }: HelpDeskError): Refusal {
  switch (reason) {
    case "refused":
      return conflict("The help desk refused the token. Check the variables and the token’s permissions.", { reason });
    case "missing":
      return conflict("This help desk doesn’t exist or has no help center. Check the name.", { reason });
    case "busy":
      return conflict(`The help desk is limiting requests. Try again in ${minutesOf(wait)}.`, { reason });
    case "unavailable":
      return conflict("The help desk isn’t responding. Try again in a few minutes.", { reason });
  }
}
const minutesOf = (wait: number): string => (wait <= 60 ? "a minute" : `${Math.ceil(wait / 60)} minutes`);
