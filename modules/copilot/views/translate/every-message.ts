// Conversations in which every message offers its translation, also where its language is not recognised or is one that the member reads.
import { store } from "#dashboard/store.ts";

export const everyMessage = store<ReadonlySet<string>>(new Set());
