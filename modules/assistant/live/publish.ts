// Shows a round while it goes on: members see what the model writes, the visitor only sentences that passed the check. These frames have no
// sequence and may be lost; the stored message is what counts.
import { seconds } from "#kernel/clock/index.ts";
import type { ContactId, RoundId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactCoordinator, projectCoordinator } from "#modules/conversations";
import type { AssistantState } from "#modules/conversations/contract";
import type { Place } from "../store/rounds.ts";

/** The draft is sent to members at most this often. */
const DRAFT_EVERY = seconds(0.3);

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
  #draftAt = 0;
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

  #toMembers(text: string): void {
    const { projectId, conversationId, roundId } = this.#place;
    this.#send(() =>
      projectCoordinator(this.#ctx.env, projectId).publish({ type: "assistant", conversationId, roundId, state: this.#state, text }),
    );
  }
  #toVisitor(state: AssistantState, text: string): void {
    const { projectId, contactId, conversationId, isWhole } = this.#place;
    const shown = isWhole ? "" : text;
    this.#send(() =>
      contactCoordinator(this.#ctx.env, projectId, contactId).publish({ type: "assistant", conversationId, state, text: shown }),
    );
  }
  #send(frame: () => Promise<void>): void {
    this.#sent = this.#sent.then(frame, frame).catch(() => undefined);
    this.#ctx.after(this.#sent);
  }
}
