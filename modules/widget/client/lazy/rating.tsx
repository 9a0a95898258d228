/** @jsxRuntime classic */
/** @jsx h */
// Below an answer of the assistant: whether it was helpful. Can be changed and taken back.
import type { Message } from "#modules/conversations/contract";
import { refused } from "../api.ts";
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import { drawing } from "../panel/icons.tsx";
import type { Say } from "./assistant-language.ts";
import { assistantPaths } from "./assistant-paths.ts";

type Rating = "up" | "down" | null;
const THUMB = "M8 11v9H4v-9h4l4-8a2.5 2.5 0 0 1 2.4 3L13.5 9H19a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 17.6 20H8";
/** What was chosen on this page, by message. */
const chosen = new Map<string, Rating>();
/** The server takes no ratings. */
let isOff = false;

async function rate(
  { engine, store, text }: PanelController,
  { id, conversationId }: Message,
  before: Rating,
  rating: Rating,
): Promise<void> {
  chosen.set(id, rating);
  store.set({ hint: "" });
  try {
    await engine.session.request(assistantPaths.rating(conversationId, id), { rating }, "PUT");
  } catch (caught) {
    chosen.set(id, before);
    isOff = refused(caught, 404);
    store.set({ hint: isOff ? "" : text("noAnswer") });
  }
}

export function Rating({ controller, message, say }: { controller: PanelController; message: Message; say: Say }) {
  if (isOff) return null;
  const stored = (message.origin.answer as { rating?: Rating } | undefined)?.rating ?? null;
  const now = chosen.has(message.id) ? (chosen.get(message.id) ?? null) : stored;
  const thumb = (which: "up" | "down") => (
    <button
      type="button"
      class={`icon small ${which}`}
      key={which}
      aria-label={say(which === "up" ? "yes" : "no")}
      aria-pressed={String(now === which)}
      onclick={() => void rate(controller, message, now, now === which ? null : which)}
    >
      {drawing("thumb", THUMB)}
    </button>
  );
  return (
    <div class="rate" key="rate" role="group" aria-label={say("helpful")}>
      <span>{say("helpful")}</span>
      {thumb("up")}
      {thumb("down")}
    </div>
  );
}

export const ratingStyle = `.rate{display:flex;align-items:center;gap:2px;padding-inline:2px;font-size:12px;line-height:16px;color:var(--mut)}
.rate span{margin-inline-end:4px}
.rate .down svg{transform:rotate(180deg)}
.rate [aria-pressed=true]{color:var(--link);background:var(--hov)}
.rate [aria-pressed=true] path{fill:currentColor}
@media(forced-colors:active){.rate [aria-pressed=true]{border:2px solid Highlight}}`;
