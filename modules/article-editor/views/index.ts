// The dashboard face of the article editor.
export { ArticleEditor } from "./article-editor.tsx";
export type { LinkTarget } from "./props.ts";
