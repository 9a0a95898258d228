// The server face of imports from help desks: whether somebody uses a contact that an import made.
export { hasNoUses } from "./item-queries.ts";
