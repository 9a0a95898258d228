// What other modules use of the widget's images.
export { readImages } from "./queries.ts";
