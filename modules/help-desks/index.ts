// The server face of help desks: who reads one, and what is read.
export { missingVariables, readerOf, requireAccess } from "./reader-of.ts";
export type {
  DeskAgent,
  DeskCompany,
  DeskMessage,
  DeskPerson,
  DeskRating,
  DeskReader,
  DeskReply,
  DeskTeam,
  DeskTicket,
  ListPage,
  ReplyPage,
  Thread,
} from "./reader.ts";
