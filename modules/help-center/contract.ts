// Help centers: the wire. Browser-safe.
export * from "./articles/contract.ts";
export * from "./files/contract.ts";
export * from "./imports/contract.ts";
export * from "./insert/contract.ts";
export {
  exportSearches,
  type Gap,
  type GapState,
  GAP_STATES,
  type Insights,
  listComments,
  listGaps,
  PERIODS,
  type RatedArticle,
  readInsights,
  type SearchedWords,
  settleGap,
  writeGapArticle,
} from "./insights/contract.ts";

export { confirmHelpLetter, readHelpContact, readHelpLetter, sendHelpLetter } from "./letters/contract.ts";
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

export const articlesPath = (projectId: string): string => `/projects/${projectId}/help/articles`;
/** The article in the editor. */
export const articlePath = (projectId: string, articleId: string): string => `${articlesPath(projectId)}/${articleId}`;
/** What readers search and say, and what has no answer yet. */
export const insightsPath = (projectId: string): string => `/projects/${projectId}/help/insights`;
export const importsPath = (projectId: string): string => `/projects/${projectId}/help/import`;
export const helpSettingsPath = (projectId: string): string => `/projects/${projectId}/help/settings`;

/** The public page of an article. */
export const publicArticlePath = (projectSlug: string, locale: string, slug: string): string =>
  `/help/${projectSlug}/${locale}/articles/${slug}`;
