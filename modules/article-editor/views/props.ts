// Props of the article editor. Separate from its code, which is loaded later.

/** A stored image; `url` is its path, `/files/fil_…`. */
export interface Uploaded {
  readonly fileId: string;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}
/** Another article that a link may lead to. */
export interface LinkTarget {
  readonly id: string;
  readonly title: string;
  /** Its public path; null while it is not published. */
  readonly path: string | null;
  /** Set when its language differs from that of the edited text. */
  readonly locale: string | undefined;
  readonly teamOnly: boolean;
}
export interface ArticleEditorProps {
  /** Markdown. */
  readonly value: string;
  /** Called after a pause in typing, every two seconds without one, and at once when the focus leaves; never for an unchanged text. */
  onChange(markdown: string): void;
  /** Accessible name of the text. */
  readonly label: string;
  /** Stores an image; rejects with the reason as its message. */
  upload(file: File, options: { onProgress(share: number): void; signal: AbortSignal }): Promise<Uploaded>;
  readonly readOnly?: boolean;
  /** Finds articles by title, for links. Must be a stable function. */
  readonly findArticles?: ((q: string, signal: AbortSignal) => Promise<readonly LinkTarget[]>) | undefined;
}
