// Below the chips: what a filter means, and how far a new view is filled.
import type { PropsOf } from "#dashboard/screen.ts";
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { isFixedView } from "#modules/conversations/contract";
import type { listNote } from "#modules/inbox/views";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { viewsQuery } from "./queries.ts";

const FilterNote = lazy(async () => ({ default: (await import("./filter-note.tsx")).FilterNote }));

export function ViewNote({ projectId, list }: PropsOf<typeof listNote>) {
  const { data } = useQuery({ ...viewsQuery(projectId), enabled: !isFixedView(list.view) });
  const view = data?.views.find(({ id }) => id === list.view);
  if (!view) return null;
  return (
    <>
      {view.kind === "draft" && (
        <Suspense>
          <FilterNote projectId={projectId} view={view} />
        </Suspense>
      )}
      {view.filling && <Filling {...view.filling} />}
    </>
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
