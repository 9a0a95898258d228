/** @jsxRuntime classic */
/** @jsx h */
// One conversation.
import { importPart } from "../api.ts";
import type { PanelController } from "./controller.ts";
import { h } from "./dom.ts";
import { Icon } from "./icons.tsx";
import { lazyPart } from "./lazy-part.ts";
import { lazyAssistant, lazyParts, ThreadRow } from "./messages.tsx";
import { Markdown } from "./rich-text.ts";
import { rowsOf } from "./rows.ts";
import { MessagesSkeleton } from "./skeleton.tsx";
import { type PanelState, NEW } from "./state.ts";

const lazyFooter = lazyPart(() => importPart("@conversation-footer", () => import("../lazy/conversation-footer.tsx")));

export function Thread({ controller, state }: { controller: PanelController; state: PanelState }) {
  const { log } = controller;
  const key = state.view;
  const thread = controller.store.thread(key);
  const rows = rowsOf(thread);
  const { mail, assistant, look, parts } = controller.engine.config;
  const loading = state.loading[key];
  const older = () => {
    log.keepScrollPosition();
    void controller.loadThread(key, true);
  };
  const onscroll = () => log.scrolled() && thread.before !== null && loading === undefined && older();

  return (
    <div class="fill" key="thread">
      <div
        class="log"
        role="log"
        aria-label={controller.text("messages")}
        aria-busy={String(loading === true)}
        tabIndex={0}
        born={log.watch}
        drawn={() => log.settle(key, rows)}
        onscroll={onscroll}
      >
        <div>
          {thread.before !== null && loading !== true && (
            <button type="button" class="link mid" onclick={older}>
              {controller.text("earlier")}
            </button>
          )}
          {loading === true && rows.length === 0 && <MessagesSkeleton />}
          {loading === false && (
            <p class="mid note">
              {controller.text("loadFailed")}{" "}
              <button type="button" class="link" onclick={() => void controller.loadThread(key, thread.frontier !== null)}>
                {controller.text("retry")}
              </button>
            </p>
          )}
          <ol>
            {key === NEW && (
              <li class="m operator first last">
                <div class="bub" dir="auto">
                  <Markdown controller={controller} text={look.greeting} />
                </div>
              </li>
            )}
            {rows.map((row) => (
              <ThreadRow controller={controller} row={row} />
            ))}
          </ol>
          {state.typing?.id === key && (
            <p class="typing">
              <span class="dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {controller.text("typing", { name: state.typing.name ?? controller.text("someone") })}
            </p>
          )}
          {key !== NEW && lazyParts(parts.length, controller)?.BelowConversation({ controller, state })}
          {lazyAssistant(assistant, controller)?.AssistantLine({ controller, state })}
          {lazyFooter(key === NEW ? state.help : mail, controller)?.ConversationFooter({ controller, state })}
        </div>
      </div>
      {state.news && (
        <button type="button" class="pill jump" onclick={log.toEnd}>
          <Icon name="down" />
          {controller.text("jump")}
        </button>
      )}
    </div>
  );
}
