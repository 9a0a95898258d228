// The server face of conversations.
export {
  type Answer,
  beganOnChannel,
  customerReadOf,
  isMessage,
  originOf,
  parseOrigin,
  readAnswer,
  readTeamAnswers,
  revisionOf,
  authorNameOf,
  writeAnswerRating,
} from "./store/answers.ts";
export { clearMessagesOfAnother, type MessageKey, pageOfMessages, publishHead } from "./erasure.ts";
export {
  type Activity,
  type CustomerMessage,
  readCustomerMessages,
  readCustomerTexts,
  readActivity,
  readActivityAmong,
  readConversationStates,
  type PastConversation,
  readPastConversations,
  readWrittenMessages,
  type ConversationState,
} from "./store/activity.ts";
export { isFree, readPresentAssignee } from "./store/assignee.ts";
export { contactErased, ConversationMerged, filesGone, frontierAhead, staleFrontier } from "./errors.ts";
export { conversationClosed, messagePosted, type MessagePosted } from "./events.ts";
export {
  type AfterEvents,
  afterEvents,
  answerByMail,
  authorKinds,
  type AnswerByMail,
  eventKinds,
  type EventWrites,
  eventWrites,
  moduleViews,
  type OpenView,
  otherViews,
  rowFields,
  viewConditions,
} from "./extension.ts";
export { defineModuleView, defineViewCondition, type ModuleView, type ViewCondition } from "./kinds/view-condition.ts";
export { factsOf, fieldNames, fieldsOf, isMet, KEYS, matchesOf, OF_CONTACT } from "./store/conditions.ts";
export { defineAuthor, defineCustomer } from "./kinds/author-kind.ts";
export { newAssignment, newMessage, newStatus, newNote } from "./kinds/core-events.ts";
export { defineEventKind, newEvent } from "./kinds/event-kind.ts";
export { defineRowField } from "./kinds/row-field.ts";
export { visitorEvent } from "./live/frames.ts";
export { announceFields, publishToMembers, publishToVisitor } from "./live/announce.ts";
export { isMessageOf } from "./store/attachments.ts";
export { asAuthor } from "./record/command.ts";
export type { OpenedByTeam, RecordCommand, Recorded, RecordCtx } from "./record/command.ts";
export { listConversations } from "./list-conversations.ts";
export { snoozeEnd } from "./change-status.ts";
export { type MemberCtx, replyToConversation } from "./reply-to-conversation.ts";
export { writeDraftBack, writeNoDraft, writesDraftsBack } from "./store/drafts.ts";
export { readWritingSettings } from "./store/writing-settings.ts";
export { record } from "./record/record.ts";
export { announceBeside, type Beside, readBegun, writesBeside } from "./record/event-elsewhere.ts";
export { announceQuoted } from "./record/announce-quoted.ts";
export { recordWhereItGoesOn } from "./record/follow-merge.ts";
export { keptConversation, readKept } from "./store/merged.ts";
export { joinedKind, mergedKind, partedKind, unmergedKind } from "./kinds/merged.ts";
export { movedFromKind, movedKind, moveUndoneKind, returnedKind } from "./kinds/moved.ts";
export { rejoinedKind, splitFromKind, splitOffKind, splitUndoneKind } from "./kinds/split.ts";
export {
  type Quotable,
  quotedIn,
  quotedWriters,
  quotesCustomer,
  quotesOneOf,
  readMovable,
  readQuotable,
  type SplitConversation,
  writeReadBy,
  writesSplit,
} from "./store/quoted.ts";
export { previewOf } from "./rules.ts";
export { readContactHead, readNewer, readOlder } from "./store/events.ts";
export { hasWrittenSince, newestSequence, type OwnMessage, readOwnMessage, readOwnMessages } from "./store/own-words.ts";
export {
  IMPORT_SCOPE,
  type ImportedMessage,
  type ImportedState,
  isImportedEvent,
  isOnlyImported,
  readImported,
  readLastBefore,
  revisionNow,
  storedAmong,
  writeImportedConversation,
  writeImportedEvent,
  writeImportedMessages,
  writeImportedState,
  writeRemoveAdded,
  writeRemoveImported,
} from "./store/imported.ts";
export { isFresh, isRecorded, isSilenced } from "./store/write-batch.ts";
export { readCustomerRead, writeCustomerRead } from "./store/read-marks.ts";
export { registeredConditions, registeredRowFields, registeredViews } from "./kinds/registered.ts";
export {
  contactOf,
  hasSilenced,
  openOf,
  readOpenOfAll,
  readEventsAt,
  readInbox,
  readLatestOfContacts,
  readRecorded,
  readSummaries,
  readSummary,
} from "./store/summaries.ts";
export { conversationExists, LEFT_BEHIND, readExists, writeWaitingSince } from "./store/write-batch.ts";
export { type OwnConversation, readOwn, readOwnOne } from "./store/visitor-conversations.ts";
export {
  type ClosedConversation,
  contactOfText,
  type MessageText,
  readClosedConversations,
  readLastReplies,
  readMessageText,
} from "./store/texts.ts";
