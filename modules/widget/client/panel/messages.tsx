/** @jsxImportSource preact */
// The rows of a thread.
import type { Message } from "#modules/conversations/contract";
import { useEffect, useState } from "preact/hooks";
import type { Outgoing } from "../thread-state.ts";
import { clockOf, dayOf, daysBack } from "./dates.ts";
import type { Desk } from "./desk.ts";
import { Icon } from "./icons.tsx";
import { Files } from "./files.tsx";
import { Markdown } from "./rich-text.tsx";
import type { Row } from "./rows.ts";

type Of<K extends Row["kind"]> = Extract<Row, { kind: K }>;

/** "Today", "Yesterday", "Monday", "3 May". */
export function dayWord(desk: Desk, at: string): string {
  const back = daysBack(at);
  return back <= 0 ? desk.text("today") : back === 1 ? desk.text("yesterday") : dayOf(desk.engine.locale(), at);
}

const authorOf = (desk: Desk, { authorRole, authorName }: Message): string =>
  authorRole === "visitor"
    ? desk.text("you")
    : authorRole === "assistant"
      ? (authorName ?? desk.text("assistant"))
      : (authorName ?? desk.engine.config.projectName);

function Bubble({ desk, row }: { desk: Desk; row: Of<"message"> }) {
  const { message, first, last, seen } = row;
  const own = message.authorRole === "visitor";
  const empty = !message.content.trim();
  return (
    <li class={`m ${own ? "own" : message.authorRole}${first ? " first" : ""}${last ? " last" : ""}`}>
      {first && !own && (
        <span class="by">
          {authorOf(desk, message)}
          {message.authorRole === "assistant" && (
            <span class="ai">
              <Icon name="spark" />
              {desk.text("ai")}
            </span>
          )}
        </span>
      )}
      <span class="sr">{own || !first ? `${authorOf(desk, message)}: ` : ""}</span>
      {message.erased_at ? (
        <div class="bub gone">{desk.text("erased")}</div>
      ) : (
        <>
          {!empty && (
            <div class="bub" dir="auto">
              <Markdown engine={desk.engine} text={message.content} />
            </div>
          )}
          <Files desk={desk} files={message.attachments} />
        </>
      )}
      {(last || seen) && (
        <span class="meta">
          {message.origin.automatic && !own && `${desk.text("automatic")} · `}
          <time dateTime={message.createdAt}>{clockOf(desk.engine.locale(), message.createdAt)}</time>
          {seen && ` · ${desk.text("seen")}`}
        </span>
      )}
    </li>
  );
}

/** Seconds until a moment, counted down; 0 when it has passed. */
export function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [seconds, set] = useState(left());
  useEffect(() => {
    set(left());
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      set(left());
      if (left() === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function OnItsWay({ desk, out }: { desk: Desk; out: Outgoing }) {
  const { failure, clientId } = out;
  const seconds = useCountdown(failure?.retryAt ?? 0);
  return (
    <li class={`m own first last ${failure ? "bad" : "going"}`}>
      {out.content && (
        <div class="bub" dir="auto">
          <Markdown engine={desk.engine} text={out.content} />
        </div>
      )}
      <Files desk={desk} files={out.attachments} />
      {failure ? (
        <div class="fail">
          <span role="alert">
            <b>{desk.text("notSent")}</b> {failure.error}
          </span>
          {seconds > 0 && <span>{desk.text("retryIn", { count: seconds })}</span>}
          <span class="acts">
            <button type="button" class="link" aria-disabled={seconds > 0} onClick={() => seconds === 0 && desk.sender.retry(clientId)}>
              {desk.text("retry")}
            </button>
            <button type="button" class="link calm" onClick={() => desk.sender.discard(clientId)}>
              {desk.text("discard")}
            </button>
          </span>
        </div>
      ) : (
        <span class="meta">{desk.text("sending")}</span>
      )}
    </li>
  );
}

/** One row of the thread. */
export function ThreadRow({ desk, row }: { desk: Desk; row: Row }) {
  switch (row.kind) {
    case "day":
      return (
        <li class="day">
          <span>{dayWord(desk, row.at)}</span>
        </li>
      );
    case "closed":
      return <li class="day">{desk.text("closed")}</li>;
    case "outgoing":
      return <OnItsWay desk={desk} out={row.outgoing} />;
    case "message":
      return <Bubble desk={desk} row={row} />;
  }
}
