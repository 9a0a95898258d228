// Path parameters of articles and collections.
import { idOf } from "#kernel/ids/index.ts";
import { Locale } from "#modules/retrieval/contract";
import { ArticleIdField, CollectionIdField } from "./shapes.ts";

const ProjectIdField = idOf("project");
export const inProject = { projectId: ProjectIdField };
export const ofCollection = { ...inProject, collectionId: CollectionIdField };
export const ofArticle = { ...inProject, articleId: ArticleIdField };
export const ofText = { ...ofArticle, locale: Locale };
