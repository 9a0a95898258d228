// Scrolls a thread to one of its messages. Loads older pages until it is there.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { listEvents } from "#modules/conversations/contract";
import { keys, mergeEvents, type ThreadAnswer, type ThreadContext } from "#modules/live-inbox/views";

/** Pages that are loaded for one jump. */
const MOST_PAGES = 20;
const find = (revision: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-thread] [data-revision="${String(revision)}"]`);
/** Frames in which what was loaded has to be drawn. */
const MOST_FRAMES = 120;
const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
async function drawn(revision: number): Promise<void> {
  for (let waited = 0; waited < MOST_FRAMES && find(revision) === null; waited += 1) await frame();
  // A log that is at its end scrolls there once more when it has grown, after the frame in which it did.
  await frame();
  await frame();
}

export async function showMessage({ projectId, conversationId }: ThreadContext, revision: number): Promise<void> {
  const key = keys.thread(projectId, conversationId);
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const before = queryClient.getQueryData<ThreadAnswer>(key)?.before ?? null;
      if (before === null || before <= revision) break;
      const { items, next } = await call(listEvents, { params: { projectId, conversationId }, query: { before: String(before) } });
      queryClient.setQueryData<ThreadAnswer>(
        key,
        (held) =>
          held && {
            ...held,
            before: next === null ? null : (items[0]?.revision ?? null),
            events: [...mergeEvents(held.events, items)],
          },
      );
    }
    await drawn(revision);
  } catch (error) {
    return toastProblem(error);
  }
  const message = find(revision);
  if (!message) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  message.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
}
