// The server face of the import of articles: how a help desk is asked, for the import of conversations from the same desks.
export {
  basic,
  type HelpDeskAccess,
  helpDeskClient,
  HelpDeskError,
  type HelpDeskGet,
  intercomHost,
  waitAfter,
} from "./platforms/client.ts";
export { idOf as sourceIdOf, isObject, objects, saidOf, text, texts, timeOf } from "./platforms/source.ts";
export { helpDesksConfig, missingForImport } from "./variables.ts";
