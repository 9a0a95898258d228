// The face of conversations: what other modules may do with them.
export {
  type Answer,
  beganBy,
  customerReadOf,
  isNoNote,
  originOf,
  parseOrigin,
  readAnswer,
  readTeamAnswers,
  revisionOf,
  writerOf,
} from "./answers.ts";
export { clearMessagesOfAnother, type MessageKey, pageOfMessages, tellMembers } from "./erasure.ts";
export { type Happening, readCustomerWords, readHappenings, readStandings, readWritten, type Standing } from "./happenings.ts";
export { aiNotConfigured } from "./handle.ts";
export { messagePosted, type MessagePosted } from "./events.ts";
export { answerByMail, type Carried } from "./extension.ts";
export { visitorEvent } from "./live/frames.ts";
export { projectObject } from "./live/objects.ts";
export { makeTicket, openSocket } from "./live/tickets.ts";
export {
  contactOf,
  type OwnConversation,
  readContactHead,
  readCustomerRead,
  readNewer,
  readOlder,
  readOwn,
  readOwnOne,
} from "./queries.ts";
export { type OpenedByTeam, record, type Recorded } from "./record.ts";
export { previewOf } from "./rules.ts";
export { writeCustomerRead } from "./writes.ts";
