// What the browser holds of the inbox, for every screen that shows or changes conversations.
export type { ListPage, ThreadAnswer } from "./answers.ts";
export {
  announceRead,
  applyContact,
  applyHandled,
  changeRow,
  insertEvents,
  isFieldInUse,
  onRead,
  rememberRead,
  rereadLists,
} from "./bridge.ts";
export { readEarlyList } from "./early-list.ts";
export { lastRevision, mergeEvents, messageOf } from "./events.ts";
export { sendFrame, type Typist, useLive, useViewing, type Working } from "./live.ts";
export { deliver, type DeliveryPorts, outcomeOf } from "./delivery.ts";
export {
  dropOutgoing,
  forgetWriting,
  giveBack,
  markSeen,
  outboxOf,
  putOutgoing,
  rereadUnsent,
  setReturned,
  setStale,
  type Stale,
  unstoredWaiting,
  useOutbox,
  useUnsent,
} from "./outbox.ts";
export type { Outgoing, Snooze, ThreadContext } from "./outgoing.ts";
export { countsQuery, isErasedIn, keys, listQuery, onDrafts, rereadInbox, threadQuery } from "./queries.ts";
export { hasRoom, readAllUnsent, type Unsent, WINDOW } from "./unsent.ts";
export { useUnread } from "./use-unread.ts";
export { isOpenThread, isWindowFocused, setOpenThread } from "./watching.ts";
