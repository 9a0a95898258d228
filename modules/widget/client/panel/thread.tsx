/** @jsxRuntime classic */
/** @jsx h */
// One conversation.
import { fetched } from "../api.ts";
import type { PanelController } from "./desk.ts";
import { h } from "./dom.ts";
import { Icon } from "./icons.tsx";
import { later } from "./later.ts";
import { Bones, ThreadRow } from "./messages.tsx";
import { Markdown } from "./rich-text.ts";
import { rowsOf } from "./rows.ts";
import { type PanelState, NEW } from "./state.ts";

const belowPart = later(() => fetched("@below", () => import("../later/below.tsx")));

export function Thread({ desk, state }: { desk: PanelController; state: PanelState }) {
  const { log } = desk;
  const key = state.view;
  const thread = desk.store.thread(key);
  const rows = rowsOf(thread);
  const { mail, assistant, look } = desk.engine.config;
  const loading = state.loading[key];
  const older = () => {
    log.keepScrollPosition();
    void desk.loadThread(key, true);
  };
  const onscroll = () => log.scrolled() && thread.before !== null && loading === undefined && older();

  return (
    <div class="fill" key="thread">
      <div
        class="log"
        role="log"
        aria-label={desk.text("messages")}
        aria-busy={String(loading === true)}
        tabIndex={0}
        born={log.watch}
        drawn={() => log.settle(key, rows)}
        onscroll={onscroll}
      >
        <div>
          {thread.before !== null && loading !== true && (
            <button type="button" class="link mid" onclick={older}>
              {desk.text("earlier")}
            </button>
          )}
          {loading === true && rows.length === 0 && <Bones />}
          {loading === false && (
            <p class="mid note">
              {desk.text("loadFailed")}{" "}
              <button type="button" class="link" onclick={() => void desk.loadThread(key, thread.frontier !== null)}>
                {desk.text("retry")}
              </button>
            </p>
          )}
          <ol>
            {key === NEW && (
              <li class="m operator first last">
                <div class="bub" dir="auto">
                  <Markdown desk={desk} text={look.greeting.trim() || desk.text("emptyGreeting")} />
                </div>
              </li>
            )}
            {rows.map((row) => (
              <ThreadRow desk={desk} row={row} />
            ))}
          </ol>
          {state.typing?.id === key && (
            <p class="typing">
              <span class="dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {desk.text("typing", { name: state.typing.name ?? desk.text("someone") })}
            </p>
          )}
          {belowPart(key === NEW ? state.help : mail || assistant, desk)?.Below({ desk, state })}
        </div>
      </div>
      {state.news && (
        <button type="button" class="pill jump" onclick={log.toEnd}>
          <Icon name="down" />
          {desk.text("jump")}
        </button>
      )}
    </div>
  );
}
