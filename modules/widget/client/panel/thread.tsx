/** @jsxImportSource preact */
// One conversation: its log, which stays at its end unless somebody reads further up.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Desk } from "./desk.ts";
import { Icon } from "./icons.tsx";
import { ThreadRow } from "./messages.tsx";
import { Markdown } from "./rich-text.tsx";
import { rowsOf } from "./rows.ts";
import { type DeskState, NEW } from "./state.ts";

const NEAR = 64;

export function Thread({ desk, state }: { desk: Desk; state: DeskState }) {
  const key = state.view;
  const thread = desk.store.thread(key);
  const rows = useMemo(() => rowsOf(thread), [thread]);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const fromEnd = useRef<number>(undefined);
  const [news, setNews] = useState(false);
  const { greeting } = desk.engine.config.look;
  const loading = state.loading[key];
  const first = thread.events[0]?.revision;
  const latest = rows.at(-1)?.key;

  const toEnd = () => {
    const box = log.current;
    if (box) box.scrollTop = box.scrollHeight;
    stuck.current = true;
    setNews(false);
  };
  const older = () => {
    const box = log.current;
    if (box) fromEnd.current = box.scrollHeight - box.scrollTop;
    void desk.loadThread(key, true);
  };

  useLayoutEffect(toEnd, [key]);
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || fromEnd.current === undefined) return;
    // What was being read stays where it is while older messages grow above it.
    box.scrollTop = box.scrollHeight - fromEnd.current;
    fromEnd.current = undefined;
  }, [first]);
  useLayoutEffect(() => {
    const own = rows.at(-1)?.kind === "outgoing";
    if (stuck.current || own) toEnd();
    else setNews(true);
  }, [latest, state.typing?.id === key]);
  useEffect(() => {
    // Pictures arrive and the writing field grows after the rows are there.
    const resize = new ResizeObserver(() => stuck.current && log.current && (log.current.scrollTop = log.current.scrollHeight));
    for (const element of [log.current, content.current]) if (element) resize.observe(element);
    return () => resize.disconnect();
  }, []);

  const onScroll = () => {
    const box = log.current;
    if (!box) return;
    stuck.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    if (stuck.current) setNews(false);
    if (box.scrollTop < NEAR && thread.before !== null && loading === undefined) older();
  };
  const lastMessage = thread.events.findLast(({ kind }) => kind === "message");
  const assistantSpoke = lastMessage?.kind === "message" && lastMessage.message.authorRole === "assistant" && thread.outgoing.length === 0;

  return (
    <div class="fill">
      <div
        class="log"
        role="log"
        aria-label={desk.text("messages")}
        aria-busy={loading === true}
        tabIndex={0}
        ref={log}
        onScroll={onScroll}
      >
        <div ref={content}>
          {thread.before !== null && loading !== true && (
            <button type="button" class="link mid" onClick={older}>
              {desk.text("earlier")}
            </button>
          )}
          {loading === true && rows.length === 0 && (
            <div class="bones" aria-hidden="true">
              <i />
              <i />
              <i />
            </div>
          )}
          {loading === false && (
            <p class="mid note">
              {desk.text("loadFailed")}{" "}
              <button type="button" class="link" onClick={() => void desk.loadThread(key, thread.frontier !== null)}>
                {desk.text("retry")}
              </button>
            </p>
          )}
          <ol>
            {key === NEW && (
              <li class="m operator first last">
                <div class="bub" dir="auto">
                  <Markdown engine={desk.engine} text={greeting.trim() || desk.text("emptyGreeting")} />
                </div>
              </li>
            )}
            {rows.map((row) => (
              <ThreadRow key={row.key} desk={desk} row={row} />
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
          {assistantSpoke && key !== NEW && (
            <button type="button" class="pill mid" onClick={() => void desk.sender.send(key, desk.text("personPlease"), [])}>
              {desk.text("askPerson")}
            </button>
          )}
        </div>
      </div>
      {news && (
        <button type="button" class="pill jump" onClick={toEnd}>
          <Icon name="down" />
          {desk.text("jump")}
        </button>
      )}
    </div>
  );
}
