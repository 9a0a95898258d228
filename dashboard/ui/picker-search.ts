// Finds the items of a picker by what was typed. Pure.
import type { PickerItem } from "./picker-items.ts";

/** Without regard to case, accents and the spaces around. */
export const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
/** Every word typed is in the label, or in one of the other words. */
export function fits(item: Pick<PickerItem, "label" | "also">, query: string): boolean {
  const words = folded(query).split(/\s+/u);
  return [item.label, ...(item.also ?? [])].map(folded).some((text) => words.every((word) => text.includes(word)));
}
