// Props of a section of the article list.
import type { Collection, CollectionList } from "../contract.ts";

export interface SectionProps {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly admin: boolean;
  /** Null: the articles without a collection. */
  readonly collection: Collection | null;
  readonly startsOpen: boolean;
  /** Keys of all sections, in their order. */
  readonly lists: readonly string[];
  /** Whether the dragged article would be dropped here. */
  readonly isTarget: boolean;
  onOver(list: string | undefined): void;
  onNew(collectionId: string | null): void;
  announce(words: string): void;
}
