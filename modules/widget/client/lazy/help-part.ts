// The help center in the panel, which a module above the widget brings, in a chunk of its own.
import { help } from "virtual:widget-help";
import type { PanelController } from "../panel/controller.ts";
import type { Child } from "../panel/dom.ts";
import { lazyPart } from "../panel/lazy-part.ts";

/** What is shown: the search, the results for a text, or an article. */
export interface ShownHelp {
  readonly article?: string;
  readonly text?: string;
}
/** What the module that `edition/widget-parts.ts` names exports as `part`. */
export interface HelpPart {
  /** Above the panel's footer, with the visitor's `conversations` where there is room for them. */
  readonly Help: (at: { readonly controller: PanelController; readonly conversations: Child }) => Child;
  /** Below a new conversation that takes along what was read and searched. */
  readonly BelowNewConversation: (at: { readonly controller: PanelController }) => Child;
  /** The help center was closed since the page loaded: the panel continues without it. */
  readonly isClosed: (controller: PanelController) => boolean;
  /** The footer's button: what it says, undefined for the usual, and what it does. */
  readonly foot: (controller: PanelController) => { readonly words: string | undefined; readonly act: () => void };
  /** Shows it in the panel. */
  readonly show: (controller: PanelController, what: ShownHelp) => void;
  readonly style: string;
}
export const loadHelp: () => Promise<HelpPart> = help;
export const lazyHelp = lazyPart(loadHelp);
