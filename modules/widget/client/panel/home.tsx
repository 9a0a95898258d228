/** @jsxImportSource preact */
// The visitor's conversations.
import { plain } from "#kernel/rich-text/quick.ts";
import type { VisitorConversation } from "../../contract.ts";
import { clockOf, daysBack } from "./dates.ts";
import type { Desk } from "./desk.ts";
import { Icon } from "./icons.tsx";
import { dayWord } from "./messages.tsx";
import { type DeskState, NEW } from "./state.ts";

function Conversation({ desk, row }: { desk: Desk; row: VisitorConversation }) {
  const said = plain(row.preview, 120) || "…";
  const when = daysBack(row.lastActivityAt) <= 0 ? clockOf(desk.engine.locale(), row.lastActivityAt) : dayWord(desk, row.lastActivityAt);
  return (
    <li>
      <button type="button" class={row.unread > 0 ? "row unread" : "row"} onClick={() => desk.show(row.id)}>
        <span class="grow">
          <span class="said">
            <bdi>{row.previewRole === "visitor" ? desk.text("youSaid", { text: said }) : said}</bdi>
          </span>
          <small>
            <time dateTime={row.lastActivityAt}>{when}</time>
            {row.status === "closed" && ` · ${desk.text("closedShort")}`}
          </small>
        </span>
        {row.unread > 0 && (
          <span class="count">
            <span aria-hidden="true">{row.unread > 9 ? "9+" : row.unread}</span>
            <span class="sr">{desk.text("unread", { count: row.unread })}</span>
          </span>
        )}
        <Icon name="next" class="go" />
      </button>
    </li>
  );
}

export function Home({ desk, state }: { desk: Desk; state: DeskState }) {
  return (
    <div class="fill">
      <div class="log home">
        {state.listing === "loading" && state.list.length === 0 && (
          <div class="bones" aria-hidden="true">
            <i />
            <i />
          </div>
        )}
        {state.listing === "failed" && (
          <p class="mid note" role="alert">
            {desk.text("loadFailed")}{" "}
            <button type="button" class="link" onClick={() => void desk.reload()}>
              {desk.text("retry")}
            </button>
          </p>
        )}
        <ul aria-label={desk.text("home")}>
          {state.list.map((row) => (
            <Conversation key={row.id} desk={desk} row={row} />
          ))}
        </ul>
        {state.next && (
          <button type="button" class="link mid" onClick={() => void desk.loadMore()}>
            {desk.text("loadMore")}
          </button>
        )}
      </div>
      <div class="foot">
        <button type="button" class="main" onClick={() => desk.show(NEW)}>
          <Icon name="write" />
          {desk.text("newConversation")}
        </button>
      </div>
    </div>
  );
}
