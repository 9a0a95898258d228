// Wire contract of the help center: public pages, their settings, and inserting articles into answers. Browser-safe.
export * from "./images/contract.ts";
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
