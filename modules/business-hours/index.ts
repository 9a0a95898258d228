// What other modules use of the business hours.
export { type HoursChanged, hoursChanged } from "./extension.ts";
export { readHours } from "./queries.ts";
