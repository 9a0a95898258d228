// What rows of a report are about.
export const ROW_KINDS = ["conversation", "company", "rating", "reply"] as const;
export type RowKind = (typeof ROW_KINDS)[number];
