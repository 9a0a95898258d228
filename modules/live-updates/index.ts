// The server face of live updates.
export { announceChanged } from "./announce-changed.ts";
export { contactCoordinator, projectCoordinator } from "./coordinators.ts";
export { type EventSource, eventSource } from "./extension.ts";
export type { Item } from "./order.ts";
export { makeTicket, openSocket } from "./tickets.ts";
export { beginWait, wake } from "./wakes.ts";
