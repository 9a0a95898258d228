// Types shared by the parts of the widget.
import type { Message } from "#modules/conversations/contract";
import type { WidgetConfig } from "../contract.ts";
import type { Session } from "./session.ts";

/** `window.SeedDesk`: a function that queues its calls in `q` until the engine replaces the queue. */
export interface SeedDesk {
  (...call: unknown[]): void;
  q?: { push(call: ArrayLike<unknown>): unknown };
  /** Set by the first loader, so that a second script does nothing. */
  v?: 1;
  /** URL of the loader, from which the engine's URL is derived. */
  b?: string;
}

declare global {
  interface Window {
    SeedDesk?: SeedDesk;
  }
}

/** Events to which a page can listen. */
export interface PageEvents {
  ready: undefined;
  open: undefined;
  close: undefined;
  message: { conversationId: string; id: string; authorRole: Message["authorRole"]; authorName: string | null; content: string };
  unread: number;
}

/** The argument of `identify`: a signed token, or unverified claims. */
export interface Identity {
  token?: string;
  name?: string;
  email?: string;
  metadata?: Record<string, string | number | boolean | null>;
}

/** The engine's interface for the panel. */
export interface Engine {
  readonly key: string;
  readonly origin: string;
  readonly config: WidgetConfig;
  readonly session: Session;
  /** The element on the page; its shadow root contains everything. */
  readonly host: HTMLElement;
  /** Inside the shadow root: has the language, direction and theme. */
  readonly stage: HTMLElement;
  emit<K extends keyof PageEvents>(name: K, detail: PageEvents[K]): void;
  setUnread(count: number): void;
  /** Tells launcher and page whether the panel is open. */
  setOpen(open: boolean): void;
  adopt(css: string): void;
}

/** The panel's interface for the engine. */
export interface Panel {
  /** The panel's controller, for parts that load later. */
  readonly controller: object;
  open(): void;
  close(): void;
  /** Called after the language or direction has changed. */
  refresh(): Promise<void>;
}
