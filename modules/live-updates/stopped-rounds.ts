// Remembers in which conversations a round of the assistant was stopped, so that whoever writes its frames learns of it without asking the database.
// Kept in memory only: what is lost with it costs money, never a message, because the batch that sends checks the stop.
import type { Frame } from "./frames.ts";

/** Conversations that are remembered; the oldest are forgotten first. */
const MOST = 500;

/** A frame of the assistant: where its round is. */
interface RoundFrame extends Frame {
  readonly conversationId: string;
  readonly state: string;
}
export const isRound = (frame: Frame): frame is RoundFrame => frame.type === "assistant";

export class StoppedRounds {
  readonly #conversations = new Set<string>();

  /** Takes note of a frame. Whether the round of its conversation was stopped and no other has begun since. */
  learn({ conversationId, state }: Omit<RoundFrame, "type">): boolean {
    if (state === "retrieving") this.#conversations.delete(conversationId);
    if (state === "stopped") this.#conversations.add(conversationId);
    const [oldest] = this.#conversations;
    if (oldest !== undefined && this.#conversations.size > MOST) this.#conversations.delete(oldest);
    return this.#conversations.has(conversationId);
  }
}
