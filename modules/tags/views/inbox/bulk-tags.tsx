// Tags in the bar of selected conversations.
import type { PropsOf } from "#dashboard/screen.ts";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Picker } from "#dashboard/ui/picker.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import type { bulkControl } from "#modules/bulk-actions/views";
import { Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import { type Tag, tagIdsOf, TAGS } from "../../contract.ts";
import { useTags } from "../queries.ts";
import { formerNames } from "../resolve-tags.ts";
import { tagShortcut } from "../shortcut.ts";
import { Dot } from "./tag-parts.tsx";

/** Adds a tag to what is selected; one that all of it has is removed. */
export function BulkTags({ projectId, rows, run }: PropsOf<typeof bulkControl>) {
  const [open, setOpen] = useState(false);
  const { data, error } = useTags(projectId, open ? undefined : []);
  useShortcut(tagShortcut.keys, () => setOpen(rows.length > 0), {
    label: tagShortcut.label(),
    group: m.conversations_title(),
    overrides: true,
    hidden: true,
  });
  const isOnAll = ({ id }: Tag): boolean => rows.length > 0 && rows.every((row) => tagIdsOf(row).includes(id));
  function choose(tag: Tag): void {
    const removes = isOnAll(tag);
    setOpen(false);
    run({
      ...{ action: TAGS, value: removes ? { remove: [tag.id] } : { add: [tag.id] } },
      change: (row) => {
        const others = tagIdsOf(row).filter((id) => id !== tag.id);
        const { [TAGS]: _, ...fields } = row.fields ?? {};
        const ids = removes ? others : [...others, tag.id];
        return { fields: ids.length === 0 ? fields : { ...fields, [TAGS]: ids.join(",") } };
      },
      did: (count) => (removes ? m.tags_bulk_did_remove({ count, tag: tag.name }) : m.tags_bulk_did_add({ count, tag: tag.name })),
    });
  }
  const all = data?.items ?? [];
  const notice = data ? undefined : (
    <p role={error ? "alert" : undefined} className="px-4 py-8 text-center text-muted">
      {error ? messageOf(error) : m.tags_loading()}
    </p>
  );
  return (
    <>
      <IconButton
        label={m.tags_key()}
        icon={TagIcon}
        shortcut={tagShortcut.keys}
        aria-haspopup="dialog"
        disabled={rows.length === 0}
        onClick={() => setOpen(true)}
      />
      <Picker
        open={open}
        onClose={() => setOpen(false)}
        label={m.tags_pick()}
        empty={all.length === 0 ? m.tags_pick_none_operator() : m.tags_pick_empty()}
        groups={[
          {
            heading: "",
            items: all
              .filter((tag) => tag.state === "active" || (tag.state === "archived" && isOnAll(tag)))
              .map((tag) => ({
                ...{ value: tag.id, label: tag.name, also: formerNames(all, tag.id), mark: <Dot hue={tag.hue} /> },
                ...{ hint: tag.description === "" ? undefined : tag.description, checked: isOnAll(tag), onSelect: () => choose(tag) },
              })),
          },
        ]}
        {...(notice === undefined ? {} : { notice })}
      />
    </>
  );
}
