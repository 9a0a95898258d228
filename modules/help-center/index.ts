// The face of help centers.
export { cameFrom, carriedAlong } from "./insights/carried.ts";
export { noteFeedback, noteGap, noteSearch } from "./insights/note.ts";
export { readHelpOpen } from "./reading/queries.ts";
export { readHelp, readHelpArticle, searchHelp } from "./reading/read-help.ts";
