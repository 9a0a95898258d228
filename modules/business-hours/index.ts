// What other modules use of the business hours.
export { readHours } from "./queries.ts";
