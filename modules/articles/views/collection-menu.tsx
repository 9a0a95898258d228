// The menu of a collection.
import { useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Collection, type CollectionList, orderCollections, removeCollection, restoreCollection } from "../contract.ts";
import { CollectionDialog } from "./collection-dialog.tsx";
import { rereadLists } from "./queries.ts";
import { moved } from "./reorder.ts";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly collection: Collection;
  readonly name: string;
}
export function CollectionMenu({ projectId, list, collection, name }: Props) {
  const [shown, setShown] = useState<"rename" | "remove">();
  const close = (): void => setShown(undefined);
  const again = (): void => void rereadLists(projectId);
  const order = useRouteMutation(orderCollections, { done: again });
  const restore = useRouteMutation(restoreCollection, { done: again });
  const params = { projectId, collectionId: collection.id };
  const remove = useRouteMutation(removeCollection, {
    done: () => {
      close();
      again();
      toast({ title: m.help_collection_removed({ name }), tone: "ok", undo: () => restore.mutate({ params, body: {} }) });
    },
  });
  const seen = list.items.map(({ id }) => id);
  const at = seen.indexOf(collection.id);
  const go = (to: number): void => order.mutate({ params: { projectId }, body: { seen, order: moved(seen, at, to) } });
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={m.help_more_for({ title: name })} icon={EllipsisVertical} />}
        items={[
          { label: m.help_rename(), icon: Pencil, onSelect: () => setShown("rename") },
          { label: m.help_up(), icon: ArrowUp, disabled: at === 0, onSelect: () => go(at - 1) },
          { label: m.help_down(), icon: ArrowDown, disabled: at === seen.length - 1, onSelect: () => go(at + 1) },
          "separator",
          { label: m.help_remove_collection(), icon: Trash2, tone: "danger", onSelect: () => setShown("remove") },
        ]}
      />
      {shown === "rename" && (
        <CollectionDialog
          projectId={projectId}
          locale={list.defaultLocale}
          locales={list.locales}
          collection={collection}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={shown === "remove"}
        onClose={close}
        title={m.help_remove_collection_title({ name })}
        body={m.help_remove_collection_body()}
        action={m.help_remove_collection()}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  );
}
