// Erasure in the dashboard: what it adds to a contact's page.
export { fills } from "./slots.ts";
