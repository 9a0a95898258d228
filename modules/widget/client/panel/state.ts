// The panel's state and the store that holds it.
import type { Attachment } from "#modules/files/contract";
import type { ConnectionState } from "./socket.ts";
import type { List } from "./list-state.ts";
import { emptyThread, type Failure, reduce, type Thread, type ThreadAction } from "./thread-state.ts";

/** Key of the thread whose conversation does not exist yet. */
export const NEW = "new";

export interface Upload {
  /** Key of the thread whose next message it belongs to. */
  readonly thread: string;
  readonly clientId: string;
  readonly file: File;
  /** 0 to 1. */
  readonly progress: number;
  readonly done: Attachment | null;
  readonly failure: Failure | null;
}
export interface PanelState {
  readonly open: boolean;
  /** `home` is the list, `arriving` waits for it; else the key of a thread. */
  readonly view: string;
  readonly list: List;
  readonly listing: "idle" | "loading" | "ready" | "failed";
  readonly threads: Readonly<Record<string, Thread>>;
  /** Threads whose page is being fetched (true) or could not be (false). */
  readonly loading: Readonly<Record<string, boolean>>;
  readonly typing: { readonly id: string; readonly name: string | null } | null;
  readonly line: ConnectionState;
  /** A sentence about what became of the session. */
  readonly notice: string | null;
  readonly uploads: readonly Upload[];
  readonly drafts: Readonly<Record<string, string>>;
  /** A sentence about the last attempt to attach or download. */
  readonly hint: string;
  /** Files are held above the panel. */
  readonly dragging: boolean;
  /** What was read and searched, for the conversation that begins. */
  readonly help?: object | undefined;
  /** Something has come below what is being read. */
  readonly news: boolean;
}
export const HOME = "home";
/** Until it is known which view to begin with. */
export const ARRIVING = "arriving";
export const isThread = (view: string): boolean => view !== HOME && view !== ARRIVING;

export const emptyState: PanelState = {
  open: false,
  view: NEW,
  list: [],
  listing: "idle",
  threads: {},
  loading: {},
  typing: null,
  line: "off",
  notice: null,
  uploads: [],
  drafts: {},
  hint: "",
  dragging: false,
  news: false,
};

export type Store = ReturnType<typeof makeStore>;

/** Holds the state; whoever subscribes is told after each change. */
export function makeStore(drafts: Record<string, string>) {
  let state: PanelState = { ...emptyState, drafts };
  const listeners = new Set<() => void>();
  const set = (part: Partial<PanelState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const thread = (key: string): Thread => state.threads[key] ?? emptyThread;
  return {
    get: () => state,
    set,
    thread,
    /** Lets something happen to one thread. */
    act: (key: string, action: ThreadAction) => set({ threads: { ...state.threads, [key]: reduce(thread(key), action) } }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
