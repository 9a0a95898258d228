// The server face of contact notes: how many a contact has.
export { notesOf } from "./queries.ts";
