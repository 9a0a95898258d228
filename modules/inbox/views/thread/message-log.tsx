// The scrolling part of a thread. Stays at the end if it is there, keeps its position when older history is prepended, and shows a notice
// when something new arrives below.
import { call, queryClient } from "#dashboard/api.ts";
import { m } from "#messages";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { listEvents } from "#modules/conversations/contract";
import { keys, mergeEvents, type ThreadAnswer } from "#modules/live-inbox/views";
import { useLinkedMessage } from "./use-linked-message.ts";

interface MessageLogProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly before: number | null;
  /** Last revision and number of pending messages: both cause scrolling. */
  readonly last: number;
  readonly outgoing: number;
  /** Called when the end of the thread is visible. */
  onBottom(revision: number): void;
  readonly children: ReactNode;
}
// Scroll position of each thread, to restore it.
const places = new Map<string, number>();
/** Whether the thread opens where it was left. */
export const hasPlace = (conversationId: string): boolean => places.has(conversationId);
const NEAR_END = 48;

export function MessageLog({ projectId, conversationId, before, last, outgoing, onBottom, children }: MessageLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const known = useRef(last);
  const prepended = useRef<number | undefined>(undefined);
  const [fresh, setFresh] = useState(false);
  const [loading, setLoading] = useState<"no" | "yes" | "failed">("no");

  function toEnd(smooth = false): void {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const place = places.get(conversationId);
    const divider = element.querySelector<HTMLElement>("[data-divider=new]");
    if (place !== undefined) element.scrollTop = place;
    else if (divider) element.scrollTop = divider.offsetTop - 72;
    else toEnd();
    atEnd.current = isAtEnd(element);
    // Position and dividers are read once, when the thread opens.
  }, [conversationId]);

  // Images and a growing composer change heights: the end stays in view.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => atEnd.current && toEnd());
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (prepended.current !== undefined) {
      element.scrollTop = element.scrollHeight - prepended.current;
      prepended.current = undefined;
    }
  }, [before]);

  useLayoutEffect(() => {
    if (atEnd.current) toEnd();
    else if (last > known.current) setFresh(true);
    known.current = last;
  }, [last]);

  // The member's own message always scrolls into view.
  useLayoutEffect(() => {
    if (outgoing > 0) toEnd();
  }, [outgoing]);

  useEffect(() => {
    const tell = (): void => void (atEnd.current && onBottom(last));
    tell();
    addEventListener("focus", tell);
    return () => removeEventListener("focus", tell);
  }, [last, onBottom]);

  async function older(): Promise<void> {
    if (before === null || loading === "yes") return;
    setLoading("yes");
    try {
      const page = await call(listEvents, { params: { projectId, conversationId }, query: { before: String(before) } });
      if (box.current) prepended.current = box.current.scrollHeight - box.current.scrollTop;
      queryClient.setQueryData<ThreadAnswer>(
        keys.thread(projectId, conversationId),
        (held) =>
          held && {
            ...held,
            before: page.next === null ? null : (page.items[0]?.revision ?? null),
            events: [...mergeEvents(held.events, page.items)],
          },
      );
      setLoading("no");
    } catch {
      setLoading("failed");
    }
  }

  useLinkedMessage(box, before === null || loading !== "no" ? undefined : () => void older(), () => {
    // In a short thread that is its end too, and then it is read.
    atEnd.current = box.current !== null && isAtEnd(box.current);
  });

  function onScroll(element: HTMLElement): void {
    atEnd.current = isAtEnd(element);
    places.set(conversationId, element.scrollTop);
    if (atEnd.current) {
      places.delete(conversationId);
      setFresh(false);
      onBottom(last);
    }
    if (element.scrollTop < 320 && loading === "no") void older();
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={m.conversations_messages()}
        tabIndex={0}
        onScroll={(event) => onScroll(event.currentTarget)}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <ol className="mx-auto flex max-w-[720px] flex-col px-4 pt-1 pb-5">
          {before !== null && (
            <li className="mt-3 grid place-items-center">
              <button
                type="button"
                onClick={() => void older()}
                aria-busy={loading === "yes"}
                className="min-h-7 rounded-full px-3 text-xs text-muted hover:bg-hover hover:text-text"
              >
                {loading === "yes"
                  ? m.conversations_older_loading()
                  : loading === "failed"
                    ? m.conversations_older_failed()
                    : m.conversations_older()}
              </button>
            </li>
          )}
          {children}
        </ol>
      </div>
      {fresh && (
        <button
          type="button"
          onClick={() => toEnd(true)}
          className="absolute inset-x-0 bottom-3 mx-auto flex h-8 w-fit items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-on-accent shadow-2 hover:bg-accent-hover"
        >
          <ArrowDown className="size-3.5" aria-hidden />
          {m.conversations_jump()}
        </button>
      )}
    </div>
  );
}

const isAtEnd = (element: HTMLElement): boolean => element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
