// The server face of profiles: a visit may start a context run, and how words are found in a text.
export { quoteIn, unproved } from "./check/quote.ts";
export { writeRunForVisit } from "./runs/automatic-runs.ts";
