// The server face of paired computers, for the module whose work they do.
export { authorityWithdrawn, type AuthorityWithdrawal } from "./extension.ts";
export { deviceHolds } from "./queries.ts";
