import { conflict, type Refusal } from "#kernel/errors/index.ts";
import type { HelpDeskError } from "#modules/help-import";
import { m } from "#messages";

export const notAllowed = (): Refusal => conflict(m.desk_import_tokens_closed(), { allowed: false });
export const exportGone = (): Refusal => conflict(m.desk_import_export_gone(), { export: false });
export const isBusy = (): Refusal => conflict(m.desk_import_is_busy(), { busy: true });
export const notNow = (): Refusal => conflict(m.desk_import_not_now());
export const otherName = (): Refusal => conflict(m.desk_import_other_name(), { confirm: true });
export const sameClientId = (): Refusal => conflict(m.desk_import_same_client_id());
/** Explains to the member why the help desk could not be read. */
export function deskRefusal({ reason, wait }: HelpDeskError): Refusal {
  switch (reason) {
    case "refused":
      return conflict(m.desk_import_token_refused(), { reason });
    case "missing":
      return conflict(m.desk_import_no_desk(), { reason });
    case "busy":
      return conflict(m.desk_import_limited({ count: Math.max(1, Math.ceil(wait / 60)) }), { reason });
    case "unavailable":
      return conflict(m.desk_import_not_responding(), { reason });
  }
}
