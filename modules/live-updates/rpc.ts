// Interface of the coordinator for the rest of the worker.
import type { Frame } from "./frames.ts";
import type { Item } from "./order.ts";
import type { RevocationFilter } from "./subscriber.ts";

/** The RPC interface of a coordinator. */
export interface CoordinatorRpc {
  fetch(request: Request): Promise<Response>;
  announce(items: Item[]): Promise<void>;
  nudge(head: number): Promise<void>;
  /**
   * Sends a frame without a sequence to all, or only to these accounts. Answers whether the round that the frame is about was stopped meanwhile, as far as
   * this coordinator knows.
   */
  publish(frame: Frame, only?: readonly string[]): Promise<boolean>;
  end(filter: RevocationFilter): Promise<number>;
  /** Wakes who waits for this channel (`wakes.ts`). */
  wake(channel: string): Promise<void>;
  /** Notes when somebody gave a sign of life, correct to five minutes: what changes too often for the database. Whoever waits is noted too. */
  noteSeen(id: string, at: number): Promise<void>;
  /** When each was seen last, in milliseconds. */
  readSeen(): Promise<Record<string, number>>;
  noteOnline(contactId: string, online: boolean): Promise<void>;
}
