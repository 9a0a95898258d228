// What other modules use of the availability of members.
export { becameAvailable } from "./extension.ts";
export { isNotOnline, readChosen } from "./queries.ts";
