/** @jsxRuntime classic */
/** @jsx h */
// The rows of a thread.
import type { Message } from "#modules/conversations/contract";
import { importPart } from "../api.ts";
import { clockOf, dayOf, daysBack } from "./dates.ts";
import type { PanelController } from "./controller.ts";
import { type Child, h } from "./dom.ts";
import { Files } from "./files.tsx";
import { lazyPart } from "./lazy-part.ts";
import { Markdown } from "./rich-text.ts";
import type { Row } from "./rows.ts";

export const lazyAssistant = lazyPart(() => importPart("@assistant", () => import("../lazy/assistant.tsx")), true);
/** What other modules add to the panel. */
export const lazyParts = lazyPart(() => importPart("@parts", () => import("../lazy/parts.ts")), true);
const lazyRefusedMessage = lazyPart(() => importPart("@refused-message", () => import("../lazy/refused-message.tsx")));

type RowOf<K extends Row["kind"]> = Extract<Row, { kind: K }>;

/** "Today", "Yesterday", "Monday", "3 May". */
export function dayWord(controller: PanelController, at: string): string {
  const back = daysBack(at);
  return back <= 0 ? controller.text("today") : back === 1 ? controller.text("yesterday") : dayOf(controller.locale(), at);
}

const authorOf = (controller: PanelController, { authorRole, authorName }: Message): string =>
  authorRole === "visitor"
    ? controller.text("you")
    : authorRole === "assistant"
      ? (authorName ?? controller.text("assistant"))
      : (authorName ?? controller.engine.config.projectName);

const groupPositionClass = ({ first, last }: { first: boolean; last: boolean }) => (first ? " first" : "") + (last ? " last" : "");

function Bubble({ controller, row }: { controller: PanelController; row: RowOf<"message"> }) {
  const { message, first, last, seen } = row;
  const own = message.authorRole === "visitor";
  const empty = !message.content.trim();
  const byAssistant = lazyAssistant(message.authorRole === "assistant", controller);
  return (
    <li key={row.key} class={`m ${own ? "own" : message.authorRole}${groupPositionClass(row)}`}>
      {first && !own && (
        <span class="by">
          {authorOf(controller, message)}
          {byAssistant?.Mark({ controller })}
        </span>
      )}
      <span class="sr">{own || !first ? `${authorOf(controller, message)}: ` : ""}</span>
      {message.erased_at ? (
        <div class="bub gone">{controller.text("erased")}</div>
      ) : (
        [
          !empty && (
            <div class="bub" dir="auto">
              <Markdown controller={controller} text={message.content} />
            </div>
          ),
          <Files controller={controller} files={message.attachments} />,
        ]
      )}
      {byAssistant?.BelowMessage({ controller, message })}
      {lazyParts(!own && controller.engine.config.parts.length, controller)?.BelowMessage({ controller, message })}
      {(last || seen) && (
        <span class="meta">
          {message.origin.automatic && !own && `${controller.text("automatic")} · `}
          <time dateTime={message.createdAt}>{clockOf(controller.locale(), message.createdAt)}</time>
          {seen && ` · ${controller.text("seen")}`}
        </span>
      )}
    </li>
  );
}

let ticking: ReturnType<typeof setTimeout> | undefined;
/** Seconds until a time, 0 if it has passed. Until then the panel is redrawn each second. */
function secondsUntil({ store }: PanelController, moment: number): number {
  const left = Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  if (left > 0)
    ticking ??= setTimeout(() => {
      ticking = undefined;
      store.set({});
    }, 1000);
  return left;
}

function PendingMessage({ controller, row }: { controller: PanelController; row: RowOf<"outgoing"> }) {
  const { outgoing: out, last } = row;
  const { failure, clientId } = out;
  const seconds = secondsUntil(controller, failure?.retryAt ?? 0);
  return (
    <li key={clientId} class={`m own${groupPositionClass(row)} ${failure ? (failure.waiting ? "wait" : "bad") : "going"}`}>
      {out.content && (
        <div class="bub" dir="auto">
          <Markdown controller={controller} text={out.content} />
        </div>
      )}
      <Files controller={controller} files={out.attachments} />
      {failure ? (
        <div class="fail">
          {failure.waiting ? (
            <span key="wait" role="status">
              {controller.text("willSend")}
            </span>
          ) : (
            <span key="bad" role="alert">
              <b>{controller.text("notSent")}</b> {failure.error}
            </span>
          )}
          {seconds > 0 && <span>{controller.text("retryIn", { count: seconds })}</span>}
          <span class="acts">
            {failure.retryAt === null ? (
              lazyRefusedMessage(true, controller)?.RefusedMessageActions({ controller, out })
            ) : (
              <button
                type="button"
                class="link"
                aria-disabled={String(seconds > 0)}
                onclick={() => seconds === 0 && controller.sender.retry(clientId)}
              >
                {controller.text("retry")}
              </button>
            )}
            <button type="button" class="link calm" onclick={() => controller.sender.discard(clientId)}>
              {controller.text("discard")}
            </button>
          </span>
        </div>
      ) : (
        last && <span class="meta">{controller.text("sending")}</span>
      )}
    </li>
  );
}

/** One row of the thread. */
export function ThreadRow({ controller, row }: { controller: PanelController; row: Row }): Child {
  switch (row.kind) {
    case "day":
      return (
        <li key={row.key} class="day">
          {dayWord(controller, row.at)}
        </li>
      );
    case "closed":
      return (
        <li key={row.key} class="day">
          {controller.text("closed")}
        </li>
      );
    case "outgoing":
      return <PendingMessage controller={controller} row={row} />;
    case "message":
      return <Bubble controller={controller} row={row} />;
  }
}
