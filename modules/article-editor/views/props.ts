// Props of the article editor. Separate from its code, which is loaded later.

/** A stored image, as an article names it: `url` is its own path, `/files/fil_…`. */
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
  /** Its public path; null while readers have none. */
  readonly path: string | null;
  /** Told when it is another language than the one that is written. */
  readonly locale: string | undefined;
  readonly teamOnly: boolean;
}
export interface ArticleEditorProps {
  /** Markdown. */
  readonly value: string;
  /** Called a moment after the writer paused, and at once when the focus leaves; never for a text that nobody changed. */
  onChange(markdown: string): void;
  /** What is written, for who cannot see it. */
  readonly label: string;
  /** Stores an image; rejects with the reason as its message. */
  upload(file: File, options: { onProgress(share: number): void; signal: AbortSignal }): Promise<Uploaded>;
  readonly readOnly?: boolean;
  /** Finds articles by their titles, for links; the same function from one drawing to the next. */
  readonly findArticles?: ((q: string, signal: AbortSignal) => Promise<readonly LinkTarget[]>) | undefined;
}
