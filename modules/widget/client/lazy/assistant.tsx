/** @jsxRuntime classic */
/** @jsx h */
// What the assistant does in the open conversation: it looks, writes, can be stopped, waits for the visitor; and the way to a person.
import type { AssistantState, Message } from "#modules/conversations/contract";
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import { drawing } from "../panel/icons.tsx";
import { uuid } from "../ids.ts";
import type { PanelState } from "../panel/state.ts";
import { type Say, sayIn } from "./assistant-language.ts";
import { assistantPaths } from "./assistant-paths.ts";
import { Rating, ratingStyle } from "./rating.tsx";

type Now = NonNullable<PanelState["assistant"]>;
/** A worker that died says nothing any more. */
const SILENT = 60_000;
let silence: ReturnType<typeof setTimeout> | undefined;

/** States that were read, not sent by a frame. */
const wasRead = new WeakSet<Now>();
let read = "";
let current: Now | undefined;
/** The newest state that was given, and the newest message of somebody else at that time: a later one takes the place of what was written. */
let newest: { readonly state: Now | undefined; readonly message: string | undefined } | undefined;
const isBusy = (state: AssistantState | undefined): boolean => state === "looking" || state === "writing";

/**
 * What the assistant does in the conversation. Read once for each conversation and connection, because frames are lost while there is none.
 * What a worker still sends of a round that was ended does not bring it back: another one begins by looking.
 */
function follow(controller: PanelController, id: string, { line, assistant }: PanelState, message: string | undefined): Now | undefined {
  const { store, engine } = controller;
  if (newest?.state !== assistant) newest = { state: assistant, message };
  const isOver = isBusy(assistant?.state) && newest?.message !== message;
  const given = assistant?.conversationId === id && !isOver ? assistant : undefined;
  const hasEnded = current?.conversationId === id && !isBusy(current.state) && !wasRead.has(current);
  if (!given || !hasEnded || given.state !== "writing" || wasRead.has(given)) current = given;
  clearTimeout(silence);
  if (isBusy(current?.state))
    silence = setTimeout(() => {
      read = "";
      store.set({ assistant: undefined });
    }, SILENT);
  const now = `${id} ${line === "live"}`;
  if (read !== now) {
    read = now;
    engine.session.request<{ state: AssistantState }>(assistantPaths.state(id)).then(
      ({ state }) => {
        // What a frame said meanwhile is newer.
        if (read !== now || store.get().assistant !== assistant) return;
        const found: Now = { conversationId: id, state, text: "" };
        wasRead.add(found);
        store.set({ assistant: found });
      },
      () => 0,
    );
  }
  return current;
}

async function act(controller: PanelController, id: string, what: "stop" | "person"): Promise<void> {
  const { store, engine } = controller;
  const before = store.get().assistant;
  store.set({ assistant: { conversationId: id, state: what === "stop" ? "idle" : "team", text: "" }, hint: "" });
  try {
    await engine.session.request(assistantPaths[what](id), what === "stop" ? {} : { clientId: uuid() });
  } catch {
    current = undefined;
    store.set({ assistant: before, hint: controller.text("noAnswer") });
  }
}

/** Beside the assistant's name; its avatar before it. */
export function Mark({ controller }: { controller: PanelController }) {
  const say = sayIn(controller);
  const { config, origin } = controller.engine;
  const avatar = config.images?.assistant;
  return (
    say && [
      avatar && <img class="avatar" src={origin + avatar} alt="" />,
      <span class="ai">
        {drawing("spark", "M12 4l2 5 5 2-5 2-2 5-2-5-5-2 5-2Z")}
        {say("ai")}
      </span>,
    ]
  );
}

