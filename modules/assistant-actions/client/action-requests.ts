// What the assistant wants to do and waits for the visitor, in each conversation. Read when the assistant has said something that is not an
// answer, because only then something can have begun to wait.
import type { Message } from "#modules/conversations/contract";
import type { PanelController, Thread } from "#modules/widget/client";
import type { ActionAsked } from "../contract.ts";
import { actionPaths } from "./action-paths.ts";

/** A failed read is repeated after this time, and so is one of a request that runs. */
const AGAIN = 3000;
/** If this clock and the server's differ, the end of a request is asked for at these intervals. */
const OVERDUE = 30_000;

interface Known {
  /** The newest message after which was read. */
  readonly after?: string;
  readonly items: readonly ActionAsked[];
}
const NONE: Known = { items: [] };
const known = new Map<string, Known>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isOpen = ({ state }: ActionAsked): boolean => state === "waiting" || state === "running";

export const requestsIn = (conversationId: string): readonly ActionAsked[] => (known.get(conversationId) ?? NONE).items;
/** What the visitor has to decide, or what is being done: oldest first, below everything else. */
export const openRequests = (conversationId: string): readonly ActionAsked[] => requestsIn(conversationId).filter(isOpen).toReversed();

const saidBy = (thread: Thread): Message[] =>
  thread.events.flatMap((event) =>
    event.kind === "message" && event.message.authorRole === "assistant" && !event.message.origin.answer ? [event.message] : [],
  );
/** What has ended of what this message asked for. */
export function endedRequests(thread: Thread, message: Message): readonly ActionAsked[] {
  const asking = saidBy(thread);
  return requestsIn(message.conversationId).filter(
    (one) => !isOpen(one) && asking.find(({ createdAt }) => createdAt >= one.createdAt)?.id === message.id,
  );
}

export async function readRequests(controller: PanelController, conversationId: string): Promise<void> {
  const { store, engine } = controller;
  clearTimeout(timer);
  try {
    const { items } = await engine.session.request<{ items: ActionAsked[] }>(actionPaths.list(conversationId));
    known.set(conversationId, { ...known.get(conversationId), items });
    store.set({});
    readAtEnd(controller, conversationId);
  } catch {
    timer = setTimeout(() => void readRequests(controller, conversationId), AGAIN);
  }
}

/** Reads again when the time of what waits is over, and until what runs has ended. */
function readAtEnd(controller: PanelController, conversationId: string): void {
  const waits = openRequests(conversationId).map(({ state, expiresAt }) => {
    const left = Date.parse(expiresAt) - Date.now();
    return state === "running" ? AGAIN : left > 0 ? left + 1000 : OVERDUE;
  });
  clearTimeout(timer);
  if (waits.length > 0 && controller.store.get().view === conversationId)
    timer = setTimeout(() => void readRequests(controller, conversationId), Math.min(...waits));
}

/** Reads the requests of the conversation that is shown, once after each message that may have begun one. */
export function followRequests(controller: PanelController, conversationId: string, thread: Thread): void {
  const after = saidBy(thread).at(-1)?.id;
  const before = known.get(conversationId) ?? NONE;
  if (after === undefined || before.after === after) return;
  known.set(conversationId, { ...before, after });
  void readRequests(controller, conversationId);
}

/** Takes over what a route answered about a request. */
export function keepRequest(controller: PanelController, request: ActionAsked): void {
  const { conversationId, id } = request;
  const before = known.get(conversationId) ?? NONE;
  known.set(conversationId, { ...before, items: before.items.map((one) => (one.id === id ? request : one)) });
  controller.store.set({});
  readAtEnd(controller, conversationId);
}
