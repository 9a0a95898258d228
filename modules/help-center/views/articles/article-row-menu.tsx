// What can be done with an article in its list.
import { useWrite } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ArrowDown, ArrowUp, EllipsisVertical } from "lucide-react";
import { type ArticleSummary, changeArticle, type CollectionList } from "../../contract.ts";
import { rereadLists } from "./queries.ts";
import { collectionName } from "./words.tsx";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly article: ArticleSummary;
  readonly title: string;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}
export function ArticleRowMenu({ projectId, list, article, title, up, down }: Props) {
  const write = useWrite(changeArticle, { done: () => void rereadLists(projectId) });
  const to = (collectionId: string | null, name: string): void =>
    write.mutate(
      { params: { projectId, articleId: article.id }, body: { collectionId: collectionId as never } },
      { onSuccess: () => toast({ title: m.help_moved_to({ title, collection: name }), tone: "ok" }) },
    );
  const places: MenuItem[] = [
    ...list.items.map((collection) => {
      const name = collectionName(collection, list.defaultLocale);
      return { label: name, checked: collection.id === article.collectionId, onSelect: () => to(collection.id, name) };
    }),
    {
      label: m.help_without_collection(),
      checked: article.collectionId === null,
      onSelect: () => to(null, m.help_without_collection()),
    },
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
