// Props that the parts of the article screen share.
import type { ArticleSummary, CollectionList } from "../contract.ts";

export interface ArticleProps {
  readonly projectId: string;
  readonly article: ArticleSummary;
  readonly list: CollectionList;
  readonly locale: string;
  readonly admin: boolean;
  readonly me: string;
  onLocale(locale: string): void;
}
