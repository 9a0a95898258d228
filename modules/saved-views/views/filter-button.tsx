// The button of the list's header that opens the filter builder, and the dialog that saves what it chose.
import type { PropsOf } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Tooltip } from "#dashboard/ui/tooltip.tsx";
import { STROKE } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import { type Conditions, inboxPath, isFixedView } from "#modules/conversations/contract";
import type { listControl } from "#modules/inbox/views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { conditionsOfFixed, type Line, linesOf } from "./conditions.ts";
import { applyFilter, changeView, createView, viewsQuery } from "./queries.ts";
import { filterShortcut } from "./shortcut.ts";
import { ViewDialog } from "./lazy-dialog.ts";

// Loaded when the builder opens: the list does not wait for it.
const FilterBuilder = lazy(async () => ({ default: (await import("./filter-builder.tsx")).FilterBuilder }));
const FilterPopover = lazy(async () => ({ default: (await import("./filter-popover.tsx")).FilterPopover }));

export function FilterButton({ projectId, list }: PropsOf<typeof listControl>) {
  const [lines, setLines] = useState<readonly Line[]>();
  const me = useMe().id;
  const open = lines !== undefined;
  const setOpen = (next: boolean): void =>
    setLines(next ? linesOf(list.conditions ?? (isFixedView(list.view) ? conditionsOfFixed(list.view, me) : [])) : undefined);
  const [saving, setSaving] = useState<Conditions>();
  const { data } = useQuery(viewsQuery(projectId));
  const { mayI } = useProject();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const shown = data?.views.find(({ id }) => id === list.view);
  const editable = shown && shown.kind !== "draft" && (shown.kind === "personal" || mayI("admin")) ? shown : undefined;
  useDeclaredShortcut(filterShortcut, () => setOpen(true));
  const go = (id: string): void => void navigate({ to: inboxPath(projectId, id) });
  const count = shown?.kind === "draft" ? shown.conditions.length : 0;
  return (
    <>
      <Tooltip label={m.saved_views_filter()} shortcut={filterShortcut.keys}>
        <button
          ref={button}
          type="button"
          aria-label={count > 0 ? m.saved_views_filter_on({ count }) : m.saved_views_filter()}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`grid size-7 shrink-0 place-items-center rounded-sm hover:bg-hover aria-expanded:bg-hover pointer-coarse:size-11 ${count > 0 ? "text-accent-text" : "text-muted hover:text-text"}`}
        >
          <SlidersHorizontal className="size-4" strokeWidth={STROKE} aria-hidden />
        </button>
      </Tooltip>
      <Suspense>
        {lines && (
          <FilterPopover open onClose={() => setOpen(false)} anchor={button}>
            <FilterBuilder
              key={list.view}
              {...{ projectId, lines, setLines, editable }}
              onApply={async (conditions) => {
                const view = await applyFilter(projectId, { conditions, sort: list.sort });
                setOpen(false);
                go(view.id);
              }}
              onUpdate={async (conditions) => {
                if (editable) await changeView(projectId, editable, { conditions });
                setOpen(false);
              }}
              onSave={(conditions) => {
                setOpen(false);
                setSaving(conditions);
              }}
            />
          </FilterPopover>
        )}
        {saving && (
          <ViewDialog
            title={m.saved_views_save_title()}
            onClose={() => setSaving(undefined)}
            onSave={async (fields, clientId) => {
              const view = await createView(projectId, clientId, { ...fields, conditions: saving, sort: list.sort });
              setSaving(undefined);
              go(view.id);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
