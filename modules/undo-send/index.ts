// The server face of undo send.
export { isBeingAnswered } from "./queries.ts";
