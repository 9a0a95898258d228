// Lets members drop files anywhere on the thread; the composer highlights itself.
import { filesOf } from "#dashboard/data-transfer.ts";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** Whether files are dragged over the thread that contains `inside`; calls back when they are dropped. */
export function useDropTarget(inside: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const target = inside.current?.closest<HTMLElement>("[data-thread]") ?? inside.current;
    if (!target) return;
    const stop = new AbortController();
    const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    target.addEventListener(
      "dragover",
      (event) => {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal: stop.signal },
    );
    target.addEventListener(
      "dragleave",
      (event) => {
        if (!(event.relatedTarget instanceof Node && target.contains(event.relatedTarget))) setOver(false);
      },
      { signal: stop.signal },
    );
    target.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        if (!carries(event)) return;
        event.preventDefault();
        drop(filesOf(event.dataTransfer));
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [inside]);
  return over;
}
