// Refusals of saved views.
import { conflict, forbidden, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_ALL, MAX_PERSONAL, MAX_SHARED, type ViewKind } from "./contract.ts";

export const mayNotShare = (): Refusal => forbidden(m.saved_views_share_role());
/** There are as many of the kind as there may be, or `ofAll` kinds together. */
export const tooMany = (kind: ViewKind, ofAll: boolean): Refusal =>
  conflict(
    ofAll
      ? m.saved_views_too_many({ max: MAX_ALL })
      : kind === "shared"
        ? m.saved_views_too_many_shared({ max: MAX_SHARED })
        : m.saved_views_too_many_personal({ max: MAX_PERSONAL }),
  );
export const sameClientId = (): Refusal => conflict(m.saved_views_same_client_id());
export const noSuchField = (index: number, field: string, path = "conditions"): Refusal =>
  invalidRequest([{ path: `${path}.${index}.field`, message: m.saved_views_no_field({ field }) }]);
export const noSuchValue = (index: number, value: string, path = "conditions"): Refusal =>
  invalidRequest([{ path: `${path}.${index}.values`, message: m.saved_views_no_value({ value }) }]);
