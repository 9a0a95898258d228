// The server face of the search over conversations.
export { type SearchFilter, searchFilters } from "./extension.ts";
