// Parts of the panel that other modules bring, each in a chunk of its own that is loaded once the panel needs it.
import type { Message } from "#modules/conversations/contract";
import { parts } from "virtual:widget-parts";
import type { PanelController } from "../panel/controller.ts";
import type { Child } from "../panel/dom.ts";
import { lazyPart } from "../panel/lazy-part.ts";
import type { PanelState } from "../panel/state.ts";

/** What a part draws; each file in `modules/<name>/client/<name>.tsx` exports one as `part`. */
export interface WidgetPart {
  /** Below a message of the team or the assistant. */
  readonly BelowMessage?: (at: { readonly controller: PanelController; readonly message: Message }) => Child;
  /** Below the messages of the conversation that is shown, in front of what the assistant does. */
  readonly BelowConversation?: (at: { readonly controller: PanelController; readonly state: PanelState }) => Child;
  readonly style?: string;
}
const lazies = parts.map(({ name, load }) => ({ name, lazy: lazyPart(load, true) }));

/** The parts that the project uses and that are loaded by now. */
const loadedOf = (controller: PanelController): readonly WidgetPart[] =>
  lazies.flatMap(({ name, lazy }) => lazy(controller.engine.config.parts.includes(name), controller) ?? []);

export const BelowMessage = (at: { readonly controller: PanelController; readonly message: Message }): Child =>
  loadedOf(at.controller).map((part) => part.BelowMessage?.(at));
export const BelowConversation = (at: { readonly controller: PanelController; readonly state: PanelState }): Child =>
  loadedOf(at.controller).map((part) => part.BelowConversation?.(at));
