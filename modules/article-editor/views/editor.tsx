// The editor component: toolbars, text, and Markdown source.
import { m } from "#messages";
import { lazy, Suspense, useId, useRef, useState } from "react";
import "./editor.css";
import type { ArticleEditorProps } from "./props.ts";
import { Source } from "./source.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";
import { addImages } from "./uploads.ts";
import { useArticleEditor } from "./use-article-editor.ts";

const LinkDialog = lazy(async () => ({ default: (await import("./link-dialog.tsx")).LinkDialog }));

export default function Editor(props: ArticleEditorProps) {
  const { value, onChange, label, upload, findArticles, readOnly = false } = props;
  const hint = useId();
  const place = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const reach = useRef<(() => void) | null>(null);
  const [source, setSource] = useState(false);
  const [linking, setLinking] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const { editor, flush } = useArticleEditor(place, props, {
    label,
    placeholder: m.help_editor_placeholder(),
    describedBy: hint,
    away: source,
    announce: setAnnouncement,
    onToolbar: () => reach.current?.(),
    onLink: () => setLinking(true),
  });
  return (
    <div
      className="article-editor rounded-md border border-control bg-surface has-[.article-text:focus]:border-ring"
      data-read-only={readOnly || undefined}
    >
      {editor && !readOnly && !source && (
        <Toolbar
          editor={editor}
          reach={reach}
          onLink={() => setLinking(true)}
          onImage={() => picker.current?.click()}
          onSource={() => {
            flush();
            setSource(true);
          }}
        />
      )}
      {source && (
        <Source
          value={value}
          label={label}
          onChange={onChange}
          onDone={() => {
            setSource(false);
            requestAnimationFrame(() => editor?.commands.focus());
          }}
        />
      )}
      <div ref={place} hidden={source} />
      <p id={hint} className="sr-only">
        {m.help_editor_hint()}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          if (editor) addImages(editor, [...(event.target.files ?? [])], undefined, { upload, announce: setAnnouncement });
          event.target.value = "";
        }}
      />
      <Suspense>
        {editor && linking && <LinkDialog editor={editor} findArticles={findArticles} onClose={() => setLinking(false)} />}
      </Suspense>
    </div>
  );
}
