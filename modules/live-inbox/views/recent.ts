// Keeps the latest frames of each project. A response that was in transit while frames arrived is older than the cache, so the missing
// frames are applied to it.
import { applyFrame, type EventFrame } from "./apply-frame.ts";
import type { ListPage, ThreadAnswer } from "./answers.ts";
import type { ListScope } from "./rows.ts";
import { clearErasedFrame } from "./erased-contacts.ts";

// A request takes seconds at most; a team makes far fewer than two hundred changes in that time.
const KEPT = 200;
const frames = new Map<string, EventFrame[]>();
/** The sequence after which every frame is remembered; absent until the live connection has one. */
const starts = new Map<string, number>();
const viewers = new Map<string, string>();

/** Remembers an applied frame. */
export function remember(projectId: string, me: string, frame: EventFrame): void {
  viewers.set(projectId, me);
  const all = [...(frames.get(projectId) ?? []), frame];
  const dropped = all.length > KEPT ? all[0] : undefined;
  const start = starts.get(projectId);
  if (dropped && start !== undefined) starts.set(projectId, Math.max(start, dropped.seq));
  frames.set(projectId, all.slice(-KEPT));
}

/** From here on the live connection delivers every frame after this sequence. */
export function rememberFrom(projectId: string, seq: number): void {
  frames.delete(projectId);
  starts.set(projectId, seq);
}

/** The same for a connection that had nothing to resume from. False if it had. */
export function beginAt(projectId: string, seq: number): boolean {
  if (starts.has(projectId)) return false;
  starts.set(projectId, seq);
  return true;
}

/** Whether every frame is remembered that a response with this head lacks. False: it has to be requested again. */
export const canCatchUp = (projectId: string, head: number): boolean => head >= (starts.get(projectId) ?? 0);

/** After an erasure the remembered frames lose their content too. */
export const forgetContent = (projectId: string): void => void frames.set(projectId, (frames.get(projectId) ?? []).map(clearErasedFrame));

export function forgetRecent(projectId: string): void {
  frames.delete(projectId);
  starts.delete(projectId);
}

function since(projectId: string, head: number): EventFrame[] {
  return (frames.get(projectId) ?? []).filter((frame) => frame.seq > head);
}

/** Whether frames have been applied here that are newer than a response with this head. */
export const isOvertaken = (projectId: string, head: number): boolean => since(projectId, head).length > 0;

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
