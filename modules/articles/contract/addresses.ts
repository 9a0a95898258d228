// URL paths of the help area's screens and of an article's public page. Includes screens of higher modules, because the article screens
// link to them but may not import those modules.
export const articlesPath = (projectId: string): string => `/projects/${projectId}/help/articles`;
/** The article in the editor. */
export const articlePath = (projectId: string, articleId: string): string => `${articlesPath(projectId)}/${articleId}`;
export const importsPath = (projectId: string): string => `/projects/${projectId}/help/import`;
export const helpSettingsPath = (projectId: string): string => `/projects/${projectId}/help/settings`;

/** Preview of a draft's public page; served by the help center. */
export const ARTICLE_PREVIEW = "/api/dashboard/projects/:projectId/help-articles/:articleId/preview";
export const articlePreviewPath = (projectId: string, articleId: string, locale: string): string =>
  `${ARTICLE_PREVIEW.replace(":projectId", projectId).replace(":articleId", articleId)}?locale=${encodeURIComponent(locale)}`;

/** The public page of an article. */
export const publicArticlePath = (projectSlug: string, locale: string, slug: string): string =>
  `/help/${projectSlug}/${locale}/articles/${slug}`;
