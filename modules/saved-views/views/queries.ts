// The views in the query cache, and what changes them before the server has answered.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { queryOptions } from "@tanstack/react-query";
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  orderSavedViews,
  restoreSavedView,
  saveDraftView,
  type SavedView,
} from "../contract.ts";

type Listed = AnswerOf<typeof listSavedViews>;
const key = (projectId: string) => ["savedViews", projectId] as const;
/** While a view is being filled its progress is asked for again. */
const FILLING_EVERY = 1500;

export const viewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: key(projectId),
    queryFn: ({ signal }) => call(listSavedViews, { params: { projectId } as never, signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.views.some(({ filling }) => filling !== null) ? FILLING_EVERY : 60_000),
  });

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const RECOUNT_AFTER = 600;
/** Counts again soon; a burst of changes is counted once, and a steady flow of them again and again. */
export function recountViews(projectId: string): void {
  if (timers.has(projectId)) return;
  timers.set(
    projectId,
    setTimeout(() => {
      timers.delete(projectId);
      void queryClient.invalidateQueries({ queryKey: key(projectId) });
    }, RECOUNT_AFTER),
  );
}

const write = (projectId: string, change: (views: readonly SavedView[]) => readonly SavedView[]): void =>
  void queryClient.setQueryData<Listed>(key(projectId), (held) => held && { ...held, views: [...change(held.views)] });
const put = (projectId: string, view: SavedView): void =>
  write(projectId, (views) =>
    views.some(({ id }) => id === view.id) ? views.map((one) => (one.id === view.id ? view : one)) : [...views, view],
  );

export type ViewFields = Pick<SavedView, "name" | "icon" | "conditions" | "sort"> & { readonly kind: "personal" | "shared" };

/** Applies a filter. Throws when it is refused. */
export async function applyFilter(projectId: string, fields: Pick<SavedView, "conditions" | "sort">): Promise<SavedView> {
  const { view } = await call(saveDraftView, { params: { projectId } as never, body: fields });
  put(projectId, view);
  // It has the address of the filter before it.
  await queryClient.resetQueries({ queryKey: ["conversations", projectId, "list", view.id] });
  return view;
}
/** Throws when it is refused. */
export async function createView(projectId: string, clientId: string, fields: ViewFields): Promise<SavedView> {
  const { view } = await call(createSavedView, { params: { projectId } as never, body: { clientId, ...fields } });
  put(projectId, view);
  return view;
}
/** Shows a change at once, and takes it back if it is refused; then throws. A draft stays one until it is saved: its dialog is open. */
export async function changeView(projectId: string, was: SavedView, to: Partial<ViewFields>): Promise<SavedView> {
  if (was.kind !== "draft") put(projectId, { ...was, ...to });
  try {
    const { view } = await call(changeSavedView, { params: { projectId, viewId: was.id } as never, body: to });
    put(projectId, view);
    if (to.conditions) await queryClient.resetQueries({ queryKey: ["conversations", projectId, "list", view.id] });
    return view;
  } catch (cause) {
    put(projectId, was);
    throw cause;
  }
}
/** Removes a view at once, with a way back. */
export async function deleteView(projectId: string, view: SavedView): Promise<void> {
  const params = { projectId, viewId: view.id } as never;
  const held = queryClient.getQueryData<Listed>(key(projectId))?.views ?? [];
  const back = (): void => write(projectId, () => held);
  write(projectId, (views) => views.filter(({ id }) => id !== view.id));
  try {
    await call(deleteSavedView, { params });
    const undo = (): void => {
      back();
      call(restoreSavedView, { params, body: {} }).then(({ view: restored }) => put(projectId, restored), toastProblem);
    };
    if (view.kind !== "draft") toast({ title: m.saved_views_deleted({ name: view.name }), tone: "ok", undo });
  } catch (cause) {
    back();
    toastProblem(cause);
  }
}
/** Moves a view by one place among those of its kind. */
export async function moveView(projectId: string, view: SavedView, by: 1 | -1): Promise<void> {
  const held = queryClient.getQueryData<Listed>(key(projectId))?.views ?? [];
  const peers = held.filter(({ kind }) => kind === view.kind);
  const at = peers.findIndex(({ id }) => id === view.id);
  const other = peers[at + by];
  if (!other || view.kind === "draft") return;
  const moved = peers.map((one, index) => (index === at ? other : index === at + by ? view : one));
  write(projectId, (views) => [
    ...views.filter(({ kind }) => kind === "shared" && view.kind !== "shared"),
    ...moved,
    ...views.filter(({ kind }) => kind !== view.kind && !(kind === "shared")),
  ]);
  try {
    await call(orderSavedViews, { params: { projectId } as never, body: { kind: view.kind, ids: moved.map(({ id }) => id) } });
  } catch (cause) {
    write(projectId, () => held);
    toastProblem(cause);
  }
}
