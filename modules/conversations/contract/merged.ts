// Names of what happens when conversations are merged. Browser-safe.
/** In the one that goes: `data` has `into`. */
export const MERGED = "conversation_merged";
/** In the one that goes, when that is undone: `data` has `into`, and the status that it has again. */
export const UNMERGED = "conversation_unmerged";
/** In the one that stays: `data` has `from`. */
export const JOINED = "conversation_joined";
/** In the one that stays, when that is undone: `data` has `from`. */
export const PARTED = "conversation_parted";

/** How many merges one after the other lead from a conversation to the one that goes on. */
export const MAX_MERGE_DEPTH = 5;
