// Types shared by the parts of the widget.
import type { Message } from "#modules/conversations/contract";
import type { WidgetConfig } from "../contract.ts";
import type { Session } from "./session.ts";

/** `window.SeedDesk`: a function that keeps its calls in `q`, until the engine puts itself there. */
export interface SeedDesk {
  (...call: unknown[]): void;
  q?: { push(call: ArrayLike<unknown>): unknown };
  /** Set by the first loader, so that a second script does nothing. */
  v?: 1;
  /** The address of the loader: where the engine is imported from. */
  b?: string;
}

declare global {
  interface Window {
    SeedDesk?: SeedDesk;
  }
}

/** What a page can listen to. */
export interface PageEvents {
  ready: undefined;
  open: undefined;
  close: undefined;
  message: { conversationId: string; id: string; authorRole: Message["authorRole"]; authorName: string | null; content: string };
  unread: number;
}

/** What `identify` takes: a signed token, or claims that nobody has proved. */
export interface Identity {
  token?: string;
  name?: string;
  email?: string;
  metadata?: Record<string, string | number | boolean | null>;
}

/** What the panel gets of the engine. */
export interface Engine {
  readonly key: string;
  readonly origin: string;
  readonly config: WidgetConfig;
  readonly session: Session;
  /** The element on the page; its shadow root holds everything. */
  readonly host: HTMLElement;
  /** Inside the shadow root: carries language, direction and theme. */
  readonly stage: HTMLElement;
  locale(): string;
  emit<K extends keyof PageEvents>(name: K, detail: PageEvents[K]): void;
  setUnread(count: number): void;
  /** Tells launcher and page whether the panel is open. */
  setOpen(open: boolean): void;
  adopt(css: string): void;
}

/** What the engine gets of the panel. */
export interface Panel {
  /** The panel's controller, for parts that load later. */
  readonly controller: object;
  open(): void;
  close(): void;
  /** Language or direction have changed. */
  refresh(): void;
}
