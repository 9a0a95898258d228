// Public pages, their settings, and what the team inserts into answers: the wire. Browser-safe.
export * from "./insert/contract.ts";
export {
  type HelpSettings,
  openHelpCenter,
  previewArticle,
  readHelpPage,
  readHelpSettings,
  renderHelpCenter,
  saveHelpSettings,
  searchHelpCenter,
  sendFeedback,
  thankReader,
} from "./pages/contract.ts";
