// What the editor takes and gives. Its code is loaded with the first editor.

/** A stored image, as an article names it: `url` is its own path, `/files/fil_…`. */
export interface Uploaded {
  readonly fileId: string;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
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
}
