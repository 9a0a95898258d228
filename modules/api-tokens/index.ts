// The server face of API tokens, for modules that serve them.
export { countCall } from "./count-call.ts";
export { tokenScope, type TokenScope } from "./extension.ts";
export { apiTokenHolds } from "./queries.ts";
