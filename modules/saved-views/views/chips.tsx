// The chips of saved views and of views that modules add, the menu of the one that is shown, and the palette's way to each.
import { type PropsOf, Slot } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useCommand } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { inboxPath } from "#modules/conversations/contract";
import { ViewChip, type viewChips, viewLabel } from "#modules/inbox/views";
import { useLive } from "#modules/live-inbox/views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft, ArrowRight, Copy, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import type { SavedView } from "../contract.ts";
import { ViewIcon } from "./icon.tsx";
import { changeView, createView, deleteView, moveView, recountViews, viewsQuery } from "./queries.ts";
import { ViewDialog } from "./lazy-dialog.ts";

export function SavedViewChips({ projectId, view }: PropsOf<typeof viewChips>) {
  const { data } = useQuery(viewsQuery(projectId));
  const events = useLive(projectId, useMe().id, (state) => state.events);
  const seen = useRef(events);
  useEffect(() => {
    if (seen.current === events) return;
    seen.current = events;
    recountViews(projectId);
  }, [events, projectId]);
  const saved = data?.views.filter(({ kind }) => kind !== "draft") ?? [];
  const shown = saved.find(({ id }) => id === view);
  if (saved.length === 0 && !data?.modules.length) return null;
  return (
    <nav
      aria-label={m.saved_views_nav()}
      className="flex shrink-0 items-center [scrollbar-width:none] overflow-x-auto py-0.5 ps-2 pe-0.5 pb-2"
    >
      {data?.modules.map(({ name, count }) => (
        <ViewChip key={name} to={inboxPath(projectId, name)} isCurrent={name === view} count={count ?? 0}>
          <Suspense>
            <Slot of={viewLabel} name={name} />
          </Suspense>
        </ViewChip>
      ))}
      {saved.map((one) => (
        <ViewChip key={one.id} to={inboxPath(projectId, one.id)} isCurrent={one.id === view} count={one.count}>
          <ViewIcon icon={one.icon} />
          <bdi className="max-w-40 truncate">{plain(one.name)}</bdi>
        </ViewChip>
      ))}
      {shown && <ViewMenu key={shown.id} projectId={projectId} view={shown} peers={saved.filter(({ kind }) => kind === shown.kind)} />}
      {saved.map((one) => (
        <GoTo key={one.id} to={inboxPath(projectId, one.id)} name={one.name} />
      ))}
    </nav>
  );
}

function GoTo({ to, name }: { to: string; name: string }) {
  const navigate = useNavigate();
  useCommand(() => void navigate({ to }), { label: m.saved_views_go_to({ name }), group: m.conversations_title() });
  return null;
}

function ViewMenu({ projectId, view, peers }: { projectId: string; view: SavedView; peers: readonly SavedView[] }) {
  const { mayI } = useProject();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"edit" | "copy">();
  const mine = view.kind === "personal" || mayI("admin");
  const at = peers.findIndex(({ id }) => id === view.id);
  const copy = { label: m.saved_views_duplicate(), icon: Copy, onSelect: () => setDialog("copy") };
  return (
    <>
      <Menu
        align="start"
        items={
          mine
            ? [
                { label: m.saved_views_edit(), icon: Pencil, onSelect: () => setDialog("edit") },
                copy,
                {
                  label: m.saved_views_move_before(),
                  icon: ArrowLeft,
                  disabled: at === 0,
                  onSelect: () => void moveView(projectId, view, -1),
                },
                {
                  label: m.saved_views_move_after(),
                  icon: ArrowRight,
                  disabled: at === peers.length - 1,
                  onSelect: () => void moveView(projectId, view, 1),
                },
                "separator",
                {
                  label: m.saved_views_delete(),
                  icon: Trash2,
                  tone: "danger",
                  onSelect: () => {
                    void navigate({ to: inboxPath(projectId) });
                    void deleteView(projectId, view);
                  },
                },
              ]
            : [{ heading: m.saved_views_share_needs() }, copy]
        }
        trigger={
          <IconButton label={m.saved_views_actions({ name: view.name })} icon={Ellipsis} className="-my-0.5 pointer-coarse:size-8!" />
        }
      />
      <Suspense>
        {dialog === "edit" && (
          <ViewDialog
            title={m.saved_views_edit_title()}
            view={view}
            onClose={() => setDialog(undefined)}
            onSave={async (fields) => {
              await changeView(projectId, view, fields);
              setDialog(undefined);
            }}
          />
        )}
        {dialog === "copy" && (
          <ViewDialog
            title={m.saved_views_duplicate()}
            name={m.saved_views_copy_of({ name: view.name })}
            onClose={() => setDialog(undefined)}
            onSave={async (fields, clientId) => {
              const { id } = await createView(projectId, clientId, { ...fields, conditions: view.conditions, sort: view.sort });
              setDialog(undefined);
              void navigate({ to: inboxPath(projectId, id) });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
