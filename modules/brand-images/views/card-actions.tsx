// What an owner or admin does with one card: upload an image instead, describe it, go back to the drawn one.
import { useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { EllipsisVertical, ImageUp, Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import { removeSocialCard, type SocialCard } from "../contract.ts";
import { UploadDialog } from "./upload-dialog.tsx";

interface ActionProps {
  readonly projectId: string;
  readonly card: SocialCard;
  /** After a change; the new card, if it is known. */
  onChanged(card: SocialCard | undefined): void;
}
export function CardActions({ projectId, card, onChanged }: ActionProps) {
  const [shown, setShown] = useState<"upload" | "describe" | "remove">();
  const close = (): void => setShown(undefined);
  const { subject, locale } = card;
  const remove = useRouteMutation(removeSocialCard, {
    done: () => {
      close();
      toast({ title: m.brand_images_removed(), tone: "ok" });
      onChanged(undefined);
    },
  });
  const isOwn = card.state === "own";
  return (
    <>
      <Menu
        trigger={<IconButton label={m.brand_images_actions({ title: card.title })} icon={EllipsisVertical} />}
        items={[
          { label: isOwn ? m.brand_images_replace() : m.brand_images_upload_own(), icon: ImageUp, onSelect: () => setShown("upload") },
          ...(isOwn
            ? [
                { label: m.brand_images_describe(), icon: Pencil, onSelect: () => setShown("describe") },
                { label: m.brand_images_remove(), icon: Undo2, onSelect: () => setShown("remove") },
              ]
            : []),
        ]}
      />
      {(shown === "upload" || shown === "describe") && (
        <UploadDialog {...{ projectId, card }} what={shown} onClose={close} onStored={onChanged} />
      )}
      <ConfirmDialog
        open={shown === "remove"}
        onClose={close}
        title={m.brand_images_remove_title()}
        body={m.brand_images_remove_body()}
        action={m.brand_images_remove()}
        tone="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { projectId, subject, locale } })}
      />
    </>
  );
}
