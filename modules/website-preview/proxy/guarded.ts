// A body of the website that ends when it is too large, too slow, or not allowed any more.

import type { End } from "../queries.ts";

export type EndReason = "too_large" | "timeout" | "unreachable" | End | "ended";
interface Guard {
  /** Bytes after decompression, so that a small file can't unfold into a large one. */
  readonly maxBytes: number;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Aborted by whoever reads the body and finds too much in it. */
  readonly tooMuch: AbortSignal;
  /** Milliseconds between two looks whether the preview still holds. */
  readonly every: number;
  /** Why it doesn't; undefined while it does. */
  readonly whyEnded: () => Promise<End | "ended" | undefined>;
  /** Whether a body that was ended early closes, so that something can be said after it, instead of failing. */
  readonly closes: boolean;
  readonly onEnd?: (reason: EndReason) => void;
}

/** Bytes that are handed on at once. So whoever finds too much in them need not read on through a large piece. */
const PIECE = 65_536;

export function guarded(body: ReadableStream<Uint8Array>, guard: Guard): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  let ended = false;
  let rest: Uint8Array | undefined;
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, reason: EndReason): void => {
    if (ended) return;
    ended = true;
    clearInterval(looks);
    guard.onEnd?.(reason);
    void reader.cancel(reason).catch(() => undefined);
    if (guard.closes) controller.close();
    else controller.error(new Error(`the preview ended a file: ${reason}`));
  };
  let looks: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      guard.signal.addEventListener("abort", () => end(controller, "timeout"), { once: true });
      guard.tooMuch.addEventListener("abort", () => end(controller, "too_large"), { once: true });
      // By a timer rather than with each chunk: a website that sends nothing must not keep the connection either.
      looks = setInterval(() => {
        void guard.whyEnded().then(
          (why) => (why ? end(controller, why) : undefined),
          () => undefined,
        );
      }, guard.every);
    },
    async pull(controller) {
      try {
        if (rest === undefined) {
          const { done, value } = await reader.read();
          if (ended) return;
          if (done) {
            ended = true;
            clearInterval(looks);
            controller.close();
            return;
          }
          size += value.byteLength;
          if (size > guard.maxBytes) return end(controller, "too_large");
          rest = value;
        }
        const piece = rest.subarray(0, PIECE);
        rest = rest.byteLength > PIECE ? rest.subarray(PIECE) : undefined;
        controller.enqueue(piece);
      } catch {
        end(controller, guard.signal.aborted ? "timeout" : "unreachable");
      }
    },
    cancel() {
      ended = true;
      clearInterval(looks);
      void reader.cancel().catch(() => undefined);
    },
  });
}
