// Below the chips: what a filter means, with ways to save and to clear it; and how far a new view is filled.
import type { PropsOf } from "#dashboard/screen.ts";
import { locale } from "#dashboard/locale.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { inboxPath, isFixedView } from "#modules/conversations/contract";
import type { listNote } from "#modules/inbox/views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "../contract.ts";
import { inWords, useFields } from "./fields.tsx";
import { changeView, deleteView, viewsQuery } from "./queries.ts";
import { ViewDialog } from "./view-dialog.tsx";

export function ViewNote({ projectId, list }: PropsOf<typeof listNote>) {
  const { data } = useQuery({ ...viewsQuery(projectId), enabled: !isFixedView(list.view) });
  const view = data?.views.find(({ id }) => id === list.view);
  if (!view) return null;
  return (
    <>
      {view.kind === "draft" && <Filter projectId={projectId} view={view} />}
      {view.filling && <Filling {...view.filling} />}
    </>
  );
}

function Filter({ projectId, view }: { projectId: string; view: SavedView }) {
  const [saving, setSaving] = useState(false);
  const { fields, source } = useFields(projectId);
  const navigate = useNavigate();
  const words = new Intl.ListFormat(locale).format(view.conditions.map((one) => inWords(one, fields)));
  return (
    <div className="mx-2 mb-1 flex items-center gap-1 rounded-md bg-subtle py-1 ps-2.5 pe-1 text-xs">
      {source}
      <p className="line-clamp-3 min-w-0 flex-1 wrap-anywhere text-muted" title={words}>
        {words === "" ? m.saved_views_no_condition() : words}
      </p>
      <Button size="sm" onClick={() => setSaving(true)}>
        {m.saved_views_save_view()}
      </Button>
      <IconButton
        label={m.saved_views_clear()}
        icon={X}
        onClick={() => {
          void navigate({ to: inboxPath(projectId) });
          void deleteView(projectId, view);
        }}
      />
      {saving && (
        <ViewDialog
          title={m.saved_views_save_title()}
          onClose={() => setSaving(false)}
          onSave={async (named) => {
            await changeView(projectId, view, named);
            setSaving(false);
          }}
        />
      )}
    </div>
  );
}

function Filling({ lookedAt, total }: { lookedAt: number; total: number }) {
  const number = new Intl.NumberFormat(locale);
  return (
    <div className="mx-2 mb-1 grid gap-1 px-2.5 py-1 text-xs text-muted" role="status">
      {m.saved_views_filling({ lookedAt: number.format(lookedAt), total: number.format(total) })}
      <progress value={lookedAt} max={Math.max(lookedAt, total, 1)} aria-label={m.saved_views_filling_label()} className="h-1 w-full" />
    </div>
  );
}
