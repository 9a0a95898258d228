// The face of bulk actions: what other modules may use.
export { ANY_PROJECT, bulkActions, defineBulkAction } from "./extension.ts";
