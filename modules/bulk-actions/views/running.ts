// Actions under way in this tab: starting one, watching its progress, stopping it, and taking it back.
import { call } from "#dashboard/api.ts";
import { store, useStore } from "#dashboard/store.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { ConversationSummary } from "#modules/conversations/contract";
import { changeRow, rereadLists } from "#modules/live-inbox/views";
import { type BulkAction, readBulkAction, startBulkAction, stopBulkAction, undoBulkAction } from "../contract.ts";

/** An action as a control starts it. */
export interface BulkRun {
  readonly action: string;
  readonly value: unknown;
  /** What it changes in a row, shown before the server has answered. */
  change(row: ConversationSummary): Partial<ConversationSummary>;
  /** What has been done, such as "3 conversations closed". */
  did(count: number): string;
}
export interface Watched {
  readonly projectId: string;
  /** Undefined until the server has answered. */
  readonly bulkAction: BulkAction | undefined;
  /** How many were chosen, as far as is known. */
  readonly count: number;
  did(count: number): string;
  readonly stopping: boolean;
}
const watched = store<Watched | undefined>(undefined);
export const useWatched = (projectId: string): Watched | undefined => {
  const now = useStore(watched);
  return now?.projectId === projectId ? now : undefined;
};
export const dismiss = (): void => watched.set(undefined);
export const isUnderWay = ({ bulkAction }: Watched): boolean =>
  bulkAction === undefined || bulkAction.state === "gathering" || bulkAction.state === "running" || bulkAction.state === "undoing";

/** Its id, so that the progress of one under way is shown again after the page was loaded anew. */
const KEY = "seed.bulk-action";
const keep = (projectId: string, id: string | undefined): void => {
  try {
    if (id === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, `${projectId} ${id}`);
  } catch {
    // Without storage its progress is shown until the page is left.
  }
};
const kept = (): readonly string[] => {
  try {
    return sessionStorage.getItem(KEY)?.split(" ") ?? [];
  } catch {
    return [];
  }
};

const SOON = 250;
const LATER = 1000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Backs = ReadonlyMap<string, () => void>;
const NO_BACKS: Backs = new Map();
interface Chosen {
  readonly projectId: string;
  readonly me: string;
  /** What is loaded of it. */
  readonly rows: readonly ConversationSummary[];
  /** All of a list instead of the rows. */
  readonly list:
    | { readonly view: string; readonly sort?: string; readonly filter?: string; readonly except: readonly string[] }
    | undefined;
}

/** Shows the change at once, then watches the action until it has ended. */
export async function start({ projectId, me, rows, list }: Chosen, run: BulkRun): Promise<void> {
  const backs = new Map(rows.map((row) => [row.id as string, changeRow(projectId, me, row.id, run.change(row))]));
  watched.set({ projectId, bulkAction: undefined, count: rows.length, did: run.did, stopping: false });
  try {
    const { bulkAction } = await call(startBulkAction, {
      params: { projectId } as never,
      body: {
        ...{ clientId: crypto.randomUUID(), action: run.action, value: run.value },
        ...(list ? { list: list as never } : { conversations: rows.map(({ id, revision }) => ({ id, revision })) }),
      },
    });
    keep(projectId, bulkAction.id);
    show(projectId, bulkAction);
    await watch(projectId, bulkAction, backs);
  } catch (cause) {
    for (const back of backs.values()) back();
    watched.set(undefined);
    toast({ title: m.bulk_actions_failed(), body: messageOf(cause), tone: "bad" });
  }
}
const show = (projectId: string, bulkAction: BulkAction): void =>
  watched.set((now) => {
    if (now?.projectId === projectId && (now.bulkAction === undefined || now.bulkAction.id === bulkAction.id))
      return { ...now, bulkAction };
    return now;
  });

/** Asks how far it is until it has ended. `backs`: take back what was shown of those that were left as they are. */
async function watch(projectId: string, { id }: BulkAction, backs: Backs): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const answer = await call(readBulkAction, { params: { projectId, bulkActionId: id } as never });
    show(projectId, answer.bulkAction);
    if (!["gathering", "running", "undoing"].includes(answer.bulkAction.state)) {
      for (const { conversationId } of answer.passedOver) backs.get(conversationId)?.();
      keep(projectId, undefined);
      rereadLists(projectId);
      return;
    }
    await pause(turn < 8 ? SOON : LATER);
  }
}

/** Watches one that was under way when the page was left. */
export function resume(projectId: string): void {
  const [project, id] = kept();
  if (project !== projectId || id === undefined || watched.get()) return;
  watched.set({ projectId, bulkAction: undefined, count: 0, did: (count) => m.bulk_actions_did({ count }), stopping: false });
  void watch(projectId, { id } as BulkAction, NO_BACKS).catch(() => {
    keep(projectId, undefined);
    watched.set(undefined);
  });
}

export async function stop({ projectId, bulkAction }: Watched): Promise<void> {
  if (!bulkAction) return;
  watched.set((now) => now && { ...now, stopping: true });
  try {
    show(projectId, (await call(stopBulkAction, { params: { projectId, bulkActionId: bulkAction.id } as never, body: {} })).bulkAction);
  } catch {
    // It has ended by itself, which the next look shows.
  }
  watched.set((now) => now && { ...now, stopping: false });
}

export async function undo({ projectId, bulkAction }: Watched): Promise<void> {
  if (!bulkAction) return;
  try {
    const answer = await call(undoBulkAction, { params: { projectId, bulkActionId: bulkAction.id } as never, body: {} });
    keep(projectId, bulkAction.id);
    show(projectId, answer.bulkAction);
    await watch(projectId, answer.bulkAction, NO_BACKS);
  } catch (cause) {
    toast({ title: m.bulk_actions_undo_failed(), body: messageOf(cause), tone: "bad" });
  }
}
