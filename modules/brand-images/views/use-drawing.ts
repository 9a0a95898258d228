// Draws every card that is due, one after the other, and says how far it is. It goes on where it stopped when the screen is opened again:
// what is drawn is stored at once.
import { call, queryClient } from "#dashboard/api.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CardSettings, isDue, listSocialCards, readCardSettings, type SocialCard } from "../contract.ts";
import { storeDrawn } from "./drawing/store-drawn.ts";

export interface Progress {
  /** `looking`: which cards are due. `stopped`: by a person, or because several failed in a row. */
  readonly phase: "looking" | "drawing" | "done" | "stopped";
  readonly drawn: number;
  readonly total: number;
  readonly failed: number;
}
/** Failures in a row after which it stops: the connection or the installation is at fault then, not a card. */
const MAX_FAILURES = 3;

export function useDrawing(projectId: string, enabled: boolean) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  const start = useCallback(() => {
    running.current?.abort();
    const over = new AbortController();
    running.current = over;
    void drawAll(projectId, over.signal, (next) => running.current === over && setProgress(next));
  }, [projectId]);
  useEffect(() => {
    if (enabled) start();
    return stop;
  }, [enabled, start, stop]);
  return { progress, start, stop };
}

async function drawAll(projectId: string, signal: AbortSignal, say: (progress: Progress) => void): Promise<void> {
  let [drawn, total, failed, inARow] = [0, 0, 0, 0];
  const tell = (phase: Progress["phase"]): void => say({ phase, drawn, total, failed });
  try {
    tell("looking");
    const settings: CardSettings = await call(readCardSettings, { params: { projectId }, signal });
    if (!settings.drawn || !settings.open) return tell("done");
    const due: SocialCard[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await call(listSocialCards, { params: { projectId }, query: { cursor }, signal });
      due.push(...items.filter(isDue));
      total = due.length;
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    for (const card of due) {
      if (signal.aborted) break;
      tell("drawing");
      await storeDrawn(projectId, card, signal).then(
        () => ([drawn, inARow] = [drawn + 1, 0]),
        () => ([failed, inARow] = [failed + 1, inARow + 1]),
      );
      if (inARow >= MAX_FAILURES) break;
    }
    tell(signal.aborted || inARow >= MAX_FAILURES ? "stopped" : "done");
  } catch {
    failed += signal.aborted ? 0 : 1;
    tell("stopped");
  }
  if (drawn > 0) await queryClient.invalidateQueries({ queryKey: [listSocialCards.name] });
}
