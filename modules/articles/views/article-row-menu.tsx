// The menu of an article in the list.
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { ArrowDown, ArrowUp, EllipsisVertical } from "lucide-react";
import type { ArticleSummary, CollectionList } from "../contract.ts";
import { collectionName } from "./labels.tsx";

interface Props {
  readonly list: CollectionList;
  readonly article: ArticleSummary;
  readonly title: string;
  /** Null: removes it from its collection. */
  onMove(collectionId: string | null): void;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}
export function ArticleRowMenu({ list, article, title, onMove, up, down }: Props) {
  const places: MenuItem[] = [
    ...list.items.map((collection) => ({
      label: collectionName(collection, list.defaultLocale),
      checked: collection.id === article.collectionId,
      onSelect: () => onMove(collection.id),
    })),
    { label: m.help_without_collection(), checked: article.collectionId === null, onSelect: () => onMove(null) },
  ];
  const items: MenuItem[] = [
    ...(up ? [{ label: m.help_up(), icon: ArrowUp, onSelect: up }] : []),
    ...(down ? [{ label: m.help_down(), icon: ArrowDown, onSelect: down }] : []),
    ...(up || down ? (["separator"] as const) : []),
    { heading: m.help_move_to() },
    ...places,
  ];
  return (
    <span className="relative z-10">
      <Menu align="end" items={items} trigger={<IconButton label={m.help_more_for({ title })} icon={EllipsisVertical} />} />
    </span>
  );
}
