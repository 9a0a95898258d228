// Keeps the latest frames of each project. A response that was in transit while frames arrived is older than the cache, so the missing
// frames are applied to it.
import { applyFrame, type EventFrame } from "./apply-frame.ts";
import type { ListPage, ThreadAnswer } from "./answers.ts";
import type { ListScope } from "./rows.ts";
import { clearErasedFrame } from "./erased-contacts.ts";

// A request takes seconds at most; a team makes far fewer than two hundred changes in that time.
const KEPT = 200;
const frames = new Map<string, EventFrame[]>();
const viewers = new Map<string, string>();

/** Remembers an applied frame. */
export function remember(projectId: string, me: string, frame: EventFrame): void {
  viewers.set(projectId, me);
  frames.set(projectId, [...(frames.get(projectId) ?? []), frame].slice(-KEPT));
}

/** After an erasure the remembered frames lose their content too. */
export const forgetContent = (projectId: string): void => void frames.set(projectId, (frames.get(projectId) ?? []).map(clearErasedFrame));

export const forgetRecent = (projectId: string): boolean => frames.delete(projectId);

function since(projectId: string, head: number): EventFrame[] {
  return (frames.get(projectId) ?? []).filter((frame) => frame.seq > head);
}

/** The first page of a list, with newer frames applied. */
export function catchUpList(projectId: string, page: ListPage, scope: ListScope): ListPage {
  const viewer = { me: viewers.get(projectId) ?? "", watching: null };
  return since(projectId, page.head).reduce((held, frame) => {
    const applied = applyFrame(
      { lists: [{ ...scope, pages: [held], other: page.view }], counts: undefined, thread: undefined },
      frame,
      viewer,
    );
    return applied.lists[0]?.[0] ?? held;
  }, page);
}

/** A thread, with newer frames applied. */
export function catchUpThread(projectId: string, thread: ThreadAnswer): ThreadAnswer {
  const viewer = { me: viewers.get(projectId) ?? "", watching: null };
  return since(projectId, thread.head)
    .filter((frame) => frame.conversationId === thread.conversation.id)
    .reduce((held, frame) => applyFrame({ lists: [], counts: undefined, thread: held }, frame, viewer).thread ?? held, thread);
}
