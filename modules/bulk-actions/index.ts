// The face of bulk actions: what other modules may use.
export { applyAction } from "./apply-action.ts";
export { type Action, ANY_PROJECT, bulkActions, defineBulkAction } from "./extension.ts";
export { actionNamed, checkPrepared, whatIsWrong, takes, valueOf } from "./prepared.ts";
