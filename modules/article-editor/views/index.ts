// The editor of articles, for the screens of other modules.
export { ArticleEditor } from "./article-editor.tsx";
export type { LinkTarget } from "./props.ts";
