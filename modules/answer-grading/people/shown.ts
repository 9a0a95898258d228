// What of an answer people see who grade it. Pure.
import { readOf, type StoredItem } from "#modules/evaluation";
import type { ShownAnswer } from "../contract.ts";

/** The words that a customer would have read, and the titles of what they cite. Nothing of the model, its cost and time, and other grades. */
export function shownOf({ outcome, transcript }: Pick<StoredItem, "outcome" | "transcript">): ShownAnswer {
  if (outcome === null) return { outcome: "failed", text: "", cites: [] };
  const cited = new Set(transcript?.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  const titles = outcome === "answered" ? (transcript?.sources ?? []).filter(({ id }) => cited.has(id)).map(({ title }) => title) : [];
  return { outcome, text: readOf({ outcome, transcript }), cites: [...new Set(titles)] };
}
