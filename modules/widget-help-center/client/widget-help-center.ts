// What the help center is in the widget's panel: its view, what a new conversation takes along, and calls of the page.
import type { HelpPart } from "#modules/widget/client";
import { helpOf } from "./help-state.ts";
import { HelpView, style } from "./help-view.tsx";
import { ReaderContextCard } from "./reader-context.tsx";
import { sayIn } from "./texts.ts";

export const part: HelpPart = {
  Help: HelpView,
  BelowNewConversation: ReaderContextCard,
  isClosed: (controller) => helpOf(controller).closed(),
  foot(controller) {
    const help = helpOf(controller);
    return { words: help.reading() || help.query().trim() ? sayIn(controller)?.("still") : undefined, act: help.ask };
  },
  show: (controller, what) => helpOf(controller).show(what),
  style,
};
