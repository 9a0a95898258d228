// Writes that accompany a publication: the search document, and which files are public.
import { sha256 } from "#kernel/auth/index.ts";
import { type ArticleId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { filesIn } from "#kernel/rich-text/article.ts";
import { articlesSourceId, writeArticlesSource, writeDocument, writeRemoveDocuments } from "#modules/retrieval";
import { type SQL, sql } from "#kernel/db/index.ts";
import { publicArticlePath } from "./contract.ts";
import { writePublishFiles } from "./files/index.ts";
import type { LiveText } from "./queries.ts";

export interface PublishedText extends Pick<LiveText, "locale" | "slug" | "title" | "summary" | "content" | "audience" | "assistant"> {
  readonly projectId: ProjectId;
  readonly projectSlug: string;
  readonly articleId: ArticleId;
  readonly now: number;
}
/** For a batch that publishes a text, after its other writes. */
export async function writesForPublishedText(shown: PublishedText, done: SQL): Promise<SQL[]> {
  const { projectId, articleId, locale, title, summary, now } = shown;
  const sourceId = await articlesSourceId(projectId);
  const content = summary === "" ? shown.content : `${summary}\n\n${shown.content}`;
  return [
    writeArticlesSource(projectId, sourceId, now),
    ...writeDocument(
      {
        id: newId("knowledgeDocument", now),
        projectId,
        sourceId,
        key: `${articleId}/${locale}`,
        title,
        url: publicArticlePath(shown.projectSlug, locale, shown.slug),
        locale,
        audience: shown.audience,
        assistant: shown.assistant,
        content,
        hash: sha256(`${title}\n${content}`),
        now,
      },
      done,
    ),
    ...writePublishFiles(projectId, articleId, filesIn(shown.content), now, done),
  ];
}
/** For a batch that unpublishes texts or changes their audience, in one language or all, after its other writes. */
export async function writesForHiddenTexts(
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string | undefined,
  now: number,
  done: SQL,
): Promise<SQL[]> {
  // All keys that start with the article's id and a slash; "0" is the character after the slash.
  const which = locale === undefined ? sql`key > ${`${articleId}/`} AND key < ${`${articleId}0`}` : sql`key = ${`${articleId}/${locale}`}`;
  return [
    ...writeRemoveDocuments(projectId, await articlesSourceId(projectId), which, done),
    ...writePublishFiles(projectId, articleId, [], now, done),
  ];
}
