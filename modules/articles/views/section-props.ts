// Props of a section of the article list.
import type { Collection, CollectionList } from "../contract.ts";

export interface SectionProps {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly admin: boolean;
  /** Null: the articles without one. */
  readonly collection: Collection | null;
  readonly startsOpen: boolean;
  /** All sections as they name themselves, in their order. */
  readonly lists: readonly string[];
  /** What is dragged would go here. */
  readonly isTarget: boolean;
  onOver(list: string | undefined): void;
  onNew(collectionId: string | null): void;
  announce(words: string): void;
}
