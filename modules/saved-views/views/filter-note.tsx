// A filter that is not saved, in words, with ways to save and to clear it.
import { locale } from "#dashboard/locale.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { inboxPath } from "#modules/conversations/contract";
import { useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { Suspense, useState } from "react";
import type { SavedView } from "../contract.ts";
import { useFields } from "./fields.tsx";
import { inWords } from "./in-words.ts";
import { ViewDialog } from "./lazy-dialog.ts";
import { changeView, deleteView } from "./queries.ts";

export function FilterNote({ projectId, view }: { projectId: string; view: SavedView }) {
  const [saving, setSaving] = useState(false);
  const { fields, source } = useFields(projectId, view.conditions);
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
      <Suspense>
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
      </Suspense>
    </div>
  );
}
