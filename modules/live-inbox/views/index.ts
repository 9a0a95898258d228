// What the browser holds of the inbox, for every screen that shows or changes conversations.
export type { ListPage, ThreadAnswer } from "./answers.ts";
export {
  announceRead,
  applyHandled,
  changeRow,
  insertEvents,
  isFieldInUse,
  onRead,
  rememberRead,
  rereadLists,
  wasErased,
} from "./bridge.ts";
export { readEarlyList } from "./early-list.ts";
export { lastRevision, mergeEvents, messageOf } from "./events.ts";
export { sendFrame, type Typist, useLive, useViewing, type Working } from "./live.ts";
export { deliver, type DeliveryPorts } from "./delivery.ts";
export { dropOutgoing, forgetWriting, markSeen, outboxOf, setStale, type Stale, useOutbox, useUnsent } from "./outbox.ts";
export { giveBack, hasBeenTried, hasWaiting, rereadUnsent, unstoredWaiting } from "./outbox-returns.ts";
export { putOutgoing, setReturned } from "./put-outgoing.ts";
export type { Outgoing, Snooze, ThreadContext } from "./outgoing.ts";
export { NO_DRAFT } from "./draft-saver.ts";
export { draftDeleted, draftOf, type OpenDraft, showDraft } from "./drafts.ts";
export { tidyLeftDrafts } from "./tidy-left-drafts.ts";
export { draftState, dropUnsavedDraft, type HeldDraft, type WrittenDraft } from "./unsaved-drafts.ts";
export { changeDrafts, countsQuery, isErasedIn, keys, listQuery, onDrafts, rereadInbox, threadQuery } from "./queries.ts";
export { hasRoom, tidyUnsent, WINDOW } from "./keep-unsent.ts";
export { readAllUnsent, type Unsent } from "./unsent.ts";
export { useUnread } from "./use-unread.ts";
export { isOpenThread, isWindowFocused, setOpenThread } from "./watching.ts";
