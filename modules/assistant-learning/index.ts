// Exports of learning for other modules: taking out of a text what tells who wrote it.
export { personOf } from "./propose.ts";
export { withoutPerson } from "./rules.ts";
