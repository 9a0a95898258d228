/** @jsxRuntime classic */
/** @jsx h */
// What the assistant does in the open conversation: it looks, writes, can be stopped; and the way to a person.
import type { AssistantState, Message } from "#modules/conversations/contract";
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import { Icon } from "../panel/icons.tsx";
import { uuid } from "../ids.ts";
import type { PanelState } from "../panel/state.ts";
import { assistantPaths } from "./assistant-paths.ts";

/** Conversations whose state was read; frames of the socket say what changes. */
const read = new WeakMap<PanelController, Set<string>>();
/** A worker that died says nothing any more. */
const SILENT = 60_000;
let silence: ReturnType<typeof setTimeout> | undefined;
function forgetWhenSilent(controller: PanelController, isBusy: boolean): void {
  clearTimeout(silence);
  if (isBusy) silence = setTimeout(() => controller.store.set({ assistant: undefined }), SILENT);
}

function readOnce(controller: PanelController, id: string): void {
  const known = read.get(controller) ?? new Set();
  read.set(controller, known);
  if (known.has(id)) return;
  known.add(id);
  controller.engine.session.request<{ state: AssistantState }>(assistantPaths.state(id)).then(
    ({ state }) =>
      controller.store.get().assistant?.conversationId !== id &&
      controller.store.set({ assistant: { conversationId: id, state, text: "" } }),
    () => known.delete(id),
  );
}

async function act(controller: PanelController, id: string, what: "stop" | "person"): Promise<void> {
  const { session } = controller.engine;
  const state = what === "stop" ? "idle" : "team";
  const before = controller.store.get().assistant;
  controller.store.set({ assistant: { conversationId: id, state, text: "" } });
  try {
    await session.request(assistantPaths[what](id), what === "stop" ? {} : { clientId: uuid() });
  } catch {
    controller.store.set({ assistant: before, hint: controller.text("noAnswer") });
  }
}

/** The sources of an answer, below it. */
export function Sources({ controller, message }: { controller: PanelController; message: Message }) {
  const { answer } = message.origin;
  if (!answer) return null;
  const { sources, translated } = answer;
  return (
    <div class="src">
      {sources.length > 0 && <span>{controller.text("assistant_sources")}</span>}
      {sources.map(({ title, url }) =>
        url === null ? (
          <bdi class="one">{title}</bdi>
        ) : (
          <a class="one" href={new URL(url, controller.engine.origin).href} target="_blank" rel="noopener">
            <bdi>{title}</bdi>
          </a>
        ),
      )}
      {translated && <span>{controller.text("assistant_translated")}</span>}
    </div>
  );
}

export function AssistantLine({ controller, state }: { controller: PanelController; state: PanelState }) {
  const id = state.view;
  readOnce(controller, id);
  const now = state.assistant?.conversationId === id ? state.assistant : undefined;
  const thread = controller.store.thread(id);
  const last = thread.events.findLast(({ kind }) => kind === "message");
  const spoke = last?.kind === "message" && last.message.authorRole === "assistant" && thread.outgoing.length === 0;
  const isBusy = now?.state === "looking" || now?.state === "writing";
  forgetWhenSilent(controller, isBusy);
  return [
    isBusy && (
      <div class="m assistant first last" key="assistant">
        <span class="by">
          {controller.text("assistant")}
          <span class="ai">
            <Icon name="spark" />
            {controller.text("ai")}
          </span>
        </span>
        {now.text !== "" && (
          <div class="bub" dir="auto">
            {now.text}
          </div>
        )}
        <p class="typing" role="status">
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {controller.text(now.state === "looking" ? "assistant_looking" : "assistant_writing")}
          <button type="button" class="link" onclick={() => void act(controller, id, "stop")}>
            {controller.text("assistant_stop")}
          </button>
        </p>
      </div>
    ),
    (isBusy || (spoke && now?.state !== "team")) && (
      <button type="button" class="pill mid" key="person" onclick={() => void act(controller, id, "person")}>
        {controller.text("askPerson")}
      </button>
    ),
    now?.state === "team" && !spoke && last !== undefined && (
      <p class="mid note" role="status" key="team">
        {controller.text("assistant_person")}
      </p>
    ),
  ];
}

export const style = `.src{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center;max-width:min(85%,300px);margin-block-start:4px;padding-inline:2px;font-size:12px;line-height:16px;color:var(--mut);overflow-wrap:anywhere}
.src .one{padding:2px 8px;border-radius:99px;background:var(--sub);color:var(--mut)}
.src a.one{color:var(--link);text-decoration:underline}
@media(pointer:coarse){.src a.one{padding:8px 12px}}
@media(forced-colors:active){.src .one{border:1px solid}}`;
