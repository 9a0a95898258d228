/** @jsxRuntime classic */
/** @jsx h */
// The rows of a thread.
import type { Message } from "#modules/conversations/contract";
import { fetched } from "../api.ts";
import { clockOf, dayOf, daysBack } from "./dates.ts";
import type { PanelController } from "./desk.ts";
import { type Child, h } from "./dom.ts";
import { Files } from "./files.tsx";
import { Icon } from "./icons.tsx";
import { later } from "./later.ts";
import { Markdown } from "./rich-text.ts";
import type { Row } from "./rows.ts";

const rescuePart = later(() => fetched("@rescue", () => import("../later/rescue.tsx")));

type Of<K extends Row["kind"]> = Extract<Row, { kind: K }>;

/** "Today", "Yesterday", "Monday", "3 May". */
export function dayWord(desk: PanelController, at: string): string {
  const back = daysBack(at);
  return back <= 0 ? desk.text("today") : back === 1 ? desk.text("yesterday") : dayOf(desk.engine.locale(), at);
}

const authorOf = (desk: PanelController, { authorRole, authorName }: Message): string =>
  authorRole === "visitor"
    ? desk.text("you")
    : authorRole === "assistant"
      ? (authorName ?? desk.text("assistant"))
      : (authorName ?? desk.engine.config.projectName);

const edges = ({ first, last }: { first: boolean; last: boolean }) => (first ? " first" : "") + (last ? " last" : "");

function Bubble({ desk, row }: { desk: PanelController; row: Of<"message"> }) {
  const { message, first, last, seen } = row;
  const own = message.authorRole === "visitor";
  const empty = !message.content.trim();
  return (
    <li key={row.key} class={`m ${own ? "own" : message.authorRole}${edges(row)}`}>
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
        [
          !empty && (
            <div class="bub" dir="auto">
              <Markdown desk={desk} text={message.content} />
            </div>
          ),
          <Files desk={desk} files={message.attachments} />,
        ]
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

let ticking: ReturnType<typeof setTimeout> | undefined;
/** Seconds until a moment, 0 when it has passed; as long as some are left, the panel is drawn again each second. */
function secondsUntil({ store }: PanelController, moment: number): number {
  const left = Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  if (left > 0)
    ticking ??= setTimeout(() => {
      ticking = undefined;
      store.set({});
    }, 1000);
  return left;
}

function PendingMessage({ desk, row }: { desk: PanelController; row: Of<"outgoing"> }) {
  const { outgoing: out, last } = row;
  const { failure, clientId } = out;
  const seconds = secondsUntil(desk, failure?.retryAt ?? 0);
  return (
    <li key={clientId} class={`m own${edges(row)} ${failure ? "bad" : "going"}`}>
      {out.content && (
        <div class="bub" dir="auto">
          <Markdown desk={desk} text={out.content} />
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
            {failure.retryAt === null ? (
              rescuePart(true, desk)?.Rescue({ desk, out })
            ) : (
              <button
                type="button"
                class="link"
                aria-disabled={String(seconds > 0)}
                onclick={() => seconds === 0 && desk.sender.retry(clientId)}
              >
                {desk.text("retry")}
              </button>
            )}
            <button type="button" class="link calm" onclick={() => desk.sender.discard(clientId)}>
              {desk.text("discard")}
            </button>
          </span>
        </div>
      ) : (
        last && <span class="meta">{desk.text("sending")}</span>
      )}
    </li>
  );
}

/** Where messages will be. */
export const Bones = () => (
  <div class="bones" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/** One row of the thread. */
export function ThreadRow({ desk, row }: { desk: PanelController; row: Row }): Child {
  switch (row.kind) {
    case "day":
      return (
        <li key={row.key} class="day">
          {dayWord(desk, row.at)}
        </li>
      );
    case "closed":
      return (
        <li key={row.key} class="day">
          {desk.text("closed")}
        </li>
      );
    case "outgoing":
      return <PendingMessage desk={desk} row={row} />;
    case "message":
      return <Bubble desk={desk} row={row} />;
  }
}
