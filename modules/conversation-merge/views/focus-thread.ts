// Gives the focus to a thread once it is there and no dialog is before it, so that the keyboard goes on where the conversation does.

/** Frames in which the thread has to be drawn, and in which it has to stay after it got the focus: what was there before may still go. */
const MOST_FRAMES = 300;
const STAYS = 20;
const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

/** Whoever has moved the focus on meanwhile is left there. */
export async function focusThread(conversationId: string): Promise<void> {
  for (let waited = 0, stayed = 0; waited < MOST_FRAMES && stayed < STAYS; waited += 1) {
    await frame();
    if (document.querySelector('[role=dialog]:not([aria-modal="false"])') !== null || !location.pathname.includes(conversationId)) continue;
    if (document.activeElement !== null && document.activeElement !== document.body) stayed += 1;
    else document.querySelector<HTMLElement>("[data-thread] [role=log]")?.focus({ preventScroll: true });
  }
}
