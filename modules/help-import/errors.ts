import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import type { HelpDeskError } from "./platforms/index.ts";

export const notAllowed = (): Refusal => conflict(m.help_import_tokens_closed(), { allowed: false });
export const isBusy = (): Refusal => conflict(m.help_import_is_busy(), { busy: true });
export const notNow = (): Refusal => conflict(m.help_import_not_now());
export const otherName = (): Refusal => conflict(m.help_import_other_name(), { confirm: true });
export const sameClientId = (): Refusal => conflict(m.help_import_same_client_id());
/** Explains to the member why the help desk could not be read. */
export function helpDeskRefusal({ reason, wait }: HelpDeskError): Refusal {
  switch (reason) {
    case "refused":
      return conflict(m.help_import_token_refused(), { reason });
    case "missing":
      return conflict(m.help_import_no_help_desk(), { reason });
    case "busy":
      return conflict(m.help_import_limited({ count: Math.max(1, Math.ceil(wait / 60)) }), { reason });
    case "unavailable":
      return conflict(m.help_import_not_responding(), { reason });
  }
}
