// Shows a round while it goes on: members see what the model writes, the visitor only sentences that passed the check. These frames have no
// sequence and may be lost; the stored message is what counts.
import { seconds } from "#kernel/clock/index.ts";
import type { ContactId, RoundId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { publishToMembers, publishToVisitor } from "#modules/conversations";
import type { AssistantState } from "#modules/conversations/contract";
import type { Place } from "../store/rounds.ts";

/** The draft is sent to members at most this often. */
const DRAFT_EVERY = seconds(0.3);
/** While a model thinks, its last frame is sent again this often, to learn of a stop. */
const BEAT = seconds(1);

interface Shown extends Place {
  readonly contactId: ContactId;
  readonly roundId: RoundId;
  /** The answer goes by mail: its customer sees no part of it before. */
  readonly isWhole: boolean;
}

export class RoundFrames {
  readonly #ctx: Pick<Ctx, "env" | "after" | "clock">;
  readonly #place: Shown;
  #state = "";
  #text = "";
  #draftAt = 0;
  #onStopped: (() => void) | undefined;
  /** Frames leave in order. */
  #sent: Promise<unknown> = Promise.resolve();
  constructor(ctx: Pick<Ctx, "env" | "after" | "clock">, place: Shown) {
    this.#ctx = ctx;
    this.#place = place;
  }

  /** `state`: of the round, for members; visitors see what that means for them. `text`: proved sentences. */
  show(state: string, forVisitor: AssistantState, text = ""): void {
    this.#state = state;
    this.#toMembers(text);
    this.#toVisitor(forVisitor, text);
  }
  /** What the model has written so far, for members only. */
  draft(text: string): void {
    const now = this.#ctx.clock.now();
    if (now - this.#draftAt < DRAFT_EVERY) return;
    this.#draftAt = now;
    this.#toMembers(text);
  }
  /** The proved sentences so far, for the visitor. Whether they are shown. */
  proved(text: string): boolean {
    if (this.#place.isWhole) return false;
    this.#toVisitor("writing", text);
    return true;
  }

  /** Calls back, as often as it hears of it, while the work goes on, if somebody seems to have stopped the round. Costs no trip to the database. */
  async whileHearing<T>(onStopped: () => void, work: () => Promise<T>): Promise<T> {
    this.#onStopped = onStopped;
    const beat = setInterval(() => {
      if (this.#ctx.clock.now() - this.#draftAt >= BEAT) this.#toMembers(this.#text);
    }, BEAT);
    try {
      return await work();
    } finally {
      clearInterval(beat);
      this.#onStopped = undefined;
    }
  }

  #toMembers(text: string): void {
    const { projectId, conversationId, roundId } = this.#place;
    this.#text = text;
    this.#send(async () => {
      const frame = { type: "assistant", conversationId, roundId, state: this.#state, text } as const;
      if (await publishToMembers(this.#ctx.env, projectId, frame)) this.#onStopped?.();
    });
  }
  #toVisitor(state: AssistantState, text: string): void {
    const { projectId, contactId, conversationId, isWhole } = this.#place;
    const shown = isWhole ? "" : text;
    this.#send(() => publishToVisitor(this.#ctx.env, projectId, contactId, { type: "assistant", conversationId, state, text: shown }));
  }
  #send(frame: () => Promise<unknown>): void {
    this.#sent = this.#sent.then(frame, frame).catch(() => undefined);
    this.#ctx.after(this.#sent);
  }
}
