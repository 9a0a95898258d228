// The panel's state and its store.
import type { VisitorFrame } from "#modules/conversations/contract";
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
  /** Progress from 0 to 1. */
  readonly progress: number;
  readonly done: Attachment | null;
  readonly failure: Failure | null;
}
export interface PanelState {
  readonly open: boolean;
  /** `home`: the list. `help`: the help center. `arriving`: waiting for the list. Else the key of a thread. */
  readonly view: string;
  readonly list: List;
  readonly listing: "idle" | "loading" | "ready" | "failed";
  readonly threads: Readonly<Record<string, Thread>>;
  /** Threads whose page is loading (true) or failed to load (false). */
  readonly loading: Readonly<Record<string, boolean>>;
  readonly typing: { readonly id: string; readonly name: string | null } | null;
  /** What the assistant does in a conversation, and its proved sentences so far. */
  readonly assistant?: Omit<Extract<VisitorFrame, { type: "assistant" }>, "type"> | undefined;
  readonly line: ConnectionState;
  /** A message about the end of the session. */
  readonly notice: string | null;
  readonly uploads: readonly Upload[];
  readonly drafts: Readonly<Record<string, string>>;
  /** A message about the last attempt to attach or download. */
  readonly hint: string;
  /** Files are being dragged over the panel. */
  readonly dragging: boolean;
  /** Articles read and searches made, for the conversation that begins. */
  readonly help?: object | undefined;
  /** New messages have arrived below the visible part. */
  readonly news: boolean;
}
export const HOME = "home";
export const HELP = "help";
/** Until the first view is chosen. */
export const ARRIVING = "arriving";
export const isThread = (view: string): boolean => view !== HOME && view !== HELP && view !== ARRIVING;

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

/** Holds the state; subscribers are called after each change. */
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
    /** Applies an action to one thread. */
    act: (key: string, action: ThreadAction) => set({ threads: { ...state.threads, [key]: reduce(thread(key), action) } }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
