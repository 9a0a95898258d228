// What the tags of a conversation count as. Pure.
import type { Tag } from "../contract.ts";

/** The tag that an id leads to: a merged one to what it became part of. */
export function leadsTo(tags: readonly Tag[], id: string): Tag | undefined {
  const tag = tags.find((each) => each.id === id);
  return tag === undefined || tag.mergedInto === null ? tag : tags.find((each) => each.id === tag.mergedInto);
}
/** The tags of the ids by name, each once; those that are not known are left out. */
export function resolveTags(tags: readonly Tag[], ids: readonly string[]): readonly Tag[] {
  const found = new Map(ids.flatMap((id) => leadsTo(tags, id) ?? []).map((tag) => [tag.id, tag]));
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
/** Former names of a tag: those of the tags that were merged into it. */
export const formerNames = (tags: readonly Tag[], id: string): string[] =>
  tags.filter((each) => each.mergedInto === id).map(({ name }) => name);
