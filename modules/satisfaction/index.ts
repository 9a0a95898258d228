// The face of satisfaction: ratings that an import brings, and what its undo removes.
export { MAX_COMMENT } from "./contract.ts";
export { type ImportedRating, writeImportedRating, writeRemoveImportedRatings } from "./import-queries.ts";
export { KEPT_FOR as RATINGS_KEPT_FOR } from "./rules.ts";
