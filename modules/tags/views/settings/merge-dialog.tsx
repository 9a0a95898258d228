// The dialog that merges a tag into another one, and says before what it moves.
import { useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { listTags, mergeTag, type Tag } from "../../contract.ts";

interface MergeProps {
  readonly projectId: string;
  readonly tag: Tag;
  readonly tags: readonly Tag[];
  onClose(): void;
}
export function MergeDialog({ projectId, tag, tags, onClose }: MergeProps) {
  const targets = tags.filter(({ id, state }) => state === "active" && id !== tag.id);
  const [into, setInto] = useState("");
  const target = targets.find(({ id }) => id === into);
  const [missing, setMissing] = useState(false);
  const merge = useRouteMutation(mergeTag, {
    suppressToast: true,
    invalidates: [listTags],
    done: () => {
      toast({ tone: "ok", title: m.tags_did_merge({ tag: tag.name, into: target?.name ?? "" }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() =>
        target ? merge.mutate({ params: { projectId, tagId: tag.id } as never, body: { into: target.id } }) : setMissing(true)
      }
      title={m.tags_merge_title({ tag: tag.name })}
      body={m.tags_merge_body()}
      action={m.tags_merge()}
      tone="primary"
      busy={merge.isPending}
      error={refusalOf(merge.error)}
    >
      {targets.length === 0 ? (
        <p className="text-muted">{m.tags_merge_nothing()}</p>
      ) : (
        <Field label={m.tags_merge_into()} error={missing && !target ? m.tags_merge_choose() : undefined}>
          <Select
            value={into}
            onChange={setInto}
            options={[{ value: "", label: m.tags_merge_choose() }, ...targets.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
      )}
      {target && <p role="status">{m.tags_merge_moves({ count: tag.conversations, tag: tag.name, into: target.name })}</p>}
    </ConfirmDialog>
  );
}
