import { conflict, type Refusal } from "#kernel/errors/index.ts";
import type { HelpDeskError } from "./platforms/index.ts";

export const notAllowed = (): Refusal =>
  conflict("Help desks are read with the tokens of this installation. Its first owner can let this project use them.", { allowed: false });
export const isBusy = (): Refusal =>
  conflict("Another import of this project is under way. Wait for it, or stop it first.", { busy: true });
export const notNow = (): Refusal => conflict("The import is not in a state in which this can be done. Look at it again.");
export const otherName = (): Refusal => conflict("Write the name of the import to confirm.", { confirm: true });
export const sameClientId = (): Refusal => conflict("This clientId was used for something else.");
/** Why the help desk could not be read, for a person. */
export function helpDeskRefusal({ reason, wait }: HelpDeskError): Refusal {
  switch (reason) {
    case "refused":
      return conflict("The help desk refused the token. Check the variables, and which rights the token has.", { reason });
    case "missing":
      return conflict("There is no such help desk, or it has no help center. Check the name.", { reason });
    case "busy":
      return conflict(`The help desk asks for patience. Try again in ${minutesOf(wait)}.`, { reason });
    case "unavailable":
      return conflict("The help desk does not answer. Try again in a few minutes.", { reason });
  }
}
const minutesOf = (wait: number): string => (wait <= 60 ? "a minute" : `${Math.ceil(wait / 60)} minutes`);
