/** @jsxRuntime classic */
/** @jsx h */
// The visitor's conversations; a chunk of its own, because most visitors have only one and never see the list.
import { plain } from "#kernel/rich-text/plain.ts";
import type { VisitorConversation } from "../../contract.ts";
import { clockOf, daysBack } from "../panel/dates.ts";
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import { drawing } from "../panel/icons.tsx";
import { dayWord } from "../panel/messages.tsx";
import { MessagesSkeleton } from "../panel/skeleton.tsx";
import { type PanelState, HELP, HOME, NEW } from "../panel/state.ts";
import { lazyHelp } from "./help-part.ts";

function Conversation({ controller, row }: { controller: PanelController; row: VisitorConversation }) {
  const locale = controller.locale();
  const said = plain(row.preview, 120) || "…";
  const when = daysBack(row.lastActivityAt) <= 0 ? clockOf(locale, row.lastActivityAt) : dayWord(controller, row.lastActivityAt);
  return (
    <li key={row.id}>
      <button type="button" class={row.unread > 0 ? "row unread" : "row"} onclick={() => controller.show(row.id)}>
        <span class="grow">
          <span class="said">
            <bdi>{row.previewRole === "visitor" ? controller.text("youSaid", { text: said }) : said}</bdi>
          </span>
          <small>
            <time dateTime={row.lastActivityAt}>{when}</time>
            {row.status === "closed" && ` · ${controller.text("closedShort")}`}
          </small>
        </span>
        {row.unread > 0 && (
          <span class="count">
            <span aria-hidden="true">{row.unread > 9 ? "9+" : row.unread}</span>
            <span class="sr">{controller.text("unread", { count: row.unread })}</span>
          </span>
        )}
        {drawing("next", "M9 6l6 6-6 6")}
      </button>
    </li>
  );
}

function Conversations({ controller, state, most }: { controller: PanelController; state: PanelState; most?: number }) {
  return [
    state.listing === "failed" && (
      <p class="mid note" role="alert">
        {controller.text("loadFailed")}{" "}
        <button type="button" class="link" onclick={() => void controller.reload()}>
          {controller.text("retry")}
        </button>
      </p>
    ),
    <ul aria-label={controller.text("conversations")}>
      {state.list.slice(0, most).map((row) => (
        <Conversation controller={controller} row={row} />
      ))}
    </ul>,
    most !== undefined && state.list.length > most && (
      <button type="button" class="link mid" onclick={() => controller.show(HOME)}>
        {controller.text("back")}
      </button>
    ),
  ];
}

export function Home({ controller, state }: { controller: PanelController; state: PanelState }) {
  const open = controller.engine.config.help && state.view === HELP;
  const part = lazyHelp(open, controller);
  const help = part && !part.isClosed(controller) ? part : undefined;
  const foot = help?.foot(controller);
  return (
    <div class="fill" key="home">
      {help ? (
        help.Help({
          controller,
          conversations: (state.list.length > 0 || state.listing === "failed") && (
            <section key="own">
              <h3>{controller.text("conversations")}</h3>
              <Conversations controller={controller} state={state} most={3} />
            </section>
          ),
        })
      ) : (
        <div class="log home">
          {open && !part && (
            <p class="mid note" role="status">
              {state.hint}
            </p>
          )}
          {open && !part ? <MessagesSkeleton /> : <Conversations controller={controller} state={state} />}
        </div>
      )}
      <div class="foot">
        <button type="button" class="main" onclick={foot?.act ?? (() => controller.show(NEW))}>
          {drawing("write", "M12 5v14M5 12h14")}
          {foot?.words ?? controller.text("newConversation")}
        </button>
      </div>
    </div>
  );
}

export const style = `.home{padding:8px}
.row{display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:10px 12px;border-radius:10px;text-align:inherit}
.row:hover{background:var(--sub)}
.said{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere;font-size:14px;line-height:20px}
.row small{font-size:12px;line-height:16px;color:var(--mut)}
.unread .said{font-weight:600}
.count{flex:none;min-width:20px;height:20px;border-radius:10px;padding:0 6px;background:var(--accent);color:var(--on);font-size:12px;font-weight:600;line-height:20px;text-align:center}
.i-next{width:16px;height:16px;flex:none;color:var(--mut)}
.foot{padding:12px;border-block-start:1px solid var(--line)}
.main{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:44px;border-radius:12px;background:var(--accent);color:var(--on);font-weight:600}
.main svg{width:18px;height:18px}
.row:focus-visible{outline-offset:-2px}
[dir=rtl] .i-next{transform:scaleX(-1)}
@media(max-width:480px){.foot{padding-block-end:max(12px,env(safe-area-inset-bottom))}}
@media(forced-colors:active){.main,.count{border:1px solid CanvasText}.row:hover{outline:1px solid Highlight}}`;
