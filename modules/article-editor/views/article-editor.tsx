// The article editor: Markdown in, Markdown out. Its code is loaded with the first editor that is shown.
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { lazy, Suspense } from "react";
import type { ArticleEditorProps } from "./props.ts";

const Editor = lazy(() => import("./editor.tsx"));

/** Edits or shows an article's text. */
export function ArticleEditor(props: ArticleEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Editor {...props} />
    </Suspense>
  );
}