/** Below a message of the assistant: its sources, and whether it helped. */
export function BelowMessage({ controller, message }: { controller: PanelController; message: Message }) {
  const say = sayIn(controller);
  if (!say) return null;
  const { sources = [], translated = false } = message.origin.answer ?? {};
  return [
    (sources.length > 0 || translated) && (
      <div class="src" key="src">
        {sources.length > 0 && <span>{say("sources")}</span>}
        {sources.map(({ title, url }) =>
          url === null ? (
            <bdi class="one">{title}</bdi>
          ) : (
            <a class="one" href={new URL(url, controller.engine.origin).href} target="_blank" rel="noopener">
              <bdi>{title}</bdi>
            </a>
          ),
        )}
        {translated && <span>{say("translated")}</span>}
      </div>
    ),
    message.origin.answer && <Rating controller={controller} message={message} say={say} />,
  ];
}

/** The message that is still being sent, of a visitor who wants a person before it has arrived. */
let wanted: string | undefined;
function wantLater({ store }: PanelController, clientId: string | undefined): void {
  wanted = clientId;
  store.set({});
}
function passOnWish(controller: PanelController, id: string, messages: readonly Message[]): void {
  if (wanted === undefined || !messages.some(({ clientId }) => clientId === wanted)) return;
  wanted = undefined;
  void act(controller, id, "person");
}

function PersonButton({ onclick, say }: { onclick: () => void; say: Say }) {
  return (
    <button type="button" class="pill mid" key="person" onclick={onclick}>
      {say("person")}
    </button>
  );
}

export function AssistantLine({ controller, state }: { controller: PanelController; state: PanelState }) {
  const id = state.view;
  const thread = controller.store.thread(id);
  const say = sayIn(controller);
  if (!say) return null;
  const messages = thread.events.flatMap((event) => (event.kind === "message" ? [event.message] : []));
  const last = messages.at(-1);
  const team = (
    <p class="mid note" role="status" key="team">
      {say("team")}
    </p>
  );
  if (last === undefined) {
    const first = thread.outgoing[0]?.clientId;
    const want = () => wantLater(controller, first);
    return first !== undefined && (wanted === first ? team : <PersonButton say={say} onclick={want} />);
  }
  passOnWish(controller, id, messages);
  const foreign = messages.findLast(({ authorRole }) => authorRole !== "visitor");
  const now = follow(controller, id, state, foreign?.id);
  // Once a person has written, people answer.
  const people = now?.state === "team" || foreign?.authorRole === "operator";
  const end = thread.events.at(-1);
  const isClosed = end?.kind === "status" && end.status === "closed";
  return [
    isBusy(now?.state) && !people && (
      <div class="m assistant first last" key="assistant">
        <span class="by">
          {controller.text("assistant")}
          {Mark({ controller })}
        </span>
        {now?.text && (
          // Read aloud as a whole once it is stored, not with each sentence.
          <div class="bub" dir="auto" aria-live="off">
            {now.text}
          </div>
        )}
        <div class="typing">
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span role="status">{say(now?.state === "looking" ? "looking" : "writing")}</span>
          <button type="button" class="link" onclick={() => void act(controller, id, "stop")}>
            {say("stop")}
          </button>
        </div>
      </div>
    ),
    !people && !isClosed && <PersonButton say={say} onclick={() => void act(controller, id, "person")} />,
    now?.state === "team" && last.authorRole === "visitor" && team,
  ];
}

export const style = `.avatar{order:-1;width:24px;border-radius:50%}
.ai{display:inline-flex;align-items:center;gap:3px;padding:0 6px 0 4px;border-radius:99px;background:oklch(.962 .022 305);color:oklch(.47 .18 305);font-weight:500}
.dark .ai{background:oklch(.27 .055 305);color:oklch(.8 .11 305)}
.ai svg{width:12px;height:12px}
${ratingStyle}
.src{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center;max-width:min(85%,300px);margin-block-start:4px;padding-inline:2px;font-size:12px;line-height:16px;color:var(--mut);overflow-wrap:anywhere}
.src .one{padding:2px 8px;border-radius:99px;background:var(--sub);color:var(--mut)}
.src a.one{color:var(--link);text-decoration:underline}
@media(pointer:coarse){.src a.one{padding:8px 12px}}
@media(forced-colors:active){.src .one{border:1px solid}}`;
